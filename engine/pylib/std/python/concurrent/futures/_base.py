"""Results to come, and waiting for them."""

from collections import namedtuple
from threading import Condition
from time import monotonic
from types import GenericAlias

__name__ = 'concurrent.futures._base'

FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = 'FIRST_COMPLETED', 'FIRST_EXCEPTION', 'ALL_COMPLETED'
PENDING, RUNNING, CANCELLED, FINISHED = 'PENDING', 'RUNNING', 'CANCELLED', 'FINISHED'
CANCELLED_AND_NOTIFIED = 'CANCELLED_AND_NOTIFIED'
_DONE = CANCELLED, CANCELLED_AND_NOTIFIED, FINISHED
TimeoutError = TimeoutError


class Error(Exception):
    """What the errors of this module are."""


class CancelledError(Error):
    """The Future was cancelled."""


class InvalidStateError(Error):
    """The operation is not allowed in this state."""


class BrokenExecutor(RuntimeError):
    """An executor that can run no more calls."""


class Future:
    """The result of a call that may still run."""

    def __init__(self):
        self._condition, self._state = Condition(), PENDING
        self._result, self._exception, self._callbacks = None, None, []

    def cancel(self):
        """Has the call not run, unless it has begun; returns whether."""
        with self._condition:
            if self._state in (RUNNING, FINISHED):
                return False
            if self._state in (CANCELLED, CANCELLED_AND_NOTIFIED):
                return True
            self._state = CANCELLED
            self._condition.notify_all()
        self._call_back()
        return True

    def cancelled(self):
        return self._state in (CANCELLED, CANCELLED_AND_NOTIFIED)

    def running(self):
        return self._state == RUNNING

    def done(self):
        return self._state in _DONE

    def _await(self, timeout):
        with self._condition:
            self._condition.wait_for(self.done, timeout)
        if self.cancelled():
            raise CancelledError
        if not self.done():
            raise TimeoutError

    def result(self, timeout=None):
        """What the call returned; raises what it raised."""
        self._await(timeout)
        if self._exception is None:
            return self._result
        try:
            raise self._exception
        finally:
            self = None  # the traceback would keep the future, which keeps the traceback

    def exception(self, timeout=None):
        """What the call raised, or None."""
        self._await(timeout)
        return self._exception

    def add_done_callback(self, fn):
        if self.done():
            self._tell(fn)
        else:
            self._callbacks.append(fn)

    def set_running_or_notify_cancel(self):
        """For executors: the call begins. False if it was cancelled."""
        if self._state == CANCELLED:
            self._state = CANCELLED_AND_NOTIFIED
            return False
        if self._state != PENDING:
            raise RuntimeError('Future in unexpected state')
        self._state = RUNNING
        return True

    def set_result(self, result):
        self._finish(result, None)

    def set_exception(self, exception):
        self._finish(None, exception)

    def _finish(self, result, exception):
        with self._condition:
            if self.done():
                raise InvalidStateError('%s: %r' % (self._state, self))
            self._result, self._exception, self._state = result, exception, FINISHED
            self._condition.notify_all()
        self._call_back()

    def _call_back(self):
        for fn in self._callbacks:
            self._tell(fn)

    def _tell(self, fn):
        try:
            fn(self)
        except Exception:
            import logging
            logging.getLogger('concurrent.futures').exception('exception calling callback for %r', self)

    def __repr__(self):
        what, state = '', 'cancelled' if self.cancelled() else self._state.lower()
        if self._state == FINISHED:
            what = ' raised ' + type(self._exception).__name__ if self._exception else ' returned ' + type(self._result).__name__
        return '<%s at %#x state=%s%s>' % (type(self).__name__, id(self), state, what)

    __class_getitem__ = classmethod(GenericAlias)


class Executor:
    """Runs calls somewhere else."""

    def submit(self, fn, /, *args, **kwargs):
        raise NotImplementedError

    def map(self, fn, *iterables, timeout=None, chunksize=1):
        """The results of fn for the items of iterables, in their order."""
        end = None if timeout is None else monotonic() + timeout
        futures = [self.submit(fn, *args) for args in zip(*iterables)]

        def results():
            try:
                futures.reverse()
                while futures:
                    yield futures.pop().result(None if end is None else end - monotonic())
            finally:
                for future in futures:
                    future.cancel()
        return results()

    def shutdown(self, wait=True, *, cancel_futures=False):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.shutdown(wait=True)
        return False


DoneAndNotDoneFutures = namedtuple('DoneAndNotDoneFutures', 'done not_done')


def wait(fs, timeout=None, return_when=ALL_COMPLETED):
    """Waits for futures; returns which are done and which are not."""
    if return_when not in (FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED):
        raise ValueError('Invalid return condition: %r' % (return_when,))
    fs = set(fs)

    def enough():
        done = [f for f in fs if f.done()]
        if len(done) == len(fs) or done and return_when == FIRST_COMPLETED:
            return True
        return return_when == FIRST_EXCEPTION and any(not f.cancelled() and f._exception is not None for f in done)

    changed = Condition()
    for future in fs:
        future.add_done_callback(_teller(changed))
    with changed:
        changed.wait_for(enough, timeout)
    done = {f for f in fs if f.done()}
    return DoneAndNotDoneFutures(done, fs - done)


def _teller(condition):
    def tell(future):
        with condition:
            condition.notify_all()
    return tell


def as_completed(fs, timeout=None):
    """The futures in the order in which they are done."""
    end = None if timeout is None else monotonic() + timeout
    fs = list(dict.fromkeys(fs))
    done, changed = [], Condition()

    def finished(future):
        with changed:
            done.append(future)
            changed.notify_all()

    for future in fs:
        future.add_done_callback(finished)
    for given in range(len(fs)):
        with changed:
            if not changed.wait_for(lambda: len(done) > given, None if end is None else end - monotonic()):
                raise TimeoutError('%d (of %d) futures unfinished' % (len(fs) - given, len(fs)))
        yield done[given]
