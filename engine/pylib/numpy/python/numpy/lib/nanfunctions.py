"""Reductions that leave out what is no number."""

from _numpy import asarray, isnan, sqrt
from numpy.core.numeric import inf
from numpy.core.fromnumeric import argmax, argmin, max, median, min, percentile, prod, quantile, sum
from numpy.lib.function_base import apply_along_axis
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
    return _rows(a, axis, median)


def nancumsum(a, axis=None):
    a = asarray(a)
    return where(isnan(a), 0, a).cumsum(axis)


def nancumprod(a, axis=None):
    a = asarray(a)
    return where(isnan(a), 1, a).cumprod(axis)


def _rows(a, axis, f):
    a = asarray(a)
    if axis is None:
        return f(a[~isnan(a)])
    return apply_along_axis(lambda r: f(r[~isnan(r)]), axis, a)


def nanquantile(a, q, axis=None, **kw):
    return _rows(a, axis, lambda r: quantile(r, q, **kw))


def nanpercentile(a, q, axis=None, **kw):
    return _rows(a, axis, lambda r: percentile(r, q, **kw))
