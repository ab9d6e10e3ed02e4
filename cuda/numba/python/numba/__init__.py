"""Numba, as far as kernels need it: numba.cuda translates Python functions to kernels of this notebook's GPUs.
What runs on the host, @jit and @njit, runs as the Python that it is."""
from .core import config, errors, types
from .core.errors import *
from .core.types import (
    b1, bool_, boolean, byte, double, f4, f8, float32, float64, float_, i1, i2, i4, i8, int16, int32, int64, int8, int_, intc, intp,
    none, u1, u2, u4, u8, uint, uint16, uint32, uint64, uint8, uintp, void,
)

__version__ = '0.56.4'

prange = range


def jit(function=None, *args, **options):
    """The function itself: on the host there is no compiler here, and the result is the same."""
    if not callable(function) or isinstance(function, types.Type):
        return lambda f: jit(f)
    return function


njit = jit


def typeof(value):
    from .cuda.arguments import typeof
    return typeof(value)
