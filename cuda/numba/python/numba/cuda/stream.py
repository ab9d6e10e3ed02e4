"""Devices, streams and events of numba.cuda, over those of torch.cuda."""
import contextlib

import torch

from .devicearray import check


class Device:
    """A GPU, as numba.cuda.get_current_device() tells of it."""

    def __init__(self, index):
        p = torch.cuda.get_device_properties(index)
        self.id, self._name = index, p.name
        self.compute_capability = (p.major, p.minor)
        self.MULTIPROCESSOR_COUNT = p.multi_processor_count
        self.WARP_SIZE, self.MAX_THREADS_PER_BLOCK, self.MAX_SHARED_MEMORY_PER_BLOCK = 32, 1024, 48 << 10
        self.MAX_BLOCK_DIM_X, self.MAX_BLOCK_DIM_Y, self.MAX_BLOCK_DIM_Z = 1024, 1024, 64
        self.MAX_GRID_DIM_X, self.MAX_GRID_DIM_Y, self.MAX_GRID_DIM_Z = 2**31 - 1, 65535, 65535

    @property
    def name(self):
        return self._name.encode()

    def reset(self):
        pass

    def __repr__(self):
        return "<CUDA device %d '%s'>" % (self.id, self.name)


class Stream:
    def __init__(self, stream):
        self._stream = stream

    def synchronize(self):
        (self._stream or torch.cuda.current_stream()).synchronize()

    @contextlib.contextmanager
    def auto_synchronize(self):
        yield self
        self.synchronize()


class Event:
    def __init__(self, timing=True):
        self._event = torch.cuda.Event(enable_timing=timing)

    def record(self, stream=0):
        self._event.record(getattr(stream, '_stream', None) or torch.cuda.current_stream())

    def synchronize(self):
        self._event.synchronize()

    def query(self):
        return self._event.query()

    def wait(self, stream=0):
        self._event.wait(getattr(stream, '_stream', None) or torch.cuda.current_stream())

    def elapsed_time(self, other):
        return self._event.elapsed_time(other._event)


class Context:
    def get_memory_info(self):
        return torch.cuda.mem_get_info()

    def synchronize(self):
        synchronize()

    @property
    def device(self):
        return get_current_device()


def stream():
    check()
    return Stream(torch.cuda.Stream())


def default_stream():
    return Stream(None)


def event(timing=True):
    check()
    return Event(timing)


def event_elapsed_time(start, end):
    return start.elapsed_time(end)


def synchronize():
    check()
    torch.cuda.synchronize()


def get_current_device():
    check()
    return Device(torch.cuda.current_device())


def current_context(devnum=None):
    check()
    return Context()


def select_device(device_id):
    torch.cuda.set_device(device_id)
    return Device(device_id)


def close():
    pass


class Gpus:
    """All GPUs."""

    def __len__(self):
        return torch.cuda.device_count()

    def __getitem__(self, index):
        return Device(range(len(self))[index])

    @property
    def current(self):
        return get_current_device()


gpus = Gpus()


def detect():
    """Prints the GPUs, and says whether there is one."""
    print('Found %d CUDA devices' % len(gpus))
    for d in gpus:
        print('id %d    %20s                              [SUPPORTED]' % (d.id, d.name))
        print('                      Compute Capability: %d.%d' % d.compute_capability)
    return len(gpus) > 0
