"""Whether a module can be imported."""

import sys


class ModuleSpec:
    def __init__(self, name):
        self.name, self.loader, self.origin = name, None, None

    def __repr__(self):
        return 'ModuleSpec(name=%r)' % self.name


def find_spec(name, package=None):
    """A spec where the module can be imported, else None."""
    if name in sys.modules:
        return ModuleSpec(name)
    try:
        __import__(name)
    except ImportError:
        return None
    return ModuleSpec(name)
