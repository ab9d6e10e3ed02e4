"""The functions of the module math, of Python and of NumPy that kernels call (numba/cuda/cudamath.py)."""
import builtins
import math

from ..core import types
from ..core.types import Number, boolean, float32, float64, int64
from .errors import Mistake, no_implementation
from .values import Value, arithmetic, cast, unified

# Functions of one number, by their names in C++; f is put behind it for float32.
UNARY = {
    math.acos: 'acos', math.acosh: 'acosh', math.asin: 'asin', math.asinh: 'asinh', math.atan: 'atan', math.atanh: 'atanh', math.ceil: 'ceil',
    math.cos: 'cos', math.cosh: 'cosh', math.erf: 'erf', math.erfc: 'erfc', math.exp: 'exp', math.expm1: 'expm1', math.fabs: 'fabs',
    math.floor: 'floor', math.gamma: 'tgamma', math.lgamma: 'lgamma', math.log: 'log', math.log2: 'log2', math.log10: 'log10', math.log1p: 'log1p',
    math.sin: 'sin', math.sinh: 'sinh', math.sqrt: 'sqrt', math.tan: 'tan', math.tanh: 'tanh', math.trunc: 'trunc',
}
BINARY = {math.atan2: 'atan2', math.hypot: 'hypot', math.copysign: 'copysign', math.fmod: 'fmod', math.remainder: 'remainder', math.pow: 'pow'}
TESTS = {math.isnan: 'isnan', math.isinf: 'isinf', math.isfinite: 'isfinite'}


def floating_type(*arguments):
    """float32 where all are, else float64."""
    return float32 if all(v.type == float32 for v in arguments) else float64


def numbers(function, arguments):
    for v in arguments:
        if not isinstance(v.type, Number):
            raise Mistake(no_implementation(repr(function), [a.type for a in arguments]))


def call(function, arguments):
    """A call of one of these functions; None where it is none."""
    try:
        known = function in UNARY or function in BINARY or function in TESTS or function in OTHERS
    except TypeError:  # it has no hash
        return None
    if not known:
        return None
    numbers(function, arguments)
    count = 1 if function in UNARY or function in TESTS else 2 if function in BINARY else None
    if count is not None and len(arguments) != count:
        raise Mistake(no_implementation(repr(function), [a.type for a in arguments]))
    if function in OTHERS:
        return OTHERS[function](*arguments)
    if function in TESTS:
        return Value(boolean, '(%s(%s) != 0)' % (TESTS[function], cast(arguments[0], floating_type(*arguments))))
    t = floating_type(*arguments)
    name = (UNARY.get(function) or BINARY[function]) + ('f' if t == float32 else '')
    return Value(t, '%s(%s)' % (name, ', '.join(cast(v, t) for v in arguments)))


def least(word):
    def function(*arguments):
        if len(arguments) < 2:
            raise Mistake(no_implementation('<built-in function %s>' % word, [a.type for a in arguments]))
        value = arguments[0]
        for other in arguments[1:]:
            t = unified(value.type, other.type)
            code = '%s(%s, %s)' % (('f' + word if t.kind == 'f' else word), cast(value, t), cast(other, t))
            value = Value(t, code, natural=value.natural and other.natural or word == 'max' and bool(value.natural or other.natural))
        return value
    return function


def absolute(v):
    if v.type.kind == 'f':
        return Value(v.type, ('fabsf(%s)' if v.type == float32 else 'fabs(%s)') % v.code, natural=True)
    if v.type.kind == 'u':
        return v
    return Value(int64, 'llabs(%s)' % cast(v, int64), natural=True)


def rounded(v, digits=None):
    if digits is not None:
        raise Mistake('round() of a kernel takes no number of digits here: scale before and after')
    return Value(int64, '((long long)rint(%s))' % cast(v, float64))


def whole(v):
    return v if v.type.kind in 'iu' else Value(int64, cast(v, int64), natural=v.natural)


def real(v):
    return v if v.type.kind == 'f' else Value(float64, cast(v, float64), natural=v.natural)


def scaled(factor):
    def function(v):
        t = floating_type(v)
        return Value(t, '(%s * %s)' % (cast(v, t), cast(Value(float64, repr(factor), factor), t)))
    return function


OTHERS = {
    builtins.min: least('min'), builtins.max: least('max'), builtins.abs: absolute, builtins.round: rounded, builtins.int: whole, builtins.float: real,
    builtins.bool: lambda v: Value(boolean, cast(v, boolean)), math.degrees: scaled(180 / math.pi), math.radians: scaled(math.pi / 180),
}
