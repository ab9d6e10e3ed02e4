"""The notebook, by the names that code written for Jupyter imports it under."""

try:
    from builtins import get_ipython
except ImportError:  # a script has no notebook around it
    def get_ipython():
        return None

__version__ = "8.26.0"
version_info = (8, 26, 0)

__all__ = ["get_ipython", "display", "version_info"]
