"""Identifiers unique without asking anybody."""

import os

_integer = int

__all__ = ['UUID', 'uuid1', 'uuid3', 'uuid4', 'uuid5', 'NAMESPACE_DNS', 'NAMESPACE_URL']


class UUID:
    """128 bits, written in five groups."""

    def __init__(self, hex=None, bytes=None, int=None, version=None):
        if hex is not None:
            digits = hex.replace('urn:', '').replace('uuid:', '').strip('{}').replace('-', '')
            if len(digits) != 32:
                raise ValueError('badly formed hexadecimal UUID string')
            int = _integer(digits, 16)
        elif bytes is not None:
            if len(bytes) != 16:
                raise ValueError('bytes is not a 16-char string')
            int = _integer.from_bytes(bytes, 'big')
        if version is not None:
            int &= ~(0xc000 << 48) & ~(0xf000 << 64)
            int |= 0x8000 << 48 | version << 76
        self.int = int

    hex = property(lambda self: '%032x' % self.int)
    bytes = property(lambda self: self.int.to_bytes(16, 'big'))
    version = property(lambda self: self.int >> 76 & 15)
    urn = property(lambda self: 'urn:uuid:' + str(self))

    def __str__(self):
        h = self.hex
        return '-'.join((h[:8], h[8:12], h[12:16], h[16:20], h[20:]))

    def __repr__(self):
        return 'UUID(%r)' % str(self)

    def __eq__(self, other):
        return self.int == other.int if isinstance(other, UUID) else NotImplemented

    def __lt__(self, other):
        return self.int < other.int if isinstance(other, UUID) else NotImplemented

    def __hash__(self):
        return hash(self.int)

    def __int__(self):
        return self.int


def uuid4():
    return UUID(bytes=os.urandom(16), version=4)


def uuid1(node=None, clock_seq=None):
    return UUID(bytes=os.urandom(16), version=1)


def _named(hash, namespace, name, version):
    return UUID(bytes=hash(namespace.bytes + name.encode()).digest()[:16], version=version)


def uuid3(namespace, name):
    from hashlib import md5
    return _named(md5, namespace, name, 3)


def uuid5(namespace, name):
    from hashlib import sha1
    return _named(sha1, namespace, name, 5)


NAMESPACE_DNS = UUID('6ba7b810-9dad-11d1-80b4-00c04fd430c8')
NAMESPACE_URL = UUID('6ba7b811-9dad-11d1-80b4-00c04fd430c8')
