"""DataLoader: batches of a dataset."""

import copy
from typing import Generic, TypeVar

import torch
from torch.utils.data._utils.collate import default_collate, default_convert
from torch.utils.data.dataset import IterableDataset
from torch.utils.data.sampler import BatchSampler, RandomSampler, SequentialSampler
from torch.utils.data.worker import Worker, WorkerInfo


T_co = TypeVar("T_co", covariant=True)


class _InfiniteConstantSampler:
    """The sampler of a stream: None for ever."""

    def __iter__(self):
        while True:
            yield None


def _check_stream(shuffle, sampler, batch_sampler):
    for name, given in (("shuffle", shuffle or None), ("sampler", sampler), ("batch_sampler", batch_sampler)):
        if given is not None:
            raise ValueError("DataLoader with IterableDataset: expected unspecified "
                             f"{name} option, but got {name}={given}")


class DataLoader(Generic[T_co]):
    """Iterates over batches of dataset.

    shuffle draws a new order each time; workers take turns in this process.
    """

    _initialized = False

    def __init__(self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0,
                 collate_fn=None, pin_memory=False, drop_last=False, timeout=0, worker_init_fn=None,
                 multiprocessing_context=None, generator=None, *, prefetch_factor=2,
                 persistent_workers=False, pin_memory_device=""):
        _check_workers(num_workers, timeout, prefetch_factor, persistent_workers)
        self.dataset = dataset
        self.num_workers = num_workers
        self.prefetch_factor = prefetch_factor
        self.pin_memory = pin_memory
        self.pin_memory_device = pin_memory_device
        self.timeout = timeout
        self.worker_init_fn = worker_init_fn
        self.multiprocessing_context = multiprocessing_context
        self.persistent_workers = persistent_workers
        self.generator = generator
        self._stream = isinstance(dataset, IterableDataset)
        if self._stream:
            _check_stream(shuffle, sampler, batch_sampler)
        if sampler is not None and shuffle:
            raise ValueError("sampler option is mutually exclusive with shuffle")
        if batch_sampler is not None:
            if batch_size != 1 or shuffle or sampler is not None or drop_last:
                raise ValueError("batch_sampler option is mutually exclusive "
                                 "with batch_size, shuffle, sampler, and drop_last")
            batch_size = None
        elif batch_size is None and drop_last:
            raise ValueError("batch_size=None option disables auto-batching "
                             "and is mutually exclusive with drop_last")
        if sampler is None:
            sampler = self._default_sampler(shuffle)
        if batch_size is not None and batch_sampler is None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size = batch_size
        self.drop_last = drop_last
        self.sampler = sampler
        self.batch_sampler = batch_sampler
        if collate_fn is None:
            collate_fn = default_collate if batch_sampler is not None else default_convert
        self.collate_fn = collate_fn
        self._initialized = True

    def __setattr__(self, name, value):
        if self._initialized and name in ("batch_size", "batch_sampler", "sampler", "drop_last",
                                          "dataset", "persistent_workers"):
            raise ValueError(f"{name} attribute should not be set after {type(self).__name__} is initialized")
        super().__setattr__(name, value)

    def _default_sampler(self, shuffle):
        if self._stream:
            return _InfiniteConstantSampler()
        return RandomSampler(self.dataset, generator=self.generator) if shuffle else SequentialSampler(self.dataset)

    @property
    def _auto_collation(self):
        return self.batch_sampler is not None

    @property
    def _index_sampler(self):
        return self.sampler if self.batch_sampler is None else self.batch_sampler

    def __iter__(self):
        return _Iterator(self)

    def __len__(self):
        if not self._stream:
            return len(self._index_sampler)
        n = len(self.dataset)
        if self.batch_size is None:
            return n
        return n // self.batch_size if self.drop_last else -(-n // self.batch_size)


def _check_workers(num_workers, timeout, prefetch_factor, persistent_workers):
    if num_workers < 0:
        raise ValueError("num_workers option should be non-negative; "
                         "use num_workers=0 to disable multiprocessing.")
    if timeout < 0:
        raise ValueError("timeout option should be non-negative")
    if num_workers == 0 and prefetch_factor != 2:
        raise ValueError("prefetch_factor option could only be specified in multiprocessing."
                         "let num_workers > 0 to enable multiprocessing.")
    assert prefetch_factor > 0
    if persistent_workers and num_workers == 0:
        raise ValueError("persistent_workers option needs num_workers > 0")


def _item_fetcher(dataset, batched, collate):
    """A function from indices to a batch."""
    def fetch(index):
        return collate([dataset[i] for i in index] if batched else dataset[index])
    return fetch


def _stream_fetcher(dataset, batched, collate, drop_last):
    """A function to the next batch of a stream; it raises StopIteration at the end."""
    items = iter(dataset)

    def fetch(index):
        if not batched:
            return collate(next(items))
        batch = []
        for _ in index:
            try:
                batch.append(next(items))
            except StopIteration:
                break
        if not batch or (drop_last and len(batch) < len(index)):
            raise StopIteration
        return collate(batch)
    return fetch


class _Iterator:
    """One pass over a loader."""

    def __init__(self, loader):
        self._loader = loader
        self._indices = iter(loader._index_sampler)
        self._pin = loader.pin_memory and torch.cuda.is_available()
        # The seed of the workers is drawn even where there are none, as PyTorch does.
        seed = torch.empty((), dtype=torch.int64).random_(generator=loader.generator).item()
        if loader.num_workers:
            self._fetchers = [self._worker(i, seed) for i in range(loader.num_workers)]
        else:
            self._fetchers = [self._fetcher(loader.dataset)]
        self._turn = 0

    def _fetcher(self, dataset):
        loader = self._loader
        batched = loader.batch_sampler is not None
        if loader._stream:
            return _stream_fetcher(dataset, batched, loader.collate_fn, loader.drop_last)
        return _item_fetcher(dataset, batched, loader.collate_fn)

    def _worker(self, i, seed):
        loader = self._loader
        # A stream is a copy of the dataset in each worker: it must not share a position.
        dataset = copy.copy(loader.dataset) if loader._stream else loader.dataset
        worker = Worker(WorkerInfo(i, loader.num_workers, seed + i, dataset), loader.worker_init_fn)
        fetcher = worker.run(lambda _: self._fetcher(dataset), None)
        return lambda index: worker.run(fetcher, index)

    def __iter__(self):
        return self

    def __len__(self):
        return len(self._loader._index_sampler)

    def __next__(self):
        index = next(self._indices)
        while True:
            fetch = self._fetchers[self._turn % len(self._fetchers)]
            try:
                data = fetch(index)
            except StopIteration:
                self._fetchers.remove(fetch)
                if not self._fetchers:
                    raise
                continue
            self._turn += 1
            return _pinned(data) if self._pin else data


def _pinned(data):
    """data with its tensors in pinned memory."""
    if isinstance(data, torch.Tensor):
        return data.pin_memory()
    if isinstance(data, dict):
        return {key: _pinned(value) for key, value in data.items()}
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*map(_pinned, data))
    if isinstance(data, (list, tuple)):
        return type(data)(_pinned(d) for d in data)
    return data
