"""Quantised modules, and those that prepare them."""


def __getattr__(name):
    if name in ("intrinsic", "qat", "quantized"):
        import torch
        return torch._C._import("torch.ao.nn." + name)
    raise AttributeError(f"module 'torch.ao.nn' has no attribute '{name}'")
