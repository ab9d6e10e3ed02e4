"""Blocks that have to be done in time."""

import enum

from . import events, exceptions, tasks

__all__ = ('Timeout', 'timeout', 'timeout_at')


class _State(enum.Enum):
    CREATED = 'created'
    ENTERED = 'active'
    EXPIRING = 'expiring'
    EXPIRED = 'expired'
    EXITED = 'finished'


class Timeout:
    """Cancels the task in its block at a certain time and makes a TimeoutError of that."""

    def __init__(self, when):
        self._state, self._timer, self._task, self._when = _State.CREATED, None, None, when

    def when(self):
        return self._when

    def reschedule(self, when):
        """Moves the time; None is never."""
        if self._state is _State.CREATED:
            raise RuntimeError('Timeout has not been entered')
        if self._state is not _State.ENTERED:
            raise RuntimeError(f'Cannot change state of {self._state.value} Timeout')
        self._when = when
        if self._timer is not None:
            self._timer.cancel()
        if when is None:
            self._timer = None
            return
        loop = events.get_running_loop()
        if when <= loop.time():
            self._timer = loop.call_soon(self._on_timeout)
        else:
            self._timer = loop.call_at(when, self._on_timeout)

    def expired(self):
        return self._state in (_State.EXPIRING, _State.EXPIRED)

    def __repr__(self):
        info = ['']
        if self._state is _State.ENTERED:
            info.append(f"when={self._when if self._when is None else round(self._when, 3)}")
        return f"<Timeout [{self._state.value}]{' '.join(info)}>"

    async def __aenter__(self):
        if self._state is not _State.CREATED:
            raise RuntimeError('Timeout has already been entered')
        task = tasks.current_task()
        if task is None:
            raise RuntimeError('Timeout should be used inside a task')
        self._state, self._task = _State.ENTERED, task
        self._cancelling = task.cancelling()
        self.reschedule(self._when)
        return self

    async def __aexit__(self, exc_type, exc_val, exc_tb):
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._state is _State.EXPIRING:
            self._state = _State.EXPIRED
            if self._task.uncancel() <= self._cancelling and exc_type is exceptions.CancelledError:
                raise TimeoutError from exc_val
        elif self._state is _State.ENTERED:
            self._state = _State.EXITED
        return None

    def _on_timeout(self):
        self._task.cancel()
        self._state, self._timer = _State.EXPIRING, None


def timeout(delay):
    """A block that has delay seconds; None is no limit."""
    loop = events.get_running_loop()
    return Timeout(None if delay is None else loop.time() + delay)


def timeout_at(when):
    """A block that has to be done when the loop's time is when."""
    return Timeout(when)
