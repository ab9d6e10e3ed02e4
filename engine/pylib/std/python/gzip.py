"""Files and bytes in gzip's format."""

import _compression
import io
import os
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


READ, WRITE = 1, 2


class GzipFile(_compression.BaseStream):
    """A file whose bytes are compressed as they are written, and expanded as they are read."""

    myfileobj = None  # the file, where it was opened here

    def __init__(self, filename=None, mode=None, compresslevel=9, fileobj=None, mtime=None):
        if mode and ('t' in mode or 'U' in mode):
            raise ValueError('Invalid mode: %r' % (mode,))
        mode = (mode or getattr(fileobj, 'mode', 'rb')).rstrip('b') + 'b'
        if mode[0] not in 'rwax':
            raise ValueError('Invalid mode: %r' % (mode,))
        if fileobj is None:
            fileobj = self.myfileobj = io.open(filename, mode)
        if filename is None:
            filename = getattr(fileobj, 'name', '')
            filename = filename if isinstance(filename, (str, bytes)) else ''
        self.name, self.mode, self.fileobj, self._level, self.mtime = os.fspath(filename), READ if mode[0] == 'r' else WRITE, fileobj, compresslevel, mtime
        self._plain = None     # what was read, expanded
        self._written = io.BytesIO()

    def _expanded(self):
        self._check_not_closed()
        if self.mode == WRITE:
            raise OSError(9, 'read() on write-only GzipFile object')
        if self._plain is None:
            self._plain = io.BytesIO(decompress(self.fileobj.read()))
        return self._plain

    def write(self, data):
        self._check_not_closed()
        if self.mode == READ:
            raise OSError(9, 'write() on read-only GzipFile object')
        return self._written.write(data)

    def read(self, size=-1):
        return self._expanded().read(size)

    def read1(self, size=-1):
        return self._expanded().read1(size)

    def readline(self, size=-1):
        return self._expanded().readline(size)

    def peek(self, n):
        at = self._expanded().tell()
        data = self._plain.read(max(n, 100))
        self._plain.seek(at)
        return data

    def seek(self, offset, whence=io.SEEK_SET):
        if self.mode == READ:
            return self._expanded().seek(offset, whence)
        if whence == io.SEEK_END:
            raise ValueError('Seek from end not supported')
        at = self._written.tell()
        to = at + offset if whence else offset
        if to < at:
            raise OSError('Negative seek in write mode')
        self._written.write(bytes(to - at))
        return to

    def tell(self):
        return (self._expanded() if self.mode == READ else self._written).tell()

    def rewind(self):
        """Back to the beginning, of a file that is read."""
        if self.mode != READ:
            raise OSError("Can't rewind in write mode")
        self._expanded().seek(0)

    def flush(self, zlib_mode=zlib.Z_SYNC_FLUSH):
        self._check_not_closed()

    def fileno(self):
        return self.fileobj.fileno()

    def readable(self):
        return self.mode == READ

    def writable(self):
        return self.mode == WRITE

    def seekable(self):
        return True

    @property
    def closed(self):
        return self.fileobj is None

    def close(self):
        file = self.fileobj
        if file is None:
            return
        try:
            if self.mode == WRITE:
                file.write(compress(self._written.getvalue(), self._level, mtime=self.mtime))
        finally:
            self.fileobj = None
            if self.myfileobj:
                self.myfileobj.close()
                self.myfileobj = None

    def __repr__(self):
        return '<gzip ' + repr(self.fileobj)[1:-1] + ' ' + hex(id(self)) + '>'


def open(filename, mode='rb', compresslevel=9, encoding=None, errors=None, newline=None):
    """Opens a compressed file."""
    if 't' in mode:
        if 'b' in mode:
            raise ValueError('Invalid mode: %r' % (mode,))
    else:
        for name, value in (('encoding', encoding), ('errors', errors), ('newline', newline)):
            if value is not None:
                raise ValueError("Argument '%s' not supported in binary mode" % name)
    plain = mode.replace('t', '')
    if isinstance(filename, (str, bytes, os.PathLike)):
        file = GzipFile(filename, plain, compresslevel)
    elif hasattr(filename, 'read') or hasattr(filename, 'write'):
        file = GzipFile(None, plain, compresslevel, filename)
    else:
        raise TypeError('filename must be a str or bytes object, or a file')
    return io.TextIOWrapper(file, encoding, errors, newline) if 't' in mode else file
