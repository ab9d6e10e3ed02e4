"""Profiles: which operations and named blocks ran, how long the program was at them, and how long the GPUs.

With simulated GPUs, times are those of the simulated machine: what the program spends on asking, and on waiting; work of
the CPU itself takes none. Without GPUs they are this computer's."""

import functools

from torch import _C
from torch.autograd.profiler_util import DeviceType, EventList, FunctionEvent, FunctionEventAvg, Interval, Kernel  # noqa: F401

_depth = 0  # of profiles under way


class record_function:
    """A block with a name, or, as a decorator, a function with one."""

    def __init__(self, name, args=None):
        self.name, self.args = name, args

    def __enter__(self):
        self._number = _C._profiler_enter(self.name)
        return self

    def __exit__(self, *exc):
        _C._profiler_leave(self._number)

    def __call__(self, f):
        @functools.wraps(f)
        def wrapped(*args, **kwargs):
            with record_function(self.name):
                return f(*args, **kwargs)
        return wrapped


def _events(spans, use_cpu, use_cuda):
    """FunctionEvents of what was recorded, as they nest."""
    made = {}
    for i, (name, kind, start, end, within, device, stream, size) in enumerate(spans):
        gpu = kind == 4
        if gpu and not use_cuda or kind == 3 and not use_cuda or not gpu and not use_cpu and kind != 0:
            continue
        index = int(device.partition(":")[2] or 0) if gpu else 0
        e = FunctionEvent(i, name, start / 1000, end / 1000, DeviceType.CUDA if gpu else DeviceType.CPU, index, stream, 0 if gpu else 1)
        made[i] = e
        parent = made.get(within)
        if gpu:
            while parent is not None and parent.name == "cudaMemcpyAsync":
                parent = made.get(spans[parent.id][4])
            if parent is not None:
                parent.kernels.append(Kernel(name, index, e.time_range.elapsed_us()))
        elif parent is not None:
            e.cpu_parent = parent
            parent.cpu_children.append(e)
    return EventList(made.values(), use_cuda=use_cuda)


class profile:
    """Records what runs inside it."""

    def __init__(self, enabled=True, *, use_cuda=False, record_shapes=False, with_flops=False, profile_memory=False,
                 with_stack=False, with_modules=False, use_kineto=False, use_cpu=True):
        self.enabled, self.use_cuda, self.use_cpu = enabled, use_cuda, use_cpu
        self.function_events, self.entered = None, False

    def __enter__(self):
        if not self.enabled:
            return
        if self.entered:
            raise RuntimeError("Profiler context manager is not reentrant")
        self._start()
        return self

    def __exit__(self, *exc):
        if self.enabled:
            self._stop()
        return False

    def _start(self):
        self.entered = True
        _C._profiler_start()

    def _stop(self):
        self.function_events = _events(_C._profiler_stop(), self.use_cpu, self.use_cuda)

    def _check_finish(self):
        if self.function_events is None:
            raise RuntimeError("Profiler didn't finish running")

    def events(self):
        self._check_finish()
        return self.function_events

    def key_averages(self, group_by_input_shape=False, group_by_stack_n=0):
        self._check_finish()
        return self.function_events.key_averages(group_by_input_shape, group_by_stack_n)

    def total_average(self):
        self._check_finish()
        return self.function_events.total_average()

    def table(self, *args, **kwargs):
        self._check_finish()
        return self.function_events.table(*args, **kwargs)

    @property
    def self_cpu_time_total(self):
        self._check_finish()
        return self.function_events.self_cpu_time_total

    def export_chrome_trace(self, path):
        self._check_finish()
        self.function_events.export_chrome_trace(path)

    def __repr__(self):
        return "<unfinished torch.autograd.profile>" if self.function_events is None else repr(self.function_events)

    def __str__(self):
        return "<unfinished torch.autograd.profile>" if self.function_events is None else str(self.function_events)


class emit_nvtx:
    """Marks for NVIDIA's profiler. Nothing listens here."""

    def __init__(self, enabled=True, record_shapes=False):
        self.enabled = enabled

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return False


emit_itt = emit_nvtx
