"""Differences, histograms, polynomials, correlation and functions along an axis."""

import numpy as np
from _numpy import array, asarray, concatenate, empty, float64, result_type, sqrt
from numpy.core.numeric import linspace, max_, zeros, zeros_like
from numpy.core.shape_base import _axis, atleast_2d, broadcast_arrays, moveaxis, ndim, ravel, squeeze
from numpy.core.umath import clip
from numpy.core.fromnumeric import max, min, sum
from numpy.core.sorting import searchsorted
from numpy.core.products import dot
from numpy.lib.twodim_base import diag, vander
from numpy.lib.index_tricks import where


def diff(a, n=1, axis=-1, prepend=None, append=None):
    a = asarray(a)
    for _ in range(n):
        head = (slice(None),) * _axis(axis, a.ndim)
        x, y = a[head + (slice(1, None),)], a[head + (slice(None, -1),)]
        a = x != y if a.dtype == bool else x - y
    return a


def ediff1d(a):
    return diff(ravel(a))


def gradient(f, dx=1.0):
    f = asarray(f) * 1.0
    g = empty(f.shape)
    g[1:-1] = (f[2:] - f[:-2]) / (2 * dx)
    g[0], g[-1] = (f[1] - f[0]) / dx, (f[-1] - f[-2]) / dx
    return g


def trapz(y, x=None, dx=1.0):
    y = asarray(y)
    d = dx if x is None else diff(x)
    return sum(d * (y[1:] + y[:-1]) / 2.0)


def cov(m, y=None, rowvar=True, bias=False, ddof=None):
    x = atleast_2d(asarray(m) * 1.0)
    if not rowvar and x.shape[0] != 1:
        x = x.T
    if y is not None:
        x = concatenate([x, atleast_2d(y)], 0)
    ddof = (0 if bias else 1) if ddof is None else ddof
    x = x - x.mean(1, keepdims=True)
    return squeeze(dot(x, x.T) / (x.shape[1] - ddof))[()]


def corrcoef(x, y=None, rowvar=True):
    c = cov(x, y, rowvar)
    d = sqrt(diag(c))
    return clip(c / d[:, None] / d[None, :], -1, 1)


def interp(x, xp, fp, left=None, right=None):
    x, xp, fp = asarray(x, float64), asarray(xp, float64), asarray(fp, float64)
    i = clip(searchsorted(xp, x, "right") - 1, 0, len(xp) - 2)
    slope = (fp[i + 1] - fp[i]) / (xp[i + 1] - xp[i])
    y = slope * (x - xp[i]) + fp[i]
    y = where(x <= xp[0], fp[0] if left is None else where(x < xp[0], left, fp[0]), y)
    return where(x >= xp[-1], fp[-1] if right is None else where(x > xp[-1], right, fp[-1]), y)[()]


def convolve(a, v, mode="full"):
    a, v = asarray(a), asarray(v)
    if len(v) > len(a):
        a, v = v, a
    n, m = len(a), len(v)
    out = zeros(n + m - 1, result_type(a, v))
    for i in range(m):
        out[i:i + n] += a * v[i]
    if mode == "same":
        return out[(m - 1) // 2:(m - 1) // 2 + n]
    return out[m - 1:n] if mode == "valid" else out


def correlate(a, v, mode="valid"):
    return convolve(a, asarray(v)[::-1], mode)


def polyfit(x, y, deg):
    return np.linalg.lstsq(vander(asarray(x) * 1.0, deg + 1), asarray(y))[0]


def polyval(p, x):
    y = zeros_like(asarray(x) * 1)
    for c in p:
        y = y * x + c
    return y


def vectorize(pyfunc, otypes=None):
    def f(*args):
        args = broadcast_arrays(*args)
        out = [pyfunc(*xs) for xs in zip(*[a.ravel() for a in args])]
        return array(out).reshape(args[0].shape)[()]
    return f


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    a = moveaxis(asarray(arr), axis, -1)
    out = [func1d(row, *args, **kwargs) for row in a.reshape(-1, a.shape[-1])]
    r = array(out)
    return moveaxis(r.reshape(a.shape[:-1] + r.shape[1:]), -1, axis) if r.ndim > 1 else r.reshape(a.shape[:-1])


def digitize(x, bins, right=False):
    return searchsorted(bins, x, "left" if right else "right")


def bincount(x, weights=None, minlength=0):
    x = asarray(x)
    if x.size and min(x) < 0:
        raise ValueError("'list' argument must have no negative elements")
    n = max_(int(max(x)) + 1 if x.size else 0, minlength)
    out = [0] * n if weights is None else [0.0] * n
    for i, w in zip(x.tolist(), [1] * len(x) if weights is None else asarray(weights).tolist()):
        out[i] += w
    return array(out, int if weights is None else float)


def _width_scott(x, span):
    return (24.0 * np.pi ** 0.5 / x.size) ** (1.0 / 3.0) * np.std(x)


def _width_fd(x, span):
    high, low = np.percentile(x, [75, 25])
    return 2.0 * (high - low) * x.size ** (-1.0 / 3.0)


def _width_sturges(x, span):
    return np.ptp(x) / (np.log2(x.size) + 1.0)


def _width_doane(x, span):
    spread = np.std(x)
    if x.size <= 2 or spread <= 0:
        return 0.0
    g = np.mean(((x - np.mean(x)) / spread) ** 3)
    error = sqrt(6.0 * (x.size - 2) / ((x.size + 1.0) * (x.size + 3)))
    return np.ptp(x) / (1.0 + np.log2(x.size) + np.log2(1.0 + np.absolute(g) / error))


def _width_auto(x, span):
    fd, sturges = _width_fd(x, span), _width_sturges(x, span)
    return fd if fd and fd < sturges else sturges


# The widths of bins that estimators choose.
_estimators = {"auto": _width_auto, "doane": _width_doane, "fd": _width_fd, "scott": _width_scott, "sturges": _width_sturges,
               "rice": lambda x, span: np.ptp(x) / (2.0 * x.size ** (1.0 / 3)), "sqrt": lambda x, span: np.ptp(x) / np.sqrt(x.size)}


def _estimated(a, name, lo, hi):
    """How many bins an estimator wants between lo and hi."""
    if name not in _estimators:
        raise ValueError(f"{name!r} is not a valid estimator for `bins`")
    a = a[(a >= lo) & (a <= hi)]
    width = _estimators[name](a, (lo, hi)) if a.size else 0
    return int(np.ceil((hi - lo) / width)) if width else 1


def histogram_bin_edges(a, bins=10, range=None):
    a = ravel(a)
    if not isinstance(bins, str) and ndim(bins):
        return asarray(bins)
    lo, hi = range if range is not None else (min(a), max(a)) if a.size else (0, 1)
    if lo == hi:
        lo, hi = lo - 0.5, hi + 0.5
    bins = _estimated(a, bins, lo, hi) if isinstance(bins, str) else bins
    return linspace(lo, hi, int(bins) + 1)


def histogram(a, bins=10, range=None, density=None, weights=None):
    a = ravel(a)
    edges = histogram_bin_edges(a, bins, range)
    i = searchsorted(edges, a, "right") - 1
    i = where(a == edges[-1], len(edges) - 2, i)
    keep = (i >= 0) & (i < len(edges) - 1)
    n = bincount(i[keep], None if weights is None else ravel(weights)[keep], len(edges) - 1)
    return (n / (diff(edges) * n.sum()) if density else n), edges


def piecewise(x, condlist, funclist, *args, **kw):
    x = asarray(x)
    conditions = [asarray(c) for c in (condlist if isinstance(condlist, (list, tuple)) else [condlist])]
    if len(funclist) == len(conditions) + 1:
        rest = ~conditions[0]
        for c in conditions[1:]:
            rest = rest & ~c
        conditions.append(rest)
    elif len(funclist) != len(conditions):
        n = len(conditions)
        raise ValueError(f"with {n} condition(s), either {n} or {n + 1} functions are expected")
    y = zeros_like(x)
    for c, f in zip(conditions, funclist):
        if c.any():
            y[c] = f(x[c], *args, **kw) if callable(f) else f
    return y


def frompyfunc(func, nin, nout, identity=None):
    """func on every element of its broadcast arguments; the results are objects."""
    def f(*args):
        arrays = broadcast_arrays(*args) if len(args) > 1 else [asarray(args[0])]
        values = [func(*row) for row in zip(*(a.ravel().tolist() for a in arrays))]
        shape = arrays[0].shape
        if nout == 1:
            return _objects(values, shape)
        return tuple(_objects(column, shape) for column in zip(*values))
    f.__name__ = getattr(func, "__name__", "?") + " (vectorized)"
    return f


def _objects(values, shape):
    out = empty(len(values), object)
    for i, v in enumerate(values):
        out[i] = v
    return out.reshape(shape)[()]


def apply_over_axes(func, a, axes):
    a = asarray(a)
    for axis in (axes if isinstance(axes, (list, tuple)) else [axes]):
        r = func(a, axis)
        a = r if r.ndim == a.ndim else np.expand_dims(r, axis)
    return a


def unwrap(p, discont=None, axis=-1, period=6.283185307179586):
    p = asarray(p) * 1.0
    d = diff(p, axis=axis)
    half = period / 2
    turned = np.mod(d + half, period) - half
    turned[(turned == -half) & (d > 0)] = half
    fix = turned - d
    fix[np.abs(d) < (half if discont is None else discont)] = 0
    up = p.copy()
    at = [slice(None)] * p.ndim
    at[axis] = slice(1, None)
    up[tuple(at)] = p[tuple(at)] + fix.cumsum(axis)
    return up


def block(arrays):
    """Arrays put together from nested lists of blocks."""
    def depth(x):
        return 1 + depth(x[0]) if isinstance(x, list) else 0
    levels = depth(arrays)

    def join(x, level):
        if not isinstance(x, list):
            x = asarray(x)
            return x.reshape((1,) * (levels - x.ndim) + x.shape) if x.ndim < levels else x
        return concatenate([join(y, level + 1) for y in x], axis=-(levels - level))
    return join(arrays, 0)
