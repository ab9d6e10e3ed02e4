"""Dates and times of day."""

import math as _math
import time as _time
from _datefmt import (day_of_year, format_date, format_offset, from_ordinal, is_leap, iso_week, ordinal, parse_date,
                      DAYS, MONTHS)

__all__ = ['date', 'datetime', 'time', 'timedelta', 'timezone', 'tzinfo', 'MINYEAR', 'MAXYEAR', 'UTC']

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


def _check_zone(tz):
    if tz is not None and not isinstance(tz, tzinfo):
        raise TypeError("tzinfo argument must be None or of a tzinfo subclass, not type '%s'" % type(tz).__name__)


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


def _divide(a, b):
    """a / b to the nearest int, halves to even."""
    whole, rest = divmod(a, b)
    rest *= 2
    if rest > b if b > 0 else rest < b:
        return whole + 1
    return whole + 1 if rest == b and whole % 2 else whole


timedelta.min = timedelta(-999999999)
timedelta.max = timedelta(days=999999999, hours=23, minutes=59, seconds=59, microseconds=999999)
timedelta.resolution = timedelta(microseconds=1)


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
        """What an ordering of a date and a datetime answers."""
        if isinstance(other, date) and isinstance(self, date):
            raise TypeError("can't compare %s to %s" % (_class_name(self), _class_name(other)))
        return NotImplemented


class date(_Ordered):
    """A day of the Gregorian calendar."""

    __slots__ = ('_year', '_month', '_day')

    def __new__(cls, year, month=None, day=None):
        if month is None or day is None:
            missing = 'month' if month is None else 'day'
            raise TypeError("function missing required argument '%s' (pos %d)" % (missing, 2 if month is None else 3))
        self = object.__new__(cls)
        self._year, self._month, self._day = _check_date(year, month, day)
        return self

    @classmethod
    def fromtimestamp(cls, t):
        moment = _time.localtime(t)
        return cls(moment[0], moment[1], moment[2])

    @classmethod
    def today(cls):
        return cls.fromtimestamp(_time.time())

    @classmethod
    def fromordinal(cls, n):
        if n < 1:
            raise ValueError('ordinal must be >= 1')
        if n > _MAX_ORDINAL:
            raise ValueError('year is out of range')
        return cls(*from_ordinal(n))

    @classmethod
    def fromisoformat(cls, date_string):
        if not isinstance(date_string, str):
            raise TypeError('fromisoformat: argument must be str')
        try:
            return cls(*_parse_iso_date(date_string))
        except (ValueError, IndexError):
            raise ValueError('Invalid isoformat string: %r' % date_string) from None

    @classmethod
    def fromisocalendar(cls, year, week, day):
        first = ordinal(year, 1, 4)
        if not 1 <= week <= 53 or week == 53 and iso_week(year, 12, 28)[1] != 53:
            raise ValueError('Invalid week: %d' % week)
        if not 1 <= day <= 7:
            raise ValueError('Invalid weekday: %d (range is [1, 7])' % day)
        return cls.fromordinal(first - (first + 6) % 7 + (week - 1) * 7 + day - 1)

    year = property(lambda self: self._year)
    month = property(lambda self: self._month)
    day = property(lambda self: self._day)

    def __repr__(self):
        return '%s(%d, %d, %d)' % (_class_name(self), self._year, self._month, self._day)

    def isoformat(self):
        return '%04d-%02d-%02d' % (self._year, self._month, self._day)

    __str__ = isoformat

    def ctime(self):
        return self.strftime('%a %b %e 00:00:00 %Y')

    def strftime(self, fmt):
        return format_date(fmt, self._year, self._month, self._day)

    def __format__(self, fmt):
        if not isinstance(fmt, str):
            raise TypeError('must be str, not %s' % type(fmt).__name__)
        return self.strftime(fmt) if fmt else str(self)

    def timetuple(self):
        return _struct_time(self, 0, 0, 0, -1)

    def toordinal(self):
        return ordinal(self._year, self._month, self._day)

    def replace(self, year=None, month=None, day=None):
        return type(self)(self._year if year is None else year, self._month if month is None else month,
                          self._day if day is None else day)

    def weekday(self):
        return (self.toordinal() + 6) % 7

    def isoweekday(self):
        return self.weekday() + 1

    def isocalendar(self):
        return IsoCalendarDate(*iso_week(self._year, self._month, self._day))

    def _comparable(self, other):
        return isinstance(other, date) and isinstance(other, datetime) == isinstance(self, datetime)

    def _compare(self, other, op):
        return _cmp((self._year, self._month, self._day), (other._year, other._month, other._day))

    def __hash__(self):
        return hash((self._year, self._month, self._day))

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        n = self.toordinal() + other.days
        if not 0 < n <= _MAX_ORDINAL:
            raise OverflowError('date value out of range')
        return type(self).fromordinal(n)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + timedelta(-other.days)
        if isinstance(other, date) and not isinstance(other, datetime):
            return timedelta(self.toordinal() - other.toordinal())
        return NotImplemented

    def __reduce__(self):
        return self.__class__, (self._year, self._month, self._day)


def _class_name(obj):
    kind = type(obj)
    return kind.__qualname__ if kind.__module__ != 'datetime' else 'datetime.' + kind.__qualname__


def _struct_time(d, hour, minute, second, dst):
    return _time.struct_time((d.year, d.month, d.day, hour, minute, second, d.weekday(),
                              day_of_year(d.year, d.month, d.day), dst))


class IsoCalendarDate(tuple):
    """What isocalendar() returns: year, week and weekday."""

    def __new__(cls, year, week, weekday):
        return super().__new__(cls, (year, week, weekday))

    year = property(lambda self: self[0])
    week = property(lambda self: self[1])
    weekday = property(lambda self: self[2])

    def __repr__(self):
        return 'datetime.IsoCalendarDate(year=%s, week=%s, weekday=%s)' % tuple(self)


date.min = date(1, 1, 1)
date.max = date(9999, 12, 31)
date.resolution = timedelta(days=1)


class tzinfo:
    """The base of time zones."""

    __slots__ = ()

    def tzname(self, dt):
        raise NotImplementedError('a tzinfo subclass must implement tzname()')

    def utcoffset(self, dt):
        raise NotImplementedError('a tzinfo subclass must implement utcoffset()')

    def dst(self, dt):
        raise NotImplementedError('a tzinfo subclass must implement dst()')

    def fromutc(self, dt):
        offset = dt.utcoffset()
        if offset is None:
            raise ValueError('fromutc() requires a non-None utcoffset() result')
        saving = dt.dst()
        if saving is None:
            raise ValueError('fromutc() requires a non-None dst() result')
        if offset - saving:
            dt += offset - saving
            saving = dt.dst()
        return dt + saving


class timezone(tzinfo):
    """A fixed distance from UTC."""

    __slots__ = ('_offset', '_name')

    def __new__(cls, offset, name=None):
        if not isinstance(offset, timedelta):
            raise TypeError('timezone() argument 1 must be datetime.timedelta, not ' + type(offset).__name__)
        if not -timedelta(1) < offset < timedelta(1):
            raise ValueError('offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), '
                             'not %r.' % offset)
        if name is None and not offset and hasattr(cls, 'utc'):
            return cls.utc
        self = object.__new__(cls)
        self._offset, self._name = offset, name
        return self

    def __eq__(self, other):
        return self._offset == other._offset if isinstance(other, timezone) else NotImplemented

    def __hash__(self):
        return hash(self._offset)

    def __repr__(self):
        if self is self.utc:
            return 'datetime.timezone.utc'
        if self._name is None:
            return 'datetime.timezone(%r)' % self._offset
        return 'datetime.timezone(%r, %r)' % (self._offset, self._name)

    def __str__(self):
        return self.tzname(None)

    def utcoffset(self, dt):
        return self._offset

    def tzname(self, dt):
        if self._name is not None:
            return self._name
        return 'UTC' + format_offset(self._offset.total_seconds()) if self._offset else 'UTC'

    def dst(self, dt):
        return None

    def fromutc(self, dt):
        return dt + self._offset

    def __reduce__(self):
        return self.__class__, (self._offset,) if self._name is None else (self._offset, self._name)


timezone.utc = UTC = timezone(timedelta(0))
timezone.min = timezone(-timedelta(hours=23, minutes=59))
timezone.max = timezone(timedelta(hours=23, minutes=59))


def _offset_seconds(delta):
    if delta is None:
        return None
    seconds = delta.total_seconds()
    return int(seconds) if seconds == int(seconds) else seconds


def _time_text(hour, minute, second, micro, timespec):
    forms = {'hours': '{:02d}', 'minutes': '{:02d}:{:02d}', 'seconds': '{:02d}:{:02d}:{:02d}',
             'milliseconds': '{:02d}:{:02d}:{:02d}.{:03d}', 'microseconds': '{:02d}:{:02d}:{:02d}.{:06d}'}
    if timespec == 'auto':
        timespec = 'microseconds' if micro else 'seconds'
    if timespec not in forms:
        raise ValueError('Unknown timespec value')
    return forms[timespec].format(hour, minute, second, micro // 1000 if timespec == 'milliseconds' else micro)


class time(_Ordered):
    """A time of day."""

    __slots__ = ('_hour', '_minute', '_second', '_microsecond', '_tzinfo', '_fold')

    def __new__(cls, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        _check_zone(tzinfo)
        self = object.__new__(cls)
        (self._hour, self._minute, self._second, self._microsecond,
         self._fold) = _check_time(hour, minute, second, microsecond, fold)
        self._tzinfo = tzinfo
        return self

    @classmethod
    def fromisoformat(cls, time_string):
        if not isinstance(time_string, str):
            raise TypeError('fromisoformat: argument must be str')
        try:
            return cls(*_parse_iso_time(time_string.removeprefix('T')))
        except (ValueError, IndexError):
            raise ValueError('Invalid isoformat string: %r' % time_string) from None

    hour = property(lambda self: self._hour)
    minute = property(lambda self: self._minute)
    second = property(lambda self: self._second)
    microsecond = property(lambda self: self._microsecond)
    tzinfo = property(lambda self: self._tzinfo)
    fold = property(lambda self: self._fold)

    def utcoffset(self):
        return None if self._tzinfo is None else self._tzinfo.utcoffset(None)

    def tzname(self):
        return None if self._tzinfo is None else self._tzinfo.tzname(None)

    def dst(self):
        return None if self._tzinfo is None else self._tzinfo.dst(None)

    def isoformat(self, timespec='auto'):
        return (_time_text(self._hour, self._minute, self._second, self._microsecond, timespec)
                + format_offset(_offset_seconds(self.utcoffset())))

    __str__ = isoformat

    def __repr__(self):
        return '%s(%s)' % (_class_name(self), _time_arguments(self, [self._hour, self._minute]))

    def strftime(self, fmt):
        return format_date(fmt, 1900, 1, 1, self._hour, self._minute, self._second, self._microsecond,
                           _offset_seconds(self.utcoffset()), self.tzname() or '')

    __format__ = date.__format__

    def replace(self, hour=None, minute=None, second=None, microsecond=None, tzinfo=True, *, fold=None):
        return type(self)(*_replaced(self, hour, minute, second, microsecond, tzinfo),
                          fold=self._fold if fold is None else fold)

    def _comparable(self, other):
        return isinstance(other, time)

    def _ticks(self):
        offset = _offset_seconds(self.utcoffset()) or 0
        return (self._hour * 3600 + self._minute * 60 + self._second - offset) * 1000000 + self._microsecond

    def _compare(self, other, op):
        if (self.utcoffset() is None) != (other.utcoffset() is None):
            if op == '==':
                return 2
            raise TypeError("can't compare offset-naive and offset-aware times")
        return _cmp(self._ticks(), other._ticks())

    def __hash__(self):
        return hash(self._ticks())

    def __reduce__(self):
        return self.__class__, (self._hour, self._minute, self._second, self._microsecond, self._tzinfo)


def _replaced(self, hour, minute, second, microsecond, tzinfo):
    given = ((hour, self._hour), (minute, self._minute), (second, self._second), (microsecond, self._microsecond))
    return [old if new is None else new for new, old in given] + [self._tzinfo if tzinfo is True else tzinfo]


def _time_arguments(self, shown):
    """The arguments of a repr: seconds and microseconds only where needed, then tzinfo and fold."""
    if self._second or self._microsecond:
        shown.append(self._second)
    if self._microsecond:
        shown.append(self._microsecond)
    text = ', '.join(map(str, shown))
    if self._tzinfo is not None:
        text += ', tzinfo=%r' % self._tzinfo
    if self._fold:
        text += ', fold=1'
    return text


time.min = time(0, 0, 0)
time.max = time(23, 59, 59, 999999)
time.resolution = timedelta(microseconds=1)


def _parse_iso_date(text):
    if '-' not in text and len(text) == 8 and 'W' not in text:
        return int(text[:4]), int(text[4:6]), int(text[6:])
    if text[4:6] == '-W' or text[4:5] == 'W':
        plain = text.replace('-', '')
        found = date.fromisocalendar(int(plain[:4]), int(plain[5:7]), int(plain[7:] or 1))
        return found.year, found.month, found.day
    if len(text) != 10 or text[4] != '-' or text[7] != '-':
        raise ValueError(text)
    return int(text[:4]), int(text[5:7]), int(text[8:])


def _parse_iso_time(text):
    zone = None
    for i, c in enumerate(text):
        if c in '+-Z':
            zone = _parse_iso_zone(text[i:])
            text = text[:i]
            break
    text = text.replace(',', '.')
    clock, _, part = text.partition('.')
    pieces = clock.split(':') if ':' in clock else [clock[i:i + 2] for i in range(0, len(clock), 2)]
    if not 1 <= len(pieces) <= 3 or any(len(p) != 2 or not p.isdigit() for p in pieces) or (part and not part.isdigit()):
        raise ValueError(text)
    hour, minute, second = (list(map(int, pieces)) + [0, 0])[:3]
    return hour, minute, second, int(part[:6].ljust(6, '0')) if part else 0, zone


def _parse_iso_zone(text):
    if text == 'Z':
        return timezone.utc
    hour, minute, second, micro, _ = _parse_iso_time(text[1:])
    delta = timedelta(hours=hour, minutes=minute, seconds=second, microseconds=micro)
    return timezone(-delta if text[0] == '-' else delta)


class datetime(date):
    """A date and a time of day."""

    __slots__ = time.__slots__

    def __new__(cls, year, month=None, day=None, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        self = date.__new__(cls, year, month, day)
        (self._hour, self._minute, self._second, self._microsecond,
         self._fold) = _check_time(hour, minute, second, microsecond, fold)
        _check_zone(tzinfo)
        self._tzinfo = tzinfo
        return self

    hour, minute, second, microsecond = time.hour, time.minute, time.second, time.microsecond
    tzinfo, fold = time.tzinfo, time.fold

    @classmethod
    def fromtimestamp(cls, timestamp, tz=None):
        _check_zone(tz)
        whole = _math.floor(timestamp)
        micro = round((timestamp - whole) * 1000000)
        if micro == 1000000:
            whole, micro = whole + 1, 0
        moment = (_time.localtime if tz is None else _time.gmtime)(whole)
        result = cls(*moment[:5], min(moment[5], 59), micro, tz)
        return result if tz is None else tz.fromutc(result)

    @classmethod
    def utcfromtimestamp(cls, timestamp):
        whole = _math.floor(timestamp)
        moment = _time.gmtime(whole)
        return cls(*moment[:5], min(moment[5], 59), min(round((timestamp - whole) * 1000000), 999999))

    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(_time.time(), tz)

    @classmethod
    def today(cls):
        return cls.now()

    @classmethod
    def utcnow(cls):
        return cls.utcfromtimestamp(_time.time())

    @classmethod
    def combine(cls, date, time, tzinfo=True):
        return cls(date.year, date.month, date.day, time.hour, time.minute, time.second, time.microsecond,
                   time.tzinfo if tzinfo is True else tzinfo, fold=time.fold)

    @classmethod
    def fromordinal(cls, n):
        if n < 1:
            raise ValueError('ordinal must be >= 1')
        return cls(*from_ordinal(n))

    @classmethod
    def fromisoformat(cls, date_string):
        if not isinstance(date_string, str):
            raise TypeError('fromisoformat: argument must be str')
        if len(date_string) < 7:
            raise ValueError('Invalid isoformat string: %r' % date_string)
        cut = 10 if date_string[4] == '-' else 8
        if 'W' in date_string[:6]:
            cut = {True: 10, False: 8}[date_string[4] == '-']
        try:
            day = _parse_iso_date(date_string[:cut])
            clock = _parse_iso_time(date_string[cut + 1:]) if len(date_string) > cut else ()
            return cls(*day, *clock)
        except (ValueError, IndexError) as e:
            if str(e).endswith(('out of range', 'for month')) or 'must be in' in str(e):
                raise
            raise ValueError('Invalid isoformat string: %r' % date_string) from None

    @classmethod
    def strptime(cls, date_string, format):
        year, month, day, hour, minute, second, micro, offset, zone, _, _ = parse_date(date_string, format)
        tz = None
        if offset is not None:
            delta = timedelta(seconds=offset)
            tz = timezone(delta, zone) if zone else timezone(delta)
        return cls(year, month, day, hour, minute, second, micro, tz)

    def timetuple(self):
        saving = self.dst()
        return _struct_time(self, self._hour, self._minute, self._second, -1 if saving is None else int(bool(saving)))

    def utctimetuple(self):
        offset = self.utcoffset()
        moment = self - offset if offset else self
        return _struct_time(moment, moment.hour, moment.minute, moment.second, 0)

    def timestamp(self):
        if self._tzinfo is None:
            return _time.mktime(self.timetuple()) + self._microsecond / 1000000
        return (self - _EPOCH).total_seconds()

    def date(self):
        return date(self._year, self._month, self._day)

    def time(self):
        return time(self._hour, self._minute, self._second, self._microsecond, fold=self._fold)

    def timetz(self):
        return time(self._hour, self._minute, self._second, self._microsecond, self._tzinfo, fold=self._fold)

    def replace(self, year=None, month=None, day=None, hour=None, minute=None, second=None, microsecond=None,
                tzinfo=True, *, fold=None):
        return type(self)(self._year if year is None else year, self._month if month is None else month,
                          self._day if day is None else day, *_replaced(self, hour, minute, second, microsecond, tzinfo),
                          fold=self._fold if fold is None else fold)

    def astimezone(self, tz=None):
        mine = self._tzinfo
        if mine is None:
            local = _time.localtime(self.timestamp())
            mine = timezone(timedelta(seconds=local.tm_gmtoff), local.tm_zone)
        if tz is None:
            local = _time.localtime((self.replace(tzinfo=mine) - _EPOCH).total_seconds())
            tz = timezone(timedelta(seconds=local.tm_gmtoff), local.tm_zone)
        elif tz is mine:
            return self
        offset = mine.utcoffset(self)
        return tz.fromutc((self - offset).replace(tzinfo=tz))

    def ctime(self):
        return self.strftime('%a %b %e %H:%M:%S %Y')

    def isoformat(self, sep='T', timespec='auto'):
        return (date.isoformat(self) + sep + _time_text(self._hour, self._minute, self._second, self._microsecond, timespec)
                + format_offset(_offset_seconds(self.utcoffset())))

    def __str__(self):
        return self.isoformat(' ')

    def __repr__(self):
        first = [self._year, self._month, self._day, self._hour, self._minute]
        return '%s(%s)' % (_class_name(self), _time_arguments(self, first))

    def strftime(self, fmt):
        return format_date(fmt, self._year, self._month, self._day, self._hour, self._minute, self._second,
                           self._microsecond, _offset_seconds(self.utcoffset()), self.tzname() or '')

    def utcoffset(self):
        return None if self._tzinfo is None else self._tzinfo.utcoffset(self)

    def tzname(self):
        return None if self._tzinfo is None else self._tzinfo.tzname(self)

    def dst(self):
        return None if self._tzinfo is None else self._tzinfo.dst(self)

    def _ticks(self):
        """Microseconds since year 0, in UTC where the zone is known."""
        offset = _offset_seconds(self.utcoffset()) or 0
        seconds = self.toordinal() * 86400 + self._hour * 3600 + self._minute * 60 + self._second
        return int((seconds - offset) * 1000000) + self._microsecond

    def _compare(self, other, op):
        if (self.utcoffset() is None) != (other.utcoffset() is None):
            if op == '==':
                return 2
            raise TypeError("can't compare offset-naive and offset-aware datetimes")
        return _cmp(self._ticks(), other._ticks())

    def __hash__(self):
        return hash(self._ticks())

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        whole = (self.toordinal() * 86400 + self._hour * 3600 + self._minute * 60 + self._second) * 1000000
        days, rest = divmod(whole + self._microsecond + other._total(), 86400000000)
        if not 0 < days <= _MAX_ORDINAL:
            raise OverflowError('date value out of range')
        seconds, micro = divmod(rest, 1000000)
        return type(self)(*from_ordinal(days), seconds // 3600, seconds // 60 % 60, seconds % 60, micro, self._tzinfo)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + -other
        if not isinstance(other, datetime):
            return NotImplemented
        if (self.utcoffset() is None) != (other.utcoffset() is None):
            raise TypeError("can't subtract offset-naive and offset-aware datetimes")
        return timedelta._of(self._ticks() - other._ticks())

    def __reduce__(self):
        return self.__class__, (self._year, self._month, self._day, self._hour, self._minute, self._second,
                                self._microsecond, self._tzinfo)


datetime.min = datetime(1, 1, 1)
datetime.max = datetime(9999, 12, 31, 23, 59, 59, 999999)
datetime.resolution = timedelta(microseconds=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)

import sys as _sys  # noqa: E402
for _kind in (date, datetime, time, timedelta, timezone, tzinfo):
    _sys._settypename(_kind, 'datetime.' + _kind.__name__)
del _kind, _sys
