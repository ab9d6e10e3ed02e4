"""Elements picked by position, and objects that are subscripted to make arrays."""

import numpy as np
from _numpy import _where, arange, array, asarray, concatenate, ndarray, nonzero, result_type
from numpy.core.numeric import linspace, meshgrid, zeros
from numpy.core.shape_base import _axis, ndim, ravel


def where(condition, x=None, y=None):
    if x is None and y is None:
        return nonzero(condition)
    if x is None or y is None:
        raise ValueError("either both or neither of x and y should be given")
    return _where(condition, x, y)


def _within(i, n, mode):
    """Positions along an axis of n, as mode wants those outside."""
    if mode == "wrap":
        return asarray(i) % n
    if mode == "clip":
        return np.clip(asarray(i), 0, n - 1)
    if mode != "raise":
        raise ValueError(f"clipmode must be one of 'clip', 'raise', or 'wrap' (got '{mode}')")
    return asarray(i) if ndim(i) else i


def take(a, indices, axis=None, out=None, mode="raise"):
    a = asarray(a)
    if axis is None:
        a, axis = a.ravel(), 0
    axis = _axis(axis, a.ndim)
    i = asarray(indices)
    if i.size and i.dtype.kind not in "iub":
        raise TypeError(f"Cannot cast array data from {i.dtype!r} to dtype('int64') according to the rule 'safe'")
    i = i.astype(int)
    if a.shape[axis] == 0 and i.size:
        raise IndexError("cannot do a non-empty take from an empty axes.")
    r = a[(slice(None),) * axis + (_within(i if i.ndim else int(i), a.shape[axis], mode),)]
    if out is not None:
        out[...] = r
        return out
    return r


def put(a, ind, v, mode="raise"):
    i, v = ravel(ind), ravel(v)
    if mode == "raise":
        for k in i.tolist():
            if not -a.size <= k < a.size:
                raise IndexError(f"index {k} is out of bounds for axis 0 with size {a.size}")
        mode = "wrap"
    if v.size and i.size:
        a[unravel_index(_within(i, a.size, mode), a.shape)] = v[arange(len(i)) % len(v)]


def _along(a, indices, axis):
    if asarray(indices).dtype.kind not in "iu":
        raise IndexError("`indices` must be an integer array")
    if a.ndim != indices.ndim:
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    axis = _axis(axis, a.ndim)
    grid = indices_grid([n if d != axis else 1 for d, n in enumerate(a.shape)])
    grid[axis] = indices
    return tuple(grid)


def indices_grid(dims):
    n = len(dims)
    return [arange(d).reshape((1,) * i + (-1,) + (1,) * (n - i - 1)) for i, d in enumerate(dims)]


def take_along_axis(arr, indices, axis):
    arr, indices = asarray(arr), asarray(indices)
    if axis is None:
        arr, axis = arr.ravel(), 0
    if arr.ndim == 1 and indices.ndim == 1:
        return arr[indices]
    return arr[_along(arr, indices, axis)]


def put_along_axis(arr, indices, values, axis):
    indices = asarray(indices)
    if axis is None:
        arr.reshape(-1)[indices] = values
    else:
        arr[_along(arr, indices, axis)] = values


def argwhere(a):
    a = asarray(a)
    if a.ndim == 0:
        return zeros((int(bool(a)), 0), int)
    return array(nonzero(a)).T


def flatnonzero(a):
    return nonzero(ravel(a))[0]


def extract(condition, arr):
    return ravel(arr)[nonzero(ravel(condition))[0]]


def unravel_index(indices, shape, order="C"):
    dims = (shape,) if isinstance(shape, (int, np.integer)) else tuple(shape)
    size = 1
    for n in dims:
        size *= n
    flat = asarray(indices)
    if flat.dtype.kind not in "iu" and flat.size:
        raise TypeError("only int indices permitted")
    for i in flat.ravel().tolist():
        if not 0 <= i < size:
            raise ValueError(f"index {i} is out of bounds for array with size {size}")
    out, below = [], 1
    for n in reversed(dims) if order == "C" else dims:
        out.append((flat // below % n)[()])
        below *= n
    return tuple(reversed(out)) if order == "C" else tuple(out)


def ravel_multi_index(multi_index, dims, mode="raise", order="C"):
    modes = mode if isinstance(mode, tuple) else (mode,) * len(dims)
    places = [asarray(i) for i in multi_index]
    for i, n, m in zip(places, dims, modes):
        if m == "raise" and ((i < 0) | (i >= n)).any():
            raise ValueError("invalid entry in coordinates array")
    steps = list(zip(places, dims, modes))
    flat = 0
    for i, n, m in steps if order == "C" else reversed(steps):
        flat = flat * n + _within(i, n, m if m != "raise" else "clip")
    return asarray(flat)[()]


def select(condlist, choicelist, default=0):
    if len(condlist) != len(choicelist):
        raise ValueError("list of cases must be same length as list of conditions")
    if len(condlist) == 0:
        raise ValueError("select with an empty condition list is not possible")
    for i, c in enumerate(condlist):
        if asarray(c).dtype != bool:
            raise TypeError(f"invalid entry {i} in condlist: should be boolean ndarray")
    choices = [asarray(c) for c in choicelist] + [asarray(default)]
    kind = result_type(*choices) if all(c.dtype.kind in "biufc" for c in choices) else None
    out = choices[-1] if kind is None else choices[-1].astype(kind)
    for c, x in zip(reversed(condlist), reversed(choices[:-1])):
        out = where(c, x if kind is None else x.astype(kind), out)
    return out


def choose(a, choices, out=None, mode="raise"):
    a = asarray(a)
    n = len(choices)
    if mode == "raise":
        if a.size and (a.min() < 0 or a.max() >= n):
            raise ValueError("invalid entry in choice array")
    else:
        a = _within(a, n, mode)
    r = select([a == i for i in range(n)], choices)
    if out is not None:
        out[...] = r
        return out
    return asarray(r)[()]


def ix_(*args):
    out = []
    for k, a in enumerate(args):
        a = asarray(a) if np.size(a) else asarray(a, int)
        if a.ndim != 1:
            raise ValueError("Cross index must be 1 dimensional")
        if a.dtype == bool:
            a = nonzero(a)[0]
        out.append(a.reshape((1,) * k + (a.size,) + (1,) * (len(args) - k - 1)))
    return tuple(out)


class _Concatenator:
    """np.r_ and np.c_: slices and arrays joined along an axis."""

    def __init__(self, axis=0, ndmin=1, first=-1):
        self.axis, self.ndmin, self.first = axis, ndmin, first

    def __getitem__(self, key):
        key = key if isinstance(key, tuple) else (key,)
        axis, ndmin, first = self.axis, self.ndmin, self.first
        if isinstance(key[0], str):
            if key[0] in ("r", "c"):
                line = _Concatenator()[key[1:]]
                return np.matrix(line if key[0] == "r" or line.ndim > 1 else line.reshape(-1, 1))
            axis, ndmin, first = ([int(x) for x in key[0].split(",")] + [self.axis, self.ndmin, self.first][key[0].count(",") + 1:])[:3]
            key = key[1:]
        parts = [self._part(k, ndmin, first) for k in key]
        kinds = [p.dtype for p, k in zip(parts, key) if not np.isscalar(k)]
        if kinds and len(kinds) < len(parts) and all(p.dtype.kind in "biufc" for p in parts):
            kind = result_type(*(k if np.isscalar(k) else p for p, k in zip(parts, key)))
            parts = [p.astype(kind) for p in parts]
        return concatenate(parts, axis)

    @staticmethod
    def _part(k, ndmin, first):
        if isinstance(k, slice):
            step = 1 if k.step is None else k.step
            a = linspace(k.start or 0, k.stop, int(abs(step))) if isinstance(step, complex) else arange(k.start or 0, k.stop, step)
            own = 1
        else:
            a, own = asarray(k), ndim(k)
        if a.ndim >= ndmin:
            return a
        if first < 0 or own == 0:
            a = a.reshape((1,) * (ndmin - a.ndim) + a.shape) if first != 0 or own == 0 else a.reshape(a.shape + (1,) * (ndmin - a.ndim))
            return a
        lead = first
        return a.reshape((1,) * lead + a.shape + (1,) * (ndmin - a.ndim - lead))

    def __len__(self):
        return 0


r_, c_ = _Concatenator(), _Concatenator(-1, 2, 0)


class _Grid:
    """np.mgrid and np.ogrid: the coordinates of slices, dense or open."""

    def __init__(self, sparse):
        self.sparse = sparse

    def __getitem__(self, key):
        single = not isinstance(key, tuple)
        key = (key,) if single else key
        floats = any(isinstance(x, (float, complex, np.floating)) for k in key for x in (k.start, k.stop, k.step))
        parts = []
        for k in key:
            start, step = k.start or 0, 1 if k.step is None else k.step
            parts.append(linspace(start, k.stop, int(abs(step))) if isinstance(step, complex) else arange(start, k.stop, step))
        if single:
            return parts[0]
        if floats:
            parts = [p.astype(float) for p in parts]
        grids = meshgrid(*parts, indexing="ij", sparse=self.sparse)
        return grids if self.sparse else array(grids)


mgrid, ogrid = _Grid(False), _Grid(True)


class _Slices:
    def __init__(self, maketuple):
        self.maketuple = maketuple

    def __getitem__(self, key):
        return (key,) if self.maketuple and not isinstance(key, tuple) else key


index_exp, s_ = _Slices(True), _Slices(False)


class ndindex:
    """The positions of an array, row by row."""

    def __init__(self, *dims):
        import itertools
        dims = tuple(dims[0]) if len(dims) == 1 and isinstance(dims[0], (tuple, list)) else dims
        self._places = itertools.product(*[range(n) for n in dims])

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._places)


class ndenumerate:
    """Positions and elements of an array."""

    def __init__(self, arr):
        self._arr = asarray(arr)
        self._places = ndindex(self._arr.shape)

    def __iter__(self):
        return self

    def __next__(self):
        place = next(self._places)
        return place, self._arr[place]


def diag_indices(n, ndim=2):
    return (arange(n),) * ndim


def diag_indices_from(arr):
    arr = asarray(arr)
    if not arr.ndim >= 2:
        raise ValueError("input array must be at least 2-d")
    if len(set(arr.shape)) != 1:
        raise ValueError("All dimensions of input must be of equal length")
    return diag_indices(arr.shape[0], arr.ndim)


def fill_diagonal(a, val, wrap=False):
    if a.ndim < 2:
        raise ValueError("array must be at least 2-d")
    end = a.size
    if a.ndim == 2:
        step = a.shape[1] + 1
        end = a.shape[1] * a.shape[1] if not wrap else a.size
    else:
        if len(set(a.shape)) != 1:
            raise ValueError("All dimensions of input must be of equal length")
        step = 1 + sum(a.shape[0] ** k for k in range(1, a.ndim))
    at = arange(0, end if end < a.size else a.size, step)
    a[unravel_index(at, a.shape)] = val if ndim(val) == 0 else ravel(val)[arange(len(at)) % np.size(val)]


def mask_indices(n, mask_func, k=0):
    return nonzero(mask_func(np.ones((n, n), int), k) != 0)


def place(arr, mask, vals):
    if not isinstance(arr, ndarray):
        raise TypeError(f"argument 1 must be numpy.ndarray, not {type(arr).__name__}")
    mask, vals = asarray(mask, bool), ravel(vals)
    n = int(mask.sum())
    if n and not len(vals):
        raise ValueError("Cannot insert from an empty array!")
    arr[mask] = vals[arange(n) % len(vals)] if n else vals[:0]


def putmask(a, mask, values):
    values, mask = asarray(values), asarray(mask, bool)
    a[mask] = values[mask] if values.shape == a.shape else values.ravel()[nonzero(mask.ravel())[0] % values.size]


def copyto(dst, src, casting="same_kind", where=True):
    if not isinstance(dst, ndarray):
        raise TypeError(f"copyto() argument 1 must be numpy.ndarray, not {type(dst).__name__}")
    src = asarray(src)
    if not np.can_cast(src if src.ndim == 0 else src.dtype, dst.dtype, casting):
        raise TypeError(f"Cannot cast scalar from {src.dtype!r} to {dst.dtype!r} according to the rule '{casting}'" if src.ndim == 0
                        else f"Cannot cast array data from {src.dtype!r} to {dst.dtype!r} according to the rule '{casting}'")
    dst[...] = src if where is True else _where(asarray(where), src, dst).astype(dst.dtype)
