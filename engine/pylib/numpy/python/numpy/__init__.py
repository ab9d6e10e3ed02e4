"""NumPy, as far as a course on deep learning needs it."""

import builtins as _py
import operator as _op

from _numpy import *
from _numpy import _argsort, _einsum, _frombytes, _linalg, _print_options, _strided, _text, _where
from _numpy import bool_, complex64, complex128, float16, float32, float64, int8, int16, int32, int64, uint8
from _numpy import abs, ndarray  # noqa: A004

__version__ = "1.24.2"

pi = 3.141592653589793
e = 2.718281828459045
euler_gamma = 0.5772156649015329
inf = Inf = Infinity = PINF = float("inf")
NINF = -inf
nan = NaN = NAN = float("nan")
newaxis = None
int_ = intp = longlong = int64
intc = int32
short, byte, ubyte = int16, int8, uint8
float_ = double = float64
single, half = float32, float16
cdouble = complex_ = complex128
csingle = complex64
bool8 = bool_


# Creation

def full(shape, fill_value, dtype=None, order="C"):
    a = empty(shape, asarray(fill_value).dtype if dtype is None else dtype)
    a.fill(fill_value) if ndim(fill_value) == 0 else a.__setitem__(Ellipsis, fill_value)
    return a


def zeros(shape, dtype=float, order="C"):
    return empty(shape, dtype)


def ones(shape, dtype=None, order="C"):
    return full(shape, 1, float64 if dtype is None else dtype)


def _like(a, dtype, shape):
    a = asarray(a)
    return (a.shape if shape is None else shape), (a.dtype if dtype is None else dtype)


def zeros_like(a, dtype=None, order="K", subok=True, shape=None):
    return zeros(*_like(a, dtype, shape))


def ones_like(a, dtype=None, order="K", subok=True, shape=None):
    return ones(*_like(a, dtype, shape))


def empty_like(a, dtype=None, order="K", subok=True, shape=None):
    return empty(*_like(a, dtype, shape))


def full_like(a, fill_value, dtype=None, order="K", subok=True, shape=None):
    shape, dtype = _like(a, dtype, shape)
    return full(shape, fill_value, dtype)


def asanyarray(a, dtype=None):
    return asarray(a, dtype)


def ascontiguousarray(a, dtype=None):
    a = asarray(a, dtype)
    return a if a.flags["C_CONTIGUOUS"] and a.ndim else a.copy().reshape(a.shape or (1,))


def copy(a, order="K"):
    return array(a)


def eye(N, M=None, k=0, dtype=float):
    M = N if M is None else M
    m = zeros((N, M), dtype)
    rows = arange(N)
    cols = rows + k
    keep = (cols >= 0) & (cols < M)
    m[rows[keep], cols[keep]] = 1
    return m


def identity(n, dtype=None):
    return eye(n, dtype=float if dtype is None else dtype)


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
    num = _op.index(num)
    if num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    div = num - 1 if endpoint else num
    start, stop = asarray(start) * 1.0, asarray(stop) * 1.0
    delta = stop - start
    y = arange(0, num, dtype=float64).reshape((-1,) + (1,) * ndim(delta))
    step = nan
    if div > 0:
        step = delta / div
        y = y * delta / div if any(asarray(step) == 0) else y * step
    else:
        y = y * delta
    y = y + start
    if endpoint and num > 1:
        y[-1, ...] = stop
    if dtype is not None:
        y = (floor(y) if dtype in (int, int64, int32) else y).astype(dtype)
    return (y, step) if retstep else y


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None):
    y = power(base, linspace(start, stop, num, endpoint))
    return y if dtype is None else y.astype(dtype)


def geomspace(start, stop, num=50, endpoint=True, dtype=None):
    y = logspace(log10(start), log10(stop), num, endpoint)
    if num > 0:
        y[0] = start
        if num > 1 and endpoint:
            y[-1] = stop
    return y


def fromfunction(function, shape, *, dtype=float, **kwargs):
    return function(*indices(shape, dtype=dtype), **kwargs)


def indices(dimensions, dtype=int):
    grids = meshgrid(*[arange(n, dtype=dtype) for n in dimensions], indexing="ij")
    return stack(grids) if grids else empty((0,), dtype)


def meshgrid(*xi, copy=True, sparse=False, indexing="xy"):
    n = len(xi)
    out = [asarray(x).reshape((1,) * i + (-1,) + (1,) * (n - i - 1)) for i, x in enumerate(xi)]
    if indexing == "xy" and n > 1:
        out[0], out[1] = out[0].swapaxes(0, 1), out[1].swapaxes(0, 1)
    if not sparse:
        out = broadcast_arrays(*out)
    return [x.copy() for x in out] if copy else out


def fromiter(iterable, dtype, count=-1):
    return array(list(iterable), dtype)


def frombuffer(buffer, dtype=float, count=-1, offset=0):
    return _frombytes(bytes(buffer)[offset:], dtype, (count,))


def fromstring(string, dtype=float, count=-1, sep=""):
    return array([float(x) for x in (string.split() if sep.strip() == "" else string.split(sep))], dtype)


def _rebuild(data, dtype, shape):
    return _frombytes(data, dtype, shape)


def diag(v, k=0):
    v = asarray(v)
    if v.ndim == 1:
        n = len(v) + _py.abs(k)
        m = zeros((n, n), v.dtype)
        i = arange(len(v))
        m[i + max_(-k, 0), i + max_(k, 0)] = v
        return m
    return diagonal(v, k).copy()


max_, min_ = _py.max, _py.min


def diagonal(a, offset=0, axis1=0, axis2=1):
    a = moveaxis(asarray(a), (axis1, axis2), (-2, -1))
    rows, cols = a.shape[-2:]
    n = max_(0, min_(rows + min_(offset, 0), cols - max_(offset, 0)))
    i = arange(n)
    return a[..., i + max_(-offset, 0), i + max_(offset, 0)]


def diagflat(v, k=0):
    return diag(ravel(v), k)


def trace(a, offset=0, axis1=0, axis2=1):
    return diagonal(a, offset, axis1, axis2).sum(-1)


def tri(N, M=None, k=0, dtype=float):
    M = N if M is None else M
    return (arange(N)[:, None] >= arange(-k, M - k)).astype(dtype)


def tril(m, k=0):
    m = asarray(m)
    return where(tri(*m.shape[-2:], k=k, dtype=bool), m, zeros(1, m.dtype))


def triu(m, k=0):
    m = asarray(m)
    return where(tri(*m.shape[-2:], k=k - 1, dtype=bool), zeros(1, m.dtype), m)


def tril_indices(n, k=0, m=None):
    return nonzero(tri(n, m, k, bool))


def triu_indices(n, k=0, m=None):
    return nonzero(~tri(n, m, k - 1, bool))


def vander(x, N=None, increasing=False):
    x = asarray(x)
    p = arange(len(x) if N is None else N)
    return x[:, None] ** (p if increasing else p[::-1])


# Shapes

def shape(a):
    return asarray(a).shape


def ndim(a):
    return a.ndim if isinstance(a, ndarray) else asarray(a).ndim


def size(a, axis=None):
    a = asarray(a)
    return a.size if axis is None else a.shape[axis]


def reshape(a, newshape, order="C"):
    return asarray(a).reshape(newshape, order=order)


def ravel(a, order="C"):
    return asarray(a).ravel(order)


def transpose(a, axes=None):
    return asarray(a).transpose(axes)


def squeeze(a, axis=None):
    return asarray(a).squeeze(axis)


def _axis(axis, n):
    if not -n <= axis < n:
        raise AxisError(f"axis {axis} is out of bounds for array of dimension {n}")
    return axis % n


def expand_dims(a, axis):
    a = asarray(a)
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    n = a.ndim + len(axes)
    axes = [_axis(x, n) for x in axes]
    rest = iter(a.shape)
    return a.reshape([1 if d in axes else next(rest) for d in range(n)])


def swapaxes(a, axis1, axis2):
    a = asarray(a)
    order = list(range(a.ndim))
    i, j = _axis(axis1, a.ndim), _axis(axis2, a.ndim)
    order[i], order[j] = order[j], order[i]
    return a.transpose(order)


def moveaxis(a, source, destination):
    a = asarray(a)
    source = [_axis(x, a.ndim) for x in (source if isinstance(source, (tuple, list)) else (source,))]
    destination = [_axis(x, a.ndim) for x in (destination if isinstance(destination, (tuple, list)) else (destination,))]
    order = [n for n in range(a.ndim) if n not in source]
    for dest, src in sorted(zip(destination, source)):
        order.insert(dest, src)
    return a.transpose(order)


def rollaxis(a, axis, start=0):
    return moveaxis(a, axis, start - (start > axis))


def atleast_1d(*arys):
    out = [asarray(a) if ndim(a) else asarray(a).reshape(1) for a in arys]
    return out[0] if len(out) == 1 else out


def atleast_2d(*arys):
    out = [asarray(a) if ndim(a) > 1 else asarray(a).reshape(1, -1) for a in arys]
    return out[0] if len(out) == 1 else out


def broadcast_shapes(*shapes):
    return broadcast_arrays(*[empty(s) for s in shapes])[0].shape if shapes else ()


def broadcast_arrays(*args):
    args = [asarray(a) for a in args]
    total = 0
    for a in args:
        total = zeros(a.shape, bool) | total if a.ndim else total
    target = total.shape if isinstance(total, ndarray) else ()
    return [broadcast_to(a, target) for a in args]


def stack(arrays, axis=0, out=None):
    arrays = [asarray(a) for a in arrays]
    if not arrays:
        raise ValueError("need at least one array to stack")
    if len({a.shape for a in arrays}) != 1:
        raise ValueError("all input arrays must have the same shape")
    return concatenate([expand_dims(a, axis) for a in arrays], axis)


def hstack(tup):
    arrays = [atleast_1d(a) for a in tup]
    return concatenate(arrays, 0 if arrays and arrays[0].ndim == 1 else 1)


def vstack(tup):
    return concatenate([atleast_2d(a) for a in tup], 0)


row_stack = vstack


def dstack(tup):
    return concatenate([a.reshape(a.shape + (1,)) if a.ndim == 2 else a for a in (atleast_2d(x) for x in tup)], 2)


def column_stack(tup):
    return concatenate([asarray(a).reshape(-1, 1) if ndim(a) < 2 else asarray(a) for a in tup], 1)


def append(arr, values, axis=None):
    if axis is None:
        return concatenate((ravel(arr), ravel(values)))
    return concatenate((arr, values), axis)


def insert(arr, obj, values, axis=None):
    arr = asarray(arr)
    if axis is None:
        arr, axis = arr.ravel(), 0
    arr = moveaxis(arr, axis, 0)
    obj = obj + len(arr) if obj < 0 else obj
    values = broadcast_to(asarray(values, arr.dtype), (max_(1, len(values) if ndim(values) == arr.ndim and ndim(values) else 1),) + arr.shape[1:])
    return moveaxis(concatenate([arr[:obj], values, arr[obj:]]), 0, axis)


def delete(arr, obj, axis=None):
    arr = asarray(arr)
    if axis is None:
        arr, axis = arr.ravel(), 0
    keep = ones(arr.shape[axis], bool)
    keep[obj] = False
    return compress(keep, arr, axis)


def compress(condition, a, axis=None):
    return take(a, nonzero(asarray(condition))[0], axis)


def array_split(ary, indices_or_sections, axis=0):
    ary = asarray(ary)
    n = ary.shape[axis]
    if isinstance(indices_or_sections, (int, integer)):
        k = int(indices_or_sections)
        if k <= 0:
            raise ValueError("number sections must be larger than 0.")
        sizes = [n // k + (i < n % k) for i in range(k)]
        cuts = [0]
        for s in sizes:
            cuts.append(cuts[-1] + s)
    else:
        cuts = [0, *[int(i) for i in indices_or_sections], n]
    index = (slice(None),) * _axis(axis, ary.ndim)
    return [ary[index + (slice(a, b),)] for a, b in zip(cuts, cuts[1:])]


def split(ary, indices_or_sections, axis=0):
    if isinstance(indices_or_sections, (int, integer)) and asarray(ary).shape[axis] % indices_or_sections:
        raise ValueError("array split does not result in an equal division")
    return array_split(ary, indices_or_sections, axis)


def hsplit(ary, indices_or_sections):
    return split(ary, indices_or_sections, 1 if ndim(ary) > 1 else 0)


def vsplit(ary, indices_or_sections):
    return split(ary, indices_or_sections, 0)


def tile(A, reps):
    a = array(A)
    reps = tuple(reps) if isinstance(reps, (tuple, list, ndarray)) else (reps,)
    d = max_(a.ndim, len(reps))
    reps = (1,) * (d - len(reps)) + reps
    a = a.reshape((1,) * (d - a.ndim) + a.shape)
    for axis, n in enumerate(reps):
        a = concatenate([a] * n, axis) if n > 0 else a[(slice(None),) * axis + (slice(0, 0),)]
    return a


def repeat(a, repeats, axis=None):
    a = asarray(a)
    if axis is None:
        a, axis = a.ravel(), 0
    n = a.shape[axis]
    counts = [int(r) for r in broadcast_to(asarray(repeats), (n,))]
    return take(a, array([i for i, c in enumerate(counts) for _ in range(c)], int), axis)


def flip(m, axis=None):
    m = asarray(m)
    axes = range(m.ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    axes = [_axis(x, m.ndim) for x in axes]
    return m[tuple(slice(None, None, -1) if d in axes else slice(None) for d in range(m.ndim))]


def fliplr(m):
    return flip(m, 1)


def flipud(m):
    return flip(m, 0)


def rot90(m, k=1, axes=(0, 1)):
    m = asarray(m)
    for _ in range(k % 4):
        m = flip(swapaxes(m, *axes), axes[0])
    return m


def roll(a, shift, axis=None):
    a = asarray(a)
    if axis is None:
        return roll(a.ravel(), shift, 0).reshape(a.shape)
    if isinstance(axis, (tuple, list)):
        for s, x in zip(shift if isinstance(shift, (tuple, list)) else [shift] * len(axis), axis):
            a = roll(a, s, x)
        return a
    n = a.shape[axis]
    return take(a, (arange(n) - shift) % n if n else arange(0), axis)


def pad(array, pad_width, mode="constant", constant_values=0, **kwargs):
    a = asarray(array)
    width = broadcast_to(asarray(pad_width), (a.ndim, 2)).tolist()
    if mode == "constant":
        out = full([n + lo + hi for n, (lo, hi) in zip(a.shape, width)], constant_values, a.dtype)
        out[tuple(slice(lo, lo + n) for n, (lo, hi) in zip(a.shape, width))] = a
        return out
    for axis, (lo, hi) in enumerate(width):
        n, i = a.shape[axis], arange(-lo, a.shape[axis] + hi)
        if mode == "edge":
            i = clip(i, 0, n - 1)
        elif mode == "wrap":
            i = i % n
        elif mode == "reflect":
            i = i % (2 * n - 2)
            i = where(i < n, i, 2 * n - 2 - i)
        elif mode == "symmetric":
            i = i % (2 * n)
            i = where(i < n, i, 2 * n - 1 - i)
        else:
            raise ValueError(f"mode '{mode}' is not supported")
        a = take(a, i, axis)
    return a


# Picking

def where(condition, x=None, y=None):
    if x is None and y is None:
        return nonzero(condition)
    if x is None or y is None:
        raise ValueError("either both or neither of x and y should be given")
    return _where(condition, x, y)


def take(a, indices, axis=None, out=None, mode="raise"):
    a = asarray(a)
    if axis is None:
        return a.ravel()[indices]
    return a[(slice(None),) * _axis(axis, a.ndim) + (asarray(indices) if ndim(indices) else indices,)]


def put(a, ind, v, mode="raise"):
    a.reshape(-1)[asarray(ind)] = v


def _along(a, indices, axis):
    grid = list(indices_grid(indices.shape))
    grid[_axis(axis, a.ndim)] = indices
    return tuple(grid)


def indices_grid(dims):
    n = len(dims)
    return [arange(d).reshape((1,) * i + (-1,) + (1,) * (n - i - 1)) for i, d in enumerate(dims)]


def take_along_axis(arr, indices, axis):
    if axis is None:
        return arr.ravel()[indices]
    return arr[_along(arr, indices, axis)]


def put_along_axis(arr, indices, values, axis):
    arr[_along(arr, indices, axis)] = values


def argwhere(a):
    return transpose(array(nonzero(a)))


def flatnonzero(a):
    return nonzero(ravel(a))[0]


def extract(condition, arr):
    return ravel(arr)[ravel(condition).astype(bool)]


def unravel_index(indices, shape):
    out, below = [], 1
    for n in reversed(shape):
        out.append(indices // below % n)
        below *= n
    return tuple(reversed(out))


def ravel_multi_index(multi_index, dims):
    flat = 0
    for i, n in zip(multi_index, dims):
        flat = flat * n + asarray(i)
    return flat


def select(condlist, choicelist, default=0):
    out = default
    for c, x in zip(reversed(condlist), reversed(choicelist)):
        out = where(c, x, out)
    return out


def choose(a, choices):
    return select([asarray(a) == i for i in range(len(choices))], choices)


def ix_(*args):
    return tuple(asarray(a).reshape((1,) * i + (-1,) + (1,) * (len(args) - i - 1)) for i, a in enumerate(args))


# Reductions

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
    s = sort(a.ravel(), 0) if axis is None else moveaxis(sort(a, axis), axis, 0)
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
        r = where(bad, nan, r) if any(bad) else r
        return asarray(r).reshape(dims) if keepdims else r
    if q.ndim == 0:
        r = one(float(q))
        return r[()] if isinstance(r, ndarray) and r.ndim == 0 else r
    return stack([asarray(one(x)) for x in q.ravel().tolist()]).reshape(q.shape + shape(one(0.0)))


def percentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    return quantile(a, asarray(q) / 100, axis, method=method, keepdims=keepdims)


def kind(a):
    return a.dtype.kind


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


# Elementwise beyond the ufuncs

def positive(x):
    return +asarray(x)


def float_power(a, b):
    return power(asarray(a, float64), asarray(b, float64))


def cbrt(x):
    x = asarray(x)
    r = sign(x) * power(absolute(x), 1 / 3)
    n = rint(r)
    return where(n * n * n == x, n, r)[()]


def clip(a, a_min=None, a_max=None, out=None, **kwargs):
    a_min, a_max = kwargs.get("min", a_min), kwargs.get("max", a_max)
    if a_min is None and a_max is None:
        raise ValueError("One of max or min must be given")
    r = a = asarray(a)
    if a_min is not None:
        r = maximum(r, a_min)
    if a_max is not None:
        r = minimum(r, a_max)
    if out is not None:
        out[...] = r
        return out
    return r


def round(a, decimals=0, out=None):
    a = asarray(a)
    if a.dtype.kind in "iub":
        if decimals >= 0:
            return a.copy()[()]
        p = 10 ** -decimals
        return (rint(a / p) * p).astype(a.dtype)[()]
    if decimals == 0:
        return rint(a)
    p = 10.0 ** _py.abs(decimals)
    return rint(a * p) / p if decimals > 0 else rint(a / p) * p


round_ = around = round
fix = trunc


def degrees(x):
    return asarray(x) * (180 / pi)


def radians(x):
    return asarray(x) * (pi / 180)


rad2deg, deg2rad = degrees, radians


def real(a):
    return asarray(a).real[()]


def imag(a):
    return asarray(a).imag[()]


def angle(z, deg=False):
    z = asarray(z)
    r = arctan2(z.imag, z.real)
    return degrees(r) if deg else r


def isreal(x):
    return imag(x) == 0


def iscomplexobj(x):
    return asarray(x).dtype.kind == "c"


def sinc(x):
    y = pi * where(asarray(x) == 0, 1.0e-20, x)
    return sin(y) / y


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    x = asarray(x)
    if x.dtype.kind != "f":
        return x
    big = finfo(x.dtype).max
    y = where(isnan(x), nan, x)
    y = where(isposinf(y), big if posinf is None else posinf, y)
    return where(isneginf(y), -big if neginf is None else neginf, y).astype(x.dtype)[()]


def isposinf(x):
    return isinf(x) & (asarray(x) > 0)


def isneginf(x):
    return isinf(x) & (asarray(x) < 0)


def divmod(a, b):
    return floor_divide(a, b), remainder(a, b)


def modf(x):
    whole = trunc(x)
    return asarray(x) - whole, whole


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
    return linalg.lstsq(vander(asarray(x) * 1.0, deg + 1), asarray(y))[0]


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


# Comparing

def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    a, b = asarray(a), asarray(b)
    near = absolute(a * 1.0 - b) <= atol + rtol * absolute(b * 1.0)
    near = where(isfinite(a) & isfinite(b), near, a == b)
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


# Sorting and sets

def argsort(a, axis=-1, kind=None, order=None):
    a = asarray(a)
    if axis is None:
        return _argsort(a.ravel())
    if a.ndim == 0:
        return zeros((), int)
    if a.size == 0:
        return zeros(a.shape, int)
    if _axis(axis, a.ndim) == a.ndim - 1:
        return _argsort(a)
    return swapaxes(_argsort(swapaxes(a, axis, -1)), axis, -1)


def sort(a, axis=-1, kind=None, order=None):
    a = asarray(a)
    if axis is None:
        a, axis = a.ravel(), 0
    return take_along_axis(a, argsort(a, axis), _axis(axis, a.ndim))


def _sort_inplace(a, axis=-1, kind=None, order=None):
    a[...] = sort(a, axis)


def partition(a, kth, axis=-1):
    return sort(a, axis)


def argpartition(a, kth, axis=-1):
    return argsort(a, axis)


def lexsort(keys, axis=-1):
    order = arange(len(keys[0]))
    for k in keys:
        order = order[argsort(asarray(k)[order])]
    return order


def searchsorted(a, v, side="left", sorter=None):
    from bisect import bisect_left, bisect_right
    items = asarray(a)[sorter].tolist() if sorter is not None else asarray(a).tolist()
    find = bisect_left if side == "left" else bisect_right
    v = asarray(v)
    return array([find(items, x) for x in v.ravel().tolist()], int).reshape(v.shape)[()]


def digitize(x, bins, right=False):
    return searchsorted(bins, x, "left" if right else "right")


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


def bincount(x, weights=None, minlength=0):
    x = asarray(x)
    if x.size and min(x) < 0:
        raise ValueError("'list' argument must have no negative elements")
    n = max_(int(max(x)) + 1 if x.size else 0, minlength)
    out = [0] * n if weights is None else [0.0] * n
    for i, w in zip(x.tolist(), [1] * len(x) if weights is None else asarray(weights).tolist()):
        out[i] += w
    return array(out, int if weights is None else float)


def histogram_bin_edges(a, bins=10, range=None):
    a = ravel(a)
    if ndim(bins):
        return asarray(bins)
    lo, hi = range if range is not None else (min(a), max(a)) if a.size else (0, 1)
    if lo == hi:
        lo, hi = lo - 0.5, hi + 0.5
    return linspace(lo, hi, int(bins) + 1)


def histogram(a, bins=10, range=None, density=None, weights=None):
    a = ravel(a)
    edges = histogram_bin_edges(a, bins, range)
    i = searchsorted(edges, a, "right") - 1
    i = where(a == edges[-1], len(edges) - 2, i)
    keep = (i >= 0) & (i < len(edges) - 1)
    n = bincount(i[keep], None if weights is None else ravel(weights)[keep], len(edges) - 1)
    return (n / (diff(edges) * n.sum()) if density else n), edges


# Products

def dot(a, b, out=None):
    a, b = asarray(a), asarray(b)
    if a.ndim == 0 or b.ndim == 0:
        return multiply(a, b)
    k = b.shape[-2] if b.ndim > 1 else b.shape[0]
    if a.shape[-1] != k:
        left, right = (str(s).replace(" ", "") for s in (a.shape, b.shape))
        raise ValueError(f"shapes {left} and {right} not aligned: {a.shape[-1]} (dim {a.ndim - 1}) != {k} (dim {max_(b.ndim - 2, 0)})")
    if b.ndim > 2:
        return tensordot(a, b, ((-1,), (-2,)))
    return matmul(a, b)


def vdot(a, b):
    return dot(conjugate(ravel(a)), ravel(b))


def inner(a, b):
    return dot(a, swapaxes(b, -1, -2) if ndim(b) > 1 else b)


def outer(a, b):
    return multiply(ravel(a)[:, None], ravel(b)[None, :])


def kron(a, b):
    a, b = asarray(a), asarray(b)
    ndim = a.ndim if a.ndim > b.ndim else b.ndim
    sa, sb = ((1,) * (ndim - x.ndim) + x.shape for x in (a, b))
    m = a.reshape([n for d in sa for n in (d, 1)]) * b.reshape([n for d in sb for n in (1, d)])
    return m.reshape([x * y for x, y in zip(sa, sb)])


def tensordot(a, b, axes=2):
    a, b = asarray(a), asarray(b)
    if isinstance(axes, int):
        axes = (list(range(a.ndim - axes, a.ndim)), list(range(axes)))
    ia, ib = ([x] if isinstance(x, int) else list(x) for x in axes)
    ia, ib = [i % a.ndim for i in ia], [i % b.ndim for i in ib]
    if [a.shape[i] for i in ia] != [b.shape[i] for i in ib]:
        raise ValueError("shape-mismatch for sum")
    fa, fb = [i for i in range(a.ndim) if i not in ia], [i for i in range(b.ndim) if i not in ib]
    k = 1
    for i in ia:
        k *= a.shape[i]
    r = matmul(a.transpose(fa + ia).reshape(-1, k), b.transpose(ib + fb).reshape(k, -1))
    return r.reshape([a.shape[i] for i in fa] + [b.shape[i] for i in fb])[()]


def einsum(subscripts, *operands, optimize=False):
    return _einsum(subscripts, *operands)


def cross(a, b, axis=-1):
    a, b = moveaxis(asarray(a), axis, -1), moveaxis(asarray(b), axis, -1)
    i, j = [1, 2, 0], [2, 0, 1]
    return moveaxis(a[..., i] * b[..., j] - a[..., j] * b[..., i], -1, axis)


# ufunc methods

_reductions = {"add": sum, "multiply": prod, "maximum": max, "minimum": min, "logical_and": all, "logical_or": any}


def _ufunc_reduce(f, a, axis=0, dtype=None, out=None, keepdims=False):
    a = asarray(a)
    if f.__name__ in _reductions:
        return _reductions[f.__name__](a, axis, keepdims=keepdims)
    a = moveaxis(a, axis, 0)
    r = a[0]
    for x in a[1:]:
        r = f(r, x)
    return r


def _ufunc_accumulate(f, a, axis=0, dtype=None, out=None):
    a = moveaxis(asarray(a), axis, 0)
    out = [a[0]]
    for x in a[1:]:
        out.append(f(out[-1], x))
    return moveaxis(stack(out), 0, axis)


def _ufunc_at(f, a, indices, b=None):
    ix = ravel(indices).tolist()
    for k, i in enumerate(ix):
        a[i] = f(a[i]) if b is None else f(a[i], ravel(b)[k] if ndim(b) else b)


# Types

class finfo:
    _values = {
        "float16": (16, 0.000977, -65504.0, 65504.0, 6.104e-05, 3),
        "float32": (32, 1.1920928955078125e-07, -3.4028234663852886e+38, 3.4028234663852886e+38, 1.1754943508222875e-38, 6),
        "float64": (64, 2.220446049250313e-16, -1.7976931348623157e+308, 1.7976931348623157e+308, 2.2250738585072014e-308, 15),
    }

    def __init__(self, dtype):
        self.dtype = _dtype(dtype)
        make = self.dtype.type
        self.bits, eps, lo, hi, tiny, self.precision = self._values[self.dtype.name]
        self.eps = make(2.0 ** -10 if self.bits == 16 else eps)
        self.min, self.max, self.tiny = make(lo), make(hi), make(tiny)
        self.smallest_normal = self.tiny

    def __repr__(self):
        return f"finfo(resolution=1e-{self.precision:02d}, min={self.min}, max={self.max}, dtype={self.dtype})"


class iinfo:
    def __init__(self, type):
        self.dtype = _dtype(type)
        if self.dtype.kind not in "iu":
            raise ValueError(f"Invalid integer data type {self.dtype.kind!r}.")
        self.bits = self.dtype.itemsize * 8
        self.min = 0 if self.dtype.kind == "u" else -(1 << self.bits - 1)
        self.max = (1 << self.bits) - 1 if self.dtype.kind == "u" else (1 << self.bits - 1) - 1
        self.kind = self.dtype.kind

    def __repr__(self):
        return f"iinfo(min={self.min}, max={self.max}, dtype={self.dtype})"


_dtype = dtype


def issubdtype(arg1, arg2):
    a = arg1 if isinstance(arg1, type) and issubclass(arg1, generic) else _dtype(arg1).type
    b = arg2 if isinstance(arg2, type) and issubclass(arg2, generic) else _dtype(arg2).type
    return issubclass(a, b)


def promote_types(a, b):
    return result_type(_dtype(a).type, _dtype(b).type)


def can_cast(from_, to, casting="safe"):
    return promote_types(from_, to) == _dtype(to)


def may_share_memory(a, b):
    return shares_memory(a, b)


class _flags(dict):
    def __init__(self, c, f, own, write):
        super().__init__(C_CONTIGUOUS=c, F_CONTIGUOUS=f, OWNDATA=own, WRITEABLE=write, ALIGNED=True, WRITEBACKIFCOPY=False)

    def __getattr__(self, name):
        try:
            return self[name.upper()]
        except KeyError:
            raise AttributeError(name) from None

    def __repr__(self):
        return "\n".join(f"  {k} : {v}" for k, v in self.items()) + "\n"


# Printing

def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, suppress=None, **others):
    _print_options(precision, threshold, edgeitems, linewidth, suppress)


def get_printoptions():
    return dict(zip(("precision", "threshold", "edgeitems", "linewidth", "suppress"), _print_options()))


class printoptions:
    def __init__(self, **kwargs):
        self.kwargs = kwargs

    def __enter__(self):
        self.before = get_printoptions()
        set_printoptions(**self.kwargs)

    def __exit__(self, *exc):
        set_printoptions(**self.before)


def array2string(a, max_line_width=None, precision=None, suppress_small=None, separator=" ", prefix="", **others):
    with printoptions(precision=precision, linewidth=max_line_width, suppress=suppress_small):
        return _text(a, separator, len(prefix))


def array_str(a):
    return str(a)


def array_repr(a):
    return repr(a)


class errstate:
    """Accepts NumPy's settings for floating-point errors; results are the same."""

    def __init__(self, **kwargs):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return False


def seterr(**kwargs):
    return {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}


# Files

def _npy(a):
    text = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (a.dtype.str, a.shape)
    text += " " * (-(len(text) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text.encode() + a.tobytes()


def _parse(data):
    import ast
    if data[:6] != b"\x93NUMPY":
        raise ValueError("Cannot load file containing pickled data when allow_pickle=False")
    wide = 2 if data[6] == 1 else 4
    n = int.from_bytes(data[8:8 + wide], "little")
    head = ast.literal_eval(data[8 + wide:8 + wide + n].decode())
    dims = head["shape"]
    a = _frombytes(data[8 + wide + n:], head["descr"], dims[::-1] if head["fortran_order"] else dims)
    return a.T if head["fortran_order"] else a


def save(file, arr):
    data = _npy(asarray(arr))
    if hasattr(file, "write"):
        file.write(data)
        return
    with open(file if str(file).endswith(".npy") else f"{file}.npy", "wb") as f:
        f.write(data)


def load(file, mmap_mode=None, allow_pickle=False):
    if hasattr(file, "read"):
        return _parse(file.read())
    with open(file, "rb") as f:
        data = f.read()
    if data[:2] == b"PK":
        import io
        import zipfile
        with zipfile.ZipFile(io.BytesIO(data)) as z:
            return {n[:-4]: _parse(z.read(n)) for n in z.namelist()}
    return _parse(data)


def savez(file, *args, **kwds):
    import zipfile
    kwds.update({f"arr_{i}": a for i, a in enumerate(args)})
    with zipfile.ZipFile(file if hasattr(file, "write") or str(file).endswith(".npz") else f"{file}.npz", "w") as z:
        for name, a in kwds.items():
            z.writestr(name + ".npy", _npy(asarray(a)))


savez_compressed = savez


def savetxt(fname, X, fmt="%.18e", delimiter=" ", newline="\n", header="", footer="", comments="# "):
    with open(fname, "w") as f:
        if header:
            f.write(comments + header + newline)
        for row in atleast_2d(X) if ndim(X) != 1 else asarray(X)[:, None]:
            f.write(delimiter.join(fmt % x for x in row.tolist()) + newline)


def loadtxt(fname, dtype=float, comments="#", delimiter=None, skiprows=0, usecols=None):
    lines = open(fname).read().splitlines() if isinstance(fname, str) else list(fname)
    rows = [line.split(comments)[0].split(delimiter) for line in lines[skiprows:]]
    rows = [[float(x) for x in (r if usecols is None else [r[i] for i in usecols])] for r in rows if r and r != [""]]
    return squeeze(array(rows, dtype))


def genfromtxt(fname, dtype=float, comments="#", delimiter=None, skip_header=0, filling_values=nan, usecols=None):
    lines = open(fname).read().splitlines() if isinstance(fname, str) else list(fname)
    rows = [line.split(comments)[0].split(delimiter) for line in lines[skip_header:]]
    rows = [r if usecols is None else [r[i] for i in usecols] for r in rows if r and r != [""]]
    for i, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise ValueError(f"Some errors were detected !\n    Line #{i + 1 + skip_header} (got {len(row)} columns instead of {len(rows[0])})")
    return squeeze(array([[_number(x, filling_values) for x in row] for row in rows], dtype))


def _number(text, missing):
    try:
        return float(text)
    except ValueError:
        return missing


class _Concatenator:
    def __init__(self, axis):
        self.axis = axis

    def __getitem__(self, key):
        key = key if isinstance(key, tuple) else (key,)
        parts = [arange(k.start or 0, k.stop, 1 if k.step is None else k.step) if isinstance(k, slice) else atleast_1d(k) for k in key]
        return column_stack(parts) if self.axis else concatenate(parts)


r_, c_ = _Concatenator(0), _Concatenator(1)


class _Grid:
    def __init__(self, sparse):
        self.sparse = sparse

    def __getitem__(self, key):
        key = key if isinstance(key, tuple) else (key,)
        parts = [linspace(k.start, k.stop, int(k.step.imag)) if isinstance(k.step, complex) else arange(k.start or 0, k.stop, k.step or 1) for k in key]
        if len(parts) == 1:
            return parts[0]
        grids = meshgrid(*parts, indexing="ij", sparse=self.sparse)
        return grids if self.sparse else stack(grids)


mgrid, ogrid = _Grid(False), _Grid(True)


class _Slices:
    def __getitem__(self, key):
        return key


s_ = index_exp = _Slices()


def ndenumerate(a):
    a = asarray(a)
    return ((i, a[i]) for i in ndindex(a.shape))


def ndindex(*dims):
    import itertools
    dims = dims[0] if len(dims) == 1 and isinstance(dims[0], (tuple, list)) else dims
    return itertools.product(*[range(n) for n in dims])


from numpy import fft, linalg, random, testing  # noqa: E402
