"""What threads wait for: conditions, semaphores, events, barriers."""

from _fiber import Lock, ident, turn
from time import monotonic
from collections import deque

__name__ = 'threading'  # where the classes say they are from


class RLock:
    """A lock that the thread that holds it may take again."""

    def __init__(self):
        self._block, self._owner, self._count = Lock(), None, 0

    def acquire(self, blocking=True, timeout=-1):
        me = ident()
        if self._owner == me:
            self._count += 1
            return True
        taken = self._block.acquire(blocking, timeout)
        if taken:
            self._owner, self._count = me, 1
        return taken

    __enter__ = acquire

    def release(self):
        if self._owner != ident():
            raise RuntimeError('cannot release un-acquired lock')
        self._count -= 1
        if not self._count:
            self._owner = None
            self._block.release()

    def __exit__(self, *exc):
        self.release()

    def _is_owned(self):
        return self._owner == ident()

    def _release_save(self):
        """Lets the lock go however often it was taken; returns what _acquire_restore needs."""
        if not self._count:
            raise RuntimeError('cannot release un-acquired lock')
        state, self._owner, self._count = (self._count, self._owner), None, 0
        self._block.release()
        return state

    def _acquire_restore(self, state):
        self._block.acquire()
        self._count, self._owner = state

    def __repr__(self):
        return '<%s _thread.RLock object owner=%r count=%d at %#x>' % (
            'locked' if self._block.locked() else 'unlocked', self._owner or 0, self._count, id(self))


class Condition:
    """A lock, and threads that wait until another one says that something has changed."""

    def __init__(self, lock=None):
        self._lock = RLock() if lock is None else lock
        self.acquire, self.release = self._lock.acquire, self._lock.release
        self._waiters = deque()

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *exc):
        return self._lock.__exit__(*exc)

    def _is_owned(self):
        if hasattr(self._lock, '_is_owned'):
            return self._lock._is_owned()
        return self._lock.locked()

    def wait(self, timeout=None):
        """Lets the lock go until notified; returns whether that came in time."""
        if not self._is_owned():
            raise RuntimeError('cannot wait on un-acquired lock')
        waiter = Lock()
        waiter.acquire()
        self._waiters.append(waiter)
        again = isinstance(self._lock, RLock)
        state = self._lock._release_save() if again else self._lock.release()
        notified = False
        try:
            notified = waiter.acquire(True, -1 if timeout is None else max(timeout, 0))
            return notified
        finally:
            if again:
                self._lock._acquire_restore(state)
            else:
                self._lock.acquire()
            if not notified and waiter in self._waiters:
                self._waiters.remove(waiter)

    def wait_for(self, predicate, timeout=None):
        """Waits until predicate() is true; returns its last value."""
        end = None if timeout is None else monotonic() + timeout
        while not (result := predicate()):
            left = None if end is None else end - monotonic()
            if left is not None and left <= 0:
                break
            self.wait(left)
        return result

    def notify(self, n=1):
        """Wakes up to n of the threads that wait."""
        if not self._is_owned():
            raise RuntimeError('cannot notify on un-acquired lock')
        for _ in range(min(n, len(self._waiters))):
            self._waiters.popleft().release()

    def notify_all(self):
        self.notify(len(self._waiters))

    notifyAll = notify_all

    def __repr__(self):
        return '<Condition(%s, %d)>' % (self._lock, len(self._waiters))


class Semaphore:
    """A number of permits: acquire takes one, or waits for one."""

    def __init__(self, value=1):
        if value < 0:
            raise ValueError('semaphore initial value must be >= 0')
        self._cond, self._value = Condition(Lock()), value

    def acquire(self, blocking=True, timeout=None):
        if not blocking and timeout is not None:
            raise ValueError("can't specify timeout for non-blocking acquire")
        if not blocking and not self._value:
            turn()
            return False
        with self._cond:
            taken = self._cond.wait_for(lambda: self._value > 0, timeout)
            if taken:
                self._value -= 1
            return taken

    __enter__ = acquire

    def release(self, n=1):
        if n < 1:
            raise ValueError('n must be one or more')
        with self._cond:
            self._value += n
            self._cond.notify(n)

    def __exit__(self, *exc):
        self.release()

    def __repr__(self):
        kind = type(self)
        return '<%s.%s at %#x: value=%d>' % (kind.__module__, kind.__qualname__, id(self), self._value)


class BoundedSemaphore(Semaphore):
    """A Semaphore that is released no more often than acquired."""

    def __init__(self, value=1):
        super().__init__(value)
        self._initial_value = value

    def release(self, n=1):
        if n < 1:
            raise ValueError('n must be one or more')
        if self._value + n > self._initial_value:
            raise ValueError('Semaphore released too many times')
        super().release(n)

    def __repr__(self):
        return '%s/%d>' % (super().__repr__()[:-1], self._initial_value)


class Event:
    """A flag that threads wait for."""

    def __init__(self):
        self._cond, self._flag = Condition(Lock()), False

    def is_set(self):
        if not self._flag:
            turn()  # a loop that asks again gives the others a chance to set it
        return self._flag

    isSet = is_set

    def set(self):
        with self._cond:
            self._flag = True
            self._cond.notify_all()

    def clear(self):
        with self._cond:
            self._flag = False

    def wait(self, timeout=None):
        with self._cond:
            return self._flag or self._cond.wait(timeout) or self._flag

    def __repr__(self):
        kind = type(self)
        return '<%s.%s at %#x: %s>' % (kind.__module__, kind.__qualname__, id(self), 'set' if self._flag else 'unset')


class BrokenBarrierError(RuntimeError):
    pass


class Barrier:
    """A place where threads wait until so many of them have come."""

    def __init__(self, parties, action=None, timeout=None):
        self.parties, self._action, self._timeout = parties, action, timeout
        self._cond = Condition(Lock())
        self._round, self._count, self.broken = 0, 0, False

    def wait(self, timeout=None):
        """Returns a number of its own to each thread, from 0 to parties - 1."""
        with self._cond:
            if self.broken:
                raise BrokenBarrierError
            place, now = self._count, self._round
            self._count += 1
            if self._count == self.parties:
                self._open()
            elif not self._cond.wait_for(lambda: self._round != now or self.broken, self._timeout if timeout is None else timeout):
                self._break()
            if self.broken and self._round == now:
                raise BrokenBarrierError
            return place

    def _open(self):
        try:
            if self._action:
                self._action()
        except BaseException:
            self._break()
            raise
        self._next_round()

    def _next_round(self):
        self._round, self._count = self._round + 1, 0
        self._cond.notify_all()

    def _break(self):
        self.broken = True
        self._cond.notify_all()

    def reset(self):
        """Sends those that wait away with BrokenBarrierError."""
        with self._cond:
            if self._count:
                self._break()
                self._cond = Condition(self._cond._lock)
            self._count, self.broken, self._round = 0, False, self._round

    def abort(self):
        with self._cond:
            self._break()

    @property
    def n_waiting(self):
        return self._count

    def __repr__(self):
        kind, state = type(self), 'broken' if self.broken else 'waiters=%d/%d' % (self._count, self.parties)
        return '<%s.%s at %#x: %s>' % (kind.__module__, kind.__qualname__, id(self), state)
