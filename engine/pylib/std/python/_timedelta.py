"""Durations, and what the types of module datetime share."""

from _datefmt import ordinal
from _datetime import Duration as _Duration, _begin, check_date as _check_date, check_time as _check_time

__name__ = 'datetime'  # where the classes say they are from

MINYEAR, MAXYEAR = 1, 9999
_MAX_ORDINAL = ordinal(9999, 12, 31)


def _cmp(a, b):
    return (a > b) - (a < b)


class timedelta(_Duration):
    """A length of time: days, seconds (0..86399) and microseconds (0..999999)."""

    __slots__ = ()

    def __pos__(self):
        return self

    def __abs__(self):
        return -self if self.days < 0 else self

    def __mul__(self, other):
        if isinstance(other, int):
            return timedelta._of(self._total() * other)
        if isinstance(other, float):
            top, bottom = other.as_integer_ratio()
            return timedelta._of(_divide(self._total() * top, bottom))
        if isinstance(other, (str, bytes, list, tuple)):
            raise TypeError("can't multiply sequence by non-int of type 'datetime.timedelta'")
        return NotImplemented

    __rmul__ = __mul__

    def __floordiv__(self, other):
        if isinstance(other, timedelta):
            return self._total() // other._total()
        if isinstance(other, int):
            return timedelta._of(self._total() // other)
        return NotImplemented

    def __truediv__(self, other):
        if isinstance(other, timedelta):
            return self._total() / other._total()
        if isinstance(other, int):
            return timedelta._of(_divide(self._total(), other))
        if isinstance(other, float):
            top, bottom = other.as_integer_ratio()
            return timedelta._of(_divide(bottom * self._total(), top))
        return NotImplemented

    def __mod__(self, other):
        if isinstance(other, timedelta):
            return timedelta._of(self._total() % other._total())
        return NotImplemented

    def __divmod__(self, other):
        if isinstance(other, timedelta):
            whole, rest = divmod(self._total(), other._total())
            return whole, timedelta._of(rest)
        return NotImplemented

    def __reduce__(self):
        return self.__class__, (self.days, self.seconds, self.microseconds)


_begin(timedelta)


def _class_name(obj):
    kind = type(obj)
    return kind.__qualname__ if kind.__module__ != 'datetime' else 'datetime.' + kind.__qualname__


def _format(self, fmt):
    if not isinstance(fmt, str):
        raise TypeError('must be str, not %s' % type(fmt).__name__)
    return self.strftime(fmt) if fmt else str(self)


def _divide(a, b):
    """a / b to the nearest int, halves to even."""
    whole, rest = divmod(a, b)
    rest *= 2
    if rest > b if b > 0 else rest < b:
        return whole + 1
    return whole + 1 if rest == b and whole % 2 else whole


class _Ordered:
    """Comparisons for date, time and datetime, by _key() of the same kind."""

    __slots__ = ()

    def __lt__(self, other):
        return self._compare(other, '<') < 0 if self._comparable(other) else self._unordered(other)

    def __le__(self, other):
        return self._compare(other, '<=') <= 0 if self._comparable(other) else self._unordered(other)

    def __gt__(self, other):
        return self._compare(other, '>') > 0 if self._comparable(other) else self._unordered(other)

    def __ge__(self, other):
        return self._compare(other, '>=') >= 0 if self._comparable(other) else self._unordered(other)

    def __eq__(self, other):
        return self._compare(other, '==') == 0 if self._comparable(other) else NotImplemented

    def _unordered(self, other):
        """What an ordering with another kind answers."""
        return NotImplemented
