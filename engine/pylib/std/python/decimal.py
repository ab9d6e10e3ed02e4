"""Decimal floating point: https://speleotrove.com/decimal/ (General Decimal Arithmetic)."""

from _decimal_format import format_decimal as _format_decimal
from collections import namedtuple as _namedtuple
import math as _math

__all__ = ['Decimal', 'Context', 'DecimalTuple', 'DefaultContext', 'BasicContext', 'ExtendedContext',
           'DecimalException', 'Clamped', 'InvalidOperation', 'DivisionByZero', 'Inexact', 'Rounded',
           'Subnormal', 'Overflow', 'Underflow', 'FloatOperation', 'DivisionImpossible',
           'InvalidContext', 'ConversionSyntax', 'DivisionUndefined',
           'ROUND_DOWN', 'ROUND_HALF_UP', 'ROUND_HALF_EVEN', 'ROUND_CEILING', 'ROUND_FLOOR',
           'ROUND_UP', 'ROUND_HALF_DOWN', 'ROUND_05UP', 'setcontext', 'getcontext', 'localcontext',
           'MAX_PREC', 'MAX_EMAX', 'MIN_EMIN']

ROUND_DOWN = 'ROUND_DOWN'
ROUND_HALF_UP = 'ROUND_HALF_UP'
ROUND_HALF_EVEN = 'ROUND_HALF_EVEN'
ROUND_CEILING = 'ROUND_CEILING'
ROUND_FLOOR = 'ROUND_FLOOR'
ROUND_UP = 'ROUND_UP'
ROUND_HALF_DOWN = 'ROUND_HALF_DOWN'
ROUND_05UP = 'ROUND_05UP'
MAX_PREC = MAX_EMAX = 999999999999999999
MIN_EMIN = -MAX_EMAX

DecimalTuple = _namedtuple('DecimalTuple', 'sign digits exponent', module='decimal')


class DecimalException(ArithmeticError): pass
class Clamped(DecimalException): pass
class InvalidOperation(DecimalException): pass
class ConversionSyntax(InvalidOperation): pass
class DivisionImpossible(InvalidOperation): pass
class DivisionUndefined(InvalidOperation, ZeroDivisionError): pass
class InvalidContext(InvalidOperation): pass
class DivisionByZero(DecimalException, ZeroDivisionError): pass
class Inexact(DecimalException): pass
class Rounded(DecimalException): pass
class Subnormal(DecimalException): pass
class Overflow(Inexact, Rounded): pass
class Underflow(Inexact, Rounded, Subnormal): pass
class FloatOperation(DecimalException, TypeError): pass


_signals = (InvalidOperation, FloatOperation, DivisionByZero, Overflow, Subnormal, Underflow, Rounded, Inexact, Clamped)


class Context:
    """What arithmetic depends on: precision, rounding, the exponents' range, and the signals that raise."""

    def __init__(self, prec=28, rounding=ROUND_HALF_EVEN, Emin=-999999, Emax=999999, capitals=1, clamp=0,
                 flags=None, traps=None):
        if prec < 1:
            raise ValueError('valid range for prec is [1, MAX_PREC]')
        self.prec, self.rounding, self.Emin, self.Emax = prec, rounding, Emin, Emax
        self.capitals, self.clamp = capitals, clamp
        traps = (InvalidOperation, DivisionByZero, Overflow) if traps is None else traps
        self.traps = dict(traps) if isinstance(traps, dict) else {s: s in traps for s in _signals}
        self.flags = dict(flags) if isinstance(flags, dict) else {s: s in (flags or ()) for s in _signals}

    def __repr__(self):
        names = lambda table: '[' + ', '.join(s.__name__ for s in table if table[s]) + ']'
        return (f'Context(prec={self.prec}, rounding={self.rounding}, Emin={self.Emin}, Emax={self.Emax}, '
                f'capitals={self.capitals}, clamp={self.clamp}, flags={names(self.flags)}, traps={names(self.traps)})')

    def copy(self):
        return Context(self.prec, self.rounding, self.Emin, self.Emax, self.capitals, self.clamp, self.flags, self.traps)

    __copy__ = copy

    def clear_flags(self):
        for s in self.flags:
            self.flags[s] = False

    def clear_traps(self):
        for s in self.traps:
            self.traps[s] = False

    def signal(self, condition, result, kind=None):
        """Raises condition where it is trapped, else notes it and gives result."""
        self.flags[condition] = True
        if self.traps.get(condition):
            raise condition([kind or condition])
        return result

    def create_decimal(self, num='0'):
        return Decimal(num)._fix(self)

    def create_decimal_from_float(self, f):
        return Decimal.from_float(f)._fix(self)

    def add(self, a, b): return Decimal(a)._add(Decimal(b), self)
    def subtract(self, a, b): return Decimal(a)._add(-Decimal(b), self)
    def multiply(self, a, b): return Decimal(a)._mul(Decimal(b), self)
    def divide(self, a, b): return Decimal(a)._div(Decimal(b), self)
    def sqrt(self, a): return Decimal(a).sqrt(self)
    def power(self, a, b): return Decimal(a)._pow(Decimal(b), self)
    def quantize(self, a, b): return Decimal(a).quantize(Decimal(b), context=self)
    def plus(self, a): return Decimal(a)._fix(self)
    def minus(self, a): return Decimal(a)._negated()._fix(self)
    def abs(self, a): return Decimal(a).copy_abs()._fix(self)
    def to_sci_string(self, a): return str(a)


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


class Decimal:
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
        coefficient = int(''.join(map(str, digits)) or '0')
        if exponent in ('F', 'n', 'N'):
            return sign, coefficient, 0, exponent
        return sign, coefficient, exponent, ''

    @classmethod
    def from_float(cls, f):
        return cls(f)

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

    def _special_operand(self, other):
        for d in (self, other):
            if d.is_nan():
                return d

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

    def _pow(self, other, context=None):
        context = context or getcontext()
        if self.is_nan() or other.is_nan():
            return self._special_operand(other)
        if not other:
            return context.signal(InvalidOperation, _nan) if not self else _new(0, 1, 0)
        if other == other.to_integral_value() and not other._special:
            return self._int_power(int(other), context)
        if self._sign and self:
            return context.signal(InvalidOperation, _nan)
        if not self:
            return _new(0, 0, 0) if not other._sign else _new(0, 0, 0, 'F')
        wide = Context(prec=context.prec + 10, traps=[])
        return self.ln(wide)._mul(other, wide).exp(wide)._fix(context)

    def _int_power(self, n, context):
        sign = self._sign & n & 1
        if self._special or not self._int:
            huge = bool(self._special) == (n > 0)
            return _new(sign, 0, 0, 'F') if huge else _new(sign, 0, 0)
        if n > 0 and _digits(self._int) * n < 10 * context.prec + 100:
            return _new(sign, self._int ** n, self._exp * n)._fix(context)
        wide = Context(prec=context.prec + 10 + len(str(n)), traps=[])
        result, base, k = _new(0, 1, 0), self, abs(n)
        while k:
            if k & 1:
                result = result._mul(base, wide)
            base, k = base._mul(base, wide), k >> 1
        return (_new(0, 1, 0)._div(result, context) if n < 0 else result._fix(context))

    def sqrt(self, context=None):
        context = context or getcontext()
        if self.is_nan() or self._special and not self._sign:
            return self
        if self._sign and self:
            return context.signal(InvalidOperation, _nan)
        ideal = self._exp // 2
        if not self._int:
            return _new(self._sign, 0, ideal)
        n, e = (self._int * 10, self._exp - 1) if self._exp % 2 else (self._int, self._exp)
        shift = max(0, context.prec + 2 - (_digits(n) + 1) // 2)
        n, e = n * 100 ** shift, e // 2 - shift
        root = _math.isqrt(n)
        if root * root == n:
            while e < ideal and root % 10 == 0:
                root, e = root // 10, e + 1
        else:
            root += root % 5 == 0
        return _new(0, root, e)._fix(context)

    def exp(self, context=None):
        """e**self, by Taylor's series of a small argument, squared back."""
        context = context or getcontext()
        if self._special:
            return _new(0, 0, 0) if self._special == 'F' and self._sign else self
        if not self:
            return _new(0, 1, 0)
        halvings = max(0, (self.adjusted() + 2) * 4)
        wide = Context(prec=context.prec + 10 + halvings, traps=[])
        x = self._div(_new(0, 2 ** halvings, 0), wide)
        total = term = _new(0, 1, 0)
        k = 0
        while True:
            k += 1
            term = term._mul(x, wide)._div(_new(0, k, 0), wide)
            longer = total._add(term, wide)
            if longer._compare(total) == 0:
                break
            total = longer
        for _ in range(halvings):
            total = total._mul(total, wide)
        return total._fix(context)

    def ln(self, context=None):
        """The natural logarithm, by Newton's steps from the float's."""
        context = context or getcontext()
        if self.is_nan() or self._special and not self._sign:
            return self
        if not self:
            return _new(1, 0, 0, 'F')
        if self._sign:
            return context.signal(InvalidOperation, _nan)
        if self == 1:
            return _new(0, 0, 0)
        wide = Context(prec=context.prec + 12, traps=[])
        lead = float(_new(0, self._int, -_digits(self._int) + 1))
        y = Decimal(_math.log(lead) + self.adjusted() * _math.log(10))
        for _ in range(_digits(context.prec) * 3 + 3):
            correction = self._mul(y._negated().exp(wide), wide)._add(_new(1, 1, 0), wide)
            y = y._add(correction, wide)
            if not correction or correction.adjusted() < y.adjusted() - context.prec - 6:
                break
        return y._fix(context)

    def log10(self, context=None):
        context = context or getcontext()
        d = self.normalize(Context(prec=max(_digits(self._int), 1)))
        if d._int == 1 and not d._sign and not d._special:
            return Decimal(d._exp)
        if not self or self._sign or self._special:
            return self.ln(context)
        wide = Context(prec=context.prec + 8, traps=[])
        return self.ln(wide)._div(_new(0, 10, 0).ln(wide), wide)._fix(context)

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

    def max(self, other, context=None): return self if self >= other else _convert(other)
    def min(self, other, context=None): return self if self <= other else _convert(other)

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
    def is_nan(self): return self._special in ('n', 'N')
    def is_infinite(self): return self._special == 'F'
    def is_finite(self): return not self._special
    def is_zero(self): return not self._special and not self._int
    def is_signed(self): return bool(self._sign)
    def copy_abs(self): return _new(0, self._int, self._exp, self._special)
    def copy_negate(self): return self._negated()
    def copy_sign(self, other): return _new(_convert(other)._sign, self._int, self._exp, self._special)
    def same_quantum(self, other): return self._exp == _convert(other)._exp and self._special == _convert(other)._special
    def scaleb(self, n): return _new(self._sign, self._int, self._exp + int(n), self._special)._fix()
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
DefaultContext = Context()
BasicContext = Context(prec=9, rounding=ROUND_HALF_UP, traps=[DivisionByZero, Overflow, InvalidOperation, Clamped, Underflow])
ExtendedContext = Context(prec=9, traps=[])
_current = [DefaultContext.copy()]


def getcontext():
    return _current[0]


def setcontext(context):
    _current[0] = context


class localcontext:
    """A with block's own context."""

    def __init__(self, ctx=None, **settings):
        self.new = (ctx or getcontext()).copy()
        for name, value in settings.items():
            setattr(self.new, name, value)

    def __enter__(self):
        self.saved = getcontext()
        setcontext(self.new)
        return self.new

    def __exit__(self, *exc):
        setcontext(self.saved)
