"""An executor whose calls run in threads."""

import os
from queue import SimpleQueue
from threading import Thread
from . import _base

_executors = 0


class BrokenThreadPool(_base.BrokenExecutor):
    """What an executor raises whose threads could not begin."""


class _WorkItem:
    """A call and its future."""

    def __init__(self, future, fn, args, kwargs):
        self.future, self.fn, self.args, self.kwargs = future, fn, args, kwargs

    def run(self):
        if not self.future.set_running_or_notify_cancel():
            return
        try:
            result = self.fn(*self.args, **self.kwargs)
        except Exception as error:
            self.future.set_exception(error)
            self = None
        else:
            self.future.set_result(result)


class ThreadPoolExecutor(_base.Executor):
    """Runs calls in up to max_workers threads."""

    def __init__(self, max_workers=None, thread_name_prefix='', initializer=None, initargs=()):
        global _executors
        if max_workers is None:
            max_workers = min(32, (os.cpu_count() or 1) + 4)
        if max_workers <= 0:
            raise ValueError('max_workers must be greater than 0')
        if initializer is not None and not callable(initializer):
            raise TypeError('initializer must be a callable')
        if not thread_name_prefix:
            thread_name_prefix = 'ThreadPoolExecutor-%d' % _executors
            _executors += 1
        self._max_workers, self._thread_name_prefix = max_workers, thread_name_prefix
        self._initializer, self._initargs = initializer, initargs
        self._work_queue, self._threads, self._idle = SimpleQueue(), [], 0
        self._shutdown, self._broken = False, False

    def submit(self, fn, /, *args, **kwargs):
        """Has fn called with the arguments; returns the Future of its result."""
        if self._broken:
            raise BrokenThreadPool(self._broken)
        if self._shutdown:
            raise RuntimeError('cannot schedule new futures after shutdown')
        future = _base.Future()
        self._work_queue.put(_WorkItem(future, fn, args, kwargs))
        if self._idle:
            self._idle -= 1
        elif len(self._threads) < self._max_workers:
            name = '%s_%d' % (self._thread_name_prefix, len(self._threads))
            thread = Thread(target=self._work, name=name, daemon=True)
            self._threads.append(thread)
            thread.start()
        return future

    def _work(self):
        if self._initializer is not None:
            try:
                self._initializer(*self._initargs)
            except Exception:
                import logging
                logging.getLogger('concurrent.futures').critical('Exception in initializer:', exc_info=True)
                self._break()
                return
        while True:
            item = self._work_queue.get() if not self._work_queue.empty() or self._shutdown else self._rest()
            if item is None:
                self._work_queue.put(None)  # for the next thread
                return
            item.run()
            del item

    def _rest(self):
        self._idle += 1
        return self._work_queue.get()

    def _break(self):
        self._broken = 'A thread initializer failed, the thread pool is not usable anymore'
        self._drain(lambda future: future.set_exception(BrokenThreadPool(self._broken)))

    def _drain(self, end):
        while not self._work_queue.empty():
            item = self._work_queue.get()
            if item is not None:
                end(item.future)

    def shutdown(self, wait=True, *, cancel_futures=False):
        """Takes no more calls; waits for those that were submitted."""
        self._shutdown = True
        if cancel_futures:
            self._drain(_base.Future.cancel)
        self._work_queue.put(None)
        if wait:
            for thread in self._threads:
                thread.join()
