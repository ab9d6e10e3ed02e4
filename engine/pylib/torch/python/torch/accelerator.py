"""torch.accelerator (PyTorch 2.6): the GPUs of a machine, whatever they are. Here they are CUDA's."""

import torch


def is_available():
    """Whether there is one."""
    return torch.cuda.is_available()


def device_count():
    """How many there are."""
    return torch.cuda.device_count()


def current_accelerator(check_available=False):
    """Their device type, as a device without an index; None where PyTorch was built for none."""
    return torch.device("cuda") if torch.cuda.is_available() else None


def current_device_index():
    """The number of the current one."""
    return torch.cuda.current_device()


current_device_idx = current_device_index


def set_device_index(device):
    """Makes another one the current one."""
    torch.cuda.set_device(device)


set_device_idx = set_device_index


def current_stream(device=None):
    return torch.cuda.current_stream(device)


def set_stream(stream):
    torch.cuda.set_stream(stream)


def synchronize(device=None):
    """Waits for what has been asked of one."""
    torch.cuda.synchronize(device)


class device_index:
    """Makes another one the current one in a block (PyTorch 2.9)."""

    def __init__(self, device):
        self.idx = device

    def __enter__(self):
        self.prev = torch.cuda.current_device()
        if self.idx is not None:
            torch.cuda.set_device(self.idx)

    def __exit__(self, *exc):
        torch.cuda.set_device(self.prev)
        return False


def _memory(name):
    def function(device_index=None, /):
        return getattr(torch.cuda, name)(device_index)
    function.__name__ = name
    return function


def empty_cache():
    torch.cuda.empty_cache()


# Those of torch.cuda (PyTorch 2.9).
memory_allocated, max_memory_allocated, memory_reserved, max_memory_reserved, memory_stats, reset_peak_memory_stats = map(_memory, (
    "memory_allocated", "max_memory_allocated", "memory_reserved", "max_memory_reserved", "memory_stats", "reset_peak_memory_stats"))
