"""Numbers as bytes, in C's layout."""

import _struct
from _struct import calcsize, pack, unpack, unpack_from

__all__ = ['calcsize', 'pack', 'pack_into', 'unpack', 'unpack_from', 'iter_unpack', 'Struct', 'error']


class error(Exception):
    pass


error.__module__ = 'struct'


def pack_into(format, buffer, offset, /, *v):
    """Packs into a bytearray at an offset."""
    data = pack(format, *v)
    if offset < 0:
        offset += len(buffer)
    if offset < 0 or len(buffer) - offset < len(data):
        raise error('pack_into requires a buffer of at least %d bytes for packing %d bytes at offset %d (actual buffer size is %d)'
                    % (offset + len(data), len(data), offset, len(buffer)))
    buffer[offset:offset + len(data)] = data


def iter_unpack(format, buffer, /):
    """The values of one record after the other."""
    size = calcsize(format)
    if not size:
        raise error('cannot iteratively unpack with a struct of length 0')
    if len(buffer) % size:
        raise error('iterative unpacking requires a buffer of a multiple of %d bytes' % size)
    for offset in range(0, len(buffer), size):
        yield _struct.unpack_from(format, buffer, offset)


class Struct:
    """A format, ready for use."""

    def __init__(self, format):
        self.format = format if isinstance(format, str) else format.decode()
        self.size = calcsize(format)

    def pack(self, *v):
        return pack(self.format, *v)

    def pack_into(self, buffer, offset, *v):
        pack_into(self.format, buffer, offset, *v)

    def unpack(self, buffer):
        return unpack(self.format, buffer)

    def unpack_from(self, buffer, offset=0):
        return unpack_from(self.format, buffer, offset)

    def iter_unpack(self, buffer):
        return iter_unpack(self.format, buffer)

    def __repr__(self):
        return 'Struct(%r)' % self.format
