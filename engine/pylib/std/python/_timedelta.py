"""Durations, and what the types of module datetime share."""

import math as _math
from _datefmt import is_leap, ordinal

__name__ = 'datetime'  # where the classes say they are from

MINYEAR, MAXYEAR = 1, 9999
_MAX_ORDINAL = ordinal(9999, 12, 31)
_DAYS_IN = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def _days_in_month(year, month):
    return 29 if month == 2 and is_leap(year) else _DAYS_IN[month - 1]


def _cmp(a, b):
    return (a > b) - (a < b)


def _int(value):
    if isinstance(value, float):
        raise TypeError("'float' object cannot be interpreted as an integer")
    try:
        return value.__index__()
    except AttributeError:
        raise TypeError("'%s' object cannot be interpreted as an integer" % type(value).__name__) from None


def _check_date(year, month, day):
    year, month, day = _int(year), _int(month), _int(day)
    if not MINYEAR <= year <= MAXYEAR:
        raise ValueError('year %i is out of range' % year)
    if not 1 <= month <= 12:
        raise ValueError('month must be in 1..12')
    if not 1 <= day <= _days_in_month(year, month):
        raise ValueError('day is out of range for month')
    return year, month, day


def _check_time(hour, minute, second, micro, fold):
    hour, minute, second, micro = _int(hour), _int(minute), _int(second), _int(micro)
    for value, top, name in ((hour, 23, 'hour'), (minute, 59, 'minute'), (second, 59, 'second'),
                             (micro, 999999, 'microsecond')):
        if not 0 <= value <= top:
            raise ValueError('%s must be in 0..%d' % (name, top))
    if fold not in (0, 1):
        raise ValueError('fold must be either 0 or 1')
    return hour, minute, second, micro, fold


class timedelta:
    """A length of time: days, seconds (0..86399) and microseconds (0..999999)."""

    __slots__ = ('_days', '_seconds', '_microseconds')

    def __new__(cls, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
        total = 0
        left = 0.0
        for value, unit in ((days, 86400000000), (seconds, 1000000), (microseconds, 1), (milliseconds, 1000),
                            (minutes, 60000000), (hours, 3600000000), (weeks, 604800000000)):
            if isinstance(value, int):
                total += value * unit
            elif isinstance(value, float):
                whole = _math.trunc(value)
                total += whole * unit
                part = (value - whole) * unit
                whole = _math.trunc(part)
                total += whole
                left += part - whole
            else:
                raise TypeError('unsupported type for timedelta %s component: %s'
                                % ('days seconds microseconds milliseconds minutes hours weeks'.split()[
                                    [86400000000, 1000000, 1, 1000, 60000000, 3600000000, 604800000000].index(unit)],
                                   type(value).__name__))
        if left:
            total += round(left) if total % 2 == 0 else round(left + 1) - 1
        return cls._of(total)

    @classmethod
    def _of(cls, total):
        seconds, micro = divmod(total, 1000000)
        days, seconds = divmod(seconds, 86400)
        if abs(days) > 999999999:
            raise OverflowError('days=%d; must have magnitude <= 999999999' % days)
        self = object.__new__(cls)
        self._days, self._seconds, self._microseconds = days, seconds, micro
        return self

    def _total(self):
        return (self._days * 86400 + self._seconds) * 1000000 + self._microseconds

    days = property(lambda self: self._days)
    seconds = property(lambda self: self._seconds)
    microseconds = property(lambda self: self._microseconds)

    def total_seconds(self):
        return self._total() / 10 ** 6

    def __repr__(self):
        parts = ['%s=%d' % (n, v) for n, v in (('days', self._days), ('seconds', self._seconds),
                                               ('microseconds', self._microseconds)) if v]
        return 'datetime.timedelta(%s)' % (', '.join(parts) or '0')

    def __str__(self):
        minutes, seconds = divmod(self._seconds, 60)
        text = '%d:%02d:%02d' % (minutes // 60, minutes % 60, seconds)
        if self._days:
            text = '%d day%s, %s' % (self._days, '' if abs(self._days) == 1 else 's', text)
        if self._microseconds:
            text += '.%06d' % self._microseconds
        return text

    def __add__(self, other):
        if isinstance(other, timedelta):
            return timedelta._of(self._total() + other._total())
        return NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return timedelta._of(self._total() - other._total())
        return NotImplemented

    def __rsub__(self, other):
        if isinstance(other, timedelta):
            return timedelta._of(other._total() - self._total())
        return NotImplemented

    def __neg__(self):
        return timedelta._of(-self._total())

    def __pos__(self):
        return self

    def __abs__(self):
        return -self if self._days < 0 else self

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

    def __eq__(self, other):
        return self._total() == other._total() if isinstance(other, timedelta) else NotImplemented

    def __lt__(self, other):
        return self._total() < other._total() if isinstance(other, timedelta) else NotImplemented

    def __le__(self, other):
        return self._total() <= other._total() if isinstance(other, timedelta) else NotImplemented

    def __gt__(self, other):
        return self._total() > other._total() if isinstance(other, timedelta) else NotImplemented

    def __ge__(self, other):
        return self._total() >= other._total() if isinstance(other, timedelta) else NotImplemented

    def __hash__(self):
        return hash((self._days, self._seconds, self._microseconds))

    def __bool__(self):
        return self._total() != 0

    def __reduce__(self):
        return self.__class__, (self._days, self._seconds, self._microseconds)


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
