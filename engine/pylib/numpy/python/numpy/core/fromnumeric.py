"""Reductions, order statistics and comparisons of whole arrays."""

import builtins as _py

import numpy as np
from _numpy import _count, _sentence, absolute, asarray, generic, isfinite, isnan, multiply, ndarray
from numpy.core.numeric import nan
from numpy.core.shape_base import _axis, moveaxis


def _reduction(name, *keys):
    def f(a, axis=None, *args, **kwargs):
        a = a if isinstance(a, ndarray) or not isinstance(a, generic) and hasattr(a, name) and not hasattr(a, "detach") else asarray(a)
        return getattr(a, name)(axis, *args, **kwargs)
    f.__name__ = f.__qualname__ = name
    f.__doc__ = _sentence(name)
    return f


sum, mean, std, var = (_reduction(n) for n in ("sum", "mean", "std", "var"))
max, min, any, all, prod = (_reduction(n) for n in ("max", "min", "any", "all", "prod"))
cumsum, cumprod, argmax, argmin = (_reduction(n) for n in ("cumsum", "cumprod", "argmax", "argmin"))
amax, amin, product, sometrue, alltrue, cumproduct = max, min, prod, any, all, cumprod


def ptp(a, axis=None, out=None, keepdims=False):
    return np.subtract(max(a, axis, keepdims=keepdims), min(a, axis, keepdims=keepdims), out=out)


def average(a, axis=None, weights=None, returned=False, *, keepdims=False):
    a = asarray(a)
    if weights is None:
        r = mean(a, axis, keepdims=keepdims)
        scl = np.asarray(r).dtype.type(a.size / _py.max(np.size(r), 1))
    else:
        w = asarray(weights)
        kind = np.result_type(a.dtype, w.dtype, "f8") if a.dtype.kind in "iub" else np.result_type(a.dtype, w.dtype)
        if w.shape != a.shape:
            if axis is None:
                raise TypeError("Axis must be specified when shapes of a and weights differ.")
            if w.ndim != 1:
                raise TypeError("1D weights expected when shapes of a and weights differ.")
            if w.shape[0] != a.shape[axis]:
                raise ValueError("Length of weights not compatible with specified axis.")
            w = np.broadcast_to(w, (a.ndim - 1) * (1,) + w.shape).swapaxes(-1, axis)
        scl = w.sum(axis, dtype=kind, keepdims=keepdims)
        if np.any(scl == 0.0):
            raise ZeroDivisionError("Weights sum to zero, can't be normalized")
        r = multiply(a, w, dtype=kind).sum(axis, keepdims=keepdims) / scl
    if not returned:
        return r
    if np.shape(scl) != np.shape(r):
        scl = np.broadcast_to(scl, np.shape(r)).copy()
    return r, scl


def count_nonzero(a, axis=None, *, keepdims=False):
    a = asarray(a)
    if axis is None and not keepdims:
        return _count(a.astype(bool, copy=False))
    return a.astype(bool).sum(axis, int, keepdims=keepdims)


# Where the quantile q of n sorted values lies, counted from 0, by the method's name.
_places = {
    "inverted_cdf": lambda n, q: _jump(n * q - 1, lambda gamma: gamma > 0),
    "averaged_inverted_cdf": lambda n, q: _jump(n * q - 1, lambda gamma: 1.0 if gamma > 0 else 0.5),
    "closest_observation": lambda n, q: _closest(n * q - 1.5),
    "interpolated_inverted_cdf": lambda n, q: n * q - 1 if q * n > 1 else 0.0,
    "hazen": lambda n, q: n * q + (0.5 + q * (1 - 0.5 - 0.5)) - 1,
    "weibull": lambda n, q: n * q + q * (1 - 0 - 0) - 1,
    "linear": lambda n, q: (n - 1) * q,
    "median_unbiased": lambda n, q: n * q + (1 / 3.0 + q * (1 - 1 / 3.0 - 1 / 3.0)) - 1,
    "normal_unbiased": lambda n, q: n * q + (3 / 8.0 + q * (1 - 3 / 8.0 - 3 / 8.0)) - 1,
    "lower": lambda n, q: np.floor((n - 1) * q),
    "higher": lambda n, q: np.ceil((n - 1) * q),
    "midpoint": lambda n, q: 0.5 * (np.floor((n - 1) * q) + np.ceil((n - 1) * q)),
    "nearest": lambda n, q: np.rint((n - 1) * q),
}


def _jump(place, share):
    whole = np.floor(place)
    return whole + share(place - whole)


def _closest(place):
    whole = np.floor(place)
    return whole if place == whole and whole % 2 == 0 else whole + 1


def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    a = asarray(a)
    if a.dtype.kind not in "fciub":
        return quantile(a, 0.5, axis, out, keepdims=keepdims)
    if overwrite_input and axis is not None:
        a.sort(axis if isinstance(axis, int) else -1)
    s, dims = _rows(a, axis)
    if overwrite_input and axis is None:
        s.sort()
    n = s.shape[-1]
    if n == 0:
        r = mean(s, -1)
    else:
        s = np.partition(s, [(n - 1) // 2, n // 2, n - 1], -1)
        r = mean(s[..., (n - 1) // 2:n // 2 + 1], -1)
        if s.dtype.kind == "f":
            r = np.where(isnan(s[..., -1]), s.dtype.type(nan), r)[()] if isnan(s[..., -1]).any() else r
    r = asarray(r).reshape(dims) if keepdims else r
    if out is not None:
        out[...] = r
        return out
    return r


def _rows(a, axis):
    """a with the reduced axes last and as one, and the shape that keepdims keeps."""
    if axis is None:
        return a.reshape(-1), (1,) * a.ndim
    axes = [_axis(x, a.ndim) for x in (axis if isinstance(axis, (tuple, list)) else (axis,))]
    dims = tuple(1 if d in axes else n for d, n in enumerate(a.shape))
    moved = moveaxis(a, axes, list(range(a.ndim - len(axes), a.ndim)))
    return moved.reshape(moved.shape[:a.ndim - len(axes)] + (-1,)), dims


def quantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, interpolation=None):
    a, q = asarray(a), asarray(q)
    if interpolation is not None:
        import warnings
        warnings.warn("the `interpolation=` argument to quantile was renamed to `method=`, which has additional options.\nUsers of the modes 'nearest', 'lower', 'higher', or 'midpoint' are encouraged to review the method they used. (Deprecated NumPy 1.22)", DeprecationWarning, stacklevel=2)
        method = interpolation
    if any(q < 0) or any(q > 1):
        raise ValueError("Quantiles must be in the range [0, 1]")
    if method not in _places:
        raise ValueError(f"{method!r} is not a valid method. Use one of: {_places.keys()}")
    if overwrite_input and isinstance(axis, int):
        a.sort(axis)
    s, dims = _rows(a, axis)
    s = np.sort(s, -1)
    n = s.shape[-1]

    def one(q):
        place = _places[method](n, q)
        place = 0 if place < 0 else n - 1 if place > n - 1 else place
        low = int(np.floor(place))
        low, t = (low, place - low) if low < n - 1 else (n - 1, 0.0)
        if t == 0 and method in ("lower", "higher", "nearest", "inverted_cdf", "closest_observation"):
            r = s[..., low]
        else:
            below, above = s[..., low] * 1.0, s[..., _py.min(low + 1, n - 1)]
            gap = above - below
            r = below + gap * t if t < 0.5 else above - gap * (1 - t)
        if s.dtype.kind == "f" and any(isnan(s[..., -1])):
            r = np.where(isnan(s[..., -1]), s.dtype.type(nan), r)
        return asarray(r).reshape(dims) if keepdims else asarray(r)
    if n == 0:
        r = np.full(q.shape + s.shape[:-1], nan)
    elif q.ndim == 0:
        r = one(float(q))
    else:
        r = np.stack([one(x) for x in q.ravel().tolist()]) if q.size else np.zeros((0,) + s.shape[:-1])
        r = r.reshape(q.shape + r.shape[1:])
    if out is not None:
        out[...] = r
        return out
    return r[()]


def percentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, interpolation=None):
    q = np.true_divide(q, 100)
    if any(q < 0) or any(q > 1):
        raise ValueError("Percentiles must be in the range [0, 100]")
    return quantile(a, q, axis, out, overwrite_input, method, keepdims, interpolation=interpolation)


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    a, b = asarray(a), asarray(b)
    with np.errstate(invalid="ignore", over="ignore"):
        near = absolute(a * 1.0 - b) <= atol + rtol * absolute(b * 1.0)
    near = np.where(isfinite(a) & isfinite(b), near, a == b)
    return (near | (isnan(a) & isnan(b)) if equal_nan else near)[()]


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return _py.bool(all(isclose(a, b, rtol, atol, equal_nan)))


def array_equal(a1, a2, equal_nan=False):
    try:
        a, b = asarray(a1), asarray(a2)
    except ValueError:
        return False
    if a.shape != b.shape:
        return False
    if not equal_nan:
        return _py.bool(asarray(a == b).all())
    return _py.bool(asarray((isnan(a) & isnan(b)) | (a == b)).all())


def array_equiv(a1, a2):
    try:
        a, b = np.broadcast_arrays(asarray(a1), asarray(a2))
    except ValueError:
        return False
    return _py.bool(asarray(a == b).all())


def isscalar(element):
    import numbers
    return isinstance(element, (generic, str, bytes, numbers.Number))


def resize(a, new_shape):
    new_shape = (new_shape,) if isinstance(new_shape, (int, np.integer)) else tuple(new_shape)
    n = 1
    for d in new_shape:
        if d < 0:
            raise ValueError("all elements of `new_shape` must be non-negative")
        n *= d
    a = np.ravel(a)
    if a.size == 0 or n == 0:
        return np.zeros(new_shape, a.dtype)
    return a[np.arange(n) % a.size].reshape(new_shape)
