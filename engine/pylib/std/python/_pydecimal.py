"""Decimal floating point: https://speleotrove.com/decimal/ (General Decimal Arithmetic)."""

import math as _math
import numbers as _numbers
import re
import sys as _sys
from _decimal import Number as _Number, _begin
from _decimal import Settings as _Settings, _settables, _settemplates, getcontext, setcontext
from collections import namedtuple as _namedtuple
from collections.abc import MutableMapping as _MutableMapping
from math import gcd as _gcd

__all__ = ['Decimal', 'Context', 'DecimalTuple', 'DefaultContext', 'BasicContext', 'ExtendedContext',
           'DecimalException', 'Clamped', 'InvalidOperation', 'DivisionByZero', 'Inexact', 'Rounded',
           'Subnormal', 'Overflow', 'Underflow', 'FloatOperation', 'DivisionImpossible',
           'InvalidContext', 'ConversionSyntax', 'DivisionUndefined', 'HAVE_THREADS', 'HAVE_CONTEXTVAR', 'MIN_ETINY',
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
__version__ = '1.70'  # of the specification
__libmpdec_version__ = '2.5.1'  # whose behaviour this has


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


for _kind in list(globals().values()):
    if isinstance(_kind, type) and issubclass(_kind, ArithmeticError):
        _kind.__module__ = 'decimal'

_signals = (InvalidOperation, FloatOperation, DivisionByZero, Overflow, Underflow, Subnormal, Inexact, Rounded, Clamped)
_unknown_signal = """valid values for signals are:
  [InvalidOperation, FloatOperation, DivisionByZero,
   Overflow, Underflow, Subnormal, Inexact, Rounded,
   Clamped]"""
_settings = 'prec', 'rounding', 'Emin', 'Emax', 'capitals', 'clamp'
_templates = []  # DefaultContext, once there is one
_conditions = (ConversionSyntax, DivisionImpossible, DivisionUndefined, InvalidContext)


class SignalDict(dict):
    """What a context notes or traps: a truth value for each of the signals, and for nothing else."""

    __slots__ = ()

    def __init__(self, given):
        if type(given) is SignalDict:
            return super().__init__(given)
        if not isinstance(given, dict):
            raise TypeError('argument must be a signal dict')
        if len(given) != len(_signals) or not all(s in given for s in _signals):
            raise KeyError('invalid signal dict')
        super().__init__((s, bool(given[s])) for s in _signals)

    def __missing__(self, signal):
        raise KeyError(_unknown_signal)

    def __setitem__(self, signal, value):
        super().__setitem__(signal if signal in self else self.__missing__(signal), bool(value))

    def __delitem__(self, signal):
        raise ValueError('signal keys cannot be deleted')

    def __repr__(self):
        return '{%s}' % ', '.join(f'{s!r}:{value!r}' for s, value in self.items())

    def copy(self):
        return dict(self)

    pop, popitem, clear = _MutableMapping.pop, _MutableMapping.popitem, _MutableMapping.clear
    update, setdefault = _MutableMapping.update, _MutableMapping.setdefault


def _signal_table(given):
    """The table of a list of signals, or of a table."""
    if not isinstance(given, list):
        return given
    for s in given:
        if s not in _signals:
            raise KeyError(_unknown_signal)
    return {s: s in given for s in _signals}


_settables(SignalDict)


class Context(_Settings):
    """What arithmetic depends on: precision, rounding, the exponents' range, and the signals that raise."""

    __slots__ = ()

    def __init__(self, prec=None, rounding=None, Emin=None, Emax=None, capitals=None, clamp=None, flags=None, traps=None):
        for name, value in zip(_settings, (prec, rounding, Emin, Emax, capitals, clamp)):
            if value is None and _templates:
                value = getattr(_templates[0], name)
            if value is not None:
                setattr(self, name, value)
        if traps is None:
            traps = _templates[0].traps if _templates else [InvalidOperation, DivisionByZero, Overflow]
        self.traps = _signal_table(traps)
        self.flags = _signal_table([] if flags is None else flags)
        self._syntax = False  # flags[InvalidOperation] stems from a text that is no number

    def __repr__(self):
        order = (Clamped, InvalidOperation, DivisionByZero, Inexact, FloatOperation, Overflow, Rounded, Subnormal, Underflow)
        late = (Clamped, DivisionByZero, Inexact, InvalidOperation, FloatOperation, Overflow, Rounded, Subnormal, Underflow)
        names = lambda table, order: '[' + ', '.join(s.__name__ for s in order if table.get(s)) + ']'
        return (f'Context(prec={self.prec}, rounding={self.rounding}, Emin={self.Emin}, Emax={self.Emax}, '
                f'capitals={self.capitals}, clamp={self.clamp}, flags={names(self.flags, order if self._syntax else late)}, '
                f'traps={names(self.traps, order)})')

    def copy(self):
        return Context(self.prec, self.rounding, self.Emin, self.Emax, self.capitals, self.clamp, self.flags, self.traps)

    __copy__ = copy

    def __reduce__(self):
        return type(self), (*(getattr(self, name) for name in _settings),
                            [s for s in self.flags if self.flags[s]], [s for s in self.traps if self.traps[s]])

    def Etiny(self):
        return self.Emin - self.prec + 1

    def Etop(self):
        return self.Emax - self.prec + 1

    def clear_flags(self):
        for s in self.flags:
            self.flags[s] = False

    def clear_traps(self):
        for s in self.traps:
            self.traps[s] = False

    def signal(self, condition, result, kind=None):
        """Raises condition where it is trapped, else notes it and gives result."""
        self.flags[condition] = True
        self._syntax = self._syntax or kind is ConversionSyntax
        if self.traps.get(condition):
            raise condition([kind or condition])
        return result

    def create_decimal(self, num='0'):
        if isinstance(num, str) and ('_' in num or num != num.strip()):
            return self.signal(InvalidOperation, Decimal('NaN'), ConversionSyntax)
        d = Decimal(num, self)
        if d.is_nan() and d._int >= 10 ** (self.prec - self.clamp):
            return self.signal(InvalidOperation, d._of(0, 0, 0, 'n'), ConversionSyntax)
        return d._fix(self)

    def create_decimal_from_float(self, f):
        return Decimal.from_float(f)._fix(self)

    def add(self, a, b): return _number(a)._add(_number(b), self)
    def subtract(self, a, b): return self._within(lambda: _number(a) - _number(b))
    def multiply(self, a, b): return _number(a)._mul(_number(b), self)
    def divide(self, a, b): return _number(a)._div(_number(b), self)
    def power(self, a, b, modulo=None): return _number(a)._pow(_number(b), self) if modulo is None else pow(_number(a), _number(b), _number(modulo))
    def plus(self, a): return self._within(lambda: +_number(a))
    def minus(self, a): return self._within(lambda: -_number(a))
    def abs(self, a): return self._within(lambda: abs(_number(a)))
    def _apply(self, a): return _number(a)._fix(self)
    def copy_decimal(self, a): return _number(a)
    def radix(self): return _number(10)
    def to_sci_string(self, a): return str(_number(a))
    def to_eng_string(self, a): return _number(a).to_eng_string(self)
    def divide_int(self, a, b): return self._within(lambda: _number(a) // _number(b))
    def divmod(self, a, b): return self._within(lambda: divmod(_number(a), _number(b)))
    def remainder(self, a, b): return self._within(lambda: _number(a) % _number(b))

    def _within(self, operation):
        saved = getcontext()
        setcontext(self)
        try:
            return operation()
        finally:
            setcontext(saved)


def _number(value):
    """The operand of a context's method."""
    return _convert(value)


def _method(name, takes):
    def call(self, a, *others):
        return getattr(_number(a), name)(*others, context=self)

    def plain(self, a, *others):
        return getattr(_number(a), name)(*others)
    made = call if takes else plain
    made.__name__ = name
    return made


for _name in ('sqrt', 'exp', 'ln', 'log10', 'fma', 'quantize', 'normalize', 'compare', 'max', 'min', 'scaleb', 'to_integral_value',
              'to_integral_exact', 'logb', 'next_plus', 'next_minus', 'next_toward', 'remainder_near', 'shift', 'rotate', 'logical_and',
              'logical_or', 'logical_xor', 'logical_invert', 'compare_signal', 'max_mag', 'min_mag', 'is_normal', 'is_subnormal',
              'number_class'):
    setattr(Context, _name, _method(_name, True))
for _name in ('compare_total', 'compare_total_mag', 'copy_abs', 'copy_negate', 'copy_sign', 'is_nan', 'is_qnan', 'is_snan', 'is_zero',
              'is_infinite', 'is_finite', 'is_signed', 'is_canonical', 'same_quantum', 'canonical'):
    setattr(Context, _name, _method(_name, False))


DefaultContext = Context()
BasicContext = Context(prec=9, rounding=ROUND_HALF_UP, traps=[DivisionByZero, Overflow, InvalidOperation, Clamped, Underflow])
ExtendedContext = Context(prec=9, traps=[])
_templates.append(DefaultContext)
_settemplates(DefaultContext, BasicContext, ExtendedContext)


class localcontext:
    """A with block's own context."""

    def __init__(self, ctx=None, **settings):
        self.new = (ctx or getcontext()).copy()
        for name, value in settings.items():
            if name not in (*_settings, 'flags', 'traps'):
                raise TypeError(f'{name!r} is an invalid keyword argument for this function')
            setattr(self.new, name, value)

    def __enter__(self):
        self.saved = getcontext()
        setcontext(self.new)
        return self.new

    def __exit__(self, *exc):
        setcontext(self.saved)


for _kind in (Context, SignalDict, localcontext):
    _kind.__module__ = 'decimal'
_sys._settypename(Context, 'decimal.Context')


_spec = re.compile(r'(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ])?(?P<coerce>z)?(?P<alt>#)?(?P<zero>0)?(?P<width>(?!0)\d+)?'
                   r'(?P<comma>,)?(?:\.(?P<precision>0|(?!0)\d+))?(?P<type>[eEfFgGn%])?', re.DOTALL)


def _format_decimal(d, text):
    m = _spec.fullmatch(text)
    if m is None or m['zero'] and m['align']:
        raise ValueError('invalid format string')
    positive = m['sign'] if m['sign'] in ('+', ' ') else ''
    sign = '-' if d.is_signed() else positive
    width, kind = int(m['width'] or 0), m['type'] or ('G' if getcontext().capitals else 'g')
    if d._special:
        body = str(d.copy_abs()) + ('%' if kind == '%' else '')
        return _aligned(sign, body, m['fill'] or ' ', m['align'] or '>', width)
    whole, rest = _parts(d, 'g' if kind == 'n' else kind, None if m['precision'] is None else int(m['precision']), m['alt'])
    if m['coerce'] and sign == '-' and not whole.strip('0') and not re.match('[^eE%]*[1-9]', rest):
        sign = positive
    if m['comma']:
        whole = _grouped(whole, width - len(rest) - len(sign) if m['zero'] else 0)
    fill, align = ('0', '=') if m['zero'] else (m['fill'] or ' ', m['align'] or '>')
    return _aligned(sign, whole + rest, fill, align, width)


def _aligned(sign, body, fill, align, width):
    if align == '=':
        return sign + body.rjust(width - len(sign), fill)
    return format(sign + body, f'{fill}{align}{max(width, 1)}')


def _parts(d, kind, precision, alternative):
    """The digits before the point, and all that follows them."""
    if kind == '%':
        d = d._of(d._sign, d._int, d._exp + 2)
    rounding = getcontext().rounding
    if precision is not None:
        if kind in 'eE':
            d = _rounded(d, precision + 1, rounding)
        elif kind in 'fF%':
            d = d._rescale(-precision, rounding)
        elif len(str(d._int)) > (precision or 1):
            d = _rounded(d, precision or 1, rounding)
    if not d._int and d._exp > 0 and kind in 'fF%':
        d = d._rescale(0, rounding)
    digits = str(d._int)
    left = d._exp + len(digits)
    if kind in 'eE':
        point = 1 - precision if not d._int and precision is not None else 1
    elif kind in 'fF%' or d._exp <= 0 and left > -6:
        point = left
    else:
        point = 1
    if point < 0:
        whole, part = '0', '0' * -point + digits
    else:
        whole, part = (digits + '0' * (point - len(digits)))[:point] or '0', digits[point:]
    rest = '.' + part if part or alternative else ''
    if left != point or kind in 'eE':
        rest += '%s%+d' % ('E' if kind in 'EG' else 'e', left - point)
    return whole, rest + ('%' if kind == '%' else '')


def _rounded(d, places, rounding):
    """d with so many digits, fewer only where it has none to cut."""
    if not d._int:
        return d
    made = d._rescale(d.adjusted() + 1 - places, rounding)
    if made.adjusted() != d.adjusted():
        made = made._rescale(made.adjusted() + 1 - places, rounding)
    return made


def _grouped(digits, width):
    """Digits in threes, with zeros before them up to a width that counts the commas."""
    while True:
        text = re.sub(r'(?<=\d)(?=(?:\d{3})+$)', ',', digits)
        if len(text) >= width:
            return text
        digits = '0' + digits


def _nearest(d, context):
    """d in a context's precision, rounded half to even whatever the context says."""
    rounding = context.rounding
    context.rounding = 'ROUND_HALF_EVEN'
    try:
        return d._fix(context)
    finally:
        context.rounding = rounding


def _inexact(d, context):
    """A number that d is near to and not equal to: rounding it is inexact even where d has few digits."""
    missing = max(context.prec + 2 - _digits(d._int), 1)
    return d._of(d._sign, d._int * 10 ** missing + 1, d._exp - missing)


def _irrational(d, context):
    """A number that d is near to, in a context's precision."""
    return _nearest(_inexact(d, context), context)


def _wide(precision):
    """A context for steps on the way to a result."""
    return Context(precision, Emin=MIN_EMIN, Emax=MAX_EMAX, traps=[])


def _digits(n):
    return len(str(n))


HAVE_THREADS = HAVE_CONTEXTVAR = True
MIN_ETINY = 2 * MIN_EMIN + 1

DecimalTuple = _namedtuple('DecimalTuple', 'sign digits exponent', module='decimal')


class Decimal(_Number):
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
        if not isinstance(sign, int) or sign not in (0, 1):
            raise ValueError('sign must be an integer with the value 0 or 1')
        if isinstance(exponent, str):
            if exponent not in ('F', 'n', 'N'):
                raise ValueError("string argument in the third position must be 'F', 'n' or 'N'")
        elif not isinstance(exponent, int):
            raise ValueError('exponent must be an integer')
        if exponent == 'F':
            return sign, 0, 0, exponent
        if not isinstance(digits, (tuple, list)) or not all(isinstance(d, int) and 0 <= d <= 9 for d in digits):
            raise ValueError('coefficient must be a tuple of digits')
        coefficient = int(''.join(map(str, digits)) or '0')
        if isinstance(exponent, str):
            return sign, coefficient, 0, exponent
        return sign, coefficient, exponent, ''

    @classmethod
    def from_float(cls, f):
        if not isinstance(f, (int, float)):
            raise TypeError('argument must be int or float.')
        d = Decimal(f) if isinstance(f, int) else cls._from_float(f)
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
        if rounding is None:
            rounding = (context or getcontext()).rounding
        exact = self._special or self._exp >= 0
        made = (_zero if exact else self)._rescale(0, rounding)  # which looks at rounding in any case
        if self.is_nan():
            return self._special_operand(self, context)
        return self if exact else made

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
        if 'N' in (self._special, other._special):
            return self._special_operand(other, context)
        if self._special or other._special:
            made = self._mul(other, context)
            lost = made.is_nan() and not self.is_nan() and not other.is_nan()  # zero times infinity
            return made if lost else made._add(third, context)
        return self._mul(other, _exact)._add(third, context)

    def __rpow__(self, other): return self._with(other, lambda a, b: b._pow(a))

    def __pow__(self, other, modulo=None):
        if modulo is not None:
            if not isinstance(other, (Decimal, int)) or not isinstance(modulo, (Decimal, int)):
                return NotImplemented
            return Decimal(pow(int(self), int(other), int(modulo)))
        made = self._short_power(other)
        return self._with(other, Decimal._pow) if made is None else made

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
        bad = self._special_operand(other, context)
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

    # Powers, roots, exponentials and logarithms

    def _pow(self, other, context=None):
        context = context or getcontext()
        if self.is_nan() or other.is_nan():
            return self._special_operand(other, context)
        if not other:
            return context.signal(InvalidOperation, self._of(0, 0, 0, 'n')) if not self else self._of(0, 1, 0)
        if self._int and not self._special and other._exp > 40 + len(str(self._int)):
            one = self.copy_abs() == 1
            return self._of(0, 1, 0) if one else self._beyond((self.copy_abs() > 1) == (not other._sign), 0, context)
        whole = not other._special and other == other.to_integral_value()
        if self == 1 and not whole:
            context.flags[Rounded] = True
            return context.signal(Inexact, context.signal(Rounded, self._of(0, 10 ** (context.prec - 1), 1 - context.prec)))
        if whole:
            return self._int_power(int(other), context)
        if self._sign and self:
            return context.signal(InvalidOperation, self._of(0, 0, 0, 'n'))
        if not self:
            return self._of(0, 0, 0) if not other._sign else self._of(0, 0, 0, 'F')
        wide = _wide(context.prec + 10)
        made = self.ln(wide)._mul(other, wide).exp(wide)
        if self._special or other._special or made._special:
            return made._fix(context)
        if made._int:
            return _inexact(made, context)._fix(context)
        return self._beyond(bool(made._special), 0, context)

    def _beyond(self, large, sign, context):
        """What becomes of a finite result whose exponent no context can hold."""
        return self._of(sign, 1, context.Emax + 1 if large else context.Etiny() - 2)._fix(context)

    def _int_power(self, n, context):
        sign = self._sign & n & 1
        if self._special or not self._int:
            huge = bool(self._special) == (n > 0)
            return self._of(sign, 0, 0, 'F') if huge else self._of(sign, 0, 0)
        if n > 0 and _digits(self._int) * n < 10 * context.prec + 100:
            return self._of(sign, self._int ** n, self._exp * n)._fix(context)
        wide = _wide(context.prec + 10 + len(str(n)))
        result, base, k = self._of(0, 1, 0), self, abs(n)
        while k:
            if k & 1:
                result = result._mul(base, wide)
            base, k = base._mul(base, wide), k >> 1
        if result._special or not result._int:
            return self._beyond(bool(result._special) == (n > 0), sign, context)
        return (self._of(0, 1, 0)._div(result, context) if n < 0 else result._fix(context))

    def sqrt(self, context=None):
        context = context or getcontext()
        if self.is_nan():
            return self._special_operand(self, context)
        if self._special and not self._sign:
            return self
        if self._sign and self:
            return context.signal(InvalidOperation, self._of(0, 0, 0, 'n'))
        ideal = self._exp // 2
        if not self._int:
            return self._of(self._sign, 0, ideal)._fix(context)
        n, e = (self._int * 10, self._exp - 1) if self._exp % 2 else (self._int, self._exp)
        shift = max(0, context.prec + 2 - (_digits(n) + 1) // 2)
        n, e = n * 100 ** shift, e // 2 - shift
        root = _math.isqrt(n)
        if root * root == n:
            while e < ideal and root % 10 == 0:
                root, e = root // 10, e + 1
        else:
            root += root % 5 == 0
        return _nearest(self._of(0, root, e), context)

    def exp(self, context=None):
        """e**self, by Taylor's series of a small argument, squared back."""
        context = context or getcontext()
        if self.is_nan():
            return self._special_operand(self, context)
        if self._special:
            return self._of(0, 0, 0) if self._sign else self
        if not self:
            return self._of(0, 1, 0)
        easy = self._easy_exp(context.prec, self.adjusted(), context)
        if easy is not None:
            return _irrational(easy, context)
        halvings = max(0, (self.adjusted() + 2) * 4)
        wide = _wide(context.prec + 10 + halvings)
        x = self._div(self._of(0, 2 ** halvings, 0), wide)
        total = term = self._of(0, 1, 0)
        k = 0
        while True:
            k += 1
            term = term._mul(x, wide)._div(self._of(0, k, 0), wide)
            longer = total._add(term, wide)
            done = longer._compare(total) == 0
            total = longer
            if done:
                break
        for _ in range(halvings):
            total = total._mul(total, wide)
        return _irrational(total, context)

    def _easy_exp(self, prec, first, context):
        """A number that rounds as e**self does, where that is too large, too small, or nearly 1."""
        if not self._sign and first > len(str((context.Emax + 1) * 3)):
            return self._of(0, 1, context.Emax + 1)
        if self._sign and first > len(str((1 - context.Etiny()) * 3)):
            return self._of(0, 1, context.Etiny() - 1)
        if first < -prec - self._sign:
            return self._of(0, 10 ** (prec + 1) - 1, -prec - 1) if self._sign else self._of(0, 10 ** prec + 1, -prec)

    def ln(self, context=None):
        """The natural logarithm, by Newton's steps from the float's."""
        context = context or getcontext()
        if self.is_nan():
            return self._special_operand(self, context)
        if self._special and not self._sign:
            return self
        if not self:
            return self._of(1, 0, 0, 'F')
        if self._sign:
            return context.signal(InvalidOperation, self._of(0, 0, 0, 'n'))
        if self == 1:
            return self._of(0, 0, 0)
        nearly = self._add(self._of(1, 1, 0), _wide(9)).adjusted()  # where self is about 1, its logarithm is as small as what they differ by
        wide = _wide(context.prec + 12 + max(0, -nearly))
        lead = float(self._of(0, self._int, -_digits(self._int) + 1))
        y = self._from_float(_math.log(lead) + self.adjusted() * _math.log(10))
        for _ in range(_digits(context.prec) * 3 + 3):
            correction = self._mul(y._negated().exp(wide), wide)._add(self._of(1, 1, 0), wide)
            y = y._add(correction, wide)
            if not correction or correction.adjusted() < y.adjusted() - context.prec - 6:
                break
        return _irrational(y, context)

    def log10(self, context=None):
        context = context or getcontext()
        if self.is_nan():
            return self._special_operand(self, context)
        d = self.normalize(_wide(max(_digits(self._int), 1)))
        if d._int == 1 and not d._sign and not d._special:
            return type(self)(d._exp)._fix(context)
        if not self or self._sign or self._special:
            return self.ln(context)
        wide = _wide(context.prec + 8)
        return _irrational(self.ln(wide)._div(self._of(0, 10, 0).ln(wide), wide), context)

    # On digits, neighbours, total order

    def is_canonical(self): return True
    def canonical(self): return self
    def radix(self): return self._of(0, 10, 0)

    def is_normal(self, context=None):
        return not self._special and self._int != 0 and self.adjusted() >= (context or getcontext()).Emin

    def is_subnormal(self, context=None):
        return not self._special and self._int != 0 and self.adjusted() < (context or getcontext()).Emin

    def number_class(self, context=None):
        if self._special:
            return {'n': 'NaN', 'N': 'sNaN', 'F': '-Infinity' if self._sign else '+Infinity'}[self._special]
        kind = 'Zero' if not self._int else 'Subnormal' if self.is_subnormal(context) else 'Normal'
        return ('-' if self._sign else '+') + kind

    def same_quantum(self, other, context=None):
        other = self._converted(other)
        if self._special or other._special:
            return self.is_nan() and other.is_nan() or self.is_infinite() and other.is_infinite()
        return self._exp == other._exp

    def logb(self, context=None):
        """The exponent of the first digit."""
        context = context or getcontext()
        if self._special:
            return self.copy_abs() if self._special == 'F' else self._special_operand(self, context)
        if not self._int:
            return context.signal(DivisionByZero, self._of(1, 0, 0, 'F'))
        return type(self)(self.adjusted())._fix(context)

    def scaleb(self, other, context=None):
        context = context or getcontext()
        n = self._converted(other)
        bad = self._special_operand(n, context)
        if bad is not None:
            return bad
        if n._special or n._exp != 0 or abs(int(n)) > 2 * (context.Emax + context.prec):
            return context.signal(InvalidOperation, self._of(0, 0, 0, 'n'))
        if self._special:
            return self
        return self._of(self._sign, self._int, self._exp + int(n))._fix(context)

    # Digits

    def _count(self, other, context):
        if other._special or other._exp != 0 or abs(int(other)) > context.prec:
            return context.signal(InvalidOperation, None)
        return int(other)

    def shift(self, other, context=None):
        context = context or getcontext()
        other = self._converted(other)
        bad = self._special_operand(other, context)
        if bad is not None:
            return bad
        n = self._count(other, context)
        if n is None:
            return self._of(0, 0, 0, 'n')
        if self._special:
            return self
        digits = self._int * 10 ** n if n >= 0 else self._int // 10 ** -n
        return self._of(self._sign, digits % 10 ** context.prec, self._exp)

    def rotate(self, other, context=None):
        context = context or getcontext()
        other = self._converted(other)
        bad = self._special_operand(other, context)
        if bad is not None:
            return bad
        n = self._count(other, context)
        if n is None:
            return self._of(0, 0, 0, 'n')
        if self._special:
            return self
        digits = str(self._int % 10 ** context.prec).rjust(context.prec, '0')
        return self._of(self._sign, int(digits[n:] + digits[:n]), self._exp)

    def _logical(self, other, context, operation):
        context = context or getcontext()
        numbers = [self, self._converted(other)]
        texts = [str(d._int) for d in numbers]
        if any(d._special or d._sign or d._exp or set(text) - {'0', '1'} for d, text in zip(numbers, texts)):
            return context.signal(InvalidOperation, self._of(0, 0, 0, 'n'))
        a, b = (text.rjust(context.prec, '0')[-context.prec:] for text in texts)
        return self._of(0, int(''.join(str(operation(int(x), int(y))) for x, y in zip(a, b))), 0)

    def logical_and(self, other, context=None): return self._logical(other, context, lambda x, y: x & y)
    def logical_or(self, other, context=None): return self._logical(other, context, lambda x, y: x | y)
    def logical_xor(self, other, context=None): return self._logical(other, context, lambda x, y: x ^ y)

    def logical_invert(self, context=None):
        context = context or getcontext()
        return self.logical_xor(self._of(0, int('1' * context.prec), 0), context)

    # Neighbours

    def _next(self, context, sign):
        """The nearest number above (sign 0) or below (sign 1)."""
        context = context or getcontext()
        if self.is_nan():
            return self._special_operand(self, context)
        if self._special:
            if self._sign == sign:
                return self
            return self._of(self._sign, 10 ** context.prec - 1, context.Etop())
        quiet = context.copy()
        quiet.clear_traps()
        quiet.rounding = ROUND_FLOOR if sign else ROUND_CEILING
        rounded = self._fix(quiet)
        if rounded._compare(self) != 0:
            return rounded
        least = context.Etiny()
        if not self._int:
            return self._of(sign, 1, least)
        e = max(self.adjusted() + 1 - context.prec, least)
        n = self._int * 10 ** (self._exp - e) if self._exp >= e else self._int // 10 ** (e - self._exp)
        if self._sign == sign:
            return self._of(sign, n + 1, e)._fix(quiet)
        if n == 10 ** (context.prec - 1) and e > least:
            n, e = n * 10, e - 1
        return self._of(self._sign, n - 1, e)

    def next_plus(self, context=None): return self._next(context, 0)
    def next_minus(self, context=None): return self._next(context, 1)

    def next_toward(self, other, context=None):
        other = self._converted(other)
        context = context or getcontext()
        bad = self._special_operand(other, context)
        if bad is not None:
            return bad
        order = self._compare(other)
        if not order:
            return self.copy_sign(other)
        made = self._next(context, int(order > 0))
        if made._special:
            signals = Overflow, Inexact, Rounded
        elif made.adjusted() < context.Emin:
            signals = Underflow, Subnormal, Inexact, Rounded, *[Clamped][:not made]
        else:
            return made
        for signal in signals:
            context.flags[signal] = True
        for signal in signals:
            context.signal(signal, made)
        return made

    def remainder_near(self, other, context=None):
        """What is left of self after the nearest multiple of other."""
        other = self._converted(other)
        context = context or getcontext()
        bad = self._special_operand(other, context)
        if bad is not None:
            return bad
        if self._special or not other._special and not other._int:
            kind = None if self._special or self._int else DivisionUndefined
            return context.signal(InvalidOperation, self._of(0, 0, 0, 'n'), kind)
        if other._special:
            return self._fix(context)
        e = min(self._exp, other._exp)
        if self._int and self.adjusted() - other.adjusted() > context.prec:
            return context.signal(InvalidOperation, self._of(0, 0, 0, 'n'), DivisionImpossible)
        if not self._int or self.adjusted() - other.adjusted() <= -2:
            return self._rescale(e, context.rounding)._fix(context)
        a, b = abs(self._signed(e)), abs(other._signed(e))
        q, r = divmod(a, b)
        if 2 * r + (q & 1) > b:
            q, r = q + 1, r - b
        if q >= 10 ** context.prec:
            return context.signal(InvalidOperation, self._of(0, 0, 0, 'n'), DivisionImpossible)
        return self._of(self._sign ^ (r < 0), abs(r), e)._fix(context)

    # Order

    def _converted(self, other):
        return _convert(other)

    def _extreme(self, other, context, largest, magnitude=False):
        other = self._converted(other)
        context = context or getcontext()
        if self.is_nan() != other.is_nan() and 'N' not in (self._special, other._special):
            return (other if self.is_nan() else self)._fix(context)
        bad = self._special_operand(other, context)
        if bad is not None:
            return bad
        a, b = (self.copy_abs(), other.copy_abs()) if magnitude else (self, other)
        order = a._compare(b) or int(self.compare_total(other))
        return (self if (order >= 0) == largest else other)._fix(context)

    def max(self, other, context=None): return self._extreme(other, context, True)
    def min(self, other, context=None): return self._extreme(other, context, False)
    def max_mag(self, other, context=None): return self._extreme(other, context, True, True)
    def min_mag(self, other, context=None): return self._extreme(other, context, False, True)

    def compare_signal(self, other, context=None):
        other = self._converted(other)
        if self.is_nan() or other.is_nan():
            context = context or getcontext()
            return context.signal(InvalidOperation, self._special_operand(other, _wide(context.prec)))
        return type(self)(self._compare(other))

    def compare_total(self, other, context=None):
        """The order of all representations: 1.0 stands below 1, NaN above infinity."""
        other = self._converted(other)

        def key(d):
            kind = {'': 0, 'F': 1, 'N': 2, 'n': 3}[d._special]
            return (kind, d._int) if kind else (0, 0)

        if self._sign != other._sign:
            return type(self)(-1 if self._sign else 1)
        a, b = key(self), key(other)
        order = (a > b) - (a < b)
        if not order and not self._special:
            order = self.copy_abs()._compare(other.copy_abs()) or (self._exp > other._exp) - (self._exp < other._exp)
        return type(self)(-order if self._sign else order)

    def compare_total_mag(self, other, context=None):
        return self.copy_abs().compare_total(self._converted(other).copy_abs())


def _convert(value):
    if isinstance(value, Decimal):
        return value
    if isinstance(value, int):
        return Decimal(value)
    raise TypeError(f'conversion from {type(value).__name__} to Decimal is not supported')


_begin(Decimal, [*_signals, *_conditions])
_new = Decimal._of
_zero = _new(0, 0, 0)
_exact = Context(MAX_PREC, Emin=MIN_EMIN, Emax=MAX_EMAX, traps=[])
_numbers.Number.register(Decimal)
_sys._settypename(Decimal, 'decimal.Decimal')
Decimal.__module__ = 'decimal'
