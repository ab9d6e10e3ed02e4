"""Elements picked by position, and objects that are subscripted to make arrays."""

from _numpy import _where, arange, array, asarray, concatenate, nonzero
from numpy.core.numeric import indices, linspace, meshgrid
from numpy.core.shape_base import _axis, atleast_1d, column_stack, ndim, ravel, shape, stack, transpose


def where(condition, x=None, y=None):
    if x is None and y is None:
        return nonzero(condition)
    if x is None or y is None:
        raise ValueError("either both or neither of x and y should be given")
    return _where(condition, x, y)


def take(a, indices, axis=None, out=None, mode="raise"):
    a = asarray(a)
    if axis is None:
        return a.ravel()[indices]
    return a[(slice(None),) * _axis(axis, a.ndim) + (asarray(indices) if ndim(indices) else indices,)]


def put(a, ind, v, mode="raise"):
    a.reshape(-1)[asarray(ind)] = v


def _along(a, indices, axis):
    grid = list(indices_grid(indices.shape))
    grid[_axis(axis, a.ndim)] = indices
    return tuple(grid)


def indices_grid(dims):
    n = len(dims)
    return [arange(d).reshape((1,) * i + (-1,) + (1,) * (n - i - 1)) for i, d in enumerate(dims)]


def take_along_axis(arr, indices, axis):
    if axis is None:
        return arr.ravel()[indices]
    return arr[_along(arr, indices, axis)]


def put_along_axis(arr, indices, values, axis):
    arr[_along(arr, indices, axis)] = values


def argwhere(a):
    return transpose(array(nonzero(a)))


def flatnonzero(a):
    return nonzero(ravel(a))[0]


def extract(condition, arr):
    return ravel(arr)[ravel(condition).astype(bool)]


def unravel_index(indices, shape):
    out, below = [], 1
    for n in reversed(shape):
        out.append(indices // below % n)
        below *= n
    return tuple(reversed(out))


def ravel_multi_index(multi_index, dims):
    flat = 0
    for i, n in zip(multi_index, dims):
        flat = flat * n + asarray(i)
    return flat


def select(condlist, choicelist, default=0):
    out = default
    for c, x in zip(reversed(condlist), reversed(choicelist)):
        out = where(c, x, out)
    return out


def choose(a, choices):
    return select([asarray(a) == i for i in range(len(choices))], choices)


def ix_(*args):
    return tuple(asarray(a).reshape((1,) * i + (-1,) + (1,) * (len(args) - i - 1)) for i, a in enumerate(args))


class _Concatenator:
    def __init__(self, axis):
        self.axis = axis

    def __getitem__(self, key):
        key = key if isinstance(key, tuple) else (key,)
        parts = [arange(k.start or 0, k.stop, 1 if k.step is None else k.step) if isinstance(k, slice) else atleast_1d(k) for k in key]
        return column_stack(parts) if self.axis else concatenate(parts)


r_, c_ = _Concatenator(0), _Concatenator(1)


class _Grid:
    def __init__(self, sparse):
        self.sparse = sparse

    def __getitem__(self, key):
        key = key if isinstance(key, tuple) else (key,)
        parts = [linspace(k.start, k.stop, int(k.step.imag)) if isinstance(k.step, complex) else arange(k.start or 0, k.stop, k.step or 1) for k in key]
        if len(parts) == 1:
            return parts[0]
        grids = meshgrid(*parts, indexing="ij", sparse=self.sparse)
        return grids if self.sparse else stack(grids)


mgrid, ogrid = _Grid(False), _Grid(True)


class _Slices:
    def __getitem__(self, key):
        return key


s_ = index_exp = _Slices()


def ndenumerate(a):
    a = asarray(a)
    return ((i, a[i]) for i in ndindex(a.shape))


def ndindex(*dims):
    import itertools
    dims = dims[0] if len(dims) == 1 and isinstance(dims[0], (tuple, list)) else dims
    return itertools.product(*[range(n) for n in dims])


def diag_indices(n, ndim=2):
    return (arange(n),) * ndim


def diag_indices_from(arr):
    return diag_indices(arr.shape[0], arr.ndim)


def fill_diagonal(a, val, wrap=False):
    i = arange(min(a.shape))
    a[(i,) * a.ndim] = val


def mask_indices(n, mask_func, k=0):
    import numpy as np
    return nonzero(mask_func(np.ones((n, n), int), k) != 0)


def place(arr, mask, vals):
    n = int(asarray(mask).sum())
    vals = ravel(vals)
    arr[mask] = vals[arange(n) % len(vals)]


def putmask(a, mask, values):
    values = asarray(values)
    mask = asarray(mask).astype(bool)
    a[mask] = values[mask] if values.shape == a.shape else values.ravel()[(nonzero(mask.ravel())[0]) % values.size]


def copyto(dst, src, casting="same_kind", where=True):
    if where is True:
        dst[...] = src
    else:
        dst[...] = _where(asarray(where), src, dst)
