"""Arrays cut, repeated, turned and padded."""

import numpy as np
from _numpy import arange, array, asarray, broadcast_to, concatenate, integer, ndarray, nonzero
from numpy.core.numeric import full, max_, ones
from numpy.core.shape_base import _axis, moveaxis, ndim, ravel, swapaxes
from numpy.core.umath import clip


def append(arr, values, axis=None):
    if axis is None:
        return concatenate((ravel(arr), ravel(values)))
    return concatenate((arr, values), axis)


def insert(arr, obj, values, axis=None):
    arr = asarray(arr)
    if axis is None:
        arr, axis = arr.ravel(), 0
    arr = moveaxis(arr, axis, 0)
    obj = obj + len(arr) if obj < 0 else obj
    values = broadcast_to(asarray(values, arr.dtype), (max_(1, len(values) if ndim(values) == arr.ndim and ndim(values) else 1),) + arr.shape[1:])
    return moveaxis(concatenate([arr[:obj], values, arr[obj:]]), 0, axis)


def delete(arr, obj, axis=None):
    arr = asarray(arr)
    if axis is None:
        arr, axis = arr.ravel(), 0
    keep = ones(arr.shape[axis], bool)
    keep[obj] = False
    return compress(keep, arr, axis)


def compress(condition, a, axis=None):
    return np.take(a, nonzero(asarray(condition))[0], axis)


def array_split(ary, indices_or_sections, axis=0):
    ary = asarray(ary)
    n = ary.shape[axis]
    if isinstance(indices_or_sections, (int, integer)):
        k = int(indices_or_sections)
        if k <= 0:
            raise ValueError("number sections must be larger than 0.")
        sizes = [n // k + (i < n % k) for i in range(k)]
        cuts = [0]
        for s in sizes:
            cuts.append(cuts[-1] + s)
    else:
        cuts = [0, *[int(i) for i in indices_or_sections], n]
    index = (slice(None),) * _axis(axis, ary.ndim)
    return [ary[index + (slice(a, b),)] for a, b in zip(cuts, cuts[1:])]


def split(ary, indices_or_sections, axis=0):
    if isinstance(indices_or_sections, (int, integer)) and asarray(ary).shape[axis] % indices_or_sections:
        raise ValueError("array split does not result in an equal division")
    return array_split(ary, indices_or_sections, axis)


def hsplit(ary, indices_or_sections):
    return split(ary, indices_or_sections, 1 if ndim(ary) > 1 else 0)


def vsplit(ary, indices_or_sections):
    return split(ary, indices_or_sections, 0)


def tile(A, reps):
    a = array(A)
    reps = tuple(reps) if isinstance(reps, (tuple, list, ndarray)) else (reps,)
    d = max_(a.ndim, len(reps))
    reps = (1,) * (d - len(reps)) + reps
    a = a.reshape((1,) * (d - a.ndim) + a.shape)
    for axis, n in enumerate(reps):
        a = concatenate([a] * n, axis) if n > 0 else a[(slice(None),) * axis + (slice(0, 0),)]
    return a


def repeat(a, repeats, axis=None):
    a = asarray(a)
    if axis is None:
        a, axis = a.ravel(), 0
    n = a.shape[axis]
    counts = [int(r) for r in broadcast_to(asarray(repeats), (n,))]
    return np.take(a, array([i for i, c in enumerate(counts) for _ in range(c)], int), axis)


def flip(m, axis=None):
    m = asarray(m)
    axes = range(m.ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    axes = [_axis(x, m.ndim) for x in axes]
    return m[tuple(slice(None, None, -1) if d in axes else slice(None) for d in range(m.ndim))]


def fliplr(m):
    return flip(m, 1)


def flipud(m):
    return flip(m, 0)


def rot90(m, k=1, axes=(0, 1)):
    m = asarray(m)
    for _ in range(k % 4):
        m = flip(swapaxes(m, *axes), axes[0])
    return m


def roll(a, shift, axis=None):
    a = asarray(a)
    if axis is None:
        return roll(a.ravel(), shift, 0).reshape(a.shape)
    if isinstance(axis, (tuple, list)):
        for s, x in zip(shift if isinstance(shift, (tuple, list)) else [shift] * len(axis), axis):
            a = roll(a, s, x)
        return a
    n = a.shape[axis]
    return np.take(a, (arange(n) - shift) % n if n else arange(0), axis)


def pad(array, pad_width, mode="constant", constant_values=0, **kwargs):
    a = asarray(array)
    width = broadcast_to(asarray(pad_width), (a.ndim, 2)).tolist()
    if mode == "constant":
        out = full([n + lo + hi for n, (lo, hi) in zip(a.shape, width)], constant_values, a.dtype)
        out[tuple(slice(lo, lo + n) for n, (lo, hi) in zip(a.shape, width))] = a
        return out
    for axis, (lo, hi) in enumerate(width):
        n, i = a.shape[axis], arange(-lo, a.shape[axis] + hi)
        if mode == "edge":
            i = clip(i, 0, n - 1)
        elif mode == "wrap":
            i = i % n
        elif mode == "reflect":
            i = i % (2 * n - 2)
            i = np.where(i < n, i, 2 * n - 2 - i)
        elif mode == "symmetric":
            i = i % (2 * n)
            i = np.where(i < n, i, 2 * n - 1 - i)
        else:
            raise ValueError(f"mode '{mode}' is not supported")
        a = np.take(a, i, axis)
    return a


def dsplit(ary, indices_or_sections):
    return split(ary, indices_or_sections, 2)
