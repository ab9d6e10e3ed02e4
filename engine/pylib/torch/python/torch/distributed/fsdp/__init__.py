"""Training with parameters, gradients and optimizer state shared out over the ranks.
Source: https://pytorch.org/docs/1.13/fsdp.html"""

from torch.distributed.fsdp.fully_sharded_data_parallel import (
    BackwardPrefetch, CPUOffload, FlatParameter, FullStateDictConfig, FullyShardedDataParallel, MixedPrecision, ShardingStrategy, StateDictType)


def __getattr__(name):
    if name in ("fully_shard", "LocalStateDictConfig", "ShardedStateDictConfig", "MixedPrecisionPolicy"):
        raise NotImplementedError(f"torch.distributed.fsdp.{name} is not offered: FullyShardedDataParallel with full state dicts is")
    raise AttributeError(f"module 'torch.distributed.fsdp' has no attribute '{name}'")
