"""Reductions that leave out what is no number."""

import warnings

import numpy as np
from _numpy import _sentence, asarray, isnan, sqrt
from numpy.core.numeric import inf, nan
from numpy.core.fromnumeric import argmax, argmin, max, median, min, prod, quantile, sum
from numpy.lib.index_tricks import where


def _filled(a, value):
    """a with value where it is no number, and where that is; None where it cannot be."""
    a = asarray(a)
    if a.dtype.kind not in "fc":
        return a, None
    bad = isnan(a)
    return where(bad, a.dtype.type(value), a), bad


def _put(r, out):
    if out is None:
        return r
    out[...] = r
    return out


def nansum(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True):
    return sum(_filled(a, 0)[0], axis, dtype, out, keepdims, initial, where)


def nanprod(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True):
    return prod(_filled(a, 1)[0], axis, dtype, out, keepdims, initial, where)


def _extreme(f, fill):
    def g(a, axis=None, out=None, keepdims=False, initial=None, where=True):
        a, bad = _filled(a, fill)
        r = f(a, axis, None, keepdims, initial, where)
        if bad is not None:
            empty = bad.all(axis, keepdims=keepdims)
            if np.any(empty):
                warnings.warn("All-NaN axis encountered" if axis is None else "All-NaN slice encountered", RuntimeWarning, stacklevel=2)
                r = np.where(empty, nan, r).astype(a.dtype)[()]
        return _put(r, out)
    g.__name__ = "nan" + f.__name__
    g.__doc__ = _sentence(g.__name__)
    return g


nanmax, nanmin = _extreme(max, -inf), _extreme(min, inf)


def _position(f, fill):
    def g(a, axis=None, out=None, *, keepdims=False):
        a, bad = _filled(a, fill)
        if bad is not None and np.any(bad.all(axis)):
            raise ValueError("All-NaN slice encountered")
        return _put(f(a, axis, keepdims=keepdims), out)
    g.__name__ = "nan" + f.__name__
    g.__doc__ = _sentence(g.__name__)
    return g


nanargmax, nanargmin = _position(argmax, -inf), _position(argmin, inf)


def nanmean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=True):
    a, bad = _filled(a, 0)
    if bad is None:
        return np.mean(a, axis, dtype, out, keepdims, where)
    n = sum(~bad, axis, keepdims=keepdims, where=where)
    if np.any(n == 0):
        warnings.warn("Mean of empty slice", RuntimeWarning, stacklevel=2)
    with np.errstate(divide="ignore", invalid="ignore"):
        return _put(np.divide(sum(a, axis, dtype, None, keepdims, None, where), n), out)


def nanvar(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True):
    a, bad = _filled(a, 0)
    if bad is None:
        return np.var(a, axis, dtype, out, ddof, keepdims, where=where)
    n = sum(~bad, axis, keepdims=True, where=where)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = sum(a, axis, dtype, None, True, None, where) / n
        gap = np.where(bad, 0, a - mean)
        squares = (gap * gap.conj()).real if gap.dtype.kind == "c" else gap * gap
        rest = asarray(sum(~bad, axis, keepdims=keepdims, where=where)) - ddof
        if np.any(rest <= 0):
            warnings.warn("Degrees of freedom <= 0 for slice.", RuntimeWarning, stacklevel=2)
        r = np.where(rest <= 0, nan, sum(squares, axis, None, None, keepdims, None, where) / rest)
    return _put(r.astype(squares.dtype)[()], out)


def nanstd(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True):
    return _put(sqrt(nanvar(a, axis, dtype, None, ddof, keepdims, where=where)), out)


def nancumsum(a, axis=None, dtype=None, out=None):
    return _filled(a, 0)[0].cumsum(axis, dtype, out)


def nancumprod(a, axis=None, dtype=None, out=None):
    return _filled(a, 1)[0].cumprod(axis, dtype, out)


def _rows(a, axis, f, keepdims, out):
    """f of the numbers in each row; its results lead."""
    from numpy.core.fromnumeric import _rows as rows_of
    a = asarray(a)
    rows, dims = rows_of(a, axis)
    flat = rows.reshape(-1, rows.shape[-1])
    made = [asarray(_numbers(r, f)) for r in flat]
    r = np.stack(made, -1).reshape(made[0].shape + rows.shape[:-1]) if made else np.zeros(rows.shape[:-1])
    return _put(r.reshape(made[0].shape + dims) if keepdims else r[()], out)


def _numbers(r, f):
    kept = r[~isnan(r)] if r.dtype.kind in "fc" else r
    if kept.size == 0:
        warnings.warn("All-NaN slice encountered" if r.size else "Mean of empty slice", RuntimeWarning, stacklevel=3)
        return f(np.array([nan]))
    return f(kept)


def nanmedian(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    return _rows(a, axis, median, keepdims, out)


def nanquantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, interpolation=None):
    q = asarray(q)
    if np.any(q < 0) or np.any(q > 1):
        raise ValueError("Quantiles must be in the range [0, 1]")
    return _rows(a, axis, lambda r: quantile(r, q, method=interpolation or method), keepdims, out)


def nanpercentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, interpolation=None):
    q = np.true_divide(q, 100.0)
    if np.any(q < 0) or np.any(q > 1):
        raise ValueError("Percentiles must be in the range [0, 100]")
    return _rows(a, axis, lambda r: quantile(r, q, method=interpolation or method), keepdims, out)
