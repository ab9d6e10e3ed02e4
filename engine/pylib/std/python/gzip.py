"""Files and bytes in gzip's format."""

import io
import struct
import time
import zlib

__all__ = ['BadGzipFile', 'GzipFile', 'open', 'compress', 'decompress']


class BadGzipFile(OSError):
    """The bytes are not gzip's."""


def compress(data, compresslevel=9, *, mtime=None):
    """data in gzip's format."""
    head = b'\x1f\x8b\x08\0' + struct.pack('<L', int(time.time() if mtime is None else mtime))
    head += (b'\x02' if compresslevel == 9 else b'\x04' if compresslevel == 1 else b'\0') + b'\xff'
    return head + zlib.compress(data, compresslevel, -15) + struct.pack('<LL', zlib.crc32(data), len(data) & 0xffffffff)


def decompress(data):
    """The bytes that were compressed."""
    if not data:
        return b''
    if data[:2] != b'\x1f\x8b':
        raise BadGzipFile('Not a gzipped file (%r)' % data[:2])
    flags, at = data[3], 10
    if flags & 4:
        at += 2 + struct.unpack_from('<H', data, at)[0]
    for flag in (8, 16):
        if flags & flag:
            at = data.index(b'\0', at) + 1
    if flags & 2:
        at += 2
    plain = zlib.decompress(data[at:-8], -15)
    crc, size = struct.unpack('<LL', data[-8:])
    if crc != zlib.crc32(plain):
        raise BadGzipFile('CRC check failed %s != %s' % (hex(crc), hex(zlib.crc32(plain))))
    if size != len(plain) & 0xffffffff:
        raise BadGzipFile('Incorrect length of data produced')
    return plain


class GzipFile(io.BytesIO):
    """A file that is compressed when it is closed."""

    def __init__(self, filename=None, mode='rb', compresslevel=9, fileobj=None, mtime=None):
        self.name, self.mode, self._level, self._mtime = filename, mode, compresslevel, mtime
        self._file = fileobj if fileobj is not None else io.open(filename, mode.replace('t', '').rstrip('b') + 'b')
        self._own = fileobj is None
        super().__init__(b'' if mode[0] in 'wax' else decompress(self._file.read()))

    def close(self):
        if self.closed:
            return
        if self.mode[0] in 'wax':
            self._file.write(compress(self.getvalue(), self._level, mtime=self._mtime))
        if self._own:
            self._file.close()
        super().close()


class _Text(io.StringIO):
    """The same for text."""

    def __init__(self, file, encoding, errors):
        self._file, self._encoding, self._errors = file, encoding or 'utf-8', errors or 'strict'
        super().__init__('' if file.mode[0] in 'wax' else file.read().decode(self._encoding, self._errors))

    def close(self):
        if not self.closed:
            if self._file.mode[0] in 'wax':
                self._file.write(self.getvalue().encode(self._encoding, self._errors))
            self._file.close()
            super().close()


def open(filename, mode='rb', compresslevel=9, encoding=None, errors=None, newline=None):
    """Opens a compressed file."""
    if hasattr(filename, 'read') or hasattr(filename, 'write'):
        file = GzipFile(None, mode, compresslevel, filename)
    else:
        file = GzipFile(filename, mode, compresslevel)
    return _Text(file, encoding, errors) if 't' in mode else file
