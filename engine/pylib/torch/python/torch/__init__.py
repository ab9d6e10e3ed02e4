"""torch: tensors, automatic gradients, neural networks.

What is Go comes from torch._C; submodules are imported when they are first named.
"""

from torch import _C
from torch._C import *

__version__ = "1.13.0"


def __getattr__(name):
    if name in _LAZY:
        import importlib
        return importlib.import_module("torch." + name)
    raise AttributeError(f"module 'torch' has no attribute '{name}'")


# Submodules that a program may use without importing them.
_LAZY = frozenset([
    "autograd", "backends", "cuda", "distributions", "fft", "func", "hub", "jit", "linalg", "nn", "onnx",
    "optim", "overrides", "random", "serialization", "special", "testing", "types", "utils", "version",
    "_utils", "return_types", "multiprocessing", "distributed", "profiler", "sparse", "quantization",
])


def __dir__():
    return sorted([*globals(), *_LAZY])
