"""Elementwise functions beyond the ufuncs."""

import builtins as _py

import numpy as np
from _numpy import (
    absolute, arctan2, asarray, float64, floor_divide, isinf, isnan, maximum, minimum, power, remainder, rint, sign,
    sin, trunc)
from numpy.core.numeric import nan, pi
from numpy.core.numerictypes import finfo


def positive(x):
    return +asarray(x)


def float_power(a, b):
    return power(asarray(a, float64), asarray(b, float64))


def cbrt(x):
    x = asarray(x)
    r = sign(x) * power(absolute(x), 1 / 3)
    n = rint(r)
    return np.where(n * n * n == x, n, r)[()]


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
    y = pi * np.where(asarray(x) == 0, 1.0e-20, x)
    return sin(y) / y


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    x = asarray(x)
    if x.dtype.kind != "f":
        return x
    big = finfo(x.dtype).max
    y = np.where(isnan(x), nan, x)
    y = np.where(isposinf(y), big if posinf is None else posinf, y)
    return np.where(isneginf(y), -big if neginf is None else neginf, y).astype(x.dtype)[()]


def isposinf(x):
    return isinf(x) & (asarray(x) > 0)


def isneginf(x):
    return isinf(x) & (asarray(x) < 0)


def divmod(a, b):
    return floor_divide(a, b), remainder(a, b)


def modf(x):
    whole = trunc(x)
    return asarray(x) - whole, whole


def iscomplex(x):
    return imag(x) != 0


def isrealobj(x):
    return not iscomplexobj(x)


def isnat(x):
    x = asarray(x)
    return (x.astype(int) == -2 ** 63)[()]


def real_if_close(a, tol=100):
    a = asarray(a)
    return a.real if a.dtype.kind == "c" and (np.abs(a.imag) < tol * 2.220446049250313e-16).all() else a


def _parts(x, f):
    x = asarray(x) * 1.0
    pairs = [f(v) for v in x.ravel().tolist()]
    return [np.array([p[k] for p in pairs]).reshape(x.shape)[()] for k in (0, 1)]


def frexp(x):
    import math
    mantissa, exponent = _parts(x, math.frexp)
    return mantissa, np.asarray(exponent, np.int32)[()]


def ldexp(x1, x2):
    return asarray(x1) * np.power(2.0, x2)


def spacing(x):
    return np.nextafter(x, np.inf) - x
