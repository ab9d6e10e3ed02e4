"""Rational numbers of any size."""

import math
import numbers
import operator
import re

__all__ = ['Fraction']

_FORMAT = re.compile(r'''
    \A\s*(?P<sign>[-+]?)(?=\d|\.\d)
    (?P<num>\d*|\d+(?:_\d+)*)
    (?:(?:/(?P<denom>\d+(?:_\d+)*))?
     |(?:\.(?P<decimal>\d*|\d+(?:_\d+)*))?(?:E(?P<exp>[-+]?\d+(?:_\d+)*))?)
    \s*\Z''', re.VERBOSE | re.IGNORECASE)


class Fraction(numbers.Rational):
    """A numerator over a positive denominator, in lowest terms."""

    __slots__ = ('_numerator', '_denominator')

    def __new__(cls, numerator=0, denominator=None, *, _normalize=True):
        self = object.__new__(cls)
        if denominator is None:
            self._numerator, self._denominator = _parts(numerator)
            return self
        if type(numerator) is int is type(denominator):
            pass
        elif isinstance(numerator, numbers.Rational) and isinstance(denominator, numbers.Rational):
            numerator, denominator = (numerator.numerator * denominator.denominator,
                                      denominator.numerator * numerator.denominator)
        else:
            raise TypeError('both arguments should be Rational instances')
        if denominator == 0:
            raise ZeroDivisionError('Fraction(%s, 0)' % numerator)
        if _normalize:
            g = math.gcd(numerator, denominator)
            if denominator < 0:
                g = -g
            numerator //= g
            denominator //= g
        self._numerator, self._denominator = numerator, denominator
        return self

    @classmethod
    def from_float(cls, f):
        if isinstance(f, int):
            return cls(f)
        if not isinstance(f, float):
            raise TypeError('%s.from_float() only takes floats, not %r (%s)' % (cls.__name__, f, type(f).__name__))
        return cls(*f.as_integer_ratio())

    @classmethod
    def from_decimal(cls, dec):
        return cls(*dec.as_integer_ratio())

    def as_integer_ratio(self):
        return self._numerator, self._denominator

    def limit_denominator(self, max_denominator=1000000):
        """The closest fraction whose denominator is at most max_denominator."""
        if max_denominator < 1:
            raise ValueError('max_denominator should be at least 1')
        if self._denominator <= max_denominator:
            return Fraction(self)
        p0, q0, p1, q1 = 0, 1, 1, 0
        n, d = self._numerator, self._denominator
        while True:
            a = n // d
            q2 = q0 + a * q1
            if q2 > max_denominator:
                break
            p0, q0, p1, q1 = p1, q1, p0 + a * p1, q2
            n, d = d, n - a * d
        k = (max_denominator - q0) // q1
        if 2 * d * (q0 + k * q1) <= self._denominator:
            return Fraction(p1, q1)
        return Fraction(p0 + k * p1, q0 + k * q1)

    numerator = property(lambda self: self._numerator)
    denominator = property(lambda self: self._denominator)

    def __repr__(self):
        return '%s(%s, %s)' % (self.__class__.__name__, self._numerator, self._denominator)

    def __str__(self):
        return str(self._numerator) if self._denominator == 1 else '%s/%s' % (self._numerator, self._denominator)

    def _forward_and_reflected(exact, fallback):
        def forward(a, b):
            if isinstance(b, (int, Fraction)):
                return exact(a, b)
            if isinstance(b, (float, complex)):
                return fallback(type(b)(a) if isinstance(b, complex) else float(a), b)
            return NotImplemented
        forward.__name__ = '__%s__' % fallback.__name__

        def reflected(b, a):
            if isinstance(a, numbers.Rational):
                return exact(a, b)
            if isinstance(a, numbers.Real):
                return fallback(float(a), float(b))
            if isinstance(a, numbers.Complex):
                return fallback(complex(a), complex(b))
            return NotImplemented
        reflected.__name__ = '__r%s__' % fallback.__name__
        return forward, reflected

    def _add(a, b):
        return Fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator)

    def _sub(a, b):
        return Fraction(a.numerator * b.denominator - b.numerator * a.denominator, a.denominator * b.denominator)

    def _mul(a, b):
        return Fraction(a.numerator * b.numerator, a.denominator * b.denominator)

    def _div(a, b):
        return Fraction(a.numerator * b.denominator, a.denominator * b.numerator)

    def _floordiv(a, b):
        return (a.numerator * b.denominator) // (a.denominator * b.numerator)

    def _mod(a, b):
        return Fraction((a.numerator * b.denominator) % (b.numerator * a.denominator), a.denominator * b.denominator)

    def _divmod(a, b):
        whole, rest = divmod(a.numerator * b.denominator, a.denominator * b.numerator)
        return whole, Fraction(rest, a.denominator * b.denominator)

    __add__, __radd__ = _forward_and_reflected(_add, operator.add)
    __sub__, __rsub__ = _forward_and_reflected(_sub, operator.sub)
    __mul__, __rmul__ = _forward_and_reflected(_mul, operator.mul)
    __truediv__, __rtruediv__ = _forward_and_reflected(_div, operator.truediv)
    __floordiv__, __rfloordiv__ = _forward_and_reflected(_floordiv, operator.floordiv)
    __mod__, __rmod__ = _forward_and_reflected(_mod, operator.mod)
    __divmod__, __rdivmod__ = _forward_and_reflected(_divmod, divmod)
    del _forward_and_reflected, _add, _sub, _mul, _div, _floordiv, _mod, _divmod

    def __pow__(a, b):
        if isinstance(b, numbers.Rational):
            if b.denominator != 1:
                return float(a) ** float(b)
            power = b.numerator
            if power >= 0:
                return Fraction(a._numerator ** power, a._denominator ** power, _normalize=False)
            if a._numerator == 0:
                raise ZeroDivisionError('Fraction(%s, 0)' % a._denominator ** -power)
            top, bottom = a._denominator ** -power, a._numerator ** -power
            return Fraction(-top, -bottom, _normalize=False) if bottom < 0 else Fraction(top, bottom, _normalize=False)
        return float(a) ** b

    def __rpow__(b, a):
        if b._denominator == 1 and b._numerator >= 0:
            return a ** b._numerator
        if isinstance(a, numbers.Rational):
            return Fraction(a.numerator, a.denominator) ** b
        return a ** float(b)

    def __pos__(a):
        return Fraction(a._numerator, a._denominator, _normalize=False)

    def __neg__(a):
        return Fraction(-a._numerator, a._denominator, _normalize=False)

    def __abs__(a):
        return Fraction(abs(a._numerator), a._denominator, _normalize=False)

    def __int__(a):
        return -(-a._numerator // a._denominator) if a._numerator < 0 else a._numerator // a._denominator

    def __trunc__(a):
        return int(a)

    def __floor__(a):
        return a._numerator // a._denominator

    def __ceil__(a):
        return -(-a._numerator // a._denominator)

    def __float__(a):
        return a._numerator / a._denominator

    def __round__(self, ndigits=None):
        if ndigits is None:
            whole, rest = divmod(self._numerator, self._denominator)
            if rest * 2 < self._denominator:
                return whole
            if rest * 2 > self._denominator or whole % 2:
                return whole + 1
            return whole
        shift = 10 ** abs(ndigits)
        if ndigits > 0:
            return Fraction(round(self * shift), shift)
        return Fraction(round(self / shift) * shift)

    def __hash__(self):
        modulus = (1 << 61) - 1
        try:
            inverse = pow(self._denominator, -1, modulus)
        except ValueError:
            result = 314159
        else:
            result = hash(hash(abs(self._numerator)) * inverse)
        if self._numerator < 0:
            result = -result
        return -2 if result == -1 else result

    def __eq__(a, b):
        if type(b) is int:
            return a._numerator == b and a._denominator == 1
        if isinstance(b, numbers.Rational):
            return a._numerator == b.numerator and a._denominator == b.denominator
        if isinstance(b, complex) and b.imag == 0:
            b = b.real
        if isinstance(b, float):
            if math.isnan(b) or math.isinf(b):
                return 0.0 == b
            return a == Fraction.from_float(b)
        return NotImplemented

    def _order(self, other, op):
        if isinstance(other, numbers.Rational):
            return op(self._numerator * other.denominator, self._denominator * other.numerator)
        if isinstance(other, float):
            if math.isnan(other) or math.isinf(other):
                return op(0.0, other)
            return op(self, Fraction.from_float(other))
        return NotImplemented

    def __lt__(a, b):
        return a._order(b, operator.lt)

    def __gt__(a, b):
        return a._order(b, operator.gt)

    def __le__(a, b):
        return a._order(b, operator.le)

    def __ge__(a, b):
        return a._order(b, operator.ge)

    def __bool__(a):
        return bool(a._numerator)

    def __reduce__(self):
        return self.__class__, (self._numerator, self._denominator)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


def _parts(value):
    """The numerator and denominator of a single argument."""
    if type(value) is int:
        return value, 1
    if isinstance(value, numbers.Rational):
        return value.numerator, value.denominator
    if isinstance(value, float) or hasattr(value, 'as_integer_ratio') and not isinstance(value, str):
        return value.as_integer_ratio()
    if not isinstance(value, str):
        raise TypeError('argument should be a string or a Rational instance')
    found = _FORMAT.match(value)
    if found is None:
        raise ValueError('Invalid literal for Fraction: %r' % value)
    top = int(found.group('num') or '0')
    bottom = 1
    if found.group('denom'):
        bottom = int(found.group('denom'))
    else:
        decimal = found.group('decimal')
        if decimal:
            decimal = decimal.replace('_', '')
            bottom = 10 ** len(decimal)
            top = top * bottom + int(decimal)
        exponent = int(found.group('exp') or 0)
        if exponent >= 0:
            top *= 10 ** exponent
        else:
            bottom *= 10 ** -exponent
    if found.group('sign') == '-':
        top = -top
    if bottom == 0:
        raise ZeroDivisionError('Fraction(%s, 0)' % top)
    g = math.gcd(top, bottom)
    return top // g, bottom // g
