"""Time zones by name, with their history."""

import _zoneinfo
from datetime import datetime, timedelta, tzinfo

from ._common import ZoneInfoNotFoundError
from ._tzpath import TZPATH, InvalidTZPathWarning

__all__ = ['ZoneInfo', 'reset_tzpath', 'available_timezones', 'TZPATH', 'ZoneInfoNotFoundError', 'InvalidTZPathWarning']

_epoch = datetime(1970, 1, 1)


class ZoneInfo(tzinfo):
    """The zone of a key such as 'Europe/Berlin'. The same key gives the same object."""

    _cache = {}

    def __init_subclass__(cls):
        cls._cache = {}

    def __new__(cls, key):
        if key not in cls._cache:
            cls._cache[key] = cls.no_cache(key)
        return cls._cache[key]

    @classmethod
    def no_cache(cls, key):
        """A zone of its own."""
        if not isinstance(key, str):
            raise TypeError("'%s' object is not a key of a time zone" % type(key).__name__)
        if key.startswith('/') or '..' in key.split('/'):
            raise ValueError('ZoneInfo keys may not be absolute paths or refer to parent folders, got: %s' % key)
        if not _zoneinfo.known(key):
            raise ZoneInfoNotFoundError('No time zone found with key %s' % key)
        made = tzinfo.__new__(cls)
        made._key = key
        return made

    @classmethod
    def clear_cache(cls, *, only_keys=None):
        for key in list(cls._cache) if only_keys is None else only_keys:
            cls._cache.pop(key, None)

    @property
    def key(self):
        return self._key

    def _on(self, dt):
        """What holds when the zone's clocks show dt."""
        since = dt.replace(tzinfo=None) - _epoch
        return _zoneinfo.on(self._key, since.days * 86400 + since.seconds, dt.fold)

    def utcoffset(self, dt):
        return None if dt is None else timedelta(seconds=self._on(dt)[0])

    def dst(self, dt):
        return None if dt is None else timedelta(seconds=self._on(dt)[1])

    def tzname(self, dt):
        return None if dt is None else self._on(dt)[2]

    def fromutc(self, dt):
        if not isinstance(dt, datetime):
            raise TypeError('fromutc() requires a datetime argument')
        if dt.tzinfo is not self:
            raise ValueError('dt.tzinfo is not self')
        since = dt.replace(tzinfo=None) - _epoch
        offset = timedelta(seconds=_zoneinfo.at(self._key, since.days * 86400 + since.seconds)[0])
        shown = dt + offset
        return shown if self.utcoffset(shown) == offset else shown.replace(fold=1)

    def __repr__(self):
        return '%s.%s(key=%r)' % (type(self).__module__, type(self).__qualname__, self._key)

    def __str__(self):
        return self._key

    def __reduce__(self):
        return type(self), (self._key,)


def available_timezones():
    """The keys of all zones."""
    return set(_zoneinfo.names())


def reset_tzpath(to=None):
    """Accepted; the zones do not come from files."""
