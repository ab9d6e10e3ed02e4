"""What queue is made of."""

from collections import deque
from threading import Condition
from time import monotonic
from types import GenericAlias


class Empty(Exception):
    'Exception raised by Queue.get(block=0)/get_nowait().'


class SimpleQueue:
    """First in, first out, without bound and without tasks to join."""

    def __init__(self):
        self._items, self._filled = deque(), Condition()

    def put(self, item, block=True, timeout=None):
        with self._filled:
            self._items.append(item)
            self._filled.notify()

    def put_nowait(self, item):
        self.put(item)

    def get(self, block=True, timeout=None):
        if block and timeout is not None and timeout < 0:
            raise ValueError("'timeout' must be a non-negative number")
        with self._filled:
            end = None if timeout is None else monotonic() + timeout
            while not self._items:
                left = None if end is None else end - monotonic()
                if not block or left is not None and left <= 0:
                    raise Empty
                self._filled.wait(left)
            return self._items.popleft()

    def get_nowait(self):
        return self.get(False)

    def empty(self):
        return not self._items

    def qsize(self):
        return len(self._items)

    __class_getitem__ = classmethod(GenericAlias)
