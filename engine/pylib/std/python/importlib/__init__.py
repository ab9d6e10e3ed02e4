"""Importing by name."""

import sys

__all__ = ['import_module', 'reload', 'invalidate_caches']

__import__ = __import__


def import_module(name, package=None):
    """The module of a dotted name, which may be relative to a package."""
    if name.startswith('.'):
        if not package:
            raise TypeError("the 'package' argument is required to perform a relative import for %r" % name)
        level = len(name) - len(name.lstrip('.'))
        base = package.rsplit('.', level - 1)[0] if level > 1 else package
        name = '%s.%s' % (base, name[level:]) if name[level:] else base
    __import__(name)
    return sys.modules[name]


def reload(module):
    """Imports a module again."""
    name = module.__name__
    sys.modules.pop(name, None)
    made = import_module(name)
    module.__dict__.update(made.__dict__)
    sys.modules[name] = module
    return module


def invalidate_caches():
    pass
