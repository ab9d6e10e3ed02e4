"""Time zones."""

from _datefmt import format_offset
from _timedelta import timedelta

__name__ = 'datetime'  # where the classes say they are from


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


def _check_zone(tz):
    if tz is not None and not isinstance(tz, tzinfo):
        raise TypeError("tzinfo argument must be None or of a tzinfo subclass, not type '%s'" % type(tz).__name__)
