"""Triton, as far as its first tutorials need it: @triton.jit functions are translated to CUDA C++ and run on this notebook's
GPUs as the kernels of its cells do, checked, counted and step by step. The language is that of 3.0."""
from . import language, testing
from .errors import CompilationError, OutOfResources, TritonError
from .runtime.autotune import Config, autotune, heuristics
from .runtime.jit import JITFunction, jit

__version__ = '3.0.0'


def cdiv(x, y):
    """x / y, rounded up."""
    return (x + y - 1) // y


def next_power_of_2(n):
    """The smallest power of 2 that is at least n."""
    return 1 << max(n - 1, 0).bit_length()


class _Compiler:
    CompilationError, OutOfResources = CompilationError, OutOfResources


compiler = _Compiler
