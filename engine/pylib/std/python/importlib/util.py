"""Finding modules, and loading them from files."""

import os
import sys

__all__ = ['find_spec', 'module_from_spec', 'resolve_name', 'spec_from_file_location', 'spec_from_loader']


class ModuleSpec:
    """Where a module comes from."""

    def __init__(self, name, loader=None, *, origin=None, loader_state=None, is_package=None):
        self.name, self.loader, self.origin, self.loader_state = name, loader, origin, loader_state
        self.submodule_search_locations = [] if is_package else None
        self.cached, self.has_location = None, origin is not None

    @property
    def parent(self):
        return self.name.rpartition('.')[0] if self.submodule_search_locations is None else self.name

    def __repr__(self):
        origin = '' if self.origin is None else ', origin=%r' % self.origin
        return 'ModuleSpec(name=%r, loader=%r%s)' % (self.name, self.loader, origin)


class SourceFileLoader:
    """Makes a module of a file of Python."""

    def __init__(self, fullname, path):
        self.name, self.path = fullname, path

    def create_module(self, spec):
        return None

    def get_filename(self, name=None):
        return self.path

    def get_source(self, fullname):
        with open(self.path, encoding='utf-8') as file:
            return file.read()

    def exec_module(self, module):
        exec(compile(self.get_source(self.name), self.path, 'exec'), module.__dict__)

    def load_module(self, fullname=None):
        module = module_from_spec(spec_from_file_location(self.name, self.path))
        sys.modules[self.name] = module
        self.exec_module(module)
        return module


def find_spec(name, package=None):
    """A spec where the module can be imported, else None."""
    name = resolve_name(name, package)
    if name not in sys.modules:
        try:
            __import__(name)
        except ImportError:
            return None
    module = sys.modules[name]
    found = getattr(module, '__spec__', None)
    return found if found is not None else ModuleSpec(name, origin=getattr(module, '__file__', None))


def resolve_name(name, package):
    """The absolute name of a module whose name may be relative to a package."""
    if not name.startswith('.'):
        return name
    if not package:
        raise ImportError("no package specified for %r (required for relative module names)" % name)
    rest = name.lstrip('.')
    parts = package.split('.')
    up = len(name) - len(rest) - 1
    if up >= len(parts):
        raise ImportError('attempted relative import beyond top-level package')
    base = '.'.join(parts[:len(parts) - up])
    return '%s.%s' % (base, rest) if rest else base


def spec_from_file_location(name, location=None, *, loader=None, submodule_search_locations=None):
    """The spec of a module in a file."""
    path = os.path.abspath(os.fspath(location))
    spec = ModuleSpec(name, SourceFileLoader(name, path) if loader is None else loader, origin=path)
    spec.submodule_search_locations = submodule_search_locations
    return spec


def spec_from_loader(name, loader, *, origin=None, is_package=None):
    return ModuleSpec(name, loader, origin=origin, is_package=is_package)


def module_from_spec(spec):
    """An empty module, for the loader's exec_module to fill."""
    module = spec.loader.create_module(spec) if hasattr(spec.loader, 'create_module') else None
    if module is None:
        module = type(sys)(spec.name)
    module.__spec__, module.__loader__, module.__package__ = spec, spec.loader, spec.parent
    if spec.has_location:
        module.__file__ = spec.origin
    if spec.submodule_search_locations is not None:
        module.__path__ = spec.submodule_search_locations
    return module
