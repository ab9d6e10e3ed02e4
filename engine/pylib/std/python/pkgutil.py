"""Names of modules and of what is in them."""

import importlib
import os
import sys
from collections import namedtuple

__all__ = ['ModuleInfo', 'extend_path', 'get_data', 'iter_modules', 'resolve_name', 'walk_packages']

ModuleInfo = namedtuple('ModuleInfo', 'module_finder name ispkg')


def resolve_name(name):
    """The object of a name: 'package.module:attribute.attribute', or with dots alone."""
    module, colon, rest = name.partition(':')
    parts, rest = module.split('.'), rest.split('.') if rest else []
    if not all(part.isidentifier() for part in parts + rest):
        raise ValueError('invalid format: %r' % name)
    if colon:
        found = importlib.import_module(module)
    else:
        found, module, rest = importlib.import_module(parts[0]), parts[0], parts[1:]
        while rest:
            try:
                found = importlib.import_module('%s.%s' % (module, rest[0]))
            except ImportError:
                break
            module, rest = '%s.%s' % (module, rest[0]), rest[1:]
    for part in rest:
        found = getattr(found, part)
    return found


def iter_modules(path=None, prefix=''):
    """The modules in the folders of path, which is sys.path if not given."""
    seen = set()
    for folder in sys.path if path is None else path:
        try:
            entries = sorted(os.listdir(folder or '.'))
        except OSError:
            continue
        for entry in entries:
            name, dot, kind = entry.partition('.')
            package = not dot and os.path.isfile(os.path.join(folder, entry, '__init__.py'))
            if name not in seen and name != '__init__' and name.isidentifier() and (package or kind == 'py'):
                seen.add(name)
                yield ModuleInfo(None, prefix + name, package)


def walk_packages(path=None, prefix='', onerror=None):
    """As iter_modules, and the modules of each package after it."""
    for info in iter_modules(path, prefix):
        yield info
        if info.ispkg:
            try:
                inner = importlib.import_module(info.name).__path__
            except Exception as error:
                if onerror is not None:
                    onerror(info.name)
                elif not isinstance(error, ImportError):
                    raise
            else:
                yield from walk_packages(inner, info.name + '.', onerror)


def get_data(package, resource):
    """The bytes of a file beside a package's modules."""
    module = importlib.import_module(package)
    if not hasattr(module, '__file__'):
        return None
    with open(os.path.join(os.path.dirname(module.__file__), *resource.split('/')), 'rb') as file:
        return file.read()


def extend_path(path, name):
    """The path of a package, with the folders of that name elsewhere in sys.path."""
    found = list(path)
    for folder in sys.path:
        each = os.path.join(folder, *name.split('.'))
        if os.path.isfile(os.path.join(each, '__init__.py')) and each not in found:
            found.append(each)
    return found
