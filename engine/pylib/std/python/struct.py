"""Numbers as bytes, in C's layout."""

import _struct
from _struct import Struct, calcsize, iter_unpack, pack, unpack, unpack_from

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


_struct.error = error
