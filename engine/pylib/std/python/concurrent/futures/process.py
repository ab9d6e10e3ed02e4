"""The executor of processes, of which there are none here: its calls run in threads."""

from . import _base, thread

__all__ = ['ProcessPoolExecutor', 'BrokenProcessPool']


class BrokenProcessPool(_base.BrokenExecutor):
    """Never raised: threads do not break off."""


class ProcessPoolExecutor(_base.Executor):
    """Runs calls in up to max_workers threads."""

    def __init__(self, max_workers=None, mp_context=None, initializer=None, initargs=(), *, max_tasks_per_child=None):
        self._threads = thread.ThreadPoolExecutor(max_workers, 'ProcessPoolExecutor', initializer, initargs)

    def submit(self, fn, /, *args, **kwargs):
        return self._threads.submit(fn, *args, **kwargs)

    def map(self, fn, *iterables, timeout=None, chunksize=1):
        if chunksize < 1:
            raise ValueError('chunksize must be >= 1.')
        return super().map(fn, *iterables, timeout=timeout)

    def shutdown(self, wait=True, *, cancel_futures=False):
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
