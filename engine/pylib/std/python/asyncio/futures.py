"""Results that are not there yet."""

import _coroutine
import concurrent.futures
import contextvars
import types
import weakref

from . import base_futures, events, exceptions
from .base_futures import _CANCELLED, _FINISHED, _PENDING, isfuture

__all__ = ('Future', 'wrap_future', 'isfuture')

_failed = {}  # weak references to the futures whose exception nobody has asked for yet


class Future:
    """A result that somebody will set."""

    __module__ = '_asyncio'

    _state = _PENDING
    _result = None
    _exception = None
    _loop = None
    _cancel_message = None
    _cancelled_exc = None
    _asyncio_future_blocking = False

    def __init__(self, *, loop=None):
        self._loop = events.get_event_loop() if loop is None else loop
        self._callbacks = []

    def _repr_info(self):
        return base_futures._future_repr_info(self)

    def __repr__(self):
        return base_futures._future_repr(self)

    __class_getitem__ = classmethod(types.GenericAlias)

    @property
    def _log_traceback(self):
        return id(self) in _failed

    @_log_traceback.setter
    def _log_traceback(self, value):
        if value:
            raise ValueError('_log_traceback can only be set to False')
        _failed.pop(id(self), None)

    def get_loop(self):
        return self._loop

    def _make_cancelled_error(self):
        if self._cancelled_exc is not None:
            exc, self._cancelled_exc = self._cancelled_exc, None
            return exc
        if self._cancel_message is None:
            return exceptions.CancelledError()
        return exceptions.CancelledError(self._cancel_message)

    def cancel(self, msg=None):
        """Cancels the future and has its callbacks called."""
        _failed.pop(id(self), None)
        if self._state != _PENDING:
            return False
        self._cancel_message = msg
        self.__finish(_CANCELLED)
        return True

    def __finish(self, state):
        """Nobody who waits is forgotten when an interruption comes now."""
        _coroutine.hold()
        try:
            self._state = state
            callbacks, self._callbacks = self._callbacks, []
            for callback, context in callbacks:
                self._loop.call_soon(callback, self, context=context)
        finally:
            _coroutine.free()

    def cancelled(self):
        return self._state == _CANCELLED

    def done(self):
        return self._state != _PENDING

    def result(self):
        """The result, or its exception, which is raised."""
        if self._state == _CANCELLED:
            raise self._make_cancelled_error()
        if self._state != _FINISHED:
            raise exceptions.InvalidStateError('Result is not set.')
        if self._exception is not None:
            _failed.pop(id(self), None)
            raise self._exception.with_traceback(self._exception_tb)
        return self._result

    def exception(self):
        """The exception that was set, or None."""
        if self._state == _CANCELLED:
            raise self._make_cancelled_error()
        if self._state != _FINISHED:
            raise exceptions.InvalidStateError('Exception is not set.')
        _failed.pop(id(self), None)
        return self._exception

    def add_done_callback(self, fn, *, context=None):
        """Has fn called with the future when it is done."""
        if self._state != _PENDING:
            self._loop.call_soon(fn, self, context=context)
        else:
            self._callbacks.append((fn, contextvars.copy_context() if context is None else context))

    def remove_done_callback(self, fn):
        kept = [(f, context) for f, context in self._callbacks if f != fn]
        removed = len(self._callbacks) - len(kept)
        if removed:
            self._callbacks[:] = kept
        return removed

    def set_result(self, result):
        if self._state != _PENDING:
            raise exceptions.InvalidStateError(f'{self._state}: {self!r}')
        self._result = result
        self.__finish(_FINISHED)

    def set_exception(self, exception):
        if self._state != _PENDING:
            raise exceptions.InvalidStateError(f'{self._state}: {self!r}')
        if isinstance(exception, type):
            exception = exception()
        if type(exception) is StopIteration:
            raise TypeError('StopIteration interacts badly with generators and cannot be raised into a Future')
        self._exception, self._exception_tb = exception, exception.__traceback__
        awaited = bool(self._callbacks)
        self.__finish(_FINISHED)
        if not awaited:
            self.__remember()

    def __remember(self):
        """Notes that the exception has to be told if the future dies before anybody asks."""
        key, kind, shown, exc, loop = id(self), self.__class__.__name__, None, self._exception, self._loop
        shown = repr(self)

        def died(_):
            if _failed.pop(key, None) is not None:
                loop.call_exception_handler({'message': f'{kind} exception was never retrieved', 'exception': exc, 'future': _Shown(shown)})
        _failed[key] = weakref.ref(self, died)

    def __await__(self):
        if self._state == _PENDING:
            self._asyncio_future_blocking = True
            yield self
        if self._state == _PENDING:
            raise RuntimeError("await wasn't used with future")
        return self.result()

    __iter__ = __await__


class _Shown:
    """What a future that has died was shown as."""

    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return self.text


def _get_loop(fut):
    return fut.get_loop()


def _set_result_unless_cancelled(fut, result):
    if not fut.cancelled():
        fut.set_result(result)


def _convert_future_exc(exc):
    for kind, other in ((concurrent.futures.CancelledError, exceptions.CancelledError),
                        (concurrent.futures.InvalidStateError, exceptions.InvalidStateError)):
        if type(exc) is kind:
            return other(*exc.args)
    return exc


def _copy_state(source, dest):
    if dest.done():
        return
    if source.cancelled():
        dest.cancel()
        return
    exception = source.exception()
    if exception is not None:
        dest.set_exception(_convert_future_exc(exception))
    else:
        dest.set_result(source.result())


def wrap_future(future, *, loop=None):
    """A Future that gets the result of a concurrent.futures.Future."""
    if isfuture(future):
        return future
    if not isinstance(future, concurrent.futures.Future):
        raise AssertionError(f'concurrent.futures.Future is expected, got {future!r}')
    loop = events.get_event_loop() if loop is None else loop
    new = loop.create_future()

    def cancelled(f):
        if f.cancelled():
            future.cancel()

    def done(_):
        if not loop.is_closed():
            loop.call_soon_threadsafe(_copy_state, future, new)
    new.add_done_callback(cancelled)
    future.add_done_callback(done)
    return new
