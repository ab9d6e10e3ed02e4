"""Arrays cut, repeated, turned and padded."""

import operator

import numpy as np
from _numpy import arange, array, asarray, broadcast_to, concatenate, empty, integer, ndarray, nonzero
from numpy.core.numeric import max_, ones, zeros
from numpy.core.shape_base import _axis, moveaxis, ndim, ravel


def append(arr, values, axis=None):
    if axis is None:
        return concatenate((ravel(arr), ravel(values)))
    return concatenate((arr, values), axis)


def insert(arr, obj, values, axis=None):
    arr = asarray(arr)
    if axis is None:
        arr, axis = arr.ravel(), 0
    axis = _axis(axis, arr.ndim)
    n = arr.shape[axis]
    index = arange(*obj.indices(n)) if isinstance(obj, slice) else asarray(obj)
    if index.dtype == bool:
        index = nonzero(index)[0]
    elif index.size == 0 and not isinstance(obj, ndarray):
        index = index.astype(int)
    for i in ravel(index).tolist():
        if not -n <= i <= n:
            raise IndexError(f"index {i} is out of bounds for axis {axis} with size {n}")
    arr = moveaxis(arr, axis, 0)
    values = asarray(values).astype(arr.dtype)
    if index.size == 1:
        i = int(ravel(index)[0])
        values = array(values, ndmin=arr.ndim)
        if index.ndim:
            values = moveaxis(values, axis, 0)
        count = values.shape[0]
        values = broadcast_to(values, (count,) + arr.shape[1:])
        i = i + n if i < 0 else i
        return moveaxis(concatenate([arr[:i], values, arr[i:]]), 0, axis)
    index = np.where(index < 0, index + n, index)
    order = np.argsort(index, kind="stable")
    places = index.copy()
    places[order] += arange(len(index))
    keep = ones(n + len(index), bool)
    keep[places] = False
    out = empty((n + len(index),) + arr.shape[1:], arr.dtype)
    out[keep] = arr
    out[places] = values if values.ndim < arr.ndim or arr.ndim == 1 else moveaxis(values, axis, 0)
    return moveaxis(out, 0, axis)


def delete(arr, obj, axis=None):
    arr = asarray(arr)
    if axis is None:
        arr, axis = arr.ravel(), 0
    axis = _axis(axis, arr.ndim)
    n = arr.shape[axis]
    if not isinstance(obj, slice):
        obj = asarray(obj)
        if obj.dtype == bool:
            if obj.shape != (n,):
                raise ValueError(f"boolean array argument obj to delete must be one dimensional and match the axis length of {n}")
        else:
            obj = obj.astype(int) if obj.size == 0 else obj
            for i in ravel(obj).tolist():
                if not -n <= operator.index(i) < n:
                    raise IndexError(f"index {i} is out of bounds for axis {axis} with size {n}")
    keep = ones(n, bool)
    keep[obj] = False
    return arr[(slice(None),) * axis + (keep,)]


def compress(condition, a, axis=None, out=None):
    condition = asarray(condition)
    if condition.ndim != 1:
        raise ValueError("condition must be a 1-d array")
    return np.take(a, nonzero(condition)[0], axis, out)


def array_split(ary, indices_or_sections, axis=0):
    ary = asarray(ary)
    axis = _axis(axis, ary.ndim) if ary.ndim else 0
    n = ary.shape[axis]
    if isinstance(indices_or_sections, (int, integer)):
        k = int(indices_or_sections)
        if k <= 0:
            raise ValueError("number sections must be larger than 0.")
        cuts = [0]
        for i in range(k):
            cuts.append(cuts[-1] + n // k + (i < n % k))
    else:
        cuts = [0, *[int(i) for i in indices_or_sections], n]
    head = (slice(None),) * axis
    return [ary[head + (slice(a, b),)] for a, b in zip(cuts, cuts[1:])]


def split(ary, indices_or_sections, axis=0):
    ary = asarray(ary)
    if isinstance(indices_or_sections, (int, integer)) and ary.shape[axis] % indices_or_sections:
        raise ValueError("array split does not result in an equal division")
    return array_split(ary, indices_or_sections, axis)


def hsplit(ary, indices_or_sections):
    if ndim(ary) == 0:
        raise ValueError("hsplit only works on arrays of 1 or more dimensions")
    return split(ary, indices_or_sections, 1 if ndim(ary) > 1 else 0)


def vsplit(ary, indices_or_sections):
    if ndim(ary) < 2:
        raise ValueError("vsplit only works on arrays of 2 or more dimensions")
    return split(ary, indices_or_sections, 0)


def dsplit(ary, indices_or_sections):
    if ndim(ary) < 3:
        raise ValueError("dsplit only works on arrays of 3 or more dimensions")
    return split(ary, indices_or_sections, 2)


def tile(A, reps):
    a = array(A)
    reps = tuple(reps) if isinstance(reps, (tuple, list, ndarray)) else (reps,)
    d = max_(a.ndim, len(reps))
    reps = (1,) * (d - len(reps)) + reps
    a = a.reshape((1,) * (d - a.ndim) + a.shape)
    wide = broadcast_to(a.reshape([m for n in a.shape for m in (1, n)]), [m for n, r in zip(a.shape, reps) for m in (r, n)])
    return wide.reshape([n * r for n, r in zip(a.shape, reps)]).copy()


def repeat(a, repeats, axis=None):
    a = asarray(a)
    if axis is None:
        a, axis = a.ravel(), 0
    n = a.shape[_axis(axis, a.ndim)]
    counts = asarray(repeats)
    if counts.size not in (1, n):
        raise ValueError(f"operands could not be broadcast together with shape ({n},) ({counts.size},)")
    if (counts < 0).any():
        raise ValueError("repeats may not contain negative values.")
    if counts.size == 1:
        return np.take(a, arange(n * int(counts.ravel()[0])) // max_(int(counts.ravel()[0]), 1), axis)
    at = zeros(int(counts.sum()) + 1, int)
    np.add.at(at, np.cumsum(counts), 1)
    return np.take(a, np.cumsum(at)[:-1], axis)


def flip(m, axis=None):
    m = m if isinstance(m, ndarray) else asarray(m)
    axes = range(m.ndim) if axis is None else [_axis(x, m.ndim) for x in (axis if isinstance(axis, tuple) else (axis,))]
    return m[tuple(slice(None, None, -1) if d in axes else slice(None) for d in range(m.ndim))]


def fliplr(m):
    if ndim(m) < 2:
        raise ValueError("Input must be >= 2-d.")
    return flip(m, 1)


def flipud(m):
    if ndim(m) < 1:
        raise ValueError("Input must be >= 1-d.")
    return flip(m, 0)


def rot90(m, k=1, axes=(0, 1)):
    m = asarray(m)
    axes = tuple(axes)
    if len(axes) != 2:
        raise ValueError("len(axes) must be 2.")
    if axes[0] == axes[1] or abs(axes[0] - axes[1]) == m.ndim:
        raise ValueError("Axes must be different.")
    if any(not -m.ndim <= x < m.ndim for x in axes):
        raise ValueError(f"Axes={axes} out of range for array of ndim={m.ndim}.")
    k %= 4
    if k == 0:
        return m[:]
    if k == 2:
        return flip(flip(m, axes[0]), axes[1])
    order = list(range(m.ndim))
    order[axes[0]], order[axes[1]] = order[axes[1]], order[axes[0]]
    return flip(m, axes[1]).transpose(order) if k == 1 else flip(m.transpose(order), axes[1])


def roll(a, shift, axis=None):
    a = asarray(a)
    if axis is None:
        return roll(a.ravel(), shift, 0).reshape(a.shape)
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    shifts = np.broadcast_to(shift, (len(axes),)).tolist() if ndim(shift) == 0 or len(axes) > 1 else list(shift)
    if len(axes) == 1 and len(shifts) > 1:
        axes = tuple(axes) * len(shifts)
    for s, x in zip(shifts, axes):
        x = _axis(x, a.ndim)
        n = a.shape[x]
        s = s % n if n else 0
        head = (slice(None),) * x
        a = concatenate((a[head + (slice(n - s, None),)], a[head + (slice(None, n - s),)]), x)
    return a


# Where the padding of a mode comes from: the index of each place, given how far it lies
# before the first element or, from n on, behind the last.
_sources = {
    "edge": lambda i, n: np.clip(i, 0, n - 1),
    "wrap": lambda i, n: i % n,
    "symmetric": lambda i, n: np.where(i % (2 * n) < n, i % (2 * n), 2 * n - 1 - i % (2 * n)),
    "reflect": lambda i, n: i * 0 if n == 1 else np.where(i % (2 * n - 2) < n, i % (2 * n - 2), 2 * n - 2 - i % (2 * n - 2)),
}
_words = {"constant": ["constant_values"], "linear_ramp": ["end_values"], "edge": [], "wrap": [], "empty": [], "reflect": ["reflect_type"],
          "symmetric": ["reflect_type"], "maximum": ["stat_length"], "minimum": ["stat_length"], "mean": ["stat_length"], "median": ["stat_length"]}


def _pairs(x, n):
    """One pair for each of n axes."""
    x = asarray(x)
    if x.size < 3 and x.ndim < 2 or x.shape == (1, 2):
        x = x.ravel()
        return [[x[0].item(), x[-1].item()]] * n if x.size else []
    return broadcast_to(x, (n, 2)).tolist()


def pad(array, pad_width, mode="constant", **kwargs):
    a = asarray(array)
    if asarray(pad_width).dtype.kind != "i":
        raise TypeError("`pad_width` must be of integral type.")
    width = _pairs(pad_width, a.ndim)
    if any(w < 0 for pair in width for w in pair):
        raise ValueError("index can't contain negative values")
    if callable(mode):
        return _pad_with(a, width, mode, kwargs)
    if mode not in _words:
        raise ValueError(f"mode '{mode}' is not supported")
    unknown = set(kwargs) - set(_words[mode])
    if unknown:
        raise ValueError(f"unsupported keyword arguments for mode '{mode}': {unknown}")
    if mode in _sources:
        for axis, (lo, hi) in enumerate(width):
            if a.shape[axis] == 0 and (lo or hi):
                raise ValueError(f"can't extend empty axis {axis} using modes other than 'constant' or 'empty'")
            if lo or hi:
                a = _extend(a, axis, lo, hi, mode, kwargs.get("reflect_type", "even"))
        return a.copy() if not any(map(any, width)) else a
    out = _framed(a, width)
    for axis, pair in enumerate(width):
        _fill_edges(out, a, axis, pair, width, mode, kwargs)
    return out


def _extend(a, axis, lo, hi, mode, kind):
    n = a.shape[axis]
    r = np.take(a, _sources[mode](arange(-lo, n + hi), n), axis)
    if kind != "odd" or mode not in ("reflect", "symmetric"):
        return r
    head = (slice(None),) * axis
    r = r.copy()
    for part, edge in ((slice(None, lo), 0), (slice(lo + n, None), n - 1)):
        r[head + (part,)] = 2 * a[head + (slice(edge, edge + 1),)] - r[head + (part,)]
    return r


def _framed(a, width):
    out = zeros([n + lo + hi for n, (lo, hi) in zip(a.shape, width)], a.dtype)
    out[tuple(slice(lo, lo + n) for n, (lo, hi) in zip(a.shape, width))] = a
    return out


def _fill_edges(out, a, axis, pair, width, mode, kwargs):
    """Fills both ends of an axis; those of earlier axes are filled already."""
    n, (lo, hi) = a.shape[axis], pair
    rows = tuple(slice(None) if d < axis else slice(w[0], w[0] + m) for d, (m, w) in enumerate(zip(a.shape, width)))
    ends = ((0, lo, slice(0, lo)), (1, hi, slice(lo + n, lo + n + hi)))
    head = (slice(None),) * axis
    if mode == "constant":
        values = _pairs(kwargs.get("constant_values", 0), a.ndim)[axis]
        for side, count, part in ends:
            out[head + (part,)] = values[side]
        return
    inner = out[rows[:axis] + (slice(lo, lo + n),)]
    if mode == "linear_ramp":
        values = _pairs(kwargs.get("end_values", 0), a.ndim)[axis]
        for side, count, part in ends:
            edge = inner[head + (0 if side == 0 else n - 1,)]
            ramp = np.linspace(values[side], edge, count, endpoint=False, axis=axis, dtype=a.dtype)
            out[head + (part,)] = ramp if side == 0 else flip(ramp, axis)
    elif mode != "empty":
        lengths = kwargs.get("stat_length")
        for side, count, part in ends:
            k = n if lengths is None else min(_pairs(lengths, a.ndim)[axis][side], n)
            chosen = inner[head + (slice(0, k) if side == 0 else slice(n - k, n),)]
            f = {"maximum": np.amax, "minimum": np.amin, "mean": np.mean, "median": np.median}[mode]
            value = f(chosen, axis=axis, keepdims=True)
            out[head + (part,)] = np.rint(value) if a.dtype.kind in "iu" and mode in ("mean", "median") else value


def _pad_with(a, width, function, kwargs):
    out = _framed(a, width)
    for axis, pair in enumerate(width):
        view = moveaxis(out, axis, -1)
        for place in np.ndindex(view.shape[:-1]):
            row = view[place]
            function(row, tuple(pair), axis, kwargs)
    return out


def apply_over_axes(func, a, axes):
    a = asarray(a)
    for axis in (axes if isinstance(axes, (list, tuple)) else [axes]):
        r = func(a, axis)
        a = r if r.ndim == a.ndim else np.expand_dims(r, axis)
    return a
