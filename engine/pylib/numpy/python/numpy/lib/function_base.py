"""Differences, histograms, polynomials, correlation and functions along an axis."""

import numpy as np
from _numpy import _bincount, array, asarray, concatenate, empty, float64, result_type, sqrt
from numpy.core.numeric import linspace, max_, zeros, zeros_like
from numpy.core.shape_base import _axis, broadcast_arrays, moveaxis, ndim, ravel, squeeze
from numpy.core.umath import clip
from numpy.core.fromnumeric import max, min
from numpy.core.sorting import searchsorted
from numpy.core.products import dot
from numpy.lib.twodim_base import diag
from numpy.lib.index_tricks import where


def diff(a, n=1, axis=-1, prepend=None, append=None):
    if n == 0:
        return a
    if n < 0:
        raise ValueError("order must be non-negative but got " + repr(n))
    a = asarray(a)
    if a.ndim == 0:
        raise ValueError("diff requires input that is at least one dimensional")
    axis = _axis(axis, a.ndim)
    parts = [a]
    for at, x in ((0, prepend), (2, append)):
        if x is not None:
            x = asarray(x)
            if x.ndim == 0:
                x = np.broadcast_to(x, [1 if d == axis else m for d, m in enumerate(a.shape)])
            parts.insert(at if at < len(parts) else len(parts), x)
    a = concatenate(parts, axis) if len(parts) > 1 else a
    head = (slice(None),) * axis
    for _ in range(n):
        x, y = a[head + (slice(1, None),)], a[head + (slice(None, -1),)]
        a = x != y if a.dtype == bool else x - y
    return a


def ediff1d(ary, to_end=None, to_begin=None):
    ary = ravel(ary)
    parts = [p for p in (to_begin, diff(ary), to_end) if p is not None]
    return concatenate([ravel(p) for p in parts]).astype(ary.dtype) if len(parts) > 1 else parts[0]


def gradient(f, *varargs, axis=None, edge_order=1):
    f = asarray(f)
    axes = range(f.ndim) if axis is None else [_axis(x, f.ndim) for x in (axis if isinstance(axis, (tuple, list)) else (axis,))]
    if len(varargs) == 0:
        steps = [1.0] * len(axes)
    elif len(varargs) == 1 and ndim(varargs[0]) == 0:
        steps = [varargs[0]] * len(axes)
    elif len(varargs) == len(axes):
        steps = list(varargs)
    else:
        raise TypeError("invalid number of arguments")
    if edge_order > 2:
        raise ValueError("'edge_order' greater than 2 not supported")
    out = [_gradient(f, x, h, edge_order) for x, h in zip(axes, steps)]
    return out[0] if len(axes) == 1 else out


def _gradient(f, axis, h, edge_order):
    y = moveaxis(f if f.dtype.kind in "fc" else f.astype(float64), axis, 0)
    if len(y) < edge_order + 1:
        raise ValueError("Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements are required.")
    if ndim(h):
        if ndim(h) > 1:
            raise ValueError("distances must be either scalars or 1d")
        if len(h) != len(y):
            raise ValueError("when 1d, distances must match the length of the corresponding dimension")
        h = diff(asarray(h) * 1.0)
        if (h == h[0]).all():
            h = h[0]
    g = empty(y.shape, y.dtype)
    if ndim(h) == 0:
        g[1:-1] = (y[2:] - y[:-2]) / (2.0 * h)
        first = last = h
    else:
        d1, d2 = (d.reshape((-1,) + (1,) * (y.ndim - 1)) for d in (h[:-1], h[1:]))
        g[1:-1] = -d2 / (d1 * (d1 + d2)) * y[:-2] + (d2 - d1) / (d1 * d2) * y[1:-1] + d1 / (d2 * (d1 + d2)) * y[2:]
        first, last = h[0], h[-1]
    if edge_order == 1:
        g[0], g[-1] = (y[1] - y[0]) / first, (y[-1] - y[-2]) / last
    elif ndim(h) == 0:
        g[0] = -1.5 / h * y[0] + 2.0 / h * y[1] + -0.5 / h * y[2]
        g[-1] = 0.5 / h * y[-3] + -2.0 / h * y[-2] + 1.5 / h * y[-1]
    else:
        d1, d2 = h[0], h[1]
        g[0] = -(2.0 * d1 + d2) / (d1 * (d1 + d2)) * y[0] + (d1 + d2) / (d1 * d2) * y[1] + -d1 / (d2 * (d1 + d2)) * y[2]
        d1, d2 = h[-2], h[-1]
        g[-1] = d2 / (d1 * (d1 + d2)) * y[-3] + -(d2 + d1) / (d1 * d2) * y[-2] + (2.0 * d2 + d1) / (d2 * (d1 + d2)) * y[-1]
    return moveaxis(g, 0, axis)


def trapz(y, x=None, dx=1.0, axis=-1):
    y = asarray(y)
    axis = _axis(axis, y.ndim)
    if x is None:
        d = dx
    else:
        x = asarray(x)
        d = diff(x).reshape([-1 if k == axis else 1 for k in range(y.ndim)]) if x.ndim == 1 else diff(x, axis=axis)
    head = (slice(None),) * axis
    return (d * (y[head + (slice(1, None),)] + y[head + (slice(None, -1),)]) / 2.0).sum(axis)


def cov(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, *, dtype=None):
    if ddof is not None and ddof != int(ddof):
        raise ValueError("ddof must be integer")
    if np.ndim(m) > 2:
        raise ValueError("m has more than 2 dimensions")
    kind = dtype or np.result_type(np.asarray(m), float64, *([] if y is None else [np.asarray(y)]))
    x = array(m, kind, ndmin=2)
    if not rowvar and x.shape[0] != 1:
        x = x.T
    if x.shape[0] == 0:
        return array([]).reshape(0, 0)
    if y is not None:
        y = array(y, kind, ndmin=2)
        x = concatenate((x, y.T if not rowvar and y.shape[0] != 1 else y), 0)
    ddof = (0 if bias else 1) if ddof is None else ddof
    w = None
    for name, weights in (("fweights", fweights), ("aweights", aweights)):
        if weights is None:
            continue
        weights = asarray(weights) * 1.0
        if weights.ndim > 1:
            raise RuntimeError(f"cannot handle multidimensional {name}")
        if weights.shape[0] != x.shape[1]:
            raise RuntimeError(f"incompatible numbers of samples and {name}")
        if (weights < 0).any():
            raise ValueError(f"{name} cannot be negative")
        w = weights if w is None else w * weights
    mean, total = np.average(x, axis=1, weights=w, returned=True)
    total = total[0]
    if w is None:
        fact = x.shape[1] - ddof
    elif ddof == 0:
        fact = total
    elif aweights is None:
        fact = total - ddof
    else:
        fact = total - ddof * (w * asarray(aweights)).sum() / total
    if fact <= 0:
        import warnings
        warnings.warn("Degrees of freedom <= 0 for slice", RuntimeWarning, stacklevel=2)
        fact = 0.0
    x = x - mean[:, None]
    c = dot(x, (x if w is None else x * w).T.conj())
    return squeeze(c * np.true_divide(1, fact))


def corrcoef(x, y=None, rowvar=True, bias=None, ddof=None, *, dtype=None):
    c = cov(x, y, rowvar, dtype=dtype)
    if c.ndim == 0:
        return c / c
    d = sqrt(diag(c).real)
    c = c / d[:, None] / d[None, :]
    clip(c.real, -1, 1, out=c.real)
    return c


def interp(x, xp, fp, left=None, right=None, period=None):
    x, xp, fp = asarray(x, float64), asarray(xp, float64), asarray(fp)
    fp = fp.astype(complex if fp.dtype.kind == "c" else float64)
    if len(xp) != len(fp):
        raise ValueError("fp and xp are not of the same length.")
    if len(xp) == 0:
        raise ValueError("array of sample points is empty")
    if period is not None:
        if period == 0:
            raise ValueError("period must be a non-zero value")
        period, left, right = abs(period), None, None
        x, xp = x % period, xp % period
        order = np.argsort(xp)
        xp, fp = xp[order], fp[order]
        xp = concatenate((xp[-1:] - period, xp, xp[0:1] + period))
        fp = concatenate((fp[-1:], fp, fp[0:1]))
    if len(xp) == 1:
        y = np.full(x.shape, fp[0])
    else:
        i = clip(searchsorted(xp, x, "right") - 1, 0, len(xp) - 2)
        with np.errstate(all="ignore"):
            slope = (fp[i + 1] - fp[i]) / (xp[i + 1] - xp[i])
            y = slope * (x - xp[i]) + fp[i]
    y = where(x <= xp[0], fp[0] if left is None else where(x < xp[0], left, fp[0]), y)
    y = where(x >= xp[-1], fp[-1] if right is None else where(x > xp[-1], right, fp[-1]), y)
    return where(np.isnan(x), x, y)[()]


def convolve(a, v, mode="full"):
    a, v = array(a, ndmin=1), array(v, ndmin=1)
    if len(v) > len(a):
        a, v = v, a
    if len(a) == 0:
        raise ValueError("a cannot be empty")
    if len(v) == 0:
        raise ValueError("v cannot be empty")
    n, m = len(a), len(v)
    if mode not in ("full", "same", "valid"):
        raise ValueError(f"mode must be one of 'valid', 'same', or 'full' (got '{mode}')")
    out = _slide(a, v[::-1])
    return {"full": out, "same": out[(m - 1) // 2:(m - 1) // 2 + n], "valid": out[m - 1:n]}[mode]


def _slide(a, v):
    """The products of v with every stretch of a, which has zeros around it."""
    n, m = len(a), len(v)
    kind = result_type(a, v)
    if kind.kind in "fc" and m > 1:
        padded = zeros(n + 2 * (m - 1), kind)
        padded[m - 1:m - 1 + n] = a
        return np.lib.stride_tricks.sliding_window_view(padded, m) @ v.astype(kind)
    out = zeros(n + m - 1, kind)
    for i in range(m):
        out[i:i + n] += a * v[m - 1 - i]
    return out


def correlate(a, v, mode="valid"):
    a, v = asarray(a), asarray(v)
    if len(a) == 0 or len(v) == 0:
        raise ValueError("first array argument cannot be empty" if len(a) == 0 else "second array argument cannot be empty")
    if len(v) > len(a):
        return np.conj(correlate(v, a, mode))[::-1]
    return convolve(a, np.conj(v)[::-1], mode)


class vectorize:
    """A function of numbers as a function of arrays."""

    def __init__(self, pyfunc, otypes=None, doc=None, excluded=None, cache=False, signature=None):
        import functools
        self.pyfunc, self.otypes, self.cache, self.signature = pyfunc, otypes, cache, signature
        self.excluded = set(excluded or ())
        functools.update_wrapper(self, pyfunc, updated=()) if hasattr(pyfunc, "__name__") else None
        self.__doc__ = pyfunc.__doc__ if doc is None else doc
        if isinstance(otypes, str):
            self.otypes = list(otypes)

    def __call__(self, *args, **kwargs):
        if self.signature is not None:
            return self._by_signature(args, kwargs)
        fixed = {k: v for k, v in kwargs.items() if k in self.excluded}
        names = [k for k in kwargs if k not in fixed]
        spread = [i for i in range(len(args)) if i not in self.excluded]
        arrays = broadcast_arrays(*[args[i] for i in spread], *[kwargs[k] for k in names])
        if not arrays:
            return asarray(self.pyfunc(*args, **fixed))[()]
        shape = arrays[0].shape

        def call(row):
            full = list(args)
            for i, x in zip(spread, row):
                full[i] = x
            return self.pyfunc(*full, **fixed, **dict(zip(names, row[len(spread):])))
        rows = list(zip(*[a.ravel() if a.dtype.kind != "O" else a.ravel().tolist() for a in arrays]))
        if not rows:
            if self.otypes is None:
                raise ValueError("cannot call `vectorize` on size 0 inputs unless `otypes` is set")
            made = [empty(shape, t) for t in self.otypes]
            return made[0] if len(made) == 1 else tuple(made)
        out = [call(row) for row in rows]
        if not isinstance(out[0], tuple):
            return self._column(out, 0, shape)
        return tuple(self._column(c, i, shape) for i, c in enumerate(zip(*out)))

    def _column(self, values, i, shape):
        """One result: its type is that of the first value, unless otypes says more."""
        if self.otypes is not None:
            return array(list(values), self.otypes[i]).reshape(shape)
        kind = asarray(values[0]).dtype
        if kind.kind == "U":
            return array(list(values)).reshape(shape)
        if kind.kind == "O" or ndim(values[0]):
            return asarray(_objects(values, shape))
        return array(list(values), kind).reshape(shape)

    def _by_signature(self, args, kwargs):
        inside, _, outside = self.signature.replace(" ", "").partition("->")
        cores = [[d for d in part.strip("()").split(",") if d] for part in inside.split("),(")]
        arrays = [asarray(a) for a in args]
        for i, (a, core) in enumerate(zip(arrays, cores)):
            if a.ndim < len(core):
                raise ValueError(f"{a.ndim}-dimensional argument does not have enough dimensions for all core dimensions {tuple(core)!r}")
        loop = np.broadcast_shapes(*(a.shape[:a.ndim - len(c)] for a, c in zip(arrays, cores)))
        arrays = [np.broadcast_to(a, loop + a.shape[a.ndim - len(c):]) for a, c in zip(arrays, cores)]
        out = [self.pyfunc(*(a[i] for a in arrays), **kwargs) for i in np.ndindex(loop)]
        if outside.count("(") == 1:
            r = array(out)
            return r.reshape(loop + r.shape[1:])
        return tuple((r := array(list(c))).reshape(loop + r.shape[1:]) for c in zip(*out))


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    arr = asarray(arr)
    axis = _axis(axis, arr.ndim)
    a = moveaxis(arr, axis, -1)
    rows = a.reshape(-1, a.shape[-1])
    if len(rows) == 0:
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    out = [asarray(func1d(row, *args, **kwargs)) for row in rows]
    r = np.stack([o.astype(out[0].dtype) for o in out])
    r = r.reshape(a.shape[:-1] + out[0].shape)
    lead = a.ndim - 1
    return r.transpose(list(range(axis)) + list(range(lead, r.ndim)) + list(range(axis, lead)))


def digitize(x, bins, right=False):
    bins = asarray(bins)
    step = diff(bins)
    if (step >= 0).all():
        return searchsorted(bins, x, "left" if right else "right")
    if (step <= 0).all():
        return len(bins) - searchsorted(bins[::-1], x, "left" if right else "right")
    raise ValueError("bins must be monotonically increasing or decreasing")


def bincount(x, weights=None, minlength=0):
    x = asarray(x)
    if x.ndim != 1:
        raise ValueError("object of too small depth for desired array" if x.ndim == 0 else "object too deep for desired array")
    if x.size and x.dtype.kind not in "iub":
        raise TypeError(f"Cannot cast array data from {x.dtype!r} to dtype('int64') according to the rule 'safe'")
    if minlength < 0:
        raise ValueError("'minlength' must not be negative")
    if x.size and min(x) < 0:
        raise ValueError("'list' argument must have no negative elements")
    if weights is not None and len(weights) != len(x):
        raise ValueError("The weights and list don't have the same length.")
    return _bincount(x, max_(int(max(x)) + 1 if x.size else 0, minlength), weights)


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


def histogram_bin_edges(a, bins=10, range=None, weights=None):
    a = ravel(a)
    if isinstance(bins, str):
        if bins not in _estimators:
            raise ValueError(f"{bins!r} is not a valid estimator for `bins`")
        if weights is not None:
            raise TypeError("Automated estimation of the number of bins is not supported for weighted data")
    elif ndim(bins) == 1:
        edges = asarray(bins)
        if (edges[:-1] > edges[1:]).any():
            raise ValueError("`bins` must increase monotonically, when an array")
        return edges
    elif ndim(bins) > 1:
        raise ValueError("`bins` must be 1d, when an array")
    elif bins < 1:
        raise ValueError("`bins` must be positive, when an integer")
    if range is not None:
        lo, hi = range
        if lo > hi:
            raise ValueError("max must be larger than min in range parameter.")
        if not (np.isfinite(lo) and np.isfinite(hi)):
            raise ValueError(f"supplied range of [{lo}, {hi}] is not finite")
    else:
        lo, hi = (min(a), max(a)) if a.size else (0, 1)
        if not (np.isfinite(lo) and np.isfinite(hi)):
            raise ValueError(f"autodetected range of [{lo}, {hi}] is not finite")
    if lo == hi:
        lo, hi = lo - 0.5, hi + 0.5
    bins = _estimated(a, bins, lo, hi) if isinstance(bins, str) else bins
    return linspace(lo, hi, int(bins) + 1)


def histogram(a, bins=10, range=None, density=None, weights=None):
    if weights is not None and np.shape(weights) != np.shape(a):
        raise ValueError("weights should have the same shape as a.")
    a = ravel(a)
    weights = None if weights is None else ravel(weights)
    edges = histogram_bin_edges(a, bins, range, weights)
    i = searchsorted(edges, a, "right") - 1
    i = where(a == edges[-1], len(edges) - 2, i)
    keep = (i >= 0) & (i < len(edges) - 1)
    n = bincount(i[keep], None if weights is None else weights[keep], len(edges) - 1)
    if weights is not None and weights.dtype.kind in "iu":
        n = n.astype(weights.dtype)
    return (n / (diff(edges) * n.sum()) if density else n), edges


def piecewise(x, condlist, funclist, *args, **kw):
    x = asarray(x)
    conditions = asarray(condlist if isinstance(condlist, (list, tuple)) and ndim(condlist[0]) == x.ndim and not np.isscalar(condlist[0]) or x.ndim == 0 and ndim(condlist) else [condlist], bool)
    n = len(conditions)
    if n == len(funclist) - 1:
        conditions = concatenate([conditions, ~conditions.any(0, keepdims=True)])
    elif n != len(funclist):
        raise ValueError(f"with {n} condition(s), either {n} or {n + 1} functions are expected")
    y = zeros_like(x)
    for c, f in zip(conditions, funclist):
        if callable(f):
            values = x[c]
            if values.size > 0:
                y[c] = f(values, *args, **kw)
        else:
            y[c] = f
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


def unwrap(p, discont=None, axis=-1, *, period=6.283185307179586):
    p = asarray(p)
    d = diff(p, axis=axis)
    discont = period / 2 if discont is None else discont
    kind = result_type(d, period)
    if kind.kind in "iu":
        half, rest = divmod(period, 2)
        odd = rest == 0
    else:
        half, odd = period / 2, True
    low = -half
    turned = np.mod(d - low, period) + low
    if odd:
        turned = np.where((turned == low) & (d > 0), half, turned)
    fix = np.where(np.abs(d) < discont, 0, turned - d)
    up = array(p, kind)
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
