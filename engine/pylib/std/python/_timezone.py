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
