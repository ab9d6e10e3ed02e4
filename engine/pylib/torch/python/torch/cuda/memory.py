"""The memory of GPUs: what is allocated, what the caching allocator holds."""

from collections import OrderedDict

import torch
from torch import _C
from torch._utils import _get_device_index


def _figures(device):
    """Allocated, its peak, reserved, its peak, free, total: zeros before CUDA is used."""
    if not _C._cuda_initialized():
        if _C._cuda_count() == 0:
            return (0,) * 6
        _C._cuda_init()
    return _C._cuda_memory(_get_device_index(device, optional=True))


def memory_allocated(device=None):
    """Bytes that tensors hold."""
    return _figures(device)[0]


def max_memory_allocated(device=None):
    """The most bytes that tensors held since the peak was reset."""
    return _figures(device)[1]


def memory_reserved(device=None):
    """Bytes that the caching allocator holds."""
    return _figures(device)[2]


def max_memory_reserved(device=None):
    """The most bytes that the caching allocator held."""
    return _figures(device)[3]


memory_cached, max_memory_cached = memory_reserved, max_memory_reserved


def mem_get_info(device=None):
    """(free, total) bytes of a GPU, by the driver."""
    _C._cuda_init()
    return _figures(device)[4:6]


def empty_cache():
    """Gives memory that no tensor uses back to the driver."""
    if _C._cuda_initialized():
        for i in range(_C._cuda_count()):
            _C._cuda_empty_cache(i)


def reset_peak_memory_stats(device=None):
    """Begins new peaks at what is held now."""
    _C._cuda_reset_peak(_get_device_index(device, optional=True))


reset_max_memory_allocated = reset_max_memory_cached = reset_peak_memory_stats
reset_accumulated_memory_stats = reset_peak_memory_stats


def memory_stats(device=None):
    """The counters of the caching allocator."""
    if not _C._cuda_initialized():
        return OrderedDict()
    return OrderedDict(sorted(_C._cuda_memory_stats(_get_device_index(device, optional=True)).items()))


def memory_snapshot():
    """The segments of the caching allocators of all GPUs, with their blocks: where each lies, its size in bytes and its state."""
    if not _C._cuda_initialized():
        return []
    return [segment for i in range(torch.cuda.device_count()) for segment in _C._cuda_snapshot(i)]


def _record_memory_history(enabled="all", *args, max_entries=100_000, **kwargs):
    """Records from which line each allocation comes, until enabled is None or False. What versions of PyTorch ask for beside that
    (context, stacks, the form of 1.13) is always there."""
    if enabled not in (None, False, True, "state", "all"):
        raise ValueError(f"expected state to be 'state', 'all', or None, got {enabled!r}")
    _C._cuda_record_memory(int(max_entries) if enabled else 0)


def _snapshot(device=None):
    """What the allocators hold, and what happened since _record_memory_history: a dict for PyTorch's viewer."""
    segments = memory_snapshot()  # which finds what is dead, and the traces tell it
    traces = [_C._cuda_trace(i) for i in range(torch.cuda.device_count())] if _C._cuda_initialized() else []
    return {"segments": segments, "device_traces": traces, "allocator_settings": {}}


def _dump_snapshot(filename="dump_snapshot.pickle"):
    """Writes _snapshot() to a file, which https://pytorch.org/memory_viz opens."""
    import pickle
    with open(filename, "wb") as f:
        pickle.dump(_snapshot(), f)


def set_per_process_memory_fraction(fraction, device=None):
    """Accepted, as the session has the GPU to itself."""
    if not isinstance(fraction, float):
        raise TypeError("Invalid type for fraction argument, must be `float`")
    if fraction < 0 or fraction > 1:
        raise ValueError(f"Invalid fraction value: {fraction}. Allowed range: 0~1")


def caching_allocator_alloc(size, device=None, stream=None):
    """Allocates size bytes on a device and returns their address."""
    raise NotImplementedError("torch.cuda.caching_allocator_alloc hands out addresses, which are not to be had here")


def _size(n, largest):
    """n bytes in the unit that suits the largest of a row's group."""
    units = ["B ", "KB", "MB", "GB", "TB", "PB"]
    i = 0
    while largest >= 768 * 1024 and i < len(units) - 1:
        n, largest, i = n // 1024, largest / 1024, i + 1
    return f"{n:7d} {units[i]}"


def _count(n, largest):
    units = [" ", "K", "M"]
    i = 0
    while largest >= 750 * 1000 and i < len(units) - 1:
        n, largest, i = n // 1000, largest / 1000, i + 1
    return f"{n:7d} {units[i]} "


_ROWS = [
    ("allocated_bytes", "Allocated memory", _size), ("active_bytes", "Active memory", _size),
    ("reserved_bytes", "GPU reserved memory", _size), ("inactive_split_bytes", "Non-releasable memory", _size),
    ("allocation", "Allocations", _count), ("active", "Active allocs", _count),
    ("segment", "GPU reserved segments", _count), ("inactive_split", "Non-releasable allocs", _count),
]
_POOLS = [("all", ""), ("large_pool", "from large pool"), ("small_pool", "from small pool")]


def memory_summary(device=None, abbreviated=False):
    """A table of the counters of the caching allocator."""
    device = _get_device_index(device, optional=True)
    stats = memory_stats(device=device)
    rule = "-" * 75
    lines = ["=" * 75, " " * 18 + f"PyTorch CUDA memory summary, device ID {device:<17d} ", rule,
             f"            CUDA OOMs: {stats.get('num_ooms', 0):<12d} |"
             f"        cudaMalloc retries: {stats.get('num_alloc_retries', 0):<8d}  ", "=" * 75,
             "        Metric         | Cur Usage  | Peak Usage | Tot Alloc  | Tot Freed  "]
    for key, name, shown in _ROWS:
        lines.append(rule)
        for pool, word in _POOLS:
            prefix = f"{key}.{pool}."
            parts = ("current", "peak", "allocated", "freed")
            values = [shown(stats.get(prefix + part, 0), stats.get(f"{key}.all.{part}", 0)) for part in parts]
            lines.append(f" {name if not word else '      ' + word:<21} | " + " | ".join(values) + " ")
            if abbreviated:
                break
    for key, name in (("oversize_allocations", "Oversize allocations"), ("oversize_segments", "Oversize GPU segments")):
        values = [_count(stats.get(f"{key}.{part}", 0), 0) for part in ("current", "peak", "allocated", "freed")]
        lines += [rule, f" {name:<21} | " + " | ".join(values) + " "]
    lines.append("=" * 75)
    return "|" + "|\n|".join(f"{line:<75}" for line in lines) + "|\n"
