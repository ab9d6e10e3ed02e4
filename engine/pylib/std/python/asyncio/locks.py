"""Locks, events, conditions, semaphores and barriers for tasks."""

import collections
import enum

from . import exceptions, mixins

__all__ = ('Lock', 'Event', 'Condition', 'Semaphore', 'BoundedSemaphore', 'Barrier')


class _ContextManagerMixin:
    async def __aenter__(self):
        await self.acquire()

    async def __aexit__(self, exc_type, exc, tb):
        self.release()


def _shown(self):
    """The repr of a lock and its kin: their state, and how many tasks wait."""
    text = self._state_text()
    if self._waiters:
        text += f', waiters:{len(self._waiters)}'
    return f'<{object.__repr__(self)[1:-1]} [{text}]>'


async def _wait_turn(self):
    """Waits in the queue until somebody sets the result of the future there."""
    if self._waiters is None:
        self._waiters = collections.deque()
    waiter = self._get_loop().create_future()
    self._waiters.append(waiter)
    try:
        await waiter
    finally:
        self._waiters.remove(waiter)


class Lock(_ContextManagerMixin, mixins._LoopBoundMixin):
    """One task at a time holds it."""

    _waiters, __repr__, _wait = None, _shown, _wait_turn

    def __init__(self):
        self._locked = False

    def _state_text(self):
        return 'locked' if self._locked else 'unlocked'

    def locked(self):
        return self._locked

    async def acquire(self):
        if not self._locked and (self._waiters is None or all(w.cancelled() for w in self._waiters)):
            self._locked = True
            return True
        try:
            await self._wait()
        except exceptions.CancelledError:
            if not self._locked:
                self._wake_up_first()
            raise
        self._locked = True
        return True

    def release(self):
        if not self._locked:
            raise RuntimeError('Lock is not acquired.')
        self._locked = False
        self._wake_up_first()

    def _wake_up_first(self):
        if self._waiters and not self._waiters[0].done():
            self._waiters[0].set_result(True)


class Event(mixins._LoopBoundMixin):
    """Tasks wait until it is set."""

    _waiters, __repr__, _wait = None, _shown, _wait_turn

    def __init__(self):
        self._value = False

    def _state_text(self):
        return 'set' if self._value else 'unset'

    def is_set(self):
        return self._value

    def set(self):
        if not self._value:
            self._value = True
            for waiter in self._waiters or ():
                if not waiter.done():
                    waiter.set_result(True)

    def clear(self):
        self._value = False

    async def wait(self):
        if not self._value:
            await self._wait()
        return True


class Condition(_ContextManagerMixin, mixins._LoopBoundMixin):
    """Tasks that hold a lock wait until they are notified."""

    _waiters, __repr__, _wait = None, _shown, _wait_turn

    def __init__(self, lock=None):
        self._lock = Lock() if lock is None else lock
        self.locked, self.acquire, self.release = self._lock.locked, self._lock.acquire, self._lock.release

    def _state_text(self):
        return 'locked' if self.locked() else 'unlocked'

    async def wait(self):
        if not self.locked():
            raise RuntimeError('cannot wait on un-acquired lock')
        self.release()
        try:
            await self._wait()
            return True
        finally:
            cancelled = False
            while True:
                try:
                    await self.acquire()
                    break
                except exceptions.CancelledError:
                    cancelled = True
            if cancelled:
                raise exceptions.CancelledError

    async def wait_for(self, predicate):
        result = predicate()
        while not result:
            await self.wait()
            result = predicate()
        return result

    def notify(self, n=1):
        if not self.locked():
            raise RuntimeError('cannot notify on un-acquired lock')
        for waiter in self._waiters or ():
            if n <= 0:
                break
            if not waiter.done():
                n -= 1
                waiter.set_result(False)

    def notify_all(self):
        self.notify(len(self._waiters or ()))


class Semaphore(_ContextManagerMixin, mixins._LoopBoundMixin):
    """So many tasks at a time hold it."""

    _waiters, __repr__, _wait = None, _shown, _wait_turn

    def __init__(self, value=1):
        if value < 0:
            raise ValueError('Semaphore initial value must be >= 0')
        self._value = value

    def _state_text(self):
        return 'locked' if self.locked() else f'unlocked, value:{self._value}'

    def locked(self):
        return self._value == 0 or any(not w.cancelled() for w in self._waiters or ())

    async def acquire(self):
        if not self.locked():
            self._value -= 1
            return True
        if self._waiters is None:
            self._waiters = collections.deque()
        waiter = self._get_loop().create_future()
        self._waiters.append(waiter)
        try:
            try:
                await waiter
            finally:
                self._waiters.remove(waiter)
        except exceptions.CancelledError:
            if not waiter.cancelled():
                self._value += 1
                self._wake_up_next()
            raise
        if self._value > 0:
            self._wake_up_next()
        return True

    def release(self):
        self._value += 1
        self._wake_up_next()

    def _wake_up_next(self):
        for waiter in self._waiters or ():
            if not waiter.done():
                self._value -= 1
                waiter.set_result(True)
                return


class BoundedSemaphore(Semaphore):
    """A semaphore that may not be released more often than it was acquired."""

    def __init__(self, value=1):
        self._bound_value = value
        super().__init__(value)

    def release(self):
        if self._value >= self._bound_value:
            raise ValueError('BoundedSemaphore released too many times')
        super().release()


class _BarrierState(enum.Enum):
    FILLING = 'filling'
    DRAINING = 'draining'
    RESETTING = 'resetting'
    BROKEN = 'broken'


class Barrier(mixins._LoopBoundMixin):
    """Tasks wait until a given number of them does."""

    def __init__(self, parties):
        if parties < 1:
            raise ValueError('parties must be > 0')
        self._cond, self._parties, self._state, self._count = Condition(), parties, _BarrierState.FILLING, 0

    def __repr__(self):
        text = self._state.value
        if not self.broken:
            text += f', waiters:{self.n_waiting}/{self.parties}'
        return f'<{object.__repr__(self)[1:-1]} [{text}]>'

    async def __aenter__(self):
        return await self.wait()

    async def __aexit__(self, *args):
        pass

    async def wait(self):
        """Waits for the others; gives each task another number from 0."""
        async with self._cond:
            await self._block()
            try:
                index = self._count
                self._count += 1
                if index + 1 == self._parties:
                    self._state = _BarrierState.DRAINING
                    self._cond.notify_all()
                else:
                    await self._cond.wait_for(lambda: self._state is not _BarrierState.FILLING)
                    if self._state in (_BarrierState.BROKEN, _BarrierState.RESETTING):
                        raise exceptions.BrokenBarrierError('Abort or reset of barrier')
                return index
            finally:
                self._count -= 1
                if self._count == 0:
                    if self._state in (_BarrierState.RESETTING, _BarrierState.DRAINING):
                        self._state = _BarrierState.FILLING
                    self._cond.notify_all()

    async def _block(self):
        await self._cond.wait_for(lambda: self._state not in (_BarrierState.DRAINING, _BarrierState.RESETTING))
        if self._state is _BarrierState.BROKEN:
            raise exceptions.BrokenBarrierError('Barrier aborted')

    async def reset(self):
        async with self._cond:
            if self._count > 0:
                if self._state is not _BarrierState.RESETTING:
                    self._state = _BarrierState.RESETTING
            else:
                self._state = _BarrierState.FILLING
            self._cond.notify_all()

    async def abort(self):
        async with self._cond:
            self._state = _BarrierState.BROKEN
            self._cond.notify_all()

    @property
    def parties(self):
        return self._parties

    @property
    def n_waiting(self):
        return self._count if self._state is _BarrierState.FILLING else 0

    @property
    def broken(self):
        return self._state is _BarrierState.BROKEN
