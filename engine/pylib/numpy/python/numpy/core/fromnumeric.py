"""Reductions, order statistics and comparisons of whole arrays."""

import builtins as _py

import numpy as np
from _numpy import absolute, asarray, broadcast_to, float64, generic, isfinite, isnan, ndarray
from numpy.core.numeric import min_, nan
from numpy.core.shape_base import moveaxis, shape, stack
from numpy.core.umath import round


def _reduction(name):
    def f(a, axis=None, *args, **kwargs):
        kwargs = {k: v for k, v in kwargs.items() if k not in ("initial", "where")}
        return getattr(a if isinstance(a, ndarray) else asarray(a), name)(axis, *args, **kwargs)
    f.__name__ = name
    return f


sum, mean, std, var = (_reduction(n) for n in ("sum", "mean", "std", "var"))
max, min, any, all, prod = (_reduction(n) for n in ("max", "min", "any", "all", "prod"))
cumsum, cumprod, argmax, argmin = (_reduction(n) for n in ("cumsum", "cumprod", "argmax", "argmin"))
amax, amin, product, sometrue, alltrue = max, min, prod, any, all


def ptp(a, axis=None):
    return max(a, axis) - min(a, axis)


def average(a, axis=None, weights=None, returned=False):
    a = asarray(a)
    if weights is None:
        return mean(a, axis)
    w = asarray(weights)
    if w.shape != a.shape:
        w = w.reshape([-1 if d == axis % a.ndim else 1 for d in range(a.ndim)])
        w = broadcast_to(w, a.shape)
    total = w.sum(axis)
    if any(total == 0):
        raise ZeroDivisionError("Weights sum to zero, can't be normalized")
    return (a * w).sum(axis) / total


def count_nonzero(a, axis=None, keepdims=False):
    n = (asarray(a) != 0).sum(axis, keepdims=keepdims)
    return int(n) if axis is None and not keepdims else n


def median(a, axis=None, keepdims=False):
    return percentile(a, 50, axis, keepdims=keepdims)


def quantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    a, q = asarray(a), asarray(q)
    if any(q < 0) or any(q > 1):
        raise ValueError("Quantiles must be in the range [0, 1]")
    dims = [1 if axis is None or d == axis % a.ndim else n for d, n in enumerate(a.shape)]
    s = np.sort(a.ravel(), 0) if axis is None else moveaxis(np.sort(a, axis), axis, 0)
    n = len(s)
    if kind(s) != "f":
        s = s.astype(float64)

    def one(q):
        at = q * (n - 1)
        lo = int(at)
        hi, t = min_(lo + 1, n - 1), at - lo
        if method in ("lower", "higher", "nearest"):
            r = s[{"lower": lo, "higher": hi if t else lo, "nearest": int(round(at))}[method]]
        else:
            gap = s[hi] - s[lo]
            r = s[lo] + gap * t if t < 0.5 else s[hi] - gap * (1 - t)
        bad = isnan(s[-1])
        r = np.where(bad, nan, r) if any(bad) else r
        return asarray(r).reshape(dims) if keepdims else r
    if q.ndim == 0:
        r = one(float(q))
        return r[()] if isinstance(r, ndarray) and r.ndim == 0 else r
    return stack([asarray(one(x)) for x in q.ravel().tolist()]).reshape(q.shape + shape(one(0.0)))


def percentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    return quantile(a, asarray(q) / 100, axis, method=method, keepdims=keepdims)


def kind(a):
    return a.dtype.kind


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    a, b = asarray(a), asarray(b)
    near = absolute(a * 1.0 - b) <= atol + rtol * absolute(b * 1.0)
    near = np.where(isfinite(a) & isfinite(b), near, a == b)
    return (near | (isnan(a) & isnan(b)) if equal_nan else near)[()]


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return _py.bool(all(isclose(a, b, rtol, atol, equal_nan)))


def array_equal(a1, a2, equal_nan=False):
    a, b = asarray(a1), asarray(a2)
    if a.shape != b.shape:
        return False
    same = a == b
    return _py.bool(all(same | (isnan(a) & isnan(b)) if equal_nan else same))


def isscalar(x):
    return isinstance(x, (int, float, complex, str, bytes, generic))


def array_equiv(a, b):
    return _py.bool(all(asarray(a) == asarray(b)))
