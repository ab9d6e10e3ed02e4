"""Temporary files and directories, in the session's file system."""

import os
import random as _random
import shutil
from io import BytesIO, StringIO

__all__ = ['NamedTemporaryFile', 'TemporaryFile', 'TemporaryDirectory', 'SpooledTemporaryFile', 'mkstemp', 'mkdtemp',
           'mktemp', 'gettempdir', 'tempdir']

tempdir = None
_names = _random.Random()


def gettempdir():
    os.makedirs(tempdir or '/tmp', exist_ok=True)
    return tempdir or '/tmp'


def mktemp(suffix='', prefix='tmp', dir=None):
    """A name that no file has."""
    folder = dir or gettempdir()
    while True:
        name = ''.join(_names.choice('abcdefghijklmnopqrstuvwxyz0123456789_') for _ in range(8))
        path = os.path.join(folder, (prefix or 'tmp') + name + (suffix or ''))
        if not os.path.exists(path):
            return path


def mkdtemp(suffix=None, prefix=None, dir=None):
    path = mktemp(suffix, prefix, dir)
    os.mkdir(path)
    return path


def mkstemp(suffix=None, prefix=None, dir=None, text=False):
    path = mktemp(suffix, prefix, dir)
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL), path


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


def TemporaryFile(mode='w+b', *args, **kwargs):
    return BytesIO() if 'b' in mode else StringIO()


def SpooledTemporaryFile(max_size=0, mode='w+b', *args, **kwargs):
    return TemporaryFile(mode)


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
