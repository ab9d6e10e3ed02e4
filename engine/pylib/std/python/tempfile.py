"""Temporary files and directories, in the session's file system."""

import functools
import os
import shutil
import warnings
import weakref
from io import BytesIO, IOBase, TextIOWrapper
from random import Random
from types import GenericAlias

__all__ = ['NamedTemporaryFile', 'TemporaryFile', 'TemporaryDirectory', 'SpooledTemporaryFile', 'mkstemp', 'mkdtemp',
           'mktemp', 'TMP_MAX', 'gettempprefix', 'tempdir', 'gettempdir', 'gettempprefixb', 'gettempdirb']

_text_openflags = _bin_openflags = os.O_RDWR | os.O_CREAT | os.O_EXCL
TMP_MAX = 10000
template = 'tmp'
tempdir = None
_name_sequence = None


def _infer_return_type(*args):
    """str or bytes, as those of args that are given."""
    kinds = {bytes if isinstance(arg if isinstance(arg, (str, bytes)) else os.fspath(arg), bytes) else str
             for arg in args if arg is not None}
    if len(kinds) > 1:
        raise TypeError("Can't mix bytes and non-bytes in path components.")
    if kinds:
        return kinds.pop()
    return str if tempdir is None or isinstance(tempdir, str) else bytes


def _sanitize_params(prefix, suffix, dir):
    """What stands in place of arguments that are not given, and the kind of all of them."""
    kind = _infer_return_type(prefix, suffix, dir)
    if suffix is None:
        suffix = kind()
    if prefix is None:
        prefix = template if kind is str else os.fsencode(template)
    if dir is None:
        dir = gettempdir() if kind is str else gettempdirb()
    return prefix, suffix, dir, kind


class _RandomNameSequence:
    """Names of eight characters that nobody guesses."""

    characters = 'abcdefghijklmnopqrstuvwxyz0123456789_'

    @property
    def rng(self):
        if not hasattr(self, '_rng'):
            self._rng = Random()
        return self._rng

    def __iter__(self):
        return self

    def __next__(self):
        return ''.join(self.rng.choices(self.characters, k=8))


def _candidate_tempdir_list():
    """Where temporary files may lie, the best place first."""
    named = [folder for folder in map(os.getenv, ('TMPDIR', 'TEMP', 'TMP')) if folder]
    return [*named, '/tmp', '/var/tmp', '/usr/tmp', os.getcwd()]


def _get_default_tempdir():
    """The first of those places in which a file can be made."""
    names, places = _RandomNameSequence(), _candidate_tempdir_list()
    for place in places:
        place = os.path.abspath(place)
        if place == '/tmp':
            os.makedirs(place, exist_ok=True)
        for _ in range(100):
            path = os.path.join(place, next(names))
            try:
                fd = os.open(path, _bin_openflags, 0o600)
                try:
                    try:
                        os.write(fd, b'blat')
                    finally:
                        os.close(fd)
                finally:
                    os.unlink(path)
                return place
            except FileExistsError:
                continue
            except OSError:
                break
    raise FileNotFoundError(2, 'No usable temporary directory found in %s' % places)


def _get_candidate_names():
    """The names that all temporary files take theirs from."""
    global _name_sequence
    if _name_sequence is None:
        _name_sequence = _RandomNameSequence()
    return _name_sequence


def _first_free(prefix, suffix, dir, kind, make, what):
    """What make gives for the first path for which there is nothing yet, and the path."""
    names = _get_candidate_names()
    for _ in range(TMP_MAX):
        name = next(names)
        path = os.path.join(dir, prefix + (os.fsencode(name) if kind is bytes else name) + suffix)
        try:
            return make(path), path
        except FileExistsError:
            continue
    raise FileExistsError(17, 'No usable temporary %s name found' % what)


def _mkstemp_inner(dir, pre, suf, flags, output_type):
    return _first_free(pre, suf, os.path.abspath(dir), output_type, lambda path: os.open(path, flags, 0o600), 'file')


def gettempprefix():
    """What names begin with."""
    return os.fsdecode(template)


def gettempprefixb():
    return os.fsencode(template)


def _gettempdir():
    global tempdir
    if tempdir is None:
        tempdir = _get_default_tempdir()
    return tempdir


def gettempdir():
    """The folder for temporary files."""
    return os.fsdecode(_gettempdir())


def gettempdirb():
    return os.fsencode(_gettempdir())


def mkstemp(suffix=None, prefix=None, dir=None, text=False):
    """Makes a new file; returns its number and its path."""
    prefix, suffix, dir, kind = _sanitize_params(prefix, suffix, dir)
    return _mkstemp_inner(dir, prefix, suffix, _text_openflags if text else _bin_openflags, kind)


def mkdtemp(suffix=None, prefix=None, dir=None):
    """Makes a new folder and returns its path."""
    prefix, suffix, dir, kind = _sanitize_params(prefix, suffix, dir)
    return os.path.abspath(_first_free(prefix, suffix, dir, kind, lambda path: os.mkdir(path, 0o700), 'directory')[1])


def mktemp(suffix='', prefix=template, dir=None):
    """A name that no file has now."""
    if dir is None:
        dir = gettempdir()

    def free(path):
        if os.path.lexists(path):
            raise FileExistsError
    return _first_free(prefix, suffix, dir, str, free, 'file')[1]


class _TemporaryFileCloser:
    """Closes a file and removes it, once."""

    file = None
    close_called = False

    def __init__(self, file, name, delete=True):
        self.file, self.name, self.delete = file, name, delete

    def close(self, unlink=os.unlink):
        if not self.close_called and self.file is not None:
            self.close_called = True
            try:
                self.file.close()
            finally:
                if self.delete:
                    unlink(self.name)

    def __del__(self):
        self.close()


class _TemporaryFileWrapper:
    """A file that is removed when it is closed."""

    def __init__(self, file, name, delete=True):
        self.file, self.name, self.delete = file, name, delete
        self._closer = _TemporaryFileCloser(file, name, delete)

    def __getattr__(self, name):
        file = self.__dict__['file']
        found = getattr(file, name)
        if hasattr(found, '__call__'):
            called = found

            @functools.wraps(called)
            def found(*args, **kwargs):
                return called(*args, **kwargs)
            found._closer = self._closer  # the file lives as long as its methods do
        if not isinstance(found, int):
            setattr(self, name, found)
        return found

    def __enter__(self):
        self.file.__enter__()
        return self

    def __exit__(self, exc, value, tb):
        result = self.file.__exit__(exc, value, tb)
        self.close()
        return result

    def close(self):
        self._closer.close()

    def __iter__(self):
        for line in self.file:
            yield line


def _opened(mode, buffering, encoding, newline, errors, suffix, prefix, dir):
    """A new file and its path."""
    prefix, suffix, dir, kind = _sanitize_params(prefix, suffix, dir)
    name = None

    def opener(*args):
        nonlocal name
        fd, name = _mkstemp_inner(dir, prefix, suffix, _bin_openflags, kind)
        return fd
    try:
        return open(dir, mode, buffering=buffering, newline=newline, encoding=encoding, errors=errors, opener=opener), name
    except BaseException:
        if name is not None:
            os.unlink(name)
        raise


def NamedTemporaryFile(mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, delete=True, *,
                       errors=None):
    """A file that is removed when it is closed."""
    file, name = _opened(mode, buffering, encoding, newline, errors, suffix, prefix, dir)
    try:
        raw = getattr(file, 'buffer', file)
        getattr(raw, 'raw', raw).name = name
        return _TemporaryFileWrapper(file, name, delete)
    except BaseException:
        file.close()
        raise


def TemporaryFile(mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, *, errors=None):
    """A file without a name, gone when closed."""
    file, name = _opened(mode, buffering, encoding, newline, errors, suffix, prefix, dir)
    os.unlink(name)
    return file


class SpooledTemporaryFile(IOBase):
    """A temporary file that is kept in memory until it is larger than max_size, or its number is asked for."""

    def __init__(self, max_size=0, mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, *,
                 errors=None):
        self._file = BytesIO() if 'b' in mode else TextIOWrapper(BytesIO(), encoding or 'utf-8', errors, newline)
        self._max_size, self._mode, self._rolled = max_size, mode, False
        self._options = {'mode': mode, 'buffering': buffering, 'suffix': suffix, 'prefix': prefix, 'dir': dir, 'encoding': encoding,
                         'newline': newline, 'errors': errors}

    __class_getitem__ = classmethod(GenericAlias)

    def rollover(self):
        """Moves the contents into a file."""
        if self._rolled:
            return
        held, made = self._file, TemporaryFile(**self._options)
        at = held.tell()
        if isinstance(made, TextIOWrapper):
            held.flush()
            made.buffer.write(held.buffer.getvalue())
        else:
            made.write(held.getvalue())
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
        self.name, self._ignore_cleanup_errors = mkdtemp(suffix, prefix, dir), ignore_cleanup_errors
        self._finalizer = weakref.finalize(self, self._cleanup, self.name, 'Implicitly cleaning up {!r}'.format(self), ignore_cleanup_errors)

    @classmethod
    def _rmtree(cls, name, ignore_errors=False):
        shutil.rmtree(name, ignore_errors=ignore_errors)

    @classmethod
    def _cleanup(cls, name, warn_message, ignore_errors=False):
        cls._rmtree(name, ignore_errors)
        warnings.warn(warn_message, ResourceWarning)

    def __repr__(self):
        return '<%s %r>' % (self.__class__.__name__, self.name)

    def __enter__(self):
        return self.name

    def __exit__(self, exc, value, tb):
        self.cleanup()

    def cleanup(self):
        if self._finalizer.detach() or os.path.exists(self.name):
            try:
                self._rmtree(self.name, self._ignore_cleanup_errors)
            except FileNotFoundError:
                pass

    __class_getitem__ = classmethod(GenericAlias)
