"""torch.ao: what makes models smaller and faster."""


def __getattr__(name):
    if name in ("nn", "quantization"):
        import torch
        return torch._C._import("torch.ao." + name)
    raise AttributeError(f"module 'torch.ao' has no attribute '{name}'")
