"""Powers, roots, exponentials and logarithms of decimal numbers."""

import math as _math

from _decimal_context import Context, InvalidOperation, MAX_EMAX, MIN_EMIN, getcontext


def _nearest(d, context):
    """d in a context's precision, rounded half to even whatever the context says."""
    rounding = context.rounding
    context.rounding = 'ROUND_HALF_EVEN'
    try:
        return d._fix(context)
    finally:
        context.rounding = rounding


class Functions:
    """What Decimal inherits from here; _new makes a number of its parts."""

    __slots__ = ()

    def _pow(self, other, context=None):
        context = context or getcontext()
        if self.is_nan() or other.is_nan():
            return self._special_operand(other, context)
        if not other:
            return context.signal(InvalidOperation, self._of(0, 0, 0, 'n')) if not self else self._of(0, 1, 0)
        if self._int and not self._special and other._exp > 40 + len(str(self._int)):
            one = self.copy_abs() == 1
            return self._of(0, 1, 0) if one else self._beyond((self.copy_abs() > 1) == (not other._sign), 0, context)
        if other == other.to_integral_value() and not other._special:
            return self._int_power(int(other), context)
        if self._sign and self:
            return context.signal(InvalidOperation, self._of(0, 0, 0, 'n'))
        if not self:
            return self._of(0, 0, 0) if not other._sign else self._of(0, 0, 0, 'F')
        wide = Context(prec=context.prec + 10, traps=[])
        made = self.ln(wide)._mul(other, wide).exp(wide)
        if self._special or other._special or made._int:
            return made._fix(context)
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
        wide = Context(prec=context.prec + 10 + len(str(n)), Emin=MIN_EMIN, Emax=MAX_EMAX, traps=[])
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
            return _nearest(easy, context)
        halvings = max(0, (self.adjusted() + 2) * 4)
        wide = Context(prec=context.prec + 10 + halvings, traps=[])
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
        return _nearest(total, context)

    def _easy_exp(self, prec, first, context):
        """A number that rounds as e**self does, where that is too large, too small, or nearly 1."""
        if not self._sign and first > len(str((context.Emax + 1) * 3)):
            return self._of(0, 1, context.Emax + 1)
        if self._sign and first > len(str((1 - context.Etiny()) * 3)):
            return self._of(0, 1, context.Etiny() - 1)
        if first < -prec:
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
        wide = Context(prec=context.prec + 12, traps=[])
        lead = float(self._of(0, self._int, -_digits(self._int) + 1))
        y = self._from_float(_math.log(lead) + self.adjusted() * _math.log(10))
        for _ in range(_digits(context.prec) * 3 + 3):
            correction = self._mul(y._negated().exp(wide), wide)._add(self._of(1, 1, 0), wide)
            y = y._add(correction, wide)
            if not correction or correction.adjusted() < y.adjusted() - context.prec - 6:
                break
        return _nearest(y, context)

    def log10(self, context=None):
        context = context or getcontext()
        d = self.normalize(Context(prec=max(_digits(self._int), 1)))
        if d._int == 1 and not d._sign and not d._special:
            return type(self)(d._exp)._fix(context)
        if not self or self._sign or self._special:
            return self.ln(context)
        wide = Context(prec=context.prec + 8, traps=[])
        return _nearest(self.ln(wide)._div(self._of(0, 10, 0).ln(wide), wide), context)


def _digits(n):
    return len(str(n))
