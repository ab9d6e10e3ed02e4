"""Times of day."""

from operator import attrgetter as _attrgetter

from _datefmt import format_date, format_offset
from _timedelta import _Ordered, _check_time, _class_name, _cmp, _format, timedelta
from _timezone import _ask_name, _ask_offset, _check_zone, _offset_seconds, timezone, tzinfo

__name__ = 'datetime'  # where the classes say they are from


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
        if isinstance(hour, bytes) and len(hour) == 6 and hour[0] & 0x7f < 24:
            hour, minute, second, microsecond, tzinfo, fold = _clock_of_bytes(hour, minute)
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
