"""The less usual operations of decimal arithmetic: on digits, neighbours, total order."""

from _decimal_context import DivisionImpossible, DivisionUndefined, InvalidOperation, ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, getcontext


class Digits:
    """What Decimal inherits from here."""

    __slots__ = ()

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
            from decimal import DivisionByZero
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
        other = self._converted(other)
        if other._special or other._exp != 0 or abs(int(other)) > context.prec:
            return context.signal(InvalidOperation, None)
        return int(other)

    def shift(self, other, context=None):
        context = context or getcontext()
        n = self._count(other, context)
        if n is None:
            return self._of(0, 0, 0, 'n')
        if self._special:
            return self
        digits = self._int * 10 ** n if n >= 0 else self._int // 10 ** -n
        return self._of(self._sign, digits % 10 ** context.prec, self._exp)

    def rotate(self, other, context=None):
        context = context or getcontext()
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
        return self._next(context, int(order > 0)) if order else self.copy_sign(other)

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
        from decimal import _convert
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
            return (context or getcontext()).signal(InvalidOperation, self._of(0, 0, 0, 'n'))
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
