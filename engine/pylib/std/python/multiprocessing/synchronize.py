"""Locks of processes. Each is a box (_process) with as many things in it as may be taken."""

import _process
import threading

__all__ = ['Lock', 'RLock', 'Semaphore', 'BoundedSemaphore', 'Condition', 'Event', 'Barrier']


class SemLock:
    """A number of things that can be taken and given back."""

    def __init__(self, value, maxvalue):
        self._box, self._maxvalue = _process.box(), maxvalue
        for _ in range(value):
            _process.put(self._box, b'')

    def acquire(self, block=True, timeout=None):
        return _process.get(self._box, timeout if block else 0) is not None

    def release(self):
        if _process.size(self._box) >= self._maxvalue:
            raise ValueError('semaphore or lock released too many times')
        _process.put(self._box, b'')

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *args):
        self.release()

    def get_value(self):
        return _process.size(self._box)


class Semaphore(SemLock):
    def __init__(self, value=1, *, ctx=None):
        super().__init__(value, 1 << 31)


class BoundedSemaphore(Semaphore):
    def __init__(self, value=1, *, ctx=None):
        SemLock.__init__(self, value, value)


class Lock(SemLock):
    def __init__(self, *, ctx=None):
        super().__init__(1, 1)


class RLock(SemLock):
    """A lock that its owner may take again."""

    def __init__(self, *, ctx=None):
        super().__init__(1, 1)
        self._owner, self._count = None, 0

    def acquire(self, block=True, timeout=None):
        if self._owner != _process.current():
            if not super().acquire(block, timeout):
                return False
            self._owner, self._count = _process.current(), 0
        self._count += 1
        return True

    def release(self):
        if self._owner != _process.current():
            raise AssertionError('attempt to release recursive lock not owned by thread')
        self._count -= 1
        if self._count == 0:
            self._owner = None
            super().release()


class Condition:
    """Waits for something that others say with notify."""

    def __init__(self, lock=None, *, ctx=None):
        self._lock = lock or RLock()
        self.acquire, self.release = self._lock.acquire, self._lock.release
        self._calls, self._sleepers = _process.box(), _process.box()

    def __getstate__(self):
        return self._lock, self._calls, self._sleepers

    def __setstate__(self, state):
        self._lock, self._calls, self._sleepers = state
        self.acquire, self.release = self._lock.acquire, self._lock.release

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *args):
        return self._lock.__exit__(*args)

    def wait(self, timeout=None):
        _process.put(self._sleepers, b'')
        self.release()
        try:
            return _process.get(self._calls, timeout) is not None
        finally:
            self.acquire()

    def wait_for(self, predicate, timeout=None):
        result = predicate()
        while not result:
            if not self.wait(timeout) and timeout is not None:
                return predicate()
            result = predicate()
        return result

    def notify(self, n=1):
        while n > 0 and _process.get(self._sleepers, 0) is not None:
            _process.put(self._calls, b'')
            n -= 1

    def notify_all(self):
        self.notify(1 << 31)


class Event:
    """A flag that processes wait for."""

    def __init__(self, *, ctx=None):
        self._flag = _process.box()

    def is_set(self):
        return _process.size(self._flag) > 0

    def set(self):
        if not self.is_set():
            _process.put(self._flag, b'')

    def clear(self):
        _process.get(self._flag, 0)

    def wait(self, timeout=None):
        if not self.is_set() and _process.get(self._flag, timeout) is not None:
            _process.put(self._flag, b'')
        return self.is_set()


class Barrier(threading.Barrier):
    """A place where a number of processes wait for one another."""

    def __init__(self, parties, action=None, timeout=None, *, ctx=None):
        self.parties, self._action, self._timeout = parties, action, timeout
        self._arrived, self._gate = _process.box(), _process.box()

    def wait(self, timeout=None):
        place = _process.size(self._arrived)
        _process.put(self._arrived, b'')
        if place == self.parties - 1:
            if self._action:
                self._action()
            for _ in range(self.parties):
                _process.get(self._arrived, 0)
            for _ in range(self.parties - 1):
                _process.put(self._gate, b'')
        elif _process.get(self._gate, self._timeout if timeout is None else timeout) is None:
            raise threading.BrokenBarrierError
        return place

    @property
    def n_waiting(self):
        return _process.size(self._arrived)
