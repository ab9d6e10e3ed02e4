"""Constants, and arrays made from nothing, from values or from bytes."""

import builtins as _py
import operator as _op

import numpy as np
from _numpy import (
    _frombytes, arange, array, asarray, bool_, complex128, complex64, dtype, empty, float16, float32, float64,
    floor, int16, int32, int64, int8, log10, ndarray, power, uint8)

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


def full(shape, fill_value, dtype=None, order="C", *, like=None):
    a = empty(shape, asarray(fill_value).dtype if dtype is None else dtype, order)
    a[...] = fill_value
    return a


def zeros(shape, dtype=float, order="C", *, like=None):
    return empty(shape, dtype, order)


def ones(shape, dtype=None, order="C", *, like=None):
    return full(shape, 1, float64 if dtype is None else dtype, order)


def _like(a, dtype, order, shape):
    """The arguments of empty for an array like another."""
    a = asarray(a)
    columns = order == "F" or order in ("A", "K") and isfortran(a)
    return (a.shape if shape is None else shape), (a.dtype if dtype is None else dtype), "F" if columns else "C"


def zeros_like(a, dtype=None, order="K", subok=True, shape=None):
    return zeros(*_like(a, dtype, order, shape))


def ones_like(a, dtype=None, order="K", subok=True, shape=None):
    return ones(*_like(a, dtype, order, shape))


def empty_like(prototype, dtype=None, order="K", subok=True, shape=None):
    return empty(*_like(prototype, dtype, order, shape))


def full_like(a, fill_value, dtype=None, order="K", subok=True, shape=None):
    shape, dtype, order = _like(a, dtype, order, shape)
    return full(shape, fill_value, dtype, order)


def asanyarray(a, dtype=None, order=None, *, like=None):
    return a if isinstance(a, ndarray) and dtype is None and order is None else asarray(a, dtype, order)


def ascontiguousarray(a, dtype=None, *, like=None):
    a = asarray(a, dtype, "C")
    return a if a.ndim else a.reshape(1)


def copy(a, order="K", subok=False):
    return array(a, order=order)


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
    num = _op.index(num)
    if num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    div = num - 1 if endpoint else num
    start, stop = asarray(start) * 1.0, asarray(stop) * 1.0
    kind = np.result_type(start, stop, float(num))
    delta = stop - start
    y = arange(0, num, dtype=float64 if kind.kind == "c" else kind).reshape((-1,) + (1,) * np.ndim(delta))
    step = nan
    if div > 0:
        step = delta / div
        y = y / div * delta if np.any(asarray(step) == 0) else y * step
    else:
        y = y * delta
    y = y + start
    if endpoint and num > 1:
        y[-1, ...] = stop
    if axis != 0:
        y = np.moveaxis(y, 0, axis)
    if dtype is not None:
        y = (floor(y) if np.dtype(dtype).kind in "iu" else y).astype(dtype)
    return (y, step) if retstep else y


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0):
    y = power(base, linspace(start, stop, num, endpoint, axis=axis))
    return y if dtype is None else y.astype(dtype)


def geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0):
    start, stop = asarray(start), asarray(stop)
    if np.any(start == 0) or np.any(stop == 0):
        raise ValueError("Geometric sequence cannot include zero")
    kind = np.result_type(start, stop, float(num), np.dtype(dtype) if dtype is not None and np.dtype(dtype).kind in "fc" else float64)
    first, last = start.astype(kind), stop.astype(kind)
    out_sign = np.ones(np.broadcast_shapes(first.shape, last.shape), kind)
    if kind.kind == "c":
        imaginary = (first.real == 0) & (last.real == 0)
        first, last = np.where(imaginary, first.imag, first), np.where(imaginary, last.imag, last)
        out_sign = np.where(imaginary, 1j, out_sign)
    both = (np.sign(first) == -1) & (np.sign(last) == -1)
    first, last, out_sign = np.where(both, -first, first), np.where(both, -last, last), np.where(both, -out_sign, out_sign)
    y = logspace(log10(first), log10(last), num, endpoint)
    if num > 0:
        y[0] = first
        if num > 1 and endpoint:
            y[-1] = last
    y = out_sign * y
    if axis != 0:
        y = np.moveaxis(y, 0, axis)
    return y if dtype is None else y.astype(dtype)


def fromfunction(function, shape, *, dtype=float, like=None, **kwargs):
    return function(*indices(shape, dtype=dtype), **kwargs)


def indices(dimensions, dtype=int, sparse=False):
    n = len(dimensions)
    grids = [arange(d, dtype=dtype).reshape((1,) * i + (-1,) + (1,) * (n - i - 1)) for i, d in enumerate(dimensions)]
    if sparse:
        return tuple(grids)
    out = empty((n,) + tuple(dimensions), dtype)
    for i, g in enumerate(grids):
        out[i] = g
    return out


def meshgrid(*xi, copy=True, sparse=False, indexing="xy"):
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    n = len(xi)
    out = [asarray(x).reshape((1,) * i + (-1,) + (1,) * (n - i - 1)) for i, x in enumerate(xi)]
    if indexing == "xy" and n > 1:
        out[0], out[1] = out[0].swapaxes(0, 1), out[1].swapaxes(0, 1)
    if not sparse:
        out = np.broadcast_arrays(*out)
    return [x.copy() for x in out] if copy else out


def fromiter(iter, dtype, count=-1, *, like=None):
    import itertools
    items = list(iter if count < 0 else itertools.islice(iter, count))
    if len(items) < count:
        raise ValueError(f"iterator too short: Expected {count} but iterator had only {len(items)} items.")
    return array(items, dtype)


def fromstring(string, dtype=float, count=-1, *, sep="", like=None):
    if not sep:
        raise ValueError("The binary mode of fromstring is removed, use frombuffer instead")
    parts = [x for x in (string.split() if sep.strip() == "" else string.split(sep)) if x.strip()]
    return array([float(x) for x in parts], dtype)[:None if count < 0 else count]


def _rebuild(data, dtype, shape):
    return _frombytes(data, dtype, shape)


max_, min_ = _py.max, _py.min


def asfortranarray(a, dtype=None, *, like=None):
    return asarray(a, dtype, "F")


def asfarray(a, dtype=float64):
    return asarray(a, dtype if np.dtype(dtype).kind in "fc" else float64)


def require(a, dtype=None, requirements=None, *, like=None):
    wants = {str(r).upper() for r in ([requirements] if isinstance(requirements, str) else requirements or ())}
    columns = wants & {"F", "F_CONTIGUOUS", "FORTRAN"}
    if columns and wants & {"C", "C_CONTIGUOUS", "CONTIGUOUS"}:
        raise ValueError('Cannot specify both "C" and "F" order')
    a = asarray(a, dtype, "F" if columns else "C" if wants & {"C", "C_CONTIGUOUS", "CONTIGUOUS"} else None)
    stale = wants & {"O", "OWNDATA"} and a.base is not None or wants & {"W", "WRITEABLE"} and not a.flags.writeable
    return a.copy("A") if stale else a


def isfortran(a):
    return a.flags["F_CONTIGUOUS"] and not a.flags["C_CONTIGUOUS"]


def _deepcopy(a, memo):
    import copy
    out = empty(a.shape, object)
    for i, x in enumerate(a.ravel().tolist()):
        out.reshape(-1)[i] = copy.deepcopy(x, memo)
    return out


def _itemset(a, *args):
    *place, value = args
    if not place:
        if a.size != 1:
            raise ValueError("can only convert an array of size 1 to a Python scalar")
        a.reshape(-1)[0] = value
    elif len(place) == 1 and not isinstance(place[0], tuple):
        a[np.unravel_index(place[0], a.shape)] = value
    else:
        a[place[0] if len(place) == 1 else tuple(place)] = value


def _set_flat(a, values):
    a[...] = np.resize(values, a.shape)


def asarray_chkfinite(a, dtype=None, order=None):
    a = asarray(a, dtype, order)
    if a.dtype.kind in "fc" and not np.isfinite(a).all():
        raise ValueError("array must not contain infs or NaNs")
    return a


def from_dlpack(x, /):
    return asarray(x)
