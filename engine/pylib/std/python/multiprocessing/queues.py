"""Queues between processes."""

import pickle

import _process

from multiprocessing import synchronize
from queue import Empty, Full

__all__ = ['Queue', 'SimpleQueue', 'JoinableQueue']


class SimpleQueue:
    """A queue without more than get and put."""

    def __init__(self, *, ctx=None):
        self._box = _process.box()

    def close(self):
        pass

    def empty(self):
        return _process.size(self._box) == 0

    def get(self):
        return pickle.loads(_process.get(self._box, None))

    def put(self, obj):
        _process.put(self._box, pickle.dumps(obj))


class Queue:
    """A queue that several processes put into and get from."""

    def __init__(self, maxsize=0, *, ctx=None):
        self._box, self._maxsize = _process.box(), maxsize
        self._room = synchronize.Semaphore(maxsize) if maxsize > 0 else None
        self._closed = False

    def put(self, obj, block=True, timeout=None):
        if self._closed:
            raise ValueError(f"Queue {self!r} is closed")
        if self._room and not self._room.acquire(block, timeout):
            raise Full
        _process.put(self._box, pickle.dumps(obj))

    def get(self, block=True, timeout=None):
        if self._closed:
            raise ValueError(f"Queue {self!r} is closed")
        data = _process.get(self._box, timeout if block else 0)
        if data is None:
            raise Empty
        if self._room:
            self._room.release()
        return pickle.loads(data)

    def qsize(self):
        return _process.size(self._box)

    def empty(self):
        return self.qsize() == 0

    def full(self):
        return 0 < self._maxsize <= self.qsize()

    def get_nowait(self):
        return self.get(False)

    def put_nowait(self, obj):
        return self.put(obj, False)

    def close(self):
        self._closed = True

    def join_thread(self):
        pass

    def cancel_join_thread(self):
        pass


class JoinableQueue(Queue):
    """A queue that knows when all that was put into it has been dealt with."""

    def __init__(self, maxsize=0, *, ctx=None):
        super().__init__(maxsize)
        self._unfinished, self._finished = _process.box(), _process.box()

    def put(self, obj, block=True, timeout=None):
        super().put(obj, block, timeout)
        _process.put(self._unfinished, b'')

    def task_done(self):
        if _process.get(self._unfinished, 0) is None:
            raise ValueError('task_done() called too many times')
        if _process.size(self._unfinished) == 0:
            _process.put(self._finished, b'')

    def join(self):
        while _process.size(self._unfinished):
            _process.get(self._finished, 1)
