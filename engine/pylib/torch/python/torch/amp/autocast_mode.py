"""autocast: products of matrices in half precision, for a block."""

import collections.abc
import functools
import warnings

import torch
from torch import _C


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
        self.prev = _C._autocast(self.device)
        _C._set_autocast(self.device, self.fast_dtype if self._enabled else None)
        return self

    def __exit__(self, *exc):
        _C._set_autocast(self.device, self.prev)
        return False

    def __call__(self, func):
        @functools.wraps(func)
        def wrapper(*args, **kwargs):
            with self:
                return func(*args, **kwargs)
        return wrapper


def _cast(value, device_type, dtype):
    """Floating-point tensors of a type of device in another type, inside of lists and dictionaries too; float64 stays."""
    if isinstance(value, torch.Tensor):
        cast = value.is_floating_point() and value.device.type == device_type and value.dtype is not torch.float64
        return value.to(dtype) if cast else value
    if isinstance(value, collections.abc.Mapping):
        return {_cast(k, device_type, dtype): _cast(v, device_type, dtype) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_cast(v, device_type, dtype) for v in value)
    return value


def custom_fwd(fwd=None, *, device_type, cast_inputs=None):
    """Decorates the forward of a torch.autograd.Function: its inputs come in the type cast_inputs where autocast is on, which is
    off inside; without cast_inputs forward runs as it is called, and custom_bwd's backward likewise.
    Source: https://pytorch.org/docs/2.4/amp.html#torch.amp.custom_fwd"""
    if fwd is None:
        return functools.partial(custom_fwd, device_type=device_type, cast_inputs=cast_inputs)

    @functools.wraps(fwd)
    def forward(ctx, *args, **kwargs):
        on = torch.is_autocast_enabled(device_type)
        ctx._autocast = (on and cast_inputs is None, _C._autocast(device_type))
        if not on or cast_inputs is None:
            return fwd(ctx, *args, **kwargs)
        with autocast(device_type, enabled=False):
            return fwd(ctx, *_cast(args, device_type, cast_inputs), **_cast(kwargs, device_type, cast_inputs))
    return forward


def custom_bwd(bwd=None, *, device_type):
    """Decorates the backward of a Function whose forward has custom_fwd: autocast is as it was in forward."""
    if bwd is None:
        return functools.partial(custom_bwd, device_type=device_type)

    @functools.wraps(bwd)
    def backward(ctx, *grads):
        on, dtype = ctx._autocast
        with autocast(device_type, dtype=dtype, enabled=on):
            return bwd(ctx, *grads)
    return backward
