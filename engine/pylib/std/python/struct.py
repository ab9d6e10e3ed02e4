"""Numbers as bytes, in C's layout."""

import _struct
from _struct import calcsize, pack, unpack, unpack_from

__all__ = ['calcsize', 'pack', 'pack_into', 'unpack', 'unpack_from', 'iter_unpack', 'Struct', 'error']


class error(Exception):
    pass


error.__module__ = 'struct'


def pack_into(format, buffer, offset, /, *v):
    """Packs into a bytearray at an offset."""
    if type(buffer) is not bytearray:
        buffer = _writable(buffer)
    data = pack(format, *v)
    if offset < 0:
        if offset + len(data) > 0:
            raise error('no space to pack %d bytes at offset %d' % (len(data), offset))
        if offset + len(buffer) < 0:
            raise error('offset %d out of range for %d-byte buffer' % (offset, len(buffer)))
        offset += len(buffer)
    if len(buffer) - offset < len(data):
        raise error('pack_into requires a buffer of at least %d bytes for packing %d bytes at offset %d (actual buffer size is %d)'
                    % (offset + len(data), len(data), offset, len(buffer)))
    buffer[offset:offset + len(data)] = data


def _writable(buffer):
    """The bytes of a buffer of any kind that can be written to."""
    try:
        view = memoryview(buffer)
    except TypeError:
        view = None
    if view is None or view.readonly:
        raise TypeError('argument must be read-write bytes-like object, not %s' % type(buffer).__name__)
    return view.cast('B')


def iter_unpack(format, buffer, /):
    """The values of one record after the other."""
    size = calcsize(format)
    if not size:
        raise error('cannot iteratively unpack with a struct of length 0')
    if len(buffer) % size:
        raise error('iterative unpacking requires a buffer of a multiple of %d bytes' % size)
    return (unpack_from(format, buffer, offset) for offset in range(0, len(buffer), size))


class Struct:
    """A format, ready for use."""

    __module__ = '_struct'

    def __init__(self, format):
        self.size = calcsize(format)
        self.format = format if isinstance(format, str) else format.decode()

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


_struct.Struct, _struct.error = Struct, error
