"""The named parts of an address, as text and as bytes."""

from collections import namedtuple


def _in_kind(kind, *texts):
    """Texts as they are, or as bytes."""
    return texts if kind is str else tuple(t.encode('ascii') for t in texts)


class _Place:
    """What scheme://user:password@host:port says."""

    __slots__ = ()

    @property
    def _place(self):
        kind = type(self.netloc)
        at, opened, closed, colon, = _in_kind(kind, '@', '[', ']', ':')
        user, has_user, place = self.netloc.rpartition(at)
        name, has_password, password = user.partition(colon)
        _, bracket, inside = place.partition(opened)
        if bracket:
            host, _, rest = inside.partition(closed)
            _, _, port = rest.partition(colon)
        else:
            host, _, port = place.partition(colon)
        return (name if has_user else None), (password if has_password else None), host or None, port or None

    @property
    def username(self):
        return self._place[0]

    @property
    def password(self):
        return self._place[1]

    @property
    def hostname(self):
        host = self._place[2]
        if not host:
            return None
        percent, = _in_kind(type(host), '%')
        name, given, zone = host.partition(percent)
        return name.lower() + given + zone

    @property
    def port(self):
        port = self._place[3]
        if port is None:
            return None
        if not (port.isdigit() and port.isascii()):
            raise ValueError('Port could not be cast to integer value as %r' % (port,))
        if not 0 <= int(port) <= 65535:
            raise ValueError('Port out of range 0-65535')
        return int(port)


class _Text:
    __slots__ = ()

    def encode(self, encoding='ascii', errors='strict'):
        return self._encoded_counterpart(*(part.encode(encoding, errors) for part in self))


class _Bytes:
    __slots__ = ()

    def decode(self, encoding='ascii', errors='strict'):
        return self._decoded_counterpart(*(part.decode(encoding, errors) for part in self))


class _Defrag(namedtuple('DefragResult', 'url fragment')):
    __slots__ = ()

    def geturl(self):
        if not self.fragment:
            return self.url
        return self.url + _in_kind(type(self.url), '#')[0] + self.fragment


class _Split(namedtuple('SplitResult', 'scheme netloc path query fragment')):
    __slots__ = ()

    def geturl(self):
        from urllib.parse import urlunsplit
        return urlunsplit(self)


class _Parse(namedtuple('ParseResult', 'scheme netloc path params query fragment')):
    __slots__ = ()

    def geturl(self):
        from urllib.parse import urlunparse
        return urlunparse(self)


class DefragResult(_Defrag, _Text):
    __slots__ = ()


class SplitResult(_Split, _Place, _Text):
    __slots__ = ()


class ParseResult(_Parse, _Place, _Text):
    __slots__ = ()


class DefragResultBytes(_Defrag, _Bytes):
    __slots__ = ()


class SplitResultBytes(_Split, _Place, _Bytes):
    __slots__ = ()


class ParseResultBytes(_Parse, _Place, _Bytes):
    __slots__ = ()


for _text, _bytes in (DefragResult, DefragResultBytes), (SplitResult, SplitResultBytes), (ParseResult, ParseResultBytes):
    _text._encoded_counterpart, _bytes._decoded_counterpart = _bytes, _text
    _text.__module__ = _bytes.__module__ = 'urllib.parse'
