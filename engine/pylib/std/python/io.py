"""Files in memory, and the classes of open()."""

import abc
from _io_types import FileIO, TextIOWrapper, BufferedReader, BufferedWriter, BufferedRandom

__all__ = ['open', 'StringIO', 'BytesIO', 'IOBase', 'RawIOBase', 'BufferedIOBase', 'TextIOBase', 'UnsupportedOperation',
           'FileIO', 'TextIOWrapper', 'BufferedReader', 'BufferedWriter', 'BufferedRandom', 'SEEK_SET', 'SEEK_CUR',
           'SEEK_END', 'DEFAULT_BUFFER_SIZE', 'BlockingIOError']

open = open
BlockingIOError = BlockingIOError
SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
DEFAULT_BUFFER_SIZE = 8192


class UnsupportedOperation(OSError, ValueError):
    """What this kind of file cannot do."""


class IOBase:
    """What all files have."""

    _closed = False

    @property
    def closed(self):
        return self._closed

    def close(self):
        self._closed = True

    def _check(self):
        if self._closed:
            raise ValueError('I/O operation on closed file.')

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, *exc):
        self.close()

    def __iter__(self):
        self._check()
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def readlines(self, hint=-1):
        lines, size = [], 0
        for line in self:
            lines.append(line)
            size += len(line)
            if hint is not None and 0 < hint <= size:
                break
        return lines

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def flush(self):
        self._check()

    def fileno(self):
        raise UnsupportedOperation('fileno')

    def isatty(self):
        return False

    def readable(self):
        return False

    def writable(self):
        return False

    def seekable(self):
        return False


class RawIOBase(IOBase):
    """Files of bytes without a buffer."""


class BufferedIOBase(IOBase):
    """Files of bytes."""


class TextIOBase(IOBase):
    """Files of text."""

    encoding = errors = newlines = None


class _Memory(IOBase):
    """A file in memory: chunks that are written at the end are joined only when somebody looks."""

    _empty = ''

    def _start(self, initial):
        self._chunks = [initial] if initial else []
        self._size = len(initial)
        self._pos = 0

    def _whole(self):
        if len(self._chunks) != 1:
            self._chunks = [self._empty.join(self._chunks)]
        return self._chunks[0]

    def _put(self, data):
        n = len(data)
        if self._pos == self._size:
            self._chunks.append(data)
            self._size += n
        else:
            text = self._whole()
            if self._pos > self._size:
                text += self._filler * (self._pos - self._size)
            text = text[:self._pos] + data + text[self._pos + n:]
            self._chunks, self._size = [text], len(text)
        self._pos += n
        return n

    def getvalue(self):
        self._check()
        return self._whole()

    def read(self, size=-1):
        self._check()
        end = self._size if size is None or size < 0 else self._pos + size
        data = self._whole()[self._pos:end]
        self._pos += len(data)
        return data

    def readline(self, size=-1):
        self._check()
        text = self._whole()
        end = text.find(self._newline, self._pos) + 1 or len(text)
        if size is not None and size >= 0:
            end = min(end, self._pos + size)
        line = text[self._pos:end]
        self._pos += len(line)
        return line

    def tell(self):
        self._check()
        return self._pos

    def truncate(self, size=None):
        self._check()
        size = self._pos if size is None else size
        if size < 0:
            raise ValueError('Negative size value %d' % size)
        text = self._whole()[:size]
        self._chunks, self._size = [text], len(text)
        return size

    def readable(self):
        self._check()
        return True

    writable = seekable = readable


class StringIO(_Memory, TextIOBase):
    """A file of text in memory."""

    _newline, _filler = '\n', '\0'
    __module__ = '_io'

    def __init__(self, initial_value='', newline='\n'):
        if initial_value is not None and not isinstance(initial_value, str):
            raise TypeError('initial_value must be str or None, not %s' % type(initial_value).__name__)
        self._translate = newline is None
        text = initial_value or ''
        if self._translate:
            text = text.replace('\r\n', '\n').replace('\r', '\n')
        self._start(text)

    def write(self, s):
        self._check()
        if not isinstance(s, str):
            raise TypeError("string argument expected, got %r" % type(s).__name__)
        if self._translate and '\r' in s:
            s = s.replace('\r\n', '\n').replace('\r', '\n')
        return self._put(s)

    def seek(self, pos, whence=0):
        self._check()
        if whence == 0:
            if pos < 0:
                raise ValueError('Negative seek position %d' % pos)
            self._pos = pos
        elif whence in (1, 2):
            if pos:
                raise OSError("Can't do nonzero cur-relative seeks")
            if whence == 2:
                self._pos = self._size
        else:
            raise ValueError('Invalid whence (%r, should be 0, 1 or 2)' % whence)
        return self._pos

    line_buffering = False


class BytesIO(_Memory, BufferedIOBase):
    """A file of bytes in memory."""

    _empty, _newline, _filler = b'', b'\n', b'\0'
    __module__ = '_io'

    def __init__(self, initial_bytes=b''):
        self._start(bytes(initial_bytes or b''))

    def write(self, b):
        self._check()
        if isinstance(b, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        return self._put(bytes(b))

    def seek(self, pos, whence=0):
        self._check()
        if whence == 0 and pos < 0:
            raise ValueError('negative seek value %r' % pos)
        if whence not in (0, 1, 2):
            raise ValueError('invalid whence (%r, should be 0, 1 or 2)' % whence)
        self._pos = max(0, pos + (0, self._pos, self._size)[whence])
        return self._pos

    def getbuffer(self):
        return memoryview(self.getvalue())

    def readinto(self, b):
        data = self.read(len(b))
        b[:len(data)] = data
        return len(data)

    read1 = _Memory.read
