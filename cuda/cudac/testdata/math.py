"""Writes math.txt: what glibc's libm says of CUDA's math functions at some places, and PyTorch of those that libm lacks.

    python3 math.py > math.txt

Each line: NAME ARGUMENTS... = VALUE, as C99 hexadecimal floats."""
import ctypes
import math

import torch

libm = ctypes.CDLL("libm.so.6")


def of_libm(name, n):
    f = getattr(libm, name)
    f.restype, f.argtypes = ctypes.c_double, [ctypes.c_double] * n
    return f


def of_torch(f):
    return lambda *x: f(*[torch.tensor(v, dtype=torch.float64) for v in x]).item()


anywhere = [-2.5, -1.0, -0.3, 0.0, 0.4, 1.0, 1.5, 7.25]
positive = [0.03, 0.5, 1.0, 2.0, 3.7, 40.0]
unit = [-0.9, -0.25, 0.0, 0.1, 0.75]
one = {
    "sqrt": positive, "exp": anywhere, "exp2": anywhere, "exp10": anywhere, "expm1": anywhere + [1e-9], "log": positive, "log2": positive, "log10": positive,
    "log1p": positive + [-0.5, 1e-9], "logb": positive, "sin": anywhere, "cos": anywhere, "tan": anywhere, "asin": unit, "acos": unit, "atan": anywhere,
    "sinh": anywhere, "cosh": anywhere, "tanh": anywhere, "asinh": anywhere, "acosh": [1.0, 1.5, 9.0], "atanh": unit, "fabs": anywhere, "floor": anywhere,
    "ceil": anywhere, "trunc": anywhere, "round": anywhere + [0.5, 2.5, -0.5], "rint": anywhere + [0.5, 2.5, -0.5, 3.5], "nearbyint": anywhere + [0.5, 2.5],
    "erf": anywhere, "erfc": anywhere, "cbrt": anywhere, "tgamma": positive + [-0.5], "lgamma": positive + [-0.5], "j0": positive, "j1": positive,
    "y0": positive, "y1": positive,
}
for name, places in one.items():
    f = of_libm(name, 1)
    for x in places:
        print(name, x.hex(), "=", f(x).hex())
two = {
    "pow": [(2.0, 10.0), (0.3, -1.5), (-2.0, 3.0), (9.0, 0.5)], "atan2": [(1.0, 2.0), (-1.0, -2.0), (1.0, -0.5), (0.0, -1.0)], "fmod": [(7.5, 2.0), (-7.5, 2.0), (1.0, 0.3)],
    "hypot": [(3.0, 4.0), (1e200, 1e200)], "copysign": [(3.0, -0.0), (-3.0, 1.0)], "remainder": [(7.5, 2.0), (5.0, 2.0), (-3.2, 1.0)], "fmin": [(1.0, 2.0), (-0.5, -0.75), (math.nan, 1.0), (1.0, math.nan)],
    "fmax": [(1.0, 2.0), (-0.5, -0.75), (math.nan, 1.0), (1.0, math.nan)], "fdim": [(3.0, 1.0), (1.0, 3.0)], "nextafter": [(1.0, 2.0), (1.0, 0.0), (0.0, -1.0)],
}
for name, places in two.items():
    f = of_libm(name, 2)
    for x, y in places:
        print(name, x.hex(), y.hex(), "=", f(x, y).hex())
f = of_libm("fma", 3)
for x in [(2.0, 3.0, 4.0), (1 + 2.0**-30, 1 + 2.0**-30, -1.0), (-0.1, 10.0, 1.0)]:
    print("fma", *[v.hex() for v in x], "=", f(*x).hex())

s = torch.special
for name, f, places in [
    ("erfinv", s.erfinv, unit), ("erfcinv", lambda x: s.erfinv(1 - x), [0.2, 1.0, 1.7]), ("normcdf", s.ndtr, anywhere), ("normcdfinv", s.ndtri, [0.01, 0.5, 0.9]),
    ("erfcx", s.erfcx, unit + [2.0]), ("rsqrt", torch.rsqrt, positive), ("sinpi", lambda x: torch.sin(math.pi * x), [0.25, -0.5, 1.5]), ("cospi", lambda x: torch.cos(math.pi * x), [0.25, 1.0, 1.25]),
]:
    for x in places:
        print(name, x.hex(), "=", of_torch(f)(x).hex())
for name, f, places in [
    ("rcbrt", lambda x: 1 / of_libm("cbrt", 1)(x), [(8.0,), (0.3,)]), ("rhypot", lambda x, y: 1 / of_libm("hypot", 2)(x, y), [(3.0, 4.0)]),
    ("norm3d", lambda *x: math.hypot(*x), [(1.0, 2.0, 2.0), (0.5, 3.0, -1.0)]), ("norm4d", lambda *x: math.hypot(*x), [(1.0, 1.0, 1.0, 1.0), (0.5, 3.0, -1.0, 2.0)]),
    ("rnorm3d", lambda *x: 1 / math.hypot(*x), [(1.0, 2.0, 2.0), (0.5, 3.0, -1.0)]), ("fdivide", lambda x, y: x / y, [(7.0, 2.0), (-1.0, 3.0)]),
]:
    for x in places:
        print(name, *[v.hex() for v in x], "=", float(f(*x)).hex())
