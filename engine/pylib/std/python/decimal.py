"""Decimal floating point: https://speleotrove.com/decimal/ (General Decimal Arithmetic)."""

from collections import namedtuple as _namedtuple
import math as _math
import numbers as _numbers
import sys as _sys

from _decimal_context import *
from _decimal_context import _roundings
from _decimal_digits import Digits as _Digits
from _decimal_format import format_decimal as _format_decimal
from _decimal_functions import Functions as _Functions

__all__ = ['Decimal', 'Context', 'DecimalTuple', 'DefaultContext', 'BasicContext', 'ExtendedContext',
           'DecimalException', 'Clamped', 'InvalidOperation', 'DivisionByZero', 'Inexact', 'Rounded',
           'Subnormal', 'Overflow', 'Underflow', 'FloatOperation', 'DivisionImpossible',
           'InvalidContext', 'ConversionSyntax', 'DivisionUndefined', 'HAVE_THREADS', 'HAVE_CONTEXTVAR', 'MIN_ETINY',
           'ROUND_DOWN', 'ROUND_HALF_UP', 'ROUND_HALF_EVEN', 'ROUND_CEILING', 'ROUND_FLOOR',
           'ROUND_UP', 'ROUND_HALF_DOWN', 'ROUND_05UP', 'setcontext', 'getcontext', 'localcontext',
           'MAX_PREC', 'MAX_EMAX', 'MIN_EMIN']

HAVE_THREADS = HAVE_CONTEXTVAR = True
MIN_ETINY = 2 * MIN_EMIN + 1

DecimalTuple = _namedtuple('DecimalTuple', 'sign digits exponent', module='decimal')


def _parse(text):
    """(sign, coefficient, exponent, special) of a numeric string; None if it is none."""
    text = text.strip().replace('_', '').lower()
    sign = int(text.startswith('-'))
    body = text[1:] if text[:1] in ('+', '-') else text
    if body in ('inf', 'infinity'):
        return sign, 0, 0, 'F'
    for name, special in (('snan', 'N'), ('nan', 'n')):
        if body.startswith(name) and (body[len(name):] == '' or body[len(name):].isdigit()):
            return sign, int(body[len(name):] or 0), 0, special
    mantissa, e, power = body.partition('e')
    whole, _, fraction = mantissa.partition('.')
    digits = whole + fraction
    if not digits.isdigit():
        return None
    if e:
        if not power.lstrip('+-').isdigit() or len(power) - len(power.lstrip('+-')) > 1:
            return None
    return sign, int(digits), int(power or 0) - len(fraction), ''


def _round_up(mode, sign, kept, rest, unit):
    """Whether the coefficient kept, with rest/unit cut off, is one more after rounding."""
    if not rest:
        return False
    if mode == ROUND_HALF_EVEN:
        return 2 * rest > unit or 2 * rest == unit and kept % 2 == 1
    if mode == ROUND_HALF_UP:
        return 2 * rest >= unit
    if mode == ROUND_HALF_DOWN:
        return 2 * rest > unit
    if mode == ROUND_UP:
        return True
    if mode == ROUND_CEILING:
        return not sign
    if mode == ROUND_FLOOR:
        return bool(sign)
    if mode == ROUND_05UP:
        return kept % 10 in (0, 5)
    if mode == ROUND_DOWN:
        return False
    raise TypeError('valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n   '
                    'ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]')


def _new(sign, coefficient, exponent, special=''):
    d = object.__new__(Decimal)
    d._sign, d._int, d._exp, d._special = sign, coefficient, exponent, special
    return d


def _digits(n):
    return len(str(n))


class Decimal(_Functions, _Digits):
    """sign * coefficient * 10**exponent, exactly; infinities and NaNs are special."""

    __slots__ = ('_sign', '_int', '_exp', '_special')

    def __new__(cls, value='0', context=None):
        d = object.__new__(cls)
        if isinstance(value, str):
            parts = _parse(value)
            if parts is None:
                return (context or getcontext()).signal(InvalidOperation, _nan, ConversionSyntax)
        elif isinstance(value, Decimal):
            parts = value._sign, value._int, value._exp, value._special
        elif isinstance(value, int):
            parts = int(value < 0), abs(int(value)), 0, ''
        elif isinstance(value, float):
            (context or getcontext()).signal(FloatOperation, None)
            parts = cls._float_parts(value)
        elif isinstance(value, (tuple, list)):
            parts = cls._tuple_parts(value)
        else:
            raise TypeError(f'conversion from {type(value).__name__} to Decimal is not supported')
        d._sign, d._int, d._exp, d._special = parts
        return d

    @staticmethod
    def _float_parts(f):
        if _math.isinf(f):
            return int(f < 0), 0, 0, 'F'
        if _math.isnan(f):
            return 0, 0, 0, 'n'
        n, d = abs(f).as_integer_ratio()
        k = d.bit_length() - 1
        return int(_math.copysign(1.0, f) < 0), n * 5 ** k, -k, ''

    @staticmethod
    def _tuple_parts(value):
        if len(value) != 3:
            raise ValueError('argument must be a sequence of length 3')
        sign, digits, exponent = value
        if sign not in (0, 1):
            raise ValueError('sign must be an integer with the value 0 or 1')
        if not all(isinstance(d, int) and 0 <= d <= 9 for d in digits):
            raise ValueError('coefficient must be a tuple of digits')
        coefficient = int(''.join(map(str, digits)) or '0')
        if exponent in ('F', 'n', 'N'):
            return sign, coefficient, 0, exponent
        return sign, coefficient, exponent, ''

    @classmethod
    def from_float(cls, f):
        if not isinstance(f, (int, float)):
            raise TypeError('argument must be int or float.')
        if isinstance(f, int):
            return cls(f)
        d = object.__new__(cls)
        d._sign, d._int, d._exp, d._special = cls._float_parts(f)
        return d

    # Text

    def __str__(self):
        sign = '-' if self._sign else ''
        if self._special:
            return sign + {'F': 'Infinity', 'n': 'NaN', 'N': 'sNaN'}[self._special] + (str(self._int) if self._int else '')
        digits = str(self._int)
        left = self._exp + len(digits)
        point = left if self._exp <= 0 and left > -6 else 1
        return sign + self._layout(digits, point, left)

    @staticmethod
    def _layout(digits, point, left):
        if point <= 0:
            text = '0.' + '0' * -point + digits
        elif point >= len(digits):
            text = digits + '0' * (point - len(digits))
        else:
            text = digits[:point] + '.' + digits[point:]
        return text if left == point else text + 'E' + format(left - point, '+d')

    def to_eng_string(self, context=None):
        if self._special:
            return str(self)
        digits = str(self._int)
        left = self._exp + len(digits)
        if self._exp <= 0 and left > -6:
            point = left
        elif self._int == 0:
            point = (left + 1) % 3 - 1
        else:
            point = (left - 1) % 3 + 1
        return '-' * self._sign + self._layout(digits, point, left)

    def __repr__(self):
        return f"Decimal('{self}')"

    def __format__(self, spec):
        return _format_decimal(self, spec)

    # Rounding

    def _fix(self, context=None):
        """self in context's precision and range."""
        context = context or getcontext()
        if self._special:
            return self
        d, n = self, _digits(self._int)
        if n > context.prec:
            d = self._rescale(self._exp + n - context.prec, context.rounding)
            if _digits(d._int) > context.prec:
                d = _new(d._sign, d._int // 10, d._exp + 1)
            context.signal(Rounded, None)
            if d._compare(self) != 0:
                context.signal(Inexact, None)
        if d._int and d._exp + _digits(d._int) - 1 > context.Emax:
            return context.signal(Overflow, _new(d._sign, 0, 0, 'F'))
        if d._int and d._exp + _digits(d._int) - 1 < context.Emin:
            d = d._rescale(max(d._exp, context.Emin - context.prec + 1), context.rounding)
            context.signal(Subnormal, None)
        return d

    def _rescale(self, exponent, rounding):
        """self with the given exponent, rounded if digits are cut off."""
        if exponent <= self._exp:
            return _new(self._sign, self._int * 10 ** (self._exp - exponent), exponent)
        unit = 10 ** (exponent - self._exp)
        kept, rest = divmod(self._int, unit)
        return _new(self._sign, kept + _round_up(rounding, self._sign, kept, rest, unit), exponent)

    def quantize(self, exp, rounding=None, context=None):
        context = context or getcontext()
        exp = _convert(exp)
        if self._special or exp._special:
            if self.is_nan() or exp.is_nan() or self._special == exp._special:
                return self
            return context.signal(InvalidOperation, _nan)
        d = self._rescale(exp._exp, rounding or context.rounding)
        if _digits(d._int) > context.prec:
            return context.signal(InvalidOperation, _nan)
        if d._compare(self) != 0:
            context.signal(Inexact, None)
        return d

    def to_integral_value(self, rounding=None, context=None):
        if self._special or self._exp >= 0:
            return self
        return self._rescale(0, rounding or (context or getcontext()).rounding)

    to_integral = to_integral_exact = to_integral_value

    def normalize(self, context=None):
        d = self._fix(context)
        if d._special:
            return d
        if not d._int:
            return _new(d._sign, 0, 0)
        n, e = d._int, d._exp
        while n % 10 == 0:
            n, e = n // 10, e + 1
        return _new(d._sign, n, e)

    def __round__(self, n=None):
        if n is not None:
            return self.quantize(_new(0, 1, -n), ROUND_HALF_EVEN)
        return self._integer(ROUND_HALF_EVEN)

    def _integer(self, rounding):
        if self._special == 'F':
            raise OverflowError('cannot convert Infinity to integer')
        if self._special:
            raise ValueError('cannot convert NaN to integer')
        d = self._rescale(0, rounding)
        return -d._int if d._sign else d._int

    def __int__(self): return self._integer(ROUND_DOWN)
    __trunc__ = __int__
    def __floor__(self): return self._integer(ROUND_FLOOR)
    def __ceil__(self): return self._integer(ROUND_CEILING)
    def __float__(self): return float(str(self))
    def __complex__(self): return complex(float(self))
    def __bool__(self): return bool(self._special or self._int)

    # Arithmetic

    def _special_operand(self, other, context=None):
        """The NaN that an operation on NaNs gives; None when neither is one."""
        for kind in ('N', 'n'):
            for d in (self, other):
                if d._special == kind:
                    quiet = _new(d._sign, d._int, 0, 'n')
                    return (context or getcontext()).signal(InvalidOperation, quiet) if kind == 'N' else quiet

    def _add(self, other, context=None):
        context = context or getcontext()
        if self._special or other._special:
            bad = self._special_operand(other)
            if bad is not None:
                return bad
            if self._special and other._special and self._sign != other._sign:
                return context.signal(InvalidOperation, _nan)
            return self if self._special else other
        e = min(self._exp, other._exp)
        a, b = self._signed(e), other._signed(e)
        n = a + b
        negative = n < 0 or n == 0 and (self._sign and other._sign or context.rounding == ROUND_FLOOR and self._sign != other._sign)
        return _new(int(bool(negative)), abs(n), e)._fix(context)

    def _signed(self, exponent):
        n = self._int * 10 ** (self._exp - exponent)
        return -n if self._sign else n

    def _mul(self, other, context=None):
        sign = self._sign ^ other._sign
        if self._special or other._special:
            bad = self._special_operand(other)
            if bad is not None:
                return bad
            if not self or not other:
                return (context or getcontext()).signal(InvalidOperation, _nan)
            return _new(sign, 0, 0, 'F')
        return _new(sign, self._int * other._int, self._exp + other._exp)._fix(context)

    def _div(self, other, context=None):
        context = context or getcontext()
        sign = self._sign ^ other._sign
        if self._special or other._special:
            bad = self._special_operand(other)
            if bad is not None:
                return bad
            if self._special and other._special:
                return context.signal(InvalidOperation, _nan)
            return _new(sign, 0, 0, 'F') if self._special else _new(sign, 0, 0)
        if not other._int:
            if not self._int:
                return context.signal(InvalidOperation, _nan, DivisionUndefined)
            return context.signal(DivisionByZero, _new(sign, 0, 0, 'F'))
        ideal = self._exp - other._exp
        if not self._int:
            return _new(sign, 0, ideal)._fix(context)
        shift = max(0, _digits(other._int) - _digits(self._int) + context.prec + 1)
        n, rest = divmod(self._int * 10 ** shift, other._int)
        e = ideal - shift
        if rest:
            n += n % 5 == 0  # a sticky digit, so that the last rounding is right
        else:
            while e < ideal and n % 10 == 0:
                n, e = n // 10, e + 1
        return _new(sign, n, e)._fix(context)

    def _divmod(self, other):
        context = getcontext()
        sign = self._sign ^ other._sign
        if self.is_nan() or other.is_nan():
            bad = self._special_operand(other)
            return bad, bad
        if self._special:
            return _new(sign, 0, 0, 'F'), context.signal(InvalidOperation, _nan)
        if other._special:
            return _new(sign, 0, 0), self._fix(context)
        if not other._int:
            if not self._int:
                bad = context.signal(InvalidOperation, _nan, DivisionUndefined)
                return bad, bad
            return context.signal(DivisionByZero, _new(sign, 0, 0, 'F')), context.signal(InvalidOperation, _nan)
        e = min(self._exp, other._exp)
        q, r = divmod(abs(self._signed(e)), abs(other._signed(e)))
        if _digits(q) > context.prec:
            bad = context.signal(InvalidOperation, _nan, DivisionImpossible)
            return bad, bad
        return _new(sign, q, 0), _new(self._sign, r, e)._fix(context)

    _of = staticmethod(_new)

    def fma(self, other, third, context=None):
        exact = Context(prec=MAX_PREC)
        return self._mul(_convert(other), exact)._add(_convert(third), context)

    def __neg__(self):
        return (self._negated() if self else self.copy_abs())._fix()

    def _negated(self):
        return _new(1 - self._sign, self._int, self._exp, self._special)

    def __pos__(self): return (self if self else self.copy_abs())._fix()
    def __abs__(self): return self.copy_abs()._fix()
    def __divmod__(self, other): return self._with(other, Decimal._divmod)
    def __rdivmod__(self, other): return self._with(other, lambda a, b: b._divmod(a))
    def __add__(self, other): return self._with(other, Decimal._add)
    __radd__ = __add__
    def __sub__(self, other): return self._with(other, lambda a, b: a._add(b._negated()))
    def __rsub__(self, other): return self._with(other, lambda a, b: b._add(a._negated()))
    def __mul__(self, other): return self._with(other, Decimal._mul)
    __rmul__ = __mul__
    def __truediv__(self, other): return self._with(other, Decimal._div)
    def __rtruediv__(self, other): return self._with(other, lambda a, b: b._div(a))
    def __floordiv__(self, other): return self._with(other, lambda a, b: a._quotient(b))
    def __rfloordiv__(self, other): return self._with(other, lambda a, b: b._quotient(a))
    def __mod__(self, other): return self._with(other, lambda a, b: a._remainder(b))
    def __rmod__(self, other): return self._with(other, lambda a, b: b._remainder(a))
    def __rpow__(self, other): return self._with(other, lambda a, b: b._pow(a))

    def __pow__(self, other, modulo=None):
        if modulo is not None:
            return Decimal(pow(int(self), int(other), int(modulo)))
        return self._with(other, Decimal._pow)

    def _quotient(self, other):
        if other._special or self._special or other._int:
            return self._divmod(other)[0] if not self._special else self._div(other)
        return self._div(other)

    def _remainder(self, other):
        if not self._special and not other._special and not other._int:
            return getcontext().signal(InvalidOperation, _nan, InvalidOperation if self._int else DivisionUndefined)
        return self._divmod(other)[1]

    def _with(self, other, operation):
        if isinstance(other, Decimal):
            return operation(self, other)
        if isinstance(other, int):
            return operation(self, Decimal(other))
        return NotImplemented

    # Comparison

    def _compare(self, other):
        """-1, 0 or 1; neither is NaN."""
        if self._special or other._special:
            rank = lambda d: (-1 if d._sign else 1) if d._special else 0
            return (rank(self) > rank(other)) - (rank(self) < rank(other))
        e = min(self._exp, other._exp)
        a, b = self._signed(e), other._signed(e)
        return (a > b) - (a < b)

    def _compared(self, other, test, ordering=True):
        if isinstance(other, (int, float)):
            other = Decimal(other)
        elif type(other).__name__ == 'Fraction':
            return test((self * other.denominator)._compare(Decimal(other.numerator)))
        elif not isinstance(other, Decimal):
            return NotImplemented
        if self.is_nan() or other.is_nan():
            return getcontext().signal(InvalidOperation, False) if ordering else False
        return test(self._compare(other))

    def __eq__(self, other): return self._compared(other, lambda c: c == 0, False)
    def __lt__(self, other): return self._compared(other, lambda c: c < 0)
    def __le__(self, other): return self._compared(other, lambda c: c <= 0)
    def __gt__(self, other): return self._compared(other, lambda c: c > 0)
    def __ge__(self, other): return self._compared(other, lambda c: c >= 0)

    def compare(self, other, context=None):
        other = _convert(other)
        bad = self._special_operand(other)
        return Decimal(self._compare(other)) if bad is None else bad

    def __hash__(self):
        if self._special == 'F':
            return hash(float(self))
        if self._special:
            return object.__hash__(self)
        modulus = 2 ** 61 - 1
        h = self._int * pow(10, self._exp, modulus) % modulus
        return (-h if h != 1 else -2) if self._sign else h

    # Parts

    def as_tuple(self):
        digits = tuple(map(int, str(self._int)))
        if self._special == 'F':
            return DecimalTuple(self._sign, (0,), 'F')
        if self._special:
            return DecimalTuple(self._sign, digits if self._int else (), self._special)
        return DecimalTuple(self._sign, digits, self._exp)

    def as_integer_ratio(self):
        if self._special:
            raise (OverflowError if self._special == 'F' else ValueError)(
                f"cannot convert {'Infinity' if self._special == 'F' else 'NaN'} to integer ratio")
        n, d = self._int * 10 ** max(self._exp, 0), 10 ** max(-self._exp, 0)
        g = _math.gcd(n, d)
        return (-n if self._sign else n) // g, d // g

    def adjusted(self): return 0 if self._special else self._exp + _digits(self._int) - 1
    def copy_abs(self): return _new(0, self._int, self._exp, self._special)
    def copy_negate(self): return self._negated()
    def copy_sign(self, other): return _new(_convert(other)._sign, self._int, self._exp, self._special)
    def conjugate(self): return self
    def __copy__(self): return self
    def __deepcopy__(self, memo): return self
    def __reduce__(self): return Decimal, (str(self),)
    real = property(lambda self: self)
    imag = property(lambda self: Decimal(0))


def _convert(value):
    if isinstance(value, Decimal):
        return value
    if isinstance(value, int):
        return Decimal(value)
    raise TypeError(f'conversion from {type(value).__name__} to Decimal is not supported')


_nan = _new(0, 0, 0, 'n')
_numbers.Number.register(Decimal)
_sys._settypename(Decimal, 'decimal.Decimal')
