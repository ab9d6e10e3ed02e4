"""The context of decimal arithmetic: precision, rounding, signals."""

import sys as _sys

from _decimal import Settings as _Settings, _settemplate, getcontext, setcontext

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

_signals = (InvalidOperation, FloatOperation, DivisionByZero, Overflow, Subnormal, Underflow, Rounded, Inexact, Clamped)
_settings = 'prec', 'rounding', 'Emin', 'Emax', 'capitals', 'clamp'
_templates = []  # DefaultContext, once there is one
_conditions = (ConversionSyntax, DivisionImpossible, DivisionUndefined, InvalidContext)


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
            traps = _templates[0].traps if _templates else (InvalidOperation, DivisionByZero, Overflow)
        self.traps = dict(traps) if isinstance(traps, dict) else {s: s in traps for s in _signals}
        self.flags = dict(flags) if isinstance(flags, dict) else {s: s in (flags or ()) for s in _signals}
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
            return self.signal(InvalidOperation, _decimal('NaN'), ConversionSyntax)
        d = _decimal(num)
        if d.is_nan() and d._int >= 10 ** (self.prec - self.clamp):
            return self.signal(InvalidOperation, d._of(0, 0, 0, 'n'), ConversionSyntax)
        return d._fix(self)

    def create_decimal_from_float(self, f):
        return _decimal(f)._fix(self)

    def add(self, a, b): return _number(a)._add(_number(b), self)
    def subtract(self, a, b): return _number(a)._add(_number(b)._negated(), self)
    def multiply(self, a, b): return _number(a)._mul(_number(b), self)
    def divide(self, a, b): return _number(a)._div(_number(b), self)
    def power(self, a, b, modulo=None): return _number(a)._pow(_number(b), self) if modulo is None else pow(_number(a), _number(b), _number(modulo))
    def plus(self, a): return _number(a)._fix(self)
    def minus(self, a): return _number(a)._negated()._fix(self)
    def abs(self, a): return _number(a).copy_abs()._fix(self)
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


def _decimal(value):
    from decimal import Decimal
    return Decimal(value)


def _number(value):
    """The operand of a context's method."""
    from decimal import _convert
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
_settemplate(DefaultContext)


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


for _kind in (Context, localcontext):
    _kind.__module__ = 'decimal'
_sys._settypename(Context, 'decimal.Context')
