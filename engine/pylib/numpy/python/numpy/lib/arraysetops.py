"""Sets of values."""

from _numpy import array, asarray, concatenate, empty, invert, isnan, nonzero
from numpy.core.numeric import e, ones, zeros
from numpy.core.shape_base import moveaxis, ravel
from numpy.core.fromnumeric import cumsum
from numpy.core.sorting import argsort
from numpy.lib.function_base import diff


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None):
    a = asarray(ar)
    if axis is not None:
        rows = sorted({tuple(r.ravel().tolist()) for r in moveaxis(a, axis, 0)})
        return moveaxis(array(rows, a.dtype).reshape((-1,) + moveaxis(a, axis, 0).shape[1:]), 0, axis)
    a = a.ravel()
    order = argsort(a) if a.size else zeros(0, int)
    s = a[order]
    first = ones(len(s), bool)
    first[1:] = s[1:] != s[:-1]
    if s.dtype.kind == "f" and len(s) and isnan(s[-1]):
        first[1:] &= ~(isnan(s[1:]) & isnan(s[:-1]))
    out = (s[first],)
    if return_index:
        out += (order[first],)
    if return_inverse:
        inverse = empty(len(s), int)
        inverse[order] = cumsum(first) - 1
        out += (inverse,)
    if return_counts:
        out += (diff(concatenate((nonzero(first)[0], [len(s)]))),)
    return out if len(out) > 1 else out[0]


def intersect1d(a, b):
    b = set(ravel(b).tolist())
    return array([x for x in unique(a) if x.item() in b], asarray(a).dtype)


def union1d(a, b):
    return unique(concatenate((ravel(a), ravel(b))))


def setdiff1d(a, b):
    b = set(ravel(b).tolist())
    return array([x for x in unique(a) if x.item() not in b], asarray(a).dtype)


def isin(element, test_elements, invert=False):
    test = set(ravel(test_elements).tolist())
    e = asarray(element)
    return array([(x in test) != invert for x in e.ravel().tolist()], bool).reshape(e.shape)


in1d = isin


def setxor1d(ar1, ar2, assume_unique=False):
    a, b = unique(ar1), unique(ar2)
    return concatenate((setdiff1d(a, b), setdiff1d(b, a)))[argsort(concatenate((setdiff1d(a, b), setdiff1d(b, a))))]
