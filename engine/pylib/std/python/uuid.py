"""Identifiers unique without asking anybody (RFC 4122)."""

import os
import time
from enum import Enum

_integer, _octets = int, bytes  # UUID has arguments of these names

RESERVED_NCS, RFC_4122, RESERVED_MICROSOFT, RESERVED_FUTURE = [
    'reserved for NCS compatibility', 'specified in RFC 4122', 'reserved for Microsoft compatibility',
    'reserved for future definition']


class SafeUUID(Enum):
    safe = 0
    unsafe = -1
    unknown = None


_WIDTHS = 32, 16, 16, 8, 8, 48
_FIELDS = 'time_low', 'time_mid', 'time_hi_version', 'clock_seq_hi_variant', 'clock_seq_low', 'node'


def _of_fields(fields):
    if len(fields) != 6:
        raise ValueError('fields is not a 6-tuple')
    number = 0
    for i, (value, width) in enumerate(zip(fields, _WIDTHS), 1):
        if not 0 <= value < 1 << width:
            raise ValueError('field %d out of range (need a%s %d-bit value)' % (i, 'n' if width == 8 else '', width))
        number = number << width | value
    return number


def _swapped(b):
    """Bytes whose first three fields begin with their low ends, or back."""
    return b[3::-1] + b[5:3:-1] + b[7:5:-1] + b[8:]


class UUID:
    """128 bits, written in five groups."""

    __slots__ = 'int', 'is_safe', '__weakref__'

    def __init__(self, hex=None, bytes=None, bytes_le=None, fields=None, int=None, version=None, *,
                 is_safe=SafeUUID.unknown):
        if [hex, bytes, bytes_le, fields, int].count(None) != 4:
            raise TypeError('one of the hex, bytes, bytes_le, fields, or int arguments must be given')
        if hex is not None:
            digits = hex.replace('urn:', '').replace('uuid:', '').strip('{}').replace('-', '')
            if len(digits) != 32:
                raise ValueError('badly formed hexadecimal UUID string')
            int = _integer(digits, 16)
        if bytes_le is not None:
            if len(bytes_le) != 16:
                raise ValueError('bytes_le is not a 16-char string')
            bytes = _swapped(bytes_le)
        if bytes is not None:
            if len(bytes) != 16:
                raise ValueError('bytes is not a 16-char string')
            assert isinstance(bytes, _octets), repr(bytes)
            int = _integer.from_bytes(bytes, 'big')
        if fields is not None:
            int = _of_fields(fields)
        if not 0 <= int < 1 << 128:
            raise ValueError('int is out of range (need a 128-bit value)')
        if version is not None:
            if not 1 <= version <= 5:
                raise ValueError('illegal version number')
            int &= ~(0xc000 << 48 | 0xf000 << 64)
            int |= 0x8000 << 48 | version << 76
        object.__setattr__(self, 'int', int)
        object.__setattr__(self, 'is_safe', is_safe)

    def __setattr__(self, name, value):
        raise TypeError('UUID objects are immutable')

    def __getstate__(self):
        state = {'int': self.int}
        if self.is_safe != SafeUUID.unknown:
            state['is_safe'] = self.is_safe.value
        return state

    def __setstate__(self, state):
        object.__setattr__(self, 'int', state['int'])
        object.__setattr__(self, 'is_safe', SafeUUID(state['is_safe']) if 'is_safe' in state else SafeUUID.unknown)

    @property
    def fields(self):
        return tuple(getattr(self, name) for name in _FIELDS)

    @property
    def hex(self):
        return '%032x' % self.int

    @property
    def bytes(self):
        return self.int.to_bytes(16, 'big')

    @property
    def bytes_le(self):
        return _swapped(self.bytes)

    @property
    def urn(self):
        return 'urn:uuid:' + str(self)

    time_low = property(lambda self: self.int >> 96)
    time_mid = property(lambda self: self.int >> 80 & 0xffff)
    time_hi_version = property(lambda self: self.int >> 64 & 0xffff)
    clock_seq_hi_variant = property(lambda self: self.int >> 56 & 0xff)
    clock_seq_low = property(lambda self: self.int >> 48 & 0xff)
    node = property(lambda self: self.int & 0xffffffffffff)
    time = property(lambda self: (self.time_hi_version & 0x0fff) << 48 | self.time_mid << 32 | self.time_low)
    clock_seq = property(lambda self: (self.clock_seq_hi_variant & 0x3f) << 8 | self.clock_seq_low)

    @property
    def variant(self):
        bits = self.clock_seq_hi_variant
        if bits < 0x80:
            return RESERVED_NCS
        if bits < 0xc0:
            return RFC_4122
        return RESERVED_MICROSOFT if bits < 0xe0 else RESERVED_FUTURE

    @property
    def version(self):
        return self.int >> 76 & 15 if self.variant == RFC_4122 else None

    def __str__(self):
        h = self.hex
        return '-'.join((h[:8], h[8:12], h[12:16], h[16:20], h[20:]))

    def __repr__(self):
        return '%s(%r)' % (type(self).__name__, str(self))

    def __int__(self):
        return self.int

    def __hash__(self):
        return hash(self.int)

    def __eq__(self, other):
        return self.int == other.int if isinstance(other, UUID) else NotImplemented

    def __lt__(self, other):
        return self.int < other.int if isinstance(other, UUID) else NotImplemented

    def __gt__(self, other):
        return self.int > other.int if isinstance(other, UUID) else NotImplemented

    def __le__(self, other):
        return self.int <= other.int if isinstance(other, UUID) else NotImplemented

    def __ge__(self, other):
        return self.int >= other.int if isinstance(other, UUID) else NotImplemented


_node = _last = None


def getnode():
    """48 bits for this machine: there is no network card here, so they are random, once."""
    global _node
    if _node is None:
        _node = int.from_bytes(os.urandom(6), 'big') | 1 << 40
    return _node


def uuid1(node=None, clock_seq=None):
    """An identifier from the time and the machine."""
    global _last
    ticks = time.time_ns() // 100 + 0x01b21dd213814000  # of 100 ns, since 15 October 1582
    if _last is not None and ticks <= _last:
        ticks = _last + 1
    _last = ticks
    if clock_seq is None:
        clock_seq = int.from_bytes(os.urandom(2), 'big') & 0x3fff
    if node is None:
        node = getnode()
    return UUID(fields=(ticks & 0xffffffff, ticks >> 32 & 0xffff, ticks >> 48 & 0x0fff, clock_seq >> 8 & 0x3f,
                        clock_seq & 0xff, node), version=1)


def uuid3(namespace, name):
    """An identifier from a namespace and a name, by MD5."""
    from hashlib import md5
    return UUID(bytes=md5(namespace.bytes + bytes(name, 'utf-8'), usedforsecurity=False).digest()[:16], version=3)


def uuid4():
    """A random identifier."""
    return UUID(bytes=os.urandom(16), version=4)


def uuid5(namespace, name):
    """An identifier from a namespace and a name, by SHA-1."""
    from hashlib import sha1
    return UUID(bytes=sha1(namespace.bytes + bytes(name, 'utf-8')).digest()[:16], version=5)


NAMESPACE_DNS = UUID('6ba7b810-9dad-11d1-80b4-00c04fd430c8')
NAMESPACE_URL = UUID('6ba7b811-9dad-11d1-80b4-00c04fd430c8')
NAMESPACE_OID = UUID('6ba7b812-9dad-11d1-80b4-00c04fd430c8')
NAMESPACE_X500 = UUID('6ba7b814-9dad-11d1-80b4-00c04fd430c8')
