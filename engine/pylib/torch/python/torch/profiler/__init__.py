"""torch.profiler: what ran, how long the program was at it, and how long the GPUs.
Source: https://pytorch.org/docs/1.13/profiler.html"""

import enum
import os

import torch
from torch.autograd.profiler import profile as _profile
from torch.autograd.profiler import record_function
from torch.profiler import itt

__all__ = ['profile', 'schedule', 'supported_activities', 'tensorboard_trace_handler', 'ProfilerAction', 'ProfilerActivity', 'record_function']


class _Member:
    def __init__(self, owner, name, value):
        self.owner, self.name, self.value = owner, name, value

    def __repr__(self):
        return f"<{self.owner}.{self.name}: {self.value}>"

    def __str__(self):
        return f"{self.owner}.{self.name}"


class ProfilerActivity:
    CPU, CUDA = _Member("ProfilerActivity", "CPU", 0), _Member("ProfilerActivity", "CUDA", 2)


class ProfilerAction(enum.Enum):
    """What is done during a step."""

    NONE, WARMUP, RECORD, RECORD_AND_SAVE = range(4)


def supported_activities():
    return {ProfilerActivity.CPU, ProfilerActivity.CUDA} if torch.cuda.is_available() else {ProfilerActivity.CPU}


def schedule(*, wait, warmup, active, repeat=0, skip_first=0):
    """After skip_first steps, again and again or repeat times: wait steps, warmup steps, active steps that are recorded."""
    assert wait >= 0 and warmup >= 0 and active > 0 and repeat >= 0 and skip_first >= 0, "Invalid profiler schedule arguments"
    if warmup == 0:
        import warnings
        warnings.warn("Profiler won't be using warmup, this can skew profiler results")

    def action(step):
        assert step >= 0
        if step < skip_first:
            return ProfilerAction.NONE
        whole = wait + warmup + active
        turn, at = divmod(step - skip_first, whole)
        if repeat > 0 and turn >= repeat or at < wait:
            return ProfilerAction.NONE
        if at < wait + warmup:
            return ProfilerAction.WARMUP
        return ProfilerAction.RECORD if at < whole - 1 else ProfilerAction.RECORD_AND_SAVE

    return action


def tensorboard_trace_handler(dir_name, worker_name=None, use_gzip=False):
    """Has each trace written to a file of its own in a folder."""
    def handler(prof):
        import time
        if not os.path.isdir(dir_name):
            try:
                os.makedirs(dir_name, exist_ok=True)
            except Exception:
                raise RuntimeError("Can't create directory: " + dir_name)
        worker = worker_name or f"notebook_{os.getpid()}"
        prof.export_chrome_trace(os.path.join(dir_name, f"{worker}.{int(time.time() * 1000)}.pt.trace.json" + (".gz" if use_gzip else "")))
    return handler


class profile:
    """Records what runs inside it; with a schedule, in some of the steps that step() counts."""

    def __init__(self, *, activities=None, schedule=None, on_trace_ready=None, record_shapes=False, profile_memory=False,
                 with_stack=False, with_flops=False, with_modules=False, experimental_config=None, use_cuda=None):
        self.activities = set(activities) if activities else supported_activities()
        if use_cuda is not None:
            import warnings
            warnings.warn("use_cuda is deprecated, use activities argument instead")
            self.activities ^= self.activities & {ProfilerActivity.CUDA} if not use_cuda else set()
            self.activities |= {ProfilerActivity.CUDA} if use_cuda else set()
        assert len(self.activities) > 0, "No valid profiler activities found"
        self.schedule = schedule or (lambda step: ProfilerAction.RECORD)
        self.record_steps = schedule is not None
        self.on_trace_ready = on_trace_ready
        self.step_num, self.profiler, self._block = 0, None, None
        self.current_action = self.schedule(0)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *exc):
        self.stop()

    def start(self):
        self._enter(self.current_action)
        self._begin_step()

    def stop(self):
        self._end_step()
        if self._recording():
            self._finish()
            if self.on_trace_ready and (self.current_action == ProfilerAction.RECORD_AND_SAVE or self.current_action == ProfilerAction.RECORD):
                self.on_trace_ready(self)

    def step(self):
        """Ends a step and begins the next."""
        self._end_step()
        before = self.current_action
        self.step_num += 1
        self.current_action = self.schedule(self.step_num)
        if before == ProfilerAction.RECORD_AND_SAVE:
            self._finish()
            if self.on_trace_ready:
                self.on_trace_ready(self)
        elif self._recording() and self.current_action in (ProfilerAction.NONE, ProfilerAction.WARMUP):
            self._finish()
        self._enter(self.current_action)
        self._begin_step()

    def _recording(self):
        return self.profiler is not None and self.profiler.function_events is None

    def _enter(self, action):
        if action in (ProfilerAction.RECORD, ProfilerAction.RECORD_AND_SAVE) and not self._recording():
            self.profiler = _profile(use_cuda=ProfilerActivity.CUDA in self.activities, use_cpu=ProfilerActivity.CPU in self.activities)
            self.profiler._start()

    def _finish(self):
        self.profiler._stop()

    def _begin_step(self):
        if self.record_steps and self._recording():
            self._block = record_function("ProfilerStep#" + str(self.step_num))
            self._block.__enter__()

    def _end_step(self):
        if self._block is not None:
            self._block.__exit__(None, None, None)
            self._block = None

    def _ready(self):
        assert self.profiler
        return self.profiler

    def events(self):
        """All events of the last trace."""
        return self._ready().events()

    def key_averages(self, group_by_input_shape=False, group_by_stack_n=0):
        """The events of the last trace, added up by name."""
        return self._ready().key_averages(group_by_input_shape, group_by_stack_n)

    def export_chrome_trace(self, path):
        """Writes the last trace for chrome://tracing or Perfetto; packed, if the name ends in .gz."""
        if path.endswith(".gz"):
            import gzip
            self._ready().export_chrome_trace(path[:-3])
            with open(path[:-3], "rb") as whole, gzip.open(path, "wb") as packed:
                packed.write(whole.read())
            os.remove(path[:-3])
        else:
            self._ready().export_chrome_trace(path)
