"""torch.multiprocessing is not part of this torch, which has no processes; it says so when it is used."""

import os


def _absent(name):
    def function(*args, **kwargs):
        raise NotImplementedError(f"torch.multiprocessing.{name}: there are no processes here; nn.DataParallel uses several GPUs")
    function.__name__ = name
    return function


spawn, Process, Queue, SimpleQueue, Pool, Pipe, Manager, start_processes, get_context = (
    _absent(name) for name in ("spawn", "Process", "Queue", "SimpleQueue", "Pool", "Pipe", "Manager", "start_processes", "get_context"))


def cpu_count():
    return os.cpu_count() or 1


def get_start_method(allow_none=False):
    return "fork"


def set_start_method(method, force=False):
    """There is nothing to start; known methods are accepted."""
    if method not in (None, "fork", "spawn", "forkserver"):
        raise ValueError(f"cannot find context for {method!r}")


def get_all_sharing_strategies():
    return {"file_descriptor", "file_system"}


def get_sharing_strategy():
    return "file_descriptor"


def set_sharing_strategy(new_strategy):
    assert new_strategy in get_all_sharing_strategies()
