"""torch.cuda: GPUs, their memory, streams and events."""

import torch
from torch import _C
from torch._C import OutOfMemoryError
from torch._utils import _get_device_index
from torch.cuda import amp, nvtx
from torch.cuda.memory import (
    caching_allocator_alloc, empty_cache, max_memory_allocated, max_memory_cached, max_memory_reserved,
    mem_get_info, memory_allocated, memory_cached, memory_reserved, memory_snapshot, memory_stats,
    memory_summary, reset_accumulated_memory_stats, reset_max_memory_allocated, reset_max_memory_cached,
    reset_peak_memory_stats, set_per_process_memory_fraction)
from torch.cuda.streams import Event, ExternalStream, Stream, StreamContext, current_stream, default_stream, set_stream, stream

has_half = has_magma = True
globals().update(_C._cuda_types())


class DeferredCudaCallError(Exception):
    """A call that waited for CUDA to be initialized failed."""


def is_available():
    """Whether there is a GPU to use."""
    return _C._cuda_count() > 0


def is_bf16_supported():
    """Whether the current device computes in bfloat16."""
    return get_device_capability()[0] >= 8


def device_count():
    """The number of GPUs that the program sees."""
    return _C._cuda_count()


def is_initialized():
    """Whether CUDA has been used."""
    return _C._cuda_initialized()


def init():
    """Initializes CUDA; its first use does so as well."""
    _C._cuda_init()


def current_device():
    """The number of the current GPU."""
    return _C._cuda_current()


def set_device(device):
    """Makes a GPU the current one."""
    index = _get_device_index(device)
    if index >= 0:
        _C._cuda_set_current(index)


class device:
    """Makes a GPU the current one for a block."""

    def __init__(self, device):
        self.idx = _get_device_index(device, optional=True) if not _keeps(device) else -1
        self.prev_idx = -1

    def __enter__(self):
        if self.idx == -1:
            return
        self.prev_idx = _C._cuda_current()
        if self.prev_idx != self.idx:
            _C._cuda_set_current(self.idx)

    def __exit__(self, *exc):
        if self.prev_idx != self.idx and self.idx != -1:
            _C._cuda_set_current(self.prev_idx)
        return False


def _keeps(device):
    """Whether a device argument means: leave the current GPU as it is."""
    if isinstance(device, str):
        device = torch.device(device)
    if isinstance(device, torch.device):
        return device.type == "cpu" or device.index is None
    return device is None or (isinstance(device, int) and device < 0)


class device_of(device):
    """Makes the GPU of a tensor the current one for a block."""

    def __init__(self, obj):
        super().__init__(obj.get_device() if obj.is_cuda else -1)


class _CudaDeviceProperties:
    """What get_device_properties returns."""

    def __init__(self, name, major, minor, total_memory, multi_processor_count):
        self.name = name
        self.major = major
        self.minor = minor
        self.total_memory = total_memory
        self.multi_processor_count = multi_processor_count
        self.is_integrated = self.is_multi_gpu_board = 0

    def __repr__(self):
        return (f"_CudaDeviceProperties(name='{self.name}', major={self.major}, minor={self.minor}, "
                f"total_memory={self.total_memory // 2**20}MB, multi_processor_count={self.multi_processor_count})")


def get_device_properties(device):
    """Name, capability, memory and multiprocessors of a GPU."""
    _C._cuda_init()
    index = _get_device_index(device, optional=True)
    if index < 0 or index >= device_count():
        raise AssertionError("Invalid device id")
    return _CudaDeviceProperties(*_C._cuda_properties(index))


def get_device_name(device=None):
    """The name of a GPU, the current one by default."""
    return get_device_properties(device).name


def get_device_capability(device=None):
    """The compute capability of a GPU: (major, minor)."""
    prop = get_device_properties(device)
    return prop.major, prop.minor


def get_arch_list():
    """What the CUDA 11.7 package of PyTorch 1.13 has kernels for; Hopper's came with CUDA 11.8."""
    return ["sm_37", "sm_50", "sm_60", "sm_70", "sm_75", "sm_80", "sm_86"] if is_available() else []


def get_gencode_flags():
    """The flags for nvcc that name the architectures of this build."""
    return ""


def can_device_access_peer(device, peer_device):
    """Whether a GPU can copy from another without the host."""
    _C._cuda_init()
    device, peer_device = (_get_device_index(d, optional=True) for d in (device, peer_device))
    for index, word in ((device, "device"), (peer_device, "peer device")):
        if index < 0 or index >= device_count():
            raise AssertionError(f"Invalid {word} id")
    return _C._cuda_peer(device, peer_device)


def synchronize(device=None):
    """Waits until a GPU has done all its work."""
    _C._cuda_init()
    _C._cuda_synchronize(_get_device_index(device, optional=True))


_sync_modes = ("default", "warn", "error")
_sync_mode = 0


def set_sync_debug_mode(debug_mode):
    """What happens when the host waits for a GPU: nothing, a warning or an error."""
    global _sync_mode
    _C._cuda_init()
    if isinstance(debug_mode, str):
        if debug_mode not in _sync_modes:
            raise RuntimeError("invalid value of debug_mode, expected one of `default`, `warn`, `error`")
        debug_mode = _sync_modes.index(debug_mode)
    if debug_mode not in (0, 1, 2):
        raise RuntimeError("invalid value of debug_mode, expected one of 0,1,2")
    _C._cuda_sync_mode(debug_mode)
    _sync_mode = debug_mode


def get_sync_debug_mode():
    """The mode that set_sync_debug_mode set, as a number."""
    _C._cuda_init()
    return _sync_mode


def ipc_collect():
    """One process: nothing to collect."""
    _C._cuda_init()


def utilization(device=None):
    """A percentage of recent use; simulated GPUs are idle between launches."""
    _C._cuda_init()
    return 0


def memory_usage(device=None):
    """A percentage of recent use of the memory's bus."""
    _C._cuda_init()
    return 0


def list_gpu_processes(device=None):
    """The processes on a GPU, as text; a session sees none but itself."""
    return f"GPU:{_get_device_index(device, optional=True)}\nno processes are running"


def current_blas_handle():
    """The handle of cuBLAS that the current stream uses."""
    _C._cuda_init()
    return 0


def manual_seed(seed):
    """Seeds the current GPU; without one, nothing."""
    if is_available():
        _C._cuda_generator(-1).manual_seed(int(seed))


def manual_seed_all(seed):
    """Seeds every GPU."""
    if is_available():
        for i in range(device_count()):
            _C._cuda_generator(i).manual_seed(int(seed))


def seed():
    """Gives the current GPU a new seed."""
    _C._cuda_generator(-1).seed()


def seed_all():
    """Gives every GPU a new seed."""
    for i in range(device_count()):
        _C._cuda_generator(i).seed()


def initial_seed():
    """The seed of the current GPU."""
    return _C._cuda_generator(-1).initial_seed()


def get_rng_state(device="cuda"):
    """The state of a GPU's random numbers."""
    return _C._cuda_generator(_get_device_index(device, optional=True)).get_state()


def get_rng_state_all():
    """The states of all GPUs."""
    return [get_rng_state(i) for i in range(device_count())]


def set_rng_state(new_state, device="cuda"):
    """Restores the state of a GPU's random numbers."""
    _C._cuda_generator(_get_device_index(device, optional=True)).set_state(new_state)


def set_rng_state_all(new_states):
    """Restores the states of all GPUs."""
    for i, state in enumerate(new_states):
        set_rng_state(state, i)


def is_current_stream_capturing():
    """Whether work on the current GPU is being captured into a graph."""
    return is_initialized() and _C._cuda_capturing(-1)


def __getattr__(name):
    if name in ("CUDAGraph", "graph", "graph_pool_handle", "graphs", "make_graphed_callables"):
        graphs = _C._import("torch.cuda.graphs")
        return graphs if name == "graphs" else getattr(graphs, name)
    if name.endswith("Storage"):
        kind = _C._import("torch.storage").CUDA_KINDS.get(name)
        if kind is not None:
            return kind
    raise AttributeError(f"module 'torch.cuda' has no attribute '{name}'")
