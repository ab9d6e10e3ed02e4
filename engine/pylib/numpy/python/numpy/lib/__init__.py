"""Functions made of the core."""

_submodules = frozenset(("arraysetops function_base histograms index_tricks iterators nanfunctions npyio packing polynomial shape_base "
                         "stride_tricks twodim_base utils windows").split())


def __dir__():
    return sorted({*globals(), *_submodules})


def __getattr__(name):
    """A module of this package that a program uses without importing it."""
    if name not in _submodules:
        raise AttributeError(f"module 'numpy.lib' has no attribute {name!r}")
    __import__("numpy.lib." + name)
    return globals()[name]
