"""Sets of values."""

import numpy as np
from _numpy import array, asarray, concatenate, empty, isnan, nonzero
from numpy.core.numeric import ones, zeros
from numpy.core.shape_base import _axis, moveaxis, ravel
from numpy.core.fromnumeric import cumsum
from numpy.core.sorting import argsort, lexsort, sort
from numpy.lib.function_base import diff


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True):
    a = asarray(ar)
    if axis is not None:
        return _unique_rows(a, axis, return_index, return_inverse, return_counts)
    a = a.ravel()
    if not (return_index or return_inverse):
        s, order = sort(a), None
    else:
        order = argsort(a, kind="stable" if return_index else "quicksort") if a.size else zeros(0, int)
        s = a[order]
    first = ones(len(s), bool)
    first[1:] = s[1:] != s[:-1]
    if equal_nan and s.dtype.kind in "fc" and len(s) and isnan(s[-1]):
        first[1:] &= ~(isnan(s[1:]) & isnan(s[:-1]))
    return _answers(s[first], first, order, return_index, return_inverse, return_counts)


def _answers(values, first, order, return_index, return_inverse, return_counts):
    out = (values,)
    if return_index:
        out += (order[first],)
    if return_inverse:
        inverse = empty(len(first), int)
        inverse[order] = cumsum(first) - 1
        out += (inverse,)
    if return_counts:
        out += (diff(concatenate((nonzero(first)[0], [len(first)]))),)
    return out if len(out) > 1 else out[0]


def _unique_rows(a, axis, *wanted):
    a = moveaxis(a, _axis(axis, a.ndim), 0)
    rows = a.reshape(len(a), -1)
    order = lexsort([rows[:, k] for k in reversed(range(rows.shape[1]))]) if rows.size else np.arange(len(rows))
    s = rows[order]
    first = ones(len(s), bool)
    first[1:] = (s[1:] != s[:-1]).any(1)
    values = moveaxis(s[first].reshape((-1,) + a.shape[1:]), 0, axis)
    return _answers(values, first, order, *wanted)


def intersect1d(ar1, ar2, assume_unique=False, return_indices=False):
    a, b = asarray(ar1), asarray(ar2)
    if not assume_unique:
        (a, at_a), (b, at_b) = unique(a, return_index=True), unique(b, return_index=True)
    else:
        a, b = a.ravel(), b.ravel()
    both = concatenate((a, b))
    order = argsort(both, kind="mergesort")
    both = both[order]
    same = both[1:] == both[:-1]
    values = both[:-1][same]
    if not return_indices:
        return values
    i, j = order[:-1][same], order[1:][same] - a.size
    return (values, i, j) if assume_unique else (values, at_a[i], at_b[j])


def union1d(ar1, ar2):
    return unique(concatenate((ravel(ar1), ravel(ar2))))


def setdiff1d(ar1, ar2, assume_unique=False):
    a = ravel(ar1) if assume_unique else unique(ar1)
    return a[in1d(a, ar2, assume_unique=True, invert=True)]


def setxor1d(ar1, ar2, assume_unique=False):
    if not assume_unique:
        ar1, ar2 = unique(ar1), unique(ar2)
    both = sort(concatenate((ar1, ar2)))
    if both.size == 0:
        return both
    edge = concatenate(([True], both[1:] != both[:-1], [True]))
    return both[edge[1:] & edge[:-1]]


def in1d(ar1, ar2, assume_unique=False, invert=False, *, kind=None):
    a, b = ravel(ar1), ravel(ar2)
    if isinstance(ar2, (set, frozenset)) or a.dtype.kind in "OU" or b.dtype.kind in "OU":
        items = [ar2] if isinstance(ar2, (set, frozenset)) else b.tolist()
        return array([(x in items) != invert for x in a.tolist()], bool)
    b = unique(b)
    if b.size == 0:
        return np.full(len(a), invert)
    at = np.searchsorted(b, a)
    found = b[np.minimum(at, len(b) - 1)] == a
    return ~found if invert else found


def isin(element, test_elements, assume_unique=False, invert=False, *, kind=None):
    e = asarray(element)
    return in1d(e, test_elements, assume_unique, invert).reshape(e.shape)
