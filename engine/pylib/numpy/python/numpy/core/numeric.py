"""Constants, and arrays made from nothing, from values or from bytes."""

import builtins as _py
import operator as _op

import numpy as np
from _numpy import (
    _frombytes, arange, array, asarray, bool_, complex128, complex64, dtype, empty, float16, float32, float64,
    floor, int16, int32, int64, int8, log10, power, uint8)

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


def full(shape, fill_value, dtype=None, order="C"):
    a = empty(shape, asarray(fill_value).dtype if dtype is None else dtype)
    a.fill(fill_value) if np.ndim(fill_value) == 0 else a.__setitem__(Ellipsis, fill_value)
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


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
    num = _op.index(num)
    if num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    div = num - 1 if endpoint else num
    start, stop = asarray(start) * 1.0, asarray(stop) * 1.0
    delta = stop - start
    y = arange(0, num, dtype=float64).reshape((-1,) + (1,) * np.ndim(delta))
    step = nan
    if div > 0:
        step = delta / div
        y = y * delta / div if np.any(asarray(step) == 0) else y * step
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
    return np.stack(grids) if grids else empty((0,), dtype)


def meshgrid(*xi, copy=True, sparse=False, indexing="xy"):
    n = len(xi)
    out = [asarray(x).reshape((1,) * i + (-1,) + (1,) * (n - i - 1)) for i, x in enumerate(xi)]
    if indexing == "xy" and n > 1:
        out[0], out[1] = out[0].swapaxes(0, 1), out[1].swapaxes(0, 1)
    if not sparse:
        out = np.broadcast_arrays(*out)
    return [x.copy() for x in out] if copy else out


def fromiter(iterable, dtype, count=-1):
    return array(list(iterable), dtype)


def frombuffer(buffer, dtype=float, count=-1, offset=0):
    return _frombytes(bytes(buffer)[offset:], dtype, (count,))


def fromstring(string, dtype=float, count=-1, sep=""):
    return array([float(x) for x in (string.split() if sep.strip() == "" else string.split(sep))], dtype)


def _rebuild(data, dtype, shape):
    return _frombytes(data, dtype, shape)


max_, min_ = _py.max, _py.min


def asfortranarray(a, dtype=None):
    a = asarray(a, dtype)
    return a.T.copy().T


def asfarray(a, dtype=float64):
    return asarray(a, dtype)


def require(a, dtype=None, requirements=None):
    return asarray(a, dtype)


def isfortran(a):
    return a.flags["F_CONTIGUOUS"] and not a.flags["C_CONTIGUOUS"]


def fromfile(file, dtype=float, count=-1, sep="", offset=0):
    data = file.read() if hasattr(file, "read") else open(file, "rb").read()
    return fromstring(data.decode(), dtype, count, sep) if sep else frombuffer(data, dtype, count, offset)
