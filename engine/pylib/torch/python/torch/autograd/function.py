"""Where torch.autograd.Function and its helpers are looked for by their full names."""

import functools

import torch
from torch._C import Function

InplaceFunction = Function


def once_differentiable(fn):
    """Marks a backward that cannot be differentiated itself."""
    @functools.wraps(fn)
    def wrapper(ctx, *args):
        with torch.no_grad():
            return fn(ctx, *args)
    return wrapper
