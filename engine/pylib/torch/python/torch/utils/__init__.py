"""torch.utils: data loading, hooks, checkpoints."""

from torch import _C


def __getattr__(name):
    if name in ("data", "hooks", "checkpoint", "dlpack"):
        return _C._import("torch.utils." + name)
    raise AttributeError(f"module 'torch.utils' has no attribute '{name}'")
