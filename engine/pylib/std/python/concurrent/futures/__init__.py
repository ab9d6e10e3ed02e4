"""Work to be done elsewhere. There is one thread here: a submitted call runs at once."""

__all__ = ['FIRST_COMPLETED', 'FIRST_EXCEPTION', 'ALL_COMPLETED', 'CancelledError', 'TimeoutError', 'BrokenExecutor',
           'InvalidStateError', 'Future', 'Executor', 'wait', 'as_completed', 'ThreadPoolExecutor', 'ProcessPoolExecutor']

from collections import namedtuple

FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = 'FIRST_COMPLETED', 'FIRST_EXCEPTION', 'ALL_COMPLETED'
TimeoutError = TimeoutError


class Error(Exception):
    pass


class CancelledError(Error):
    pass


class InvalidStateError(Error):
    pass


class BrokenExecutor(RuntimeError):
    pass


class Future:
    """The result of a call."""

    def __init__(self):
        self._state, self._result, self._exception, self._callbacks = 'PENDING', None, None, []

    def cancel(self):
        if self._state in ('RUNNING', 'FINISHED'):
            return False
        self._state = 'CANCELLED'
        self._call_back()
        return True

    def cancelled(self):
        return self._state == 'CANCELLED'

    def running(self):
        return self._state == 'RUNNING'

    def done(self):
        return self._state in ('CANCELLED', 'FINISHED')

    def result(self, timeout=None):
        error = self.exception(timeout)
        if error is not None:
            raise error
        return self._result

    def exception(self, timeout=None):
        if self._state == 'CANCELLED':
            raise CancelledError
        if self._state != 'FINISHED':
            raise TimeoutError
        return self._exception

    def add_done_callback(self, fn):
        if self.done():
            fn(self)
        else:
            self._callbacks.append(fn)

    def set_result(self, result):
        self._finish(result, None)

    def set_exception(self, exception):
        self._finish(None, exception)

    def set_running_or_notify_cancel(self):
        if self._state == 'CANCELLED':
            return False
        self._state = 'RUNNING'
        return True

    def _finish(self, result, exception):
        if self.done():
            raise InvalidStateError('%s: %r' % (self._state, self))
        self._result, self._exception, self._state = result, exception, 'FINISHED'
        self._call_back()

    def _call_back(self):
        for fn in self._callbacks:
            fn(self)

    def __repr__(self):
        what = ''
        if self._state == 'FINISHED':
            error = self._exception
            what = ' raised ' + type(error).__name__ if error else ' returned ' + type(self._result).__name__
        return '<Future at %#x state=%s%s>' % (id(self), self._state.lower(), what)


class Executor:
    """Runs calls; this one runs each as it is submitted."""

    def __init__(self, max_workers=None, thread_name_prefix='', initializer=None, initargs=(), **kwargs):
        if max_workers is not None and max_workers <= 0:
            raise ValueError('max_workers must be greater than 0')
        self._max_workers = max_workers or 4
        self._shut = False
        if initializer is not None:
            initializer(*initargs)

    def submit(self, fn, /, *args, **kwargs):
        if self._shut:
            raise RuntimeError('cannot schedule new futures after shutdown')
        future = Future()
        future.set_running_or_notify_cancel()
        try:
            result = fn(*args, **kwargs)
        except BaseException as error:
            if isinstance(error, (KeyboardInterrupt, SystemExit)):
                raise
            future.set_exception(error)
        else:
            future.set_result(result)
        return future

    def map(self, fn, *iterables, timeout=None, chunksize=1):
        futures = [self.submit(fn, *args) for args in zip(*iterables)]
        return (future.result() for future in futures)

    def shutdown(self, wait=True, *, cancel_futures=False):
        self._shut = True

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.shutdown()
        return False


class ThreadPoolExecutor(Executor):
    pass


class ProcessPoolExecutor(Executor):
    pass


DoneAndNotDoneFutures = namedtuple('DoneAndNotDoneFutures', 'done not_done')


def wait(fs, timeout=None, return_when=ALL_COMPLETED):
    fs = set(fs)
    done = {f for f in fs if f.done()}
    return DoneAndNotDoneFutures(done, fs - done)


def as_completed(fs, timeout=None):
    """The futures in the order in which they were finished."""
    yield from list(dict.fromkeys(fs))
