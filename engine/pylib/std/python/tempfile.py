"""Temporary files and directories, in the session's file system."""

import os
import random as _random
import shutil
from io import BytesIO, IOBase, StringIO

__all__ = ['NamedTemporaryFile', 'TemporaryFile', 'TemporaryDirectory', 'SpooledTemporaryFile', 'mkstemp', 'mkdtemp',
           'TMP_MAX', 'gettempprefix', 'tempdir', 'gettempdir', 'gettempprefixb', 'gettempdirb', 'mktemp']

tempdir = None
TMP_MAX = 10000
template = 'tmp'
_names = _random.Random()


def gettempdir():
    """The folder for temporary files."""
    os.makedirs(tempdir or '/tmp', exist_ok=True)
    return tempdir or '/tmp'


def gettempdirb():
    return os.fsencode(gettempdir())


def gettempprefix():
    return template


def gettempprefixb():
    return os.fsencode(template)


def mktemp(suffix='', prefix=template, dir=None):
    """A name that no file has."""
    dir, prefix, suffix = _parts(suffix, prefix, dir)
    for _ in range(TMP_MAX):
        name = ''.join(_names.choices('abcdefghijklmnopqrstuvwxyz0123456789_', k=8))
        path = os.path.join(dir, prefix + (os.fsencode(name) if isinstance(dir, bytes) else name) + suffix)
        if not os.path.exists(path):
            return path
    raise FileExistsError(17, 'No usable temporary filename found')


def _parts(suffix, prefix, dir):
    """The parts of a path, all text or all bytes as those that are given."""
    kinds = {type(os.fspath(part)) for part in (suffix, prefix, dir) if part is not None and part != ''} - {type(None)}
    if len(kinds) > 1 and prefix != template:
        raise TypeError("Can't mix bytes and non-bytes in path components.")
    as_bytes = bytes in kinds
    make = os.fsencode if as_bytes else os.fsdecode
    return make(gettempdir() if dir is None else dir), make(template if prefix is None else prefix), make(suffix or '')


def mkdtemp(suffix=None, prefix=None, dir=None):
    """Makes a new folder and returns its path."""
    path = mktemp(suffix, prefix, dir)
    os.mkdir(path)
    return path if isinstance(path, bytes) else os.path.abspath(path)


def mkstemp(suffix=None, prefix=None, dir=None, text=False):
    """Makes a new file; returns its number and its path."""
    path = mktemp(suffix, prefix, dir)
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL), path if isinstance(path, bytes) else os.path.abspath(path)


class _NamedFile:
    def __init__(self, file, name, delete):
        self.file, self.name, self.delete = file, name, delete

    def __getattr__(self, name):
        return getattr(self.file, name)

    def __iter__(self):
        return iter(self.file)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()

    def close(self):
        self.file.close()
        if self.delete and os.path.exists(self.name):
            os.remove(self.name)


def NamedTemporaryFile(mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, delete=True):
    path = mktemp(suffix, prefix, dir)
    return _NamedFile(open(path, mode, encoding=encoding, newline=newline), path, delete)


def TemporaryFile(mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, *, errors=None):
    """A file without a name, gone when closed."""
    path = mktemp(suffix, prefix, dir)
    file = open(path, mode, encoding=encoding, newline=newline)
    os.remove(path)
    return file


class SpooledTemporaryFile(IOBase):
    """A temporary file that is kept in memory until it is larger than max_size, or its number is asked for."""

    def __init__(self, max_size=0, mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, *,
                 errors=None):
        self._file = BytesIO() if 'b' in mode else StringIO(newline='\n' if newline is None else newline)
        self._max_size, self._mode, self._rolled = max_size, mode, False
        self._options = {'mode': mode, 'encoding': encoding, 'newline': newline, 'suffix': suffix, 'prefix': prefix, 'dir': dir}

    def rollover(self):
        """Moves the contents into a file."""
        if not self._rolled:
            made, at = TemporaryFile(**self._options), self._file.tell()
            made.write(self._file.getvalue())
            made.seek(at)
            self._file, self._rolled = made, True

    def _check(self):
        if not self._rolled and self._max_size and self._file.tell() > self._max_size:
            self.rollover()

    def write(self, data):
        n = self._file.write(data)
        self._check()
        return n

    def writelines(self, lines):
        self._file.writelines(lines)
        self._check()

    def truncate(self, size=None):
        return self._file.truncate(size)

    def fileno(self):
        self.rollover()
        return self._file.fileno()

    @property
    def mode(self):
        return self._mode

    @property
    def name(self):
        return getattr(self._file, 'name', None)

    def __getattr__(self, name):
        return getattr(self._file, name)

    def read(self, *args):
        return self._file.read(*args)

    def read1(self, *args):
        return self._file.read1(*args)

    def readinto(self, b):
        return self._file.readinto(b)

    def readinto1(self, b):
        return self._file.readinto1(b)

    def readline(self, *args):
        return self._file.readline(*args)

    def readlines(self, *args):
        return self._file.readlines(*args)

    def seek(self, *args):
        return self._file.seek(*args)

    def tell(self):
        return self._file.tell()

    def flush(self):
        self._file.flush()

    def close(self):
        self._file.close()

    def isatty(self):
        return self._file.isatty()

    def readable(self):
        return self._file.readable()

    def writable(self):
        return self._file.writable()

    def seekable(self):
        return self._file.seekable()

    @property
    def closed(self):
        return self._file.closed

    def __iter__(self):
        return iter(self._file)

    def __enter__(self):
        if self._file.closed:
            raise ValueError('Cannot enter context with closed file')
        return self

    def __exit__(self, *exc):
        self._file.close()


class TemporaryDirectory:
    """A directory that is removed with all in it."""

    def __init__(self, suffix=None, prefix=None, dir=None, ignore_cleanup_errors=False):
        self.name = mkdtemp(suffix, prefix, dir)

    def __repr__(self):
        return '<TemporaryDirectory %r>' % self.name

    def __enter__(self):
        return self.name

    def __exit__(self, *exc):
        self.cleanup()

    def cleanup(self):
        shutil.rmtree(self.name, ignore_errors=True)
