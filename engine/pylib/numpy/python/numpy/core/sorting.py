"""Sorting and searching in sorted arrays."""

import operator

import numpy as np
from _numpy import _argpartition, _argsort, _searchsorted, _sort, asarray, ndarray, result_type
from numpy.core.numeric import zeros
from numpy.core.shape_base import _axis, swapaxes


def _stable(kind):
    if kind is not None and kind not in ("quicksort", "heapsort", "stable", "mergesort"):
        raise ValueError(f"sort kind must be one of 'quick', 'heap', or 'stable' (got {kind!r})")
    return kind in ("stable", "mergesort")


def _along(a, axis, f):
    """f of a along an axis; None is the flat array, f works on the last one."""
    if axis is None:
        a, axis = a.ravel(), 0
    axis = _axis(axis, a.ndim)
    if a.size == 0 or axis == a.ndim - 1:
        return f(a)
    return swapaxes(f(swapaxes(a, axis, -1)), axis, -1)


def argsort(a, axis=-1, kind=None, order=None):
    a = asarray(a)
    stable = _stable(kind)
    if a.dtype.names:
        return lexsort([a[n] for n in reversed(_fields(a, order))])
    if order is not None:
        raise ValueError("Cannot specify order when the array has no fields.")
    if a.ndim == 0:
        return zeros(1, int) if axis is None else zeros((), int)
    if a.size == 0:
        return zeros(a.size if axis is None else a.shape, int)
    return _along(a, axis, lambda x: _argsort(x, stable))


def _fields(a, order):
    first = [order] if isinstance(order, str) else list(order or ())
    for name in first:
        if name not in a.dtype.names:
            raise ValueError(f"unknown field name: {name}")
    return first + [n for n in a.dtype.names if n not in first]


def sort(a, axis=-1, kind=None, order=None):
    a = asarray(a) if not isinstance(a, ndarray) else a
    _stable(kind)
    if a.dtype.names:
        return a[argsort(a, axis, kind, order)]
    if order is not None:
        raise ValueError("Cannot specify order when the array has no fields.")
    if a.ndim == 0 and axis is not None:
        _axis(axis, 0)
    if a.size == 0:
        return a.copy()
    return _along(a, axis, _sort)


def msort(a):
    return sort(a, 0)


def sort_complex(a):
    b = sort(a)
    return b if b.dtype.kind == "c" else b.astype("F" if b.dtype.char in "bhBH" else complex)


def _sort_inplace(a, axis=-1, kind=None, order=None):
    if a.ndim == 0:
        _axis(axis, 0)
    a[...] = sort(a, axis, kind, order)


def _partition_inplace(a, kth, axis=-1, kind="introselect", order=None):
    a[...] = partition(a, kth, axis)


def _ranks(a, kth, axis):
    n = a.size if axis is None else a.shape[axis]
    ranks = [operator.index(k) for k in np.ravel(kth).tolist()]
    for k in ranks:
        if not -n <= k < n:
            raise ValueError(f"kth(={k}) out of bounds ({n})")
    return sorted(k % n for k in ranks)


def partition(a, kth, axis=-1, kind="introselect", order=None):
    a = asarray(a)
    order = argpartition(a, kth, axis)
    return a.ravel()[order] if axis is None else np.take_along_axis(a, order, axis)


def argpartition(a, kth, axis=-1, kind="introselect", order=None):
    a = asarray(a)
    ranks = _ranks(a, kth, axis)
    return _along(a, axis, lambda x: _argpartition(x, ranks))


def lexsort(keys, axis=-1):
    keys = [asarray(k) for k in keys]
    if not keys:
        raise TypeError("need sequence of keys with len > 0 in lexsort")
    if any(k.shape != keys[0].shape for k in keys):
        raise ValueError("all keys need to be the same shape")
    if keys[0].ndim == 0:
        return zeros((), int)
    order = argsort(keys[0], axis, "stable")
    for k in keys[1:]:
        order = np.take_along_axis(order, argsort(np.take_along_axis(k, order, axis), axis, "stable"), axis)
    return order


def searchsorted(a, v, side="left", sorter=None):
    if side not in ("left", "right"):
        raise ValueError(f"search side must be 'left' or 'right' (got {side!r})")
    a, v = asarray(a), asarray(v)
    if a.ndim != 1:
        raise ValueError("object too deep for desired array" if a.ndim else "object of too small depth for desired array")
    if sorter is not None:
        a = a[asarray(sorter)]
    if a.dtype.kind in "UO" or v.dtype.kind in "UO":
        from bisect import bisect_left, bisect_right
        find, items = bisect_left if side == "left" else bisect_right, a.tolist()
        return asarray([find(items, x) for x in v.ravel().tolist()], int).reshape(v.shape)[()]
    if a.dtype.kind not in "Mm":
        kind = result_type(a.dtype, v.dtype)
        a, v = a.astype(kind), v.astype(kind)
    return _searchsorted(a, v, side == "right")[()]
