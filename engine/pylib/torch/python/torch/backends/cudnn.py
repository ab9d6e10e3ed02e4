"""Settings of cuDNN. Here they are remembered and change nothing."""

import torch

enabled = True
benchmark = False
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


class flags:
    """Settings for a block."""

    def __init__(self, enabled=False, benchmark=False, benchmark_limit=10, deterministic=False, allow_tf32=True):
        pass

    def __enter__(self):
        return None

    def __exit__(self, *exc):
        pass
