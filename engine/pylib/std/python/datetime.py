"""Dates and times of day."""

import math as _math
import re as _re
import sys as _sys
import time as _time
from _strptime import day_of_year, format_date, format_offset, from_ordinal, iso_week, ordinal, _strptime_datetime
from _datetime import Duration as _Duration, Moment as _Moment, _begin, _begin_moments, check_time as _check_time, restored as _restored
from operator import attrgetter as _attrgetter

__all__ = ['date', 'datetime', 'time', 'timedelta', 'timezone', 'tzinfo', 'MINYEAR', 'MAXYEAR', 'UTC']

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


def _lt(self, other):
    return self._compare(other, '<') < 0 if self._comparable(other) else self._unordered(other)


def _le(self, other):
    return self._compare(other, '<=') <= 0 if self._comparable(other) else self._unordered(other)


def _gt(self, other):
    return self._compare(other, '>') > 0 if self._comparable(other) else self._unordered(other)


def _ge(self, other):
    return self._compare(other, '>=') >= 0 if self._comparable(other) else self._unordered(other)


def _eq(self, other):
    return self._compare(other, '==') == 0 if self._comparable(other) else NotImplemented


def _ordered(cls):
    """Gives date or time the comparisons, by their _compare(); _unordered is what an ordering with another kind answers."""
    for name, function in (('__lt__', _lt), ('__le__', _le), ('__gt__', _gt), ('__ge__', _ge), ('__eq__', _eq)):
        setattr(cls, name, function)
    return cls


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
        _check_own(self, dt)
        offset = dt.utcoffset()
        if offset is None:
            raise ValueError('fromutc() requires a non-None utcoffset() result')
        saving = dt.dst()
        if saving is None:
            raise ValueError('fromutc() requires a non-None dst() result')
        if offset - saving:
            dt += offset - saving
            saving = dt.dst()
            if saving is None:
                raise ValueError('fromutc: tz.dst() gave inconsistent results; cannot convert')
        return dt + saving

    def __reduce__(self):
        args = getattr(self, '__getinitargs__', tuple)()
        return self.__class__, args, self.__getstate__()


def _check_own(zone, dt):
    """Checks that fromutc is given a datetime in its own zone."""
    if not hasattr(dt, 'astimezone'):
        raise TypeError('fromutc: argument must be a datetime')
    if dt.tzinfo is not zone:
        raise ValueError('fromutc: dt.tzinfo is not self')


_nameless = object()


class timezone(tzinfo):
    """A fixed distance from UTC."""

    __slots__ = ('_offset', '_name')

    def __new__(cls, offset, name=_nameless):
        if not isinstance(offset, timedelta):
            raise TypeError('timezone() argument 1 must be datetime.timedelta, not ' + type(offset).__name__)
        if not -timedelta(1) < offset < timedelta(1):
            raise ValueError('offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), '
                             'not %r.' % offset)
        if name is not _nameless and not isinstance(name, str):
            raise TypeError('timezone() argument 2 must be str, not ' + ('None' if name is None else type(name).__name__))
        name = None if name is _nameless else name
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

    @staticmethod
    def _check_moment(method, dt):
        if dt is not None and not hasattr(dt, 'astimezone'):
            raise TypeError('%s(dt) argument must be a datetime instance or None, not %s' % (method, type(dt).__name__))

    def utcoffset(self, dt):
        self._check_moment('utcoffset', dt)
        return self._offset

    def tzname(self, dt):
        self._check_moment('tzname', dt)
        if self._name is not None:
            return self._name
        return 'UTC' + format_offset(self._offset.total_seconds()) if self._offset else 'UTC'

    def dst(self, dt):
        self._check_moment('dst', dt)
        return None

    def fromutc(self, dt):
        _check_own(self, dt)
        return dt + self._offset

    def __getinitargs__(self):
        return (self._offset,) if self._name is None else (self._offset, self._name)

    def __reduce__(self):
        return self.__class__, self.__getinitargs__(), None


timezone.utc = UTC = timezone(timedelta(0))
timezone.min = timezone(-timedelta(hours=23, minutes=59))
timezone.max = timezone(timedelta(hours=23, minutes=59))


def _ask_offset(zone, method, dt):
    """What the zone's utcoffset or dst says, checked."""
    if zone is None:
        return None
    offset = getattr(zone, method)(dt)
    if offset is None:
        return None
    if not isinstance(offset, timedelta):
        raise TypeError("tzinfo.%s() must return None or timedelta, not '%s'" % (method, type(offset).__name__))
    if not -timedelta(1) < offset < timedelta(1):
        raise ValueError('offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24).')
    return offset


def _ask_name(zone, dt):
    """What the zone's tzname says, checked."""
    name = None if zone is None else zone.tzname(dt)
    if name is not None and not isinstance(name, str):
        raise TypeError("tzinfo.tzname() must return None or a string, not '%s'" % type(name).__name__)
    return name


def _offset_seconds(delta):
    if delta is None:
        return None
    seconds = delta.total_seconds()
    return int(seconds) if seconds == int(seconds) else seconds


def _check_zone(tz):
    if tz is not None and not isinstance(tz, tzinfo):
        raise TypeError("tzinfo argument must be None or of a tzinfo subclass, not type '%s'" % type(tz).__name__)


def _time_text(hour, minute, second, micro, timespec):
    forms = {'hours': '{:02d}', 'minutes': '{:02d}:{:02d}', 'seconds': '{:02d}:{:02d}:{:02d}',
             'milliseconds': '{:02d}:{:02d}:{:02d}.{:03d}', 'microseconds': '{:02d}:{:02d}:{:02d}.{:06d}'}
    if timespec == 'auto':
        timespec = 'microseconds' if micro else 'seconds'
    if timespec not in forms:
        raise ValueError('Unknown timespec value')
    return forms[timespec].format(hour, minute, second, micro // 1000 if timespec == 'milliseconds' else micro)


@_ordered
class time:
    """A time of day."""

    __slots__ = ('_hour', '_minute', '_second', '_microsecond', '_tzinfo', '_fold')

    def _unordered(self, other):
        return NotImplemented

    def __new__(cls, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        if isinstance(hour, (bytes, str)) and len(hour) == 6 and ord(hour[:1]) & 0x7f < 24:
            hour, minute, second, microsecond, tzinfo, fold = _clock_of_bytes(_state(hour, 'time'), minute)
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
            parts = _parse_iso_time(time_string.removeprefix('T'))
        except _NotISO:
            raise ValueError('Invalid isoformat string: %r' % time_string) from None
        return cls(*parts)

    hour = property(_attrgetter('_hour'))
    minute = property(_attrgetter('_minute'))
    second = property(_attrgetter('_second'))
    microsecond = property(_attrgetter('_microsecond'))
    tzinfo = property(_attrgetter('_tzinfo'))
    fold = property(_attrgetter('_fold'))

    def utcoffset(self):
        return _ask_offset(self._tzinfo, 'utcoffset', None)

    def tzname(self):
        return _ask_name(self._tzinfo, None)

    def dst(self):
        return _ask_offset(self._tzinfo, 'dst', None)

    def isoformat(self, timespec='auto'):
        return (_time_text(self._hour, self._minute, self._second, self._microsecond, timespec)
                + format_offset(_offset_seconds(self.utcoffset())))

    __str__ = isoformat

    def __repr__(self):
        return '%s(%s)' % (_class_name(self), _time_arguments(self, [self._hour, self._minute]))

    def strftime(self, fmt):
        return format_date(fmt, 1900, 1, 1, self._hour, self._minute, self._second, self._microsecond,
                           lambda: _offset_seconds(self.utcoffset()), lambda: self.tzname() or '')

    __format__ = _format

    def replace(self, hour=None, minute=None, second=None, microsecond=None, tzinfo=True, *, fold=None):
        return type(self)(*_replaced(self, hour, minute, second, microsecond, tzinfo),
                          fold=self._fold if fold is None else fold)

    def _comparable(self, other):
        return isinstance(other, time)

    def _ticks(self, local=False):
        offset = 0 if local else _offset_seconds(self.utcoffset()) or 0
        return (self._hour * 3600 + self._minute * 60 + self._second - offset) * 1000000 + self._microsecond

    def _compare(self, other, op):
        if self._tzinfo is other._tzinfo:
            return _cmp(self._ticks(True), other._ticks(True))
        if (self.utcoffset() is None) != (other.utcoffset() is None):
            if op == '==':
                return 2
            raise TypeError("can't compare offset-naive and offset-aware times")
        return _cmp(self._ticks(), other._ticks())

    def __hash__(self):
        return hash((self.replace(fold=0) if self._fold else self)._ticks())

    def __reduce_ex__(self, protocol):
        state = _clock_bytes(self, self._fold and protocol > 3)
        return self.__class__, (state,) if self._tzinfo is None else (state, self._tzinfo)

    def __reduce__(self):
        return self.__reduce_ex__(2)


def _clock_bytes(t, fold):
    """The state that pickles hold: hour, minute, second and microsecond in six bytes."""
    return bytes((t._hour | (128 if fold else 0), t._minute, t._second)) + t._microsecond.to_bytes(3, 'big')


def _state(given, kind):
    """The bytes that a pickle holds; those of Python 2 come as text."""
    if isinstance(given, bytes):
        return given
    try:
        return given.encode('latin1')
    except UnicodeEncodeError:
        raise ValueError("Failed to encode latin1 string when unpickling a %s object. pickle.load(data, encoding='latin1') is assumed." % kind) from None


def _clock_of_bytes(state, zone):
    if zone and not isinstance(zone, tzinfo):
        raise TypeError('bad tzinfo state arg')
    hour, minute, second = state[:3]
    return hour & 0x7f, minute, second, int.from_bytes(state[3:], 'big'), zone or None, hour >> 7


def _replaced(self, hour, minute, second, microsecond, tzinfo):
    given = ((hour, self._hour), (minute, self._minute), (second, self._second), (microsecond, self._microsecond))
    return [old if new is None else new for new, old in given] + [self._tzinfo if tzinfo is True else tzinfo]


def _time_arguments(self, shown):
    """The arguments of a repr: seconds and microseconds only where needed, then fold and tzinfo."""
    if self._second or self._microsecond:
        shown.append(self._second)
    if self._microsecond:
        shown.append(self._microsecond)
    text = ', '.join(map(str, shown))
    if self._fold:
        text += ', fold=1'
    if self._tzinfo is not None:
        text += ', tzinfo=%r' % self._tzinfo
    return text


time.min = time(0, 0, 0)
time.max = time(23, 59, 59, 999999)
time.resolution = timedelta(microseconds=1)


class _NotISO(Exception):
    """A text that is no date or time in the format of ISO 8601."""


def _digits(text, count):
    """The number that so many digits are."""
    if len(text) != count or not (text.isascii() and text.isdigit()):
        raise _NotISO
    return int(text)


def _parse_iso_time(text):
    """Hour, minute, second, microsecond and zone of a text."""
    at = next((i for i, c in enumerate(text) if c in '+-Z'), len(text))
    return *_parse_iso_clock(text[:at]), _parse_iso_zone(text[at:])


def _parse_iso_clock(text):
    clock, point, part = text.replace(',', '.').partition('.')
    pieces = clock.split(':') if ':' in clock else [clock[i:i + 2] for i in range(0, len(clock), 2)]
    if not 1 <= len(pieces) <= 3 or point and not (part.isascii() and part.isdigit()):
        raise _NotISO
    hour, minute, second = ([_digits(piece, 2) for piece in pieces] + [0, 0])[:3]
    return hour, minute, second, int(part[:6].ljust(6, '0')) if part else 0


def _parse_iso_zone(text):
    if not text:
        return None
    if text == 'Z':
        return timezone.utc
    hour, minute, second, micro = _parse_iso_clock(text[1:])
    delta = timedelta(hours=hour, minutes=minute, seconds=second, microseconds=micro)
    return timezone(-delta if text[0] == '-' else delta)


timedelta.min = timedelta(-999999999)
timedelta.max = timedelta(days=999999999, hours=23, minutes=59, seconds=59, microseconds=999999)
timedelta.resolution = timedelta(microseconds=1)


class date(_Moment):
    """A day of the Gregorian calendar."""

    __slots__ = ()

    def _unordered(self, other):
        if isinstance(other, date):  # a date and a datetime
            raise TypeError("can't compare %s to %s" % (_class_name(self), _class_name(other)))
        return NotImplemented

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
        found = cls._read(date_string)
        if found is not None:
            return found
        try:
            parts = _parse_iso_date(date_string)
        except _NotISO:
            raise ValueError('Invalid isoformat string: %r' % date_string) from None
        return cls(*parts)

    @classmethod
    def fromisocalendar(cls, year, week, day):
        if not MINYEAR <= year <= MAXYEAR:
            raise ValueError('Year is out of range: %d' % year)
        first = ordinal(year, 1, 4)
        if not 1 <= week <= 53 or week == 53 and iso_week(year, 12, 28)[1] != 53:
            raise ValueError('Invalid week: %d' % week)
        if not 1 <= day <= 7:
            raise ValueError('Invalid weekday: %d (range is [1, 7])' % day)
        return cls.fromordinal(first - (first + 6) % 7 + (week - 1) * 7 + day - 1)

    year, month, day = _Moment._year, _Moment._month, _Moment._day

    def __repr__(self):
        return '%s(%d, %d, %d)' % (_class_name(self), self._year, self._month, self._day)

    __str__ = _Moment.isoformat

    def ctime(self):
        return self.strftime('%a %b %e 00:00:00 ') + '%04d' % self._year

    def strftime(self, fmt):
        return format_date(fmt, self._year, self._month, self._day)

    __format__ = _format

    def timetuple(self):
        return _struct_time(self, 0, 0, 0, -1)

    def replace(self, year=None, month=None, day=None):
        made = self._replace((year, month, day), True, None)
        return made if made is not None else type(self)(self._year if year is None else year, self._month if month is None else month,
                          self._day if day is None else day)

    def isocalendar(self):
        return _IsoCalendarDate(*iso_week(self._year, self._month, self._day))

    def _compare(self, other, op):
        return _cmp((self._year, self._month, self._day), (other._year, other._month, other._day))

    def _date_bytes(self):
        """The state that pickles hold: year, month and day in four bytes."""
        return self._year.to_bytes(2, 'big') + bytes((self._month, self._day))

    def __reduce__(self):
        return self.__class__, (self._date_bytes(),)


def _struct_time(d, hour, minute, second, dst):
    return _time.struct_time((d.year, d.month, d.day, hour, minute, second, d.weekday(),
                              day_of_year(d.year, d.month, d.day), dst))


class _IsoCalendarDate(tuple):
    """What isocalendar() returns: year, week and weekday."""

    def __new__(cls, year, week, weekday):
        return super().__new__(cls, (year, week, weekday))

    year = property(lambda self: self[0])
    week = property(lambda self: self[1])
    weekday = property(lambda self: self[2])

    def __repr__(self):
        return 'datetime.IsoCalendarDate(year=%s, week=%s, weekday=%s)' % tuple(self)

    def __reduce__(self):
        return tuple, (tuple(self),)


date.min = date(1, 1, 1)
date.max = date(9999, 12, 31)
date.resolution = timedelta(days=1)


def _parse_iso_date(text):
    """Year, month and day of a text."""
    week = _re.fullmatch(r'(\d{4})(?:-W(\d\d)(?:-(\d))?|W(\d\d)(\d)?)', text, _re.ASCII)
    if week:
        year, week, day = (int(part) for part in (week[1], week[2] or week[4], week[3] or week[5] or 1))
        try:
            found = date.fromisocalendar(year, week, day)
        except ValueError:
            raise _NotISO from None
        return found.year, found.month, found.day
    if len(text) == 8:
        return _digits(text[:4], 4), _digits(text[4:6], 2), _digits(text[6:], 2)
    if len(text) != 10 or text[4] != '-' or text[7] != '-':
        raise _NotISO
    return _digits(text[:4], 4), _digits(text[5:7], 2), _digits(text[8:], 2)


def _iso_date_length(text):
    """How much of a text is the date: it may be dense, and may be a week with or without a day."""
    if text[4:5] == '-':
        if text[5:6] != 'W':
            return 10
        return 10 if text[8:9] == '-' and not text[10:11].isdigit() else 8
    if text[4:5] != 'W':
        return 8
    digits = len(text[7:]) - len(text[7:].lstrip('0123456789'))
    if digits < 2:
        return 7 + digits
    return 7 if digits % 2 else 8


class datetime(date):
    """A date and a time of day."""

    __slots__ = ()

    hour, minute, second, microsecond = _Moment._hour, _Moment._minute, _Moment._second, _Moment._microsecond
    tzinfo, fold = _Moment._tzinfo, _Moment._fold

    @classmethod
    def fromtimestamp(cls, timestamp, tz=None):
        _check_zone(tz)
        whole = _math.floor(timestamp)
        micro = round((timestamp - whole) * 1000000)
        if micro == 1000000:
            whole, micro = whole + 1, 0
        if tz is None and -62135596800 <= whole <= 253402300799:
            return cls._at(whole, micro)
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
        return cls._now() if tz is None else cls.fromtimestamp(_time.time(), tz)

    @classmethod
    def today(cls):
        return cls.now()

    @classmethod
    def utcnow(cls):
        return cls._now()

    @classmethod
    def combine(cls, date, time, tzinfo=True):
        for i, (value, kind) in enumerate(((date, _date), (time, _clock)), 1):
            if not isinstance(value, kind):
                raise TypeError('combine() argument %d must be datetime.%s, not %s' % (i, kind.__name__, _class_name(value)))
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
        found = cls._read(date_string)
        if found is not None:
            return found
        if len(date_string) < 7:
            raise ValueError('Invalid isoformat string: %r' % date_string)
        cut = _iso_date_length(date_string)
        try:
            day = _parse_iso_date(date_string[:cut])
            clock = _parse_iso_time(date_string[cut + 1:]) if len(date_string) > cut else ()
        except _NotISO:
            raise ValueError('Invalid isoformat string: %r' % date_string) from None
        return cls(*day, *clock)

    @classmethod
    def strptime(cls, date_string, format):
        return _strptime_datetime(cls, date_string, format)

    def timetuple(self):
        saving = self.dst()
        return _struct_time(self, self._hour, self._minute, self._second, -1 if saving is None else int(bool(saving)))

    def utctimetuple(self):
        offset = self.utcoffset()
        moment = self - offset if offset else self
        return _struct_time(moment, moment.hour, moment.minute, moment.second, 0)

    def timestamp(self):
        if self._tzinfo is None:
            return self._seconds()
        return (self - _EPOCH).total_seconds()

    def date(self):
        return self._day_of(_date)

    def time(self):
        return time(self._hour, self._minute, self._second, self._microsecond, fold=self._fold)

    def timetz(self):
        return time(self._hour, self._minute, self._second, self._microsecond, self._tzinfo, fold=self._fold)

    def replace(self, year=None, month=None, day=None, hour=None, minute=None, second=None, microsecond=None,
                tzinfo=True, *, fold=None):
        if tzinfo is not True:
            _check_zone(tzinfo)
        made = self._replace((year, month, day, hour, minute, second, microsecond), tzinfo, fold)
        return made if made is not None else type(self)(self._year if year is None else year, self._month if month is None else month,
                          self._day if day is None else day, *_replaced(self, hour, minute, second, microsecond, tzinfo),
                          fold=self._fold if fold is None else fold)

    def astimezone(self, tz=None):
        _check_zone(tz)
        mine = self._tzinfo
        if mine is None:
            local = _time.localtime(self.timestamp())
            mine = timezone(timedelta(seconds=local.tm_gmtoff), local.tm_zone)
        if tz is None:
            local = _time.localtime((self.replace(tzinfo=mine) - _EPOCH).total_seconds())
            tz = timezone(timedelta(seconds=local.tm_gmtoff), local.tm_zone)
        elif tz is mine:
            return self
        offset = _ask_offset(mine, 'utcoffset', self)
        if offset is None:
            return self.replace(tzinfo=None).astimezone(tz)
        return tz.fromutc((self - offset).replace(tzinfo=tz))

    def ctime(self):
        return self.strftime('%a %b %e %H:%M:%S ') + '%04d' % self._year

    def isoformat(self, sep='T', timespec='auto'):
        if sep == 'T' and timespec == 'auto' and self._tzinfo is None:
            return _Moment.isoformat(self)
        return ('%04d-%02d-%02d' % (self._year, self._month, self._day) + sep + _time_text(self._hour, self._minute, self._second, self._microsecond, timespec)
                + format_offset(_offset_seconds(self.utcoffset())))

    def __str__(self):
        return self.isoformat(' ')

    def __repr__(self):
        first = [self._year, self._month, self._day, self._hour, self._minute]
        return '%s(%s)' % (_class_name(self), _time_arguments(self, first))

    def strftime(self, fmt):
        self.dst()  # a zone that gives nonsense is told of even where fmt asks for no zone
        return format_date(fmt, self._year, self._month, self._day, self._hour, self._minute, self._second,
                           self._microsecond, lambda: _offset_seconds(self.utcoffset()), lambda: self.tzname() or '')

    def utcoffset(self):
        return _ask_offset(self._tzinfo, 'utcoffset', self)

    def tzname(self):
        return _ask_name(self._tzinfo, self)

    def dst(self):
        return _ask_offset(self._tzinfo, 'dst', self)

    def _ticks(self, local=False):
        """Microseconds since year 0, in UTC where the zone is known and local is false."""
        offset = None if local else self.utcoffset()
        return self._shown() - (0 if offset is None else offset._total())

    def _compare(self, other, op):
        if self._tzinfo is other._tzinfo:
            return _cmp(self._ticks(True), other._ticks(True))
        mine, its = self.utcoffset(), other.utcoffset()
        if op == '==' and (self._ambiguous(mine) or other._ambiguous(its)):
            return 2
        if (mine is None) != (its is None):
            if op == '==':
                return 2
            raise TypeError("can't compare offset-naive and offset-aware datetimes")
        return _cmp(self._ticks(mine == its), other._ticks(mine == its))

    def _ambiguous(self, offset):
        """Whether fold makes a difference: such a time equals none of another zone (PEP 495)."""
        return self._tzinfo is not None and offset != self.replace(fold=not self._fold).utcoffset()

    def __reduce_ex__(self, protocol):
        day = bytearray(self._date_bytes())
        if self._fold and protocol > 3:
            day[2] |= 128
        state = bytes(day) + _clock_bytes(self, False)
        return self.__class__, (state,) if self._tzinfo is None else (state, self._tzinfo)

    def __reduce__(self):
        return self.__reduce_ex__(2)


def _of_state(cls, state, zone=None):
    """The date or datetime that the bytes of a pickle say, NotImplemented where they say none."""
    kind, size = ('datetime', 10) if issubclass(cls, datetime) else ('date', 4)
    if not isinstance(state, (bytes, str)) or len(state) != size or size == 4 and zone is not None:
        return NotImplemented
    if not 1 <= ord(state[2:3]) & (0x7f if size == 10 else -1) <= 12:
        return NotImplemented
    state = _state(state, kind)
    clock = _clock_of_bytes(state[4:], zone) if size == 10 else (0, 0, 0, 0, None, 0)
    return _restored(cls, int.from_bytes(state[:2], 'big'), state[2] & 0x7f, state[3], *clock[:5], state[2] >> 7)


def _compared(self, other, op):
    """A comparison of what is not of one kind and one zone."""
    if op == '!=':
        same = _compared(self, other, '==')
        return same if same is NotImplemented else not same
    if not isinstance(other, datetime if isinstance(self, datetime) else date):
        if op != '==':
            return self._unordered(other)
        return False if isinstance(other, date) else NotImplemented
    order = self._compare(other, op)
    return order < 0 if op == '<' else order <= 0 if op == '<=' else order > 0 if op == '>' else order >= 0 if op == '>=' else order == 0


def _moment(self):
    """What a datetime of a zone hashes: its time in UTC."""
    return (self.replace(fold=0) if self._fold else self)._ticks()


def _difference(self, other):
    """The time between datetimes of two zones."""
    if (self.utcoffset() is None) != (other.utcoffset() is None):
        raise TypeError("can't subtract offset-naive and offset-aware datetimes")
    return timedelta._of(self._ticks() - other._ticks())


_begin_moments(date, datetime)
_date, _clock = date, time  # combine has arguments of these names

datetime.min = datetime(1, 1, 1)
datetime.max = datetime(9999, 12, 31, 23, 59, 59, 999999)
datetime.resolution = timedelta(microseconds=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)

for _kind in (date, datetime, time, timedelta, timezone, tzinfo):
    _sys._settypename(_kind, 'datetime.' + _kind.__name__)
del _kind, _sys
