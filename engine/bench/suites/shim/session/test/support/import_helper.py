"""Importing for CPython's tests. A session's modules have no second form in C: what would be blocked is not."""

import contextlib
import importlib
import sys
import unittest


@contextlib.contextmanager
def frozen_modules(enabled=True):
    yield


def import_module(name, deprecated=False, *, required_on=()):
    try:
        return importlib.import_module(name)
    except ImportError as e:
        raise unittest.SkipTest(str(e)) from None


def import_fresh_module(name, fresh=(), blocked=(), deprecated=False, **_):
    if name.startswith('test.'):  # the tests themselves: what they are of is there once
        fresh = ()
    kept = {n: m for n, m in sys.modules.items() if n in (name, *fresh) or n.startswith(name + '.')}
    for n in kept:
        del sys.modules[n]
    try:
        for n in fresh:
            try:
                importlib.import_module(n)
            except ImportError:
                if not n.startswith('_'):  # else the form in C of what has one form here
                    raise
        return importlib.import_module(name)
    except ImportError:
        return None
    finally:
        sys.modules.update(kept)


def unload(name):
    sys.modules.pop(name, None)


forget = unload


def make_legacy_pyc(source):
    raise unittest.SkipTest('nothing is compiled to files')


def modules_setup():
    return (sys.modules.copy(),)


def modules_cleanup(before):
    for name in set(sys.modules) - set(before):
        del sys.modules[name]


class CleanImport:
    def __init__(self, *names, usefrozen=False):
        self.names = names

    def __enter__(self):
        self.kept = {n: sys.modules.pop(n) for n in self.names if n in sys.modules}

    def __exit__(self, *_):
        sys.modules.update(self.kept)


class DirsOnSysPath:
    def __init__(self, *paths):
        self.paths = paths

    def __enter__(self):
        self.before = sys.path[:]
        sys.path.extend(self.paths)

    def __exit__(self, *_):
        sys.path[:] = self.before


@contextlib.contextmanager
def isolated_modules():
    before = modules_setup()
    try:
        yield
    finally:
        modules_cleanup(*before)


def mock_register_at_fork(func):
    return func
