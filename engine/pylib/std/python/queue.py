"""Queues, through which threads hand each other work."""

import heapq
from _queue import Empty, SimpleQueue
from collections import deque
from threading import Condition, Lock
from time import monotonic
from types import GenericAlias

__all__ = ['Empty', 'Full', 'Queue', 'PriorityQueue', 'LifoQueue', 'SimpleQueue']


class Full(Exception):
    'Exception raised by Queue.put(block=0)/put_nowait().'


class Queue:
    """First in, first out. put waits while the queue is full, get while it is empty."""

    def __init__(self, maxsize=0):
        self.maxsize = maxsize
        self._init(maxsize)
        self.mutex = Lock()
        self.not_empty, self.not_full, self.all_tasks_done = (Condition(self.mutex) for _ in range(3))
        self.unfinished_tasks = 0

    def _init(self, maxsize):
        self.queue = deque()

    def _qsize(self):
        return len(self.queue)

    def _put(self, item):
        self.queue.append(item)

    def _get(self):
        return self.queue.popleft()

    def qsize(self):
        with self.mutex:
            return self._qsize()

    def empty(self):
        with self.mutex:
            return not self._qsize()

    def full(self):
        with self.mutex:
            return 0 < self.maxsize <= self._qsize()

    def put(self, item, block=True, timeout=None):
        with self.not_full:
            if self.maxsize > 0:
                _wait(self.not_full, lambda: self._qsize() < self.maxsize, block, timeout, Full)
            self._put(item)
            self.unfinished_tasks += 1
            self.not_empty.notify()

    def get(self, block=True, timeout=None):
        with self.not_empty:
            _wait(self.not_empty, self._qsize, block, timeout, Empty)
            item = self._get()
            self.not_full.notify()
            return item

    def put_nowait(self, item):
        return self.put(item, block=False)

    def get_nowait(self):
        return self.get(block=False)

    def task_done(self):
        """Says that a task that get gave is done; join waits for all of them."""
        with self.all_tasks_done:
            if self.unfinished_tasks <= 0:
                raise ValueError('task_done() called too many times')
            self.unfinished_tasks -= 1
            if not self.unfinished_tasks:
                self.all_tasks_done.notify_all()

    def join(self):
        with self.all_tasks_done:
            while self.unfinished_tasks:
                self.all_tasks_done.wait()

    __class_getitem__ = classmethod(GenericAlias)


def _wait(condition, ready, block, timeout, error):
    """Waits for ready(); raises error where that does not come, or not in time."""
    if ready():
        return
    if not block:
        condition.release()
        from _fiber import turn
        try:
            turn()  # a loop that tries again gives the others a chance
        finally:
            condition.acquire()
        raise error
    if timeout is not None and timeout < 0:
        raise ValueError("'timeout' must be a non-negative number")
    end = None if timeout is None else monotonic() + timeout
    while not ready():
        left = None if end is None else end - monotonic()
        if left is not None and left <= 0:
            raise error
        condition.wait(left)


class PriorityQueue(Queue):
    """Smallest first."""

    def _init(self, maxsize):
        self.queue = []

    def _put(self, item):
        heapq.heappush(self.queue, item)

    def _get(self):
        return heapq.heappop(self.queue)


class LifoQueue(Queue):
    """Last in, first out."""

    def _init(self, maxsize):
        self.queue = []

    def _get(self):
        return self.queue.pop()
