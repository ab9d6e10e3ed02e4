"""Elementwise functions beyond the ufuncs' kernels."""

import builtins as _py
import math

import numpy as np
from _numpy import (
    absolute, arctan2, asarray, floor_divide, isinf, isnan, maximum, minimum, multiply, power, remainder, rint,
    sign, signbit, sin, trunc)
from numpy.core.numeric import pi
from numpy.core.numerictypes import finfo


# The functions behind ufuncs of the same names.

def _positive(x):
    return +asarray(x)[()]


def _float(x):
    x = asarray(x)
    return x if x.dtype.kind in "fc" else multiply(x, np.float16(1) if x.dtype.itemsize == 1 else np.float32(1) if x.dtype.itemsize == 2 else 1.0)


def _degrees(x):
    return _float(x) * (180 / pi)


def _radians(x):
    return _float(x) * (pi / 180)


def _cbrt(x):
    x = _float(x)
    r = sign(x) * power(absolute(x), 1 / 3)
    n = rint(r)
    return np.where(n * n * n == x, n, r)[()]


def _spacing(x):
    size = asarray(np.fabs(x))
    return np.copysign(np.nextafter(size, size.dtype.type(np.inf)) - size, x)[()]


def _isnat(x):
    x = asarray(x)
    if x.dtype.kind not in "mM":
        raise TypeError("ufunc 'isnat' is only defined for np.datetime64 and np.timedelta64.")
    return asarray(x.astype(int) == -2 ** 63)[()]


def _float_power(a, b):
    kind = np.result_type(a, b, np.float64)
    return power(asarray(a).astype(kind), asarray(b).astype(kind))


def _ldexp(x1, x2):
    x1 = _float(x1)
    return (x1 * np.power(2.0, x2)).astype(x1.dtype)[()]


def _divmod(a, b):
    return floor_divide(a, b), remainder(a, b)


def _modf(x):
    x = _float(x)
    whole = trunc(x)
    return np.copysign(np.where(isinf(x), 0.0, x - whole), x).astype(x.dtype)[()], whole


def _frexp(x):
    x = _float(x)
    pairs = [math.frexp(v) for v in x.ravel().tolist()]
    return (np.array([m for m, _ in pairs], x.dtype).reshape(x.shape)[()], np.array([e for _, e in pairs], np.int32).reshape(x.shape)[()])


def clip(a, a_min=None, a_max=None, out=None, **kwargs):
    a_min, a_max = kwargs.get("min", a_min), kwargs.get("max", a_max)
    if a_min is None and a_max is None:
        raise ValueError("One of max or min must be given")
    r = asarray(a)
    if a_min is not None:
        r = maximum(r, a_min)
    if a_max is not None:
        r = minimum(r, a_max)
    if out is not None:
        np.copyto(out, r)
        return out
    return r


def round(a, decimals=0, out=None):
    a = asarray(a)
    if a.dtype.kind in "iub":
        if a.dtype.kind == "b":
            r = a.astype(np.float16)
        elif decimals >= 0:
            r = a.copy()
        else:
            p = 10 ** -decimals
            r = (rint(a / p) * p).astype(a.dtype)
    elif a.dtype.kind == "O":
        r = np.array([_py.round(x, decimals) for x in a.ravel().tolist()], object).reshape(a.shape)
    elif a.dtype.kind == "c":
        r = round(a.real, decimals) + 1j * round(a.imag, decimals)
    elif decimals == 0:
        r = rint(a)
    else:
        p = 10.0 ** _py.abs(decimals)
        r = rint(a * p) / p if decimals > 0 else rint(a / p) * p
    if out is not None:
        out[...] = r
        return out
    return asarray(r)[()]


round_ = around = round


def fix(x, out=None):
    return trunc(x, out=out) if out is not None else trunc(x)


def real(val):
    try:
        return val.real
    except AttributeError:
        return asarray(val).real


def imag(val):
    try:
        return val.imag
    except AttributeError:
        return asarray(val).imag


def angle(z, deg=False):
    z = asarray(z)
    r = arctan2(z.imag, z.real)
    return r * (180 / pi) if deg else r


def isreal(x):
    x = asarray(x)
    if x.dtype.kind == "O":
        return np.array([v.imag == 0 if hasattr(v, "imag") else True for v in x.ravel().tolist()]).reshape(x.shape)[()]
    return imag(x) == 0 if x.dtype.kind != "U" else False


def iscomplex(x):
    return imag(asarray(x)) != 0 if iscomplexobj(x) else np.zeros(np.shape(x), bool)[()]


def iscomplexobj(x):
    return asarray(x).dtype.kind == "c"


def isrealobj(x):
    return not iscomplexobj(x)


def sinc(x):
    y = pi * np.where(asarray(x) == 0, 1.0e-20, x)
    return sin(y) / y


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    x = np.array(x, copy=copy) if copy else asarray(x)
    if x.dtype.kind not in "fc":
        return x[()]
    big = finfo(x.dtype).max
    for part in (x.real, x.imag) if x.dtype.kind == "c" else (x,):
        bad, high, low = isnan(part), isposinf(part), isneginf(part)
        np.copyto(part, nan, where=bad)
        np.copyto(part, big if posinf is None else posinf, where=high)
        np.copyto(part, -big if neginf is None else neginf, where=low)
    return x[()]


def isposinf(x, out=None):
    return np.logical_and(isinf(x), ~signbit(x), out=out)


def isneginf(x, out=None):
    return np.logical_and(isinf(x), signbit(x), out=out)


def real_if_close(a, tol=100):
    a = asarray(a)
    if a.dtype.kind != "c":
        return a
    tol = tol * finfo(a.dtype).eps if tol > 1 else tol
    return a.real if (np.abs(a.imag) < tol).all() else a
