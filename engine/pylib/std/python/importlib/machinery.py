"""What finds and loads modules."""

from importlib.util import ModuleSpec, SourceFileLoader

__all__ = ['ModuleSpec', 'SourceFileLoader', 'SOURCE_SUFFIXES', 'all_suffixes']

SOURCE_SUFFIXES = ['.py']


def all_suffixes():
    return list(SOURCE_SUFFIXES)
