"""Processes that are given work."""

import itertools
import os
import traceback

from multiprocessing import context, queues

__all__ = ['Pool']


class RemoteTraceback(Exception):
    def __init__(self, tb):
        self.tb = tb

    def __str__(self):
        return self.tb


def _failed(exc, tb):
    exc.__cause__ = RemoteTraceback(tb)
    return exc


def worker(tasks, results, initializer, initargs):
    """What a process of a pool does: task after task, until there is None."""
    if initializer is not None:
        initializer(*initargs)
    while (task := tasks.get()) is not None:
        job, i, func, args, kwargs = task
        try:
            result = True, func(*args, **kwargs)
        except Exception as e:
            result = False, (e, '\n"""\n%s"""' % traceback.format_exc())
        results.put((job, i, result))


def _star(func, items):
    return [func(*args) for args in items]


def _each(func, items):
    return [func(x) for x in items]


class ApplyResult:
    """What will come of a task."""

    def __init__(self, pool, parts, flat, callback=None, error_callback=None):
        self._pool, self._job, self._parts, self._flat = pool, next(pool._jobs), {}, flat
        self._count, self._callback, self._error_callback = parts, callback, error_callback
        pool._cache[self._job] = self

    def _take(self, i, result):
        self._parts[i] = result
        if len(self._parts) == self._count:
            del self._pool._cache[self._job]
            good = self.successful()
            call = self._callback if good else self._error_callback
            if call:
                call(self._value() if good else self._error())

    def ready(self):
        self._pool._receive(0, self)
        return len(self._parts) == self._count

    def successful(self):
        if len(self._parts) < self._count:
            raise ValueError("{0!r} not ready".format(self))
        return all(ok for ok, _ in self._parts.values())

    def wait(self, timeout=None):
        self._pool._receive(timeout, self)

    def _value(self):
        values = [self._parts[i][1] for i in range(self._count)]
        return list(itertools.chain.from_iterable(values)) if self._flat else values[0]

    def _error(self):
        return _failed(*next(e for ok, e in (self._parts[i] for i in range(self._count)) if not ok))

    def get(self, timeout=None):
        self.wait(timeout)
        if len(self._parts) < self._count:
            raise context.TimeoutError
        if not self.successful():
            raise self._error()
        return self._value()


AsyncResult = ApplyResult  # the name that it has in programs


class Pool:
    """Some processes that share what is to be done."""

    def __init__(self, processes=None, initializer=None, initargs=(), maxtasksperchild=None, context=None):
        if processes is None:
            processes = os.cpu_count() or 1
        if processes < 1:
            raise ValueError("Number of processes must be at least 1")
        self._tasks, self._results = queues.SimpleQueue(), queues.SimpleQueue()
        self._jobs, self._cache, self._state, self._processes = itertools.count(), {}, 'RUN', processes
        self._pool = []
        for i in range(processes):
            p = _context.ForkProcess(target=worker, args=(self._tasks, self._results, initializer, initargs), name=f'ForkPoolWorker-{i + 1}', daemon=True)
            p._share = processes
            p.start()
            self._pool.append(p)

    def _check_running(self):
        if self._state != 'RUN':
            raise ValueError("Pool not running")

    def _receive(self, timeout, result):
        """Takes results until that of a task is whole."""
        import _process
        while len(result._parts) < result._count:
            data = _process.get(self._results._box, timeout)
            if data is None:
                return
            job, i, got = _loads(data)
            self._cache[job]._take(i, got)

    def _submit(self, result, i, func, args, kwargs):
        self._tasks.put((result._job, i, func, args, kwargs))

    def apply(self, func, args=(), kwds={}):
        return self.apply_async(func, args, kwds).get()

    def apply_async(self, func, args=(), kwds={}, callback=None, error_callback=None):
        self._check_running()
        result = AsyncResult(self, 1, False, callback, error_callback)
        self._submit(result, 0, func, tuple(args), dict(kwds))
        return result

    def _map(self, func, iterable, each, chunksize, callback=None, error_callback=None):
        self._check_running()
        items = list(iterable)
        if chunksize is None:
            chunksize, extra = divmod(len(items), self._processes * 4)
            chunksize += bool(extra)
        chunks = [items[i:i + max(chunksize, 1)] for i in range(0, len(items), max(chunksize, 1))] or [[]]
        result = AsyncResult(self, len(chunks), True, callback, error_callback)
        for i, chunk in enumerate(chunks):
            self._submit(result, i, each, (func, chunk), {})
        return result

    def map(self, func, iterable, chunksize=None):
        return self._map(func, iterable, _each, chunksize).get()

    def map_async(self, func, iterable, chunksize=None, callback=None, error_callback=None):
        return self._map(func, iterable, _each, chunksize, callback, error_callback)

    def starmap(self, func, iterable, chunksize=None):
        return self._map(func, iterable, _star, chunksize).get()

    def starmap_async(self, func, iterable, chunksize=None, callback=None, error_callback=None):
        return self._map(func, iterable, _star, chunksize, callback, error_callback)

    def imap(self, func, iterable, chunksize=1):
        results = [self.apply_async(func, (x,)) for x in iterable]
        return (r.get() for r in results)

    def imap_unordered(self, func, iterable, chunksize=1):
        return self.imap(func, iterable, chunksize)

    def close(self):
        if self._state == 'RUN':
            self._state = 'CLOSE'
            for _ in self._pool:
                self._tasks.put(None)

    def terminate(self):
        self._state = 'TERMINATE'
        for p in self._pool:
            p.terminate()

    def join(self):
        if self._state == 'RUN':
            raise ValueError("Pool is still running")
        for p in self._pool:
            p.join()

    def __enter__(self):
        self._check_running()
        return self

    def __exit__(self, *args):
        self.terminate()


_context = context


def _loads(data):
    import pickle
    return pickle.loads(data)
