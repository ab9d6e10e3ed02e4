"""Functions of sparse tensors."""

from torch._sparse import addmm, log_softmax, mm, softmax, sum  # noqa: F401


def __getattr__(name):
    raise AttributeError(f"module 'torch.sparse' has no attribute '{name}'")
