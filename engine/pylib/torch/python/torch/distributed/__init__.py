"""Collectives of several processes: https://pytorch.org/docs/1.13/distributed.html.

The processes are those of this notebook, which multiprocessing, torchrun and torch.multiprocessing.spawn start. They
take turns; one that waits for a collective gives its turn on. Where all wait, that is an error which names each rank,
what it waits for and where it was called.
"""


def is_available():
    """Whether processes can be joined to a group."""
    return True


from .constants import default_pg_timeout
from .distributed_c10d import *
from .distributed_c10d import (_all_gather_base, _get_default_group, _reduce_scatter_base, _broadcast_coalesced)
from . import distributed_c10d

_DEFAULT_FIRST_BUCKET_BYTES = 1024 * 1024


def __getattr__(name):
    if name in ("fsdp", "optim"):
        import torch
        return torch._C._import("torch.distributed." + name)
    raise AttributeError(f"module 'torch.distributed' has no attribute '{name}'")
