"""Settings of cuDNN. Here they are remembered and change nothing."""

import contextlib

import torch

enabled = True
benchmark = False
benchmark_limit = None
deterministic = False
allow_tf32 = True


def is_available():
    """Whether the build has cuDNN, as builds with CUDA do."""
    return torch._C._compiled_with_cuda()


def version():
    """cuDNN's version, or None."""
    return 8500 if is_available() else None


def is_acceptable(tensor):
    return tensor.is_cuda


@contextlib.contextmanager
def flags(enabled=False, benchmark=False, benchmark_limit=10, deterministic=False, allow_tf32=True):
    """Settings for a block or, as a decorator, for a function."""
    own = globals()
    names = ('enabled', 'benchmark', 'benchmark_limit', 'deterministic', 'allow_tf32')
    before = {name: own[name] for name in names}
    own.update(enabled=enabled, benchmark=benchmark, benchmark_limit=benchmark_limit, deterministic=deterministic, allow_tf32=allow_tf32)
    try:
        yield
    finally:
        own.update(before)
