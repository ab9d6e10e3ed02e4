"""autocast: products of matrices in half precision, for a block."""

import functools
import warnings

import torch
from torch import _C

_current = {"cuda": None, "cpu": None}


def enabled(kind):
    """Whether autocast is on for a type of device."""
    return _current[kind] is not None


class autocast:
    """Casts the operands of matrix products to a smaller type inside a block."""

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        if device_type not in ("cuda", "cpu"):
            raise RuntimeError("User specified autocast device_type must be 'cuda' or 'cpu'")
        if dtype is None:
            dtype = torch.float16 if device_type == "cuda" else torch.bfloat16
        if device_type == "cuda" and enabled and not torch.cuda.is_available():
            warnings.warn("User provided device_type of 'cuda', but CUDA is not available. Disabling")
            enabled = False
        self.device = device_type
        self.fast_dtype = dtype
        self._enabled = enabled

    def __enter__(self):
        self.prev = _current[self.device]
        self._set(self.fast_dtype if self._enabled else None)
        return self

    def __exit__(self, *exc):
        self._set(self.prev)
        return False

    def _set(self, dtype):
        _current[self.device] = dtype
        _C._set_autocast(self.device, dtype)

    def __call__(self, func):
        @functools.wraps(func)
        def wrapper(*args, **kwargs):
            with self:
                return func(*args, **kwargs)
        return wrapper
