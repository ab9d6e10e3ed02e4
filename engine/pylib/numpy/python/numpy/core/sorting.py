"""Sorting and searching in sorted arrays."""

import numpy as np
from _numpy import _argsort, arange, array, asarray
from numpy.core.numeric import zeros
from numpy.core.shape_base import _axis, swapaxes


def argsort(a, axis=-1, kind=None, order=None):
    a = asarray(a)
    if axis is None:
        return _argsort(a.ravel())
    if a.ndim == 0:
        return zeros((), int)
    if a.size == 0:
        return zeros(a.shape, int)
    if _axis(axis, a.ndim) == a.ndim - 1:
        return _argsort(a)
    return swapaxes(_argsort(swapaxes(a, axis, -1)), axis, -1)


def sort(a, axis=-1, kind=None, order=None):
    a = asarray(a)
    if axis is None:
        a, axis = a.ravel(), 0
    return np.take_along_axis(a, argsort(a, axis), _axis(axis, a.ndim))


def _sort_inplace(a, axis=-1, kind=None, order=None):
    a[...] = sort(a, axis)


def partition(a, kth, axis=-1):
    return sort(a, axis)


def argpartition(a, kth, axis=-1):
    return argsort(a, axis)


def lexsort(keys, axis=-1):
    order = arange(len(keys[0]))
    for k in keys:
        order = order[argsort(asarray(k)[order])]
    return order


def searchsorted(a, v, side="left", sorter=None):
    from bisect import bisect_left, bisect_right
    items = asarray(a)[sorter].tolist() if sorter is not None else asarray(a).tolist()
    find = bisect_left if side == "left" else bisect_right
    v = asarray(v)
    return array([find(items, x) for x in v.ravel().tolist()], int).reshape(v.shape)[()]
