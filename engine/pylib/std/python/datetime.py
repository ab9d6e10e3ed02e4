"""Dates and times of day."""

import math as _math
from operator import attrgetter as _attrgetter
import re as _re
import sys as _sys
import time as _time
from _datefmt import day_of_year, format_date, format_offset, from_ordinal, iso_week, ordinal, parse_date
from _timedelta import (MAXYEAR, MINYEAR, _MAX_ORDINAL, _Ordered, _check_date, _check_time, _class_name, _cmp, _format,
                        timedelta)
from _timeofday import (_NotISO, _clock_bytes, _clock_of_bytes, _digits, _parse_iso_time, _replaced, _time_arguments,
                        _time_text, time)
from _timezone import UTC, _ask_name, _ask_offset, _check_zone, _offset_seconds, timezone, tzinfo

__all__ = ['date', 'datetime', 'time', 'timedelta', 'timezone', 'tzinfo', 'MINYEAR', 'MAXYEAR', 'UTC']

timedelta.min = timedelta(-999999999)
timedelta.max = timedelta(days=999999999, hours=23, minutes=59, seconds=59, microseconds=999999)
timedelta.resolution = timedelta(microseconds=1)


class date(_Ordered):
    """A day of the Gregorian calendar."""

    __slots__ = ('_year', '_month', '_day')

    def _unordered(self, other):
        if isinstance(other, date):  # a date and a datetime
            raise TypeError("can't compare %s to %s" % (_class_name(self), _class_name(other)))
        return NotImplemented

    def __new__(cls, year, month=None, day=None):
        if isinstance(year, bytes) and len(year) == 4 and 1 <= year[2] <= 12:
            year, month, day = int.from_bytes(year[:2], 'big'), year[2], year[3]
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
            parts = _parse_iso_date(date_string)
        except _NotISO:
            raise ValueError('Invalid isoformat string: %r' % date_string) from None
        return cls(*parts)

    @classmethod
    def fromisocalendar(cls, year, week, day):
        first = ordinal(year, 1, 4)
        if not 1 <= week <= 53 or week == 53 and iso_week(year, 12, 28)[1] != 53:
            raise ValueError('Invalid week: %d' % week)
        if not 1 <= day <= 7:
            raise ValueError('Invalid weekday: %d (range is [1, 7])' % day)
        return cls.fromordinal(first - (first + 6) % 7 + (week - 1) * 7 + day - 1)

    year = property(_attrgetter('_year'))
    month = property(_attrgetter('_month'))
    day = property(_attrgetter('_day'))

    def __repr__(self):
        return '%s(%d, %d, %d)' % (_class_name(self), self._year, self._month, self._day)

    def isoformat(self):
        return '%04d-%02d-%02d' % (self._year, self._month, self._day)

    __str__ = isoformat

    def ctime(self):
        return self.strftime('%a %b %e 00:00:00 ') + '%04d' % self._year

    def strftime(self, fmt):
        return format_date(fmt, self._year, self._month, self._day)

    __format__ = _format

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
        return isinstance(other, date)

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

    def _date_bytes(self):
        """The state that pickles hold: year, month and day in four bytes."""
        return self._year.to_bytes(2, 'big') + bytes((self._month, self._day))

    def __reduce__(self):
        return self.__class__, (self._date_bytes(),)


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

    __slots__ = time.__slots__

    def __new__(cls, year, month=None, day=None, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        if isinstance(year, bytes) and len(year) == 10 and 1 <= year[2] & 0x7f <= 12:
            fold, clock = year[2] >> 7, year[4:]
            year, zone, month, day = int.from_bytes(year[:2], 'big'), month, year[2] & 0x7f, year[3]
            hour, minute, second, microsecond, tzinfo, _ = _clock_of_bytes(clock, zone)
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
        return (date.isoformat(self) + sep + _time_text(self._hour, self._minute, self._second, self._microsecond, timespec)
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
        offset = 0 if local else _offset_seconds(self.utcoffset()) or 0
        seconds = self.toordinal() * 86400 + self._hour * 3600 + self._minute * 60 + self._second
        return int((seconds - offset) * 1000000) + self._microsecond

    def _comparable(self, other):
        return isinstance(other, datetime)

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

    def __eq__(self, other):
        if isinstance(other, date) and not isinstance(other, datetime):
            return False
        return super().__eq__(other)

    def _ambiguous(self, offset):
        """Whether fold makes a difference: such a time equals none of another zone (PEP 495)."""
        return self._tzinfo is not None and offset != self.replace(fold=not self._fold).utcoffset()

    def __hash__(self):
        return hash((self.replace(fold=0) if self._fold else self)._ticks())

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
        local = self._tzinfo is other._tzinfo
        if not local and (self.utcoffset() is None) != (other.utcoffset() is None):
            raise TypeError("can't subtract offset-naive and offset-aware datetimes")
        return timedelta._of(self._ticks(local) - other._ticks(local))

    def __reduce_ex__(self, protocol):
        day = bytearray(self._date_bytes())
        if self._fold and protocol > 3:
            day[2] |= 128
        state = bytes(day) + _clock_bytes(self, False)
        return self.__class__, (state,) if self._tzinfo is None else (state, self._tzinfo)

    def __reduce__(self):
        return self.__reduce_ex__(2)


_date, _clock = date, time  # combine has arguments of these names

datetime.min = datetime(1, 1, 1)
datetime.max = datetime(9999, 12, 31, 23, 59, 59, 999999)
datetime.resolution = timedelta(microseconds=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)

for _kind in (date, datetime, time, timedelta, timezone, tzinfo):
    _sys._settypename(_kind, 'datetime.' + _kind.__name__)
del _kind, _sys
