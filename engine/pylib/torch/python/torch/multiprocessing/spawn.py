"""Starts a function in several processes and waits for them."""

import multiprocessing
import sys
import traceback

import _process


class ProcessException(Exception):
    """A process of spawn has not ended as it should."""

    __slots__ = ['error_index', 'error_pid']

    def __init__(self, msg, error_index, pid):
        super().__init__(msg)
        self.msg, self.error_index, self.pid = msg, error_index, pid

    def __reduce__(self):
        return type(self), (self.msg, self.error_index, self.pid)


class ProcessRaisedException(ProcessException):
    """It raised an exception."""


class ProcessExitedException(ProcessException):
    """It ended with a status or by a signal."""

    __slots__ = ['exit_code']

    def __init__(self, msg, error_index, error_pid, exit_code, signal_name=None):
        super().__init__(msg, error_index, error_pid)
        self.exit_code, self.signal_name = exit_code, signal_name


def _wrap(fn, i, args, error_queue):
    try:
        fn(i, *args)
    except KeyboardInterrupt:
        pass
    except Exception:
        error_queue.put(traceback.format_exc())
        sys.exit(1)


class ProcessContext:
    """Processes that were started together."""

    def __init__(self, processes, error_queues):
        self.error_queues, self.processes = error_queues, processes
        self._running = dict(enumerate(processes))

    def pids(self):
        return [int(process.pid) for process in self.processes]

    def join(self, timeout=None):
        """Waits for one to end, timeout seconds at most. Whether all have; if one has failed, the others are ended and it is raised."""
        if not self._running:
            return True
        _process.join(tuple(p.pid for p in self._running.values()), timeout)
        ended = [i for i, p in self._running.items() if not p.is_alive()]
        failed = None
        for i in ended:
            if self._running.pop(i).exitcode != 0 and failed is None:
                failed = i
        if failed is None:
            return not self._running
        for process in self.processes:
            if process.is_alive():
                process.terminate()
            process.join()
        process = self.processes[failed]
        if self.error_queues[failed].empty():
            if process.exitcode < 0:
                raise ProcessExitedException("process %d terminated with signal %s" % (failed, _signals.get(-process.exitcode, f"<Unknown signal {-process.exitcode}>")),
                                             failed, process.pid, process.exitcode)
            raise ProcessExitedException("process %d terminated with exit code %d" % (failed, process.exitcode), failed, process.pid, process.exitcode)
        msg = "\n\n-- Process %d terminated with the following error:\n" % failed
        raise ProcessRaisedException(msg + self.error_queues[failed].get(), failed, process.pid)


_signals = {2: 'SIGINT', 9: 'SIGKILL', 15: 'SIGTERM'}


class SpawnContext(ProcessContext):
    pass


def start_processes(fn, args=(), nprocs=1, join=True, daemon=False, start_method='spawn'):
    """Starts nprocs processes, each of which calls fn(i, *args)."""
    mp = multiprocessing.get_context(start_method)
    error_queues, processes = [], []
    for i in range(nprocs):
        error_queue = mp.SimpleQueue()
        process = mp.Process(target=_wrap, args=(fn, i, args, error_queue), daemon=daemon)
        process._share = nprocs
        process.start()
        error_queues.append(error_queue)
        processes.append(process)
    context = ProcessContext(processes, error_queues)
    if not join:
        return context
    while not context.join():
        pass


def spawn(fn, args=(), nprocs=1, join=True, daemon=False, start_method='spawn'):
    """Starts nprocs processes, each of which calls fn(i, *args) in a program begun anew, and waits for them.

    The first that fails ends the others, and its exception is raised here.
    Source: https://pytorch.org/docs/1.13/multiprocessing.html#spawning-subprocesses
    """
    if start_method != 'spawn':
        import warnings
        warnings.warn("This method only supports start_method=spawn (got: %s).\nTo use a different start_method use:\n\t\t"
                      " torch.multiprocessing.start_processes(...)" % start_method)
    return start_processes(fn, args, nprocs, join, daemon, start_method='spawn')
