"""The notebook, by the names that code written for Jupyter imports it under."""

try:
    from builtins import get_ipython
except ImportError:  # a script has no notebook around it
    def get_ipython():
        return None

__version__ = "8.26.0"
version_info = (8, 26, 0)

__all__ = ["get_ipython", "display", "version_info"]


def __getattr__(name):
    if name in ("core", "display", "lib", "utils"):
        from importlib import import_module
        return import_module("IPython." + name)
    raise AttributeError(f"module 'IPython' has no attribute {name!r}")
