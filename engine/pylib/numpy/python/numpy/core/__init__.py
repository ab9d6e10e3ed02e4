"""What arrays are made of: creation, shapes, arithmetic, reductions, printing."""

_submodules = frozenset(("arrayprint faults fromnumeric numeric numerictypes products shape_base sorting ufuncs umath").split())


def __dir__():
    return sorted({*globals(), *_submodules})


def __getattr__(name):
    """A module of this package that a program uses without importing it."""
    if name not in _submodules:
        raise AttributeError(f"module 'numpy.core' has no attribute {name!r}")
    __import__("numpy.core." + name)
    return globals()[name]
