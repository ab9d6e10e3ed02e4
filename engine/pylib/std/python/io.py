"""Files and streams."""

import _io
import abc
from _io import (DEFAULT_BUFFER_SIZE, SEEK_CUR, SEEK_END, SEEK_SET, BlockingIOError, BufferedRandom, BufferedReader, BufferedWriter,
                 BytesIO, FileIO, IncrementalNewlineDecoder, StringIO, TextIOWrapper, UnsupportedOperation, open, open_code)

__all__ = ['BlockingIOError', 'open', 'open_code', 'IOBase', 'RawIOBase', 'FileIO', 'BytesIO', 'StringIO', 'BufferedIOBase',
           'BufferedReader', 'BufferedWriter', 'BufferedRWPair', 'BufferedRandom', 'TextIOBase', 'TextIOWrapper',
           'UnsupportedOperation', 'SEEK_SET', 'SEEK_CUR', 'SEEK_END', 'DEFAULT_BUFFER_SIZE', 'IncrementalNewlineDecoder', 'text_encoding']


def text_encoding(encoding, stacklevel=2, /):
    """The encoding that a function opens files in whose argument may be None."""
    return 'locale' if encoding is None else encoding


class IOBase(_io._IOBase, metaclass=abc.ABCMeta):
    """What all files and streams are."""


class RawIOBase(_io._RawIOBase, IOBase):
    """Files whose reading and writing go straight to what they are of."""


class BufferedIOBase(_io._BufferedIOBase, IOBase):
    """Streams of bytes, whose read() gives as many as are asked for."""


class TextIOBase(_io._TextIOBase, IOBase):
    """Streams of text."""


class BufferedRWPair(_io._BufferedIOBase):
    """A reader and a writer of two raw streams as one, such as the two ends of a pipe."""

    __module__ = '_io'

    def __init__(self, reader, writer, buffer_size=DEFAULT_BUFFER_SIZE, /):
        reader._checkReadable()
        writer._checkWritable()
        self._reader, self._writer = BufferedReader(reader, buffer_size), BufferedWriter(writer, buffer_size)

    def __getattr__(self, name):
        if name in ('_reader', '_writer'):
            raise ValueError('I/O operation on uninitialized object')
        raise AttributeError('%r object has no attribute %r' % (type(self).__name__, name))

    def read(self, size=-1, /):
        return self._reader.read(size)

    def read1(self, size=-1, /):
        return self._reader.read1(size)

    def readinto(self, buffer, /):
        return self._reader.readinto(buffer)

    def readinto1(self, buffer, /):
        return self._reader.readinto1(buffer)

    def peek(self, size=0, /):
        return self._reader.peek(size)

    def write(self, b, /):
        return self._writer.write(b)

    def flush(self):
        return self._writer.flush()

    def readable(self):
        return self._reader.readable()

    def writable(self):
        return self._writer.writable()

    def isatty(self):
        return self._writer.isatty() or self._reader.isatty()

    def close(self):
        try:
            self._writer.close()
        finally:
            self._reader.close()

    @property
    def closed(self):
        return self._writer.closed


for _class, _kinds in ((RawIOBase, (FileIO,)), (TextIOBase, (StringIO, TextIOWrapper)),
                       (BufferedIOBase, (BytesIO, BufferedReader, BufferedWriter, BufferedRandom, BufferedRWPair))):
    for _kind in _kinds:
        _class.register(_kind)
