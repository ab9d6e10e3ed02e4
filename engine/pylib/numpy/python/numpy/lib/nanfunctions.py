"""Reductions that leave out what is no number."""

from _numpy import asarray, isnan, sqrt
from numpy.core.numeric import inf
from numpy.core.fromnumeric import argmax, argmin, max, median, min, prod, sum
from numpy.lib.index_tricks import where


def _nan(fill, f):
    def g(a, axis=None, **kwargs):
        a = asarray(a)
        return f(where(isnan(a), fill, a), axis, **kwargs)
    return g


nansum, nanprod, nanmax, nanmin = _nan(0, sum), _nan(1, prod), _nan(-inf, max), _nan(inf, min)
nanargmax, nanargmin = _nan(-inf, argmax), _nan(inf, argmin)


def nanmean(a, axis=None, keepdims=False):
    return nansum(a, axis, keepdims=keepdims) / sum(~isnan(a), axis, keepdims=keepdims)


def nanvar(a, axis=None, ddof=0, keepdims=False):
    a = asarray(a)
    d = a - nanmean(a, axis, keepdims=True)
    return nansum(d * d, axis, keepdims=keepdims) / (sum(~isnan(a), axis, keepdims=keepdims) - ddof)


def nanstd(a, axis=None, ddof=0, keepdims=False):
    return sqrt(nanvar(a, axis, ddof, keepdims))


def nanmedian(a, axis=None):
    a = asarray(a)
    return median(a[~isnan(a)])
