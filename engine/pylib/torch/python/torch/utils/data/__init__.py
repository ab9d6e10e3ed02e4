"""torch.utils.data: datasets, samplers and the loader that makes batches of them."""

from torch.utils.data._utils.collate import default_collate, default_convert
from torch.utils.data.dataloader import DataLoader
from torch.utils.data.dataset import (
    ChainDataset, ConcatDataset, Dataset, IterableDataset, Subset, TensorDataset, random_split)
from torch.utils.data.distributed import DistributedSampler
from torch.utils.data.sampler import (
    BatchSampler, RandomSampler, Sampler, SequentialSampler, SubsetRandomSampler, WeightedRandomSampler)
from torch.utils.data.worker import get_worker_info
