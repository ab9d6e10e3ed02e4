"""torch.nn.parallel: one module on several GPUs."""

from torch.nn.parallel import comm
from torch.nn.parallel.data_parallel import DataParallel, data_parallel
from torch.nn.parallel.parallel_apply import parallel_apply
from torch.nn.parallel.replicate import replicate
from torch.nn.parallel.scatter_gather import gather, scatter, scatter_kwargs


def __getattr__(name):
    if name == 'DistributedDataParallel':  # with all of torch.distributed, which few programs need
        from torch.nn.parallel.distributed import DistributedDataParallel
        return DistributedDataParallel
    raise AttributeError(f"module 'torch.nn.parallel' has no attribute '{name}'")
