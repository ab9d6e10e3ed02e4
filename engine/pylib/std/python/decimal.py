"""Decimal floating point: https://speleotrove.com/decimal/ (General Decimal Arithmetic)."""

from collections import namedtuple as _namedtuple
from math import gcd as _gcd
import numbers as _numbers
import sys as _sys

from _decimal import Number as _Number, _begin
from _decimal_context import *
from _decimal_context import _conditions, _signals
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


class Decimal(_Number, _Functions, _Digits):
    """sign * coefficient * 10**exponent, exactly; infinities and NaNs are special."""

    __slots__ = ()

    @staticmethod
    def _tuple_parts(value):
        """(sign, coefficient, exponent, special) of what as_tuple gives."""
        if not isinstance(value, (tuple, list)):
            raise TypeError(f'conversion from {type(value).__name__} to Decimal is not supported')
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
        d = cls._from_float(f)
        return d if cls is Decimal else cls(d)

    # Text

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
        text = '-' * self._sign + self._layout(digits, point, left)
        return text if (context or getcontext()).capitals else text.lower()

    def __format__(self, spec):
        return _format_decimal(self, spec)

    # Rounding

    def to_integral_value(self, rounding=None, context=None):
        if self.is_nan():
            return self._special_operand(self, context)
        if self._special or self._exp >= 0:
            return self
        return self._rescale(0, rounding or (context or getcontext()).rounding)

    to_integral = to_integral_value

    def to_integral_exact(self, rounding=None, context=None):
        context = context or getcontext()
        made = self.to_integral_value(rounding, context)
        if not self._special and self._exp < 0 and self._int:
            context.flags[Rounded] = True  # even where the other signal raises
            if made._compare(self) != 0:
                context.signal(Inexact, None)
            context.signal(Rounded, None)
        return made

    def normalize(self, context=None):
        context = context or getcontext()
        if self.is_nan():
            return self._special_operand(self, context)
        d = self._fix(context)
        if d._special:
            return d
        if not d._int:
            return _new(d._sign, 0, 0)
        n, e = d._int, d._exp
        highest = context.Etop() if context.clamp else context.Emax
        while e < highest and n % 10 == 0:
            n, e = n // 10, e + 1
        return _new(d._sign, n, e)

    def __round__(self, n=None):
        if n is not None:
            if not isinstance(n, int):
                raise TypeError('optional arg must be an integer')
            return self.quantize(_new(0, 1, -n))
        return self._integer(ROUND_HALF_EVEN)

    def _integer(self, rounding):
        if self._special == 'F':
            raise OverflowError('cannot convert Infinity to integer')
        if self._special:
            raise ValueError('cannot convert NaN to integer')
        d = self._rescale(0, rounding)
        return -d._int if d._sign else d._int

    def __trunc__(self): return int(self)
    def __floor__(self): return self._integer(ROUND_FLOOR)
    def __ceil__(self): return self._integer(ROUND_CEILING)
    def __complex__(self): return complex(float(self))

    # Arithmetic

    def fma(self, other, third, context=None):
        other, third = _convert(other), _convert(third)
        if self._special or other._special:
            return self._mul(other, context)._add(third, context)
        return self._mul(other, _exact)._add(third, context)

    def __rpow__(self, other): return self._with(other, lambda a, b: b._pow(a))

    def __pow__(self, other, modulo=None):
        if modulo is not None:
            if not isinstance(other, (Decimal, int)) or not isinstance(modulo, (Decimal, int)):
                return NotImplemented
            return Decimal(pow(int(self), int(other), int(modulo)))
        return self._with(other, Decimal._pow)

    def _with(self, other, operation):
        if isinstance(other, Decimal):
            return operation(self, other)
        if isinstance(other, int):
            return operation(self, Decimal(other))
        return NotImplemented

    # Comparison

    def _comparable(self, other):
        """Two numbers that compare as self and other do, which is neither Decimal nor int nor float."""
        if isinstance(other, complex):
            return (self, Decimal._from_float(other.real)) if not other.imag else NotImplemented
        if isinstance(other, _numbers.Rational):
            return self._mul(Decimal(other.denominator), _exact), Decimal(other.numerator)
        return NotImplemented

    def compare(self, other, context=None):
        other = _convert(other)
        bad = self._special_operand(other)
        return Decimal(self._compare(other)) if bad is None else bad

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
        g = _gcd(n, d)
        return (-n if self._sign else n) // g, d // g

    def copy_sign(self, other): return _new(_convert(other)._sign, self._int, self._exp, self._special)
    def conjugate(self): return self
    def __copy__(self): return self
    def __deepcopy__(self, memo): return self
    def __reduce__(self): return type(self), (str(self),)
    real = property(lambda self: self)
    imag = property(lambda self: Decimal(0))


def _convert(value):
    if isinstance(value, Decimal):
        return value
    if isinstance(value, int):
        return Decimal(value)
    raise TypeError(f'conversion from {type(value).__name__} to Decimal is not supported')


_begin(Decimal, [*_signals[:4], Underflow, Subnormal, Inexact, Rounded, Clamped, *_conditions])
_new = Decimal._of
_nan = _new(0, 0, 0, 'n')
_exact = Context(MAX_PREC, Emin=MIN_EMIN, Emax=MAX_EMAX, traps=[])
_numbers.Number.register(Decimal)
_sys._settypename(Decimal, 'decimal.Decimal')
