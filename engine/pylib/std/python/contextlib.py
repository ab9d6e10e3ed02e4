"""Context managers from generators, and others ready made."""

import abc
import sys
from _collections import deque
from functools import wraps
from types import MethodType, GenericAlias

__all__ = ['asynccontextmanager', 'contextmanager', 'closing', 'aclosing', 'AbstractAsyncContextManager', 'AsyncContextDecorator',
           'AsyncExitStack', 'nullcontext', 'AbstractContextManager', 'ContextDecorator', 'ExitStack',
           'redirect_stdout', 'redirect_stderr', 'suppress', 'chdir']


class AbstractContextManager(abc.ABC):
    """A class with __enter__ and __exit__."""

    __class_getitem__ = classmethod(GenericAlias)

    def __enter__(self):
        return self

    @abc.abstractmethod
    def __exit__(self, exc_type, exc_value, traceback):
        return None

    @classmethod
    def __subclasshook__(cls, other):
        if cls is not AbstractContextManager:
            return NotImplemented
        for name in ('__enter__', '__exit__'):
            if next((c.__dict__[name] for c in other.__mro__ if name in c.__dict__), None) is None:
                return NotImplemented
        return True


class AbstractAsyncContextManager(abc.ABC):
    """A class with __aenter__ and __aexit__."""

    __class_getitem__ = classmethod(GenericAlias)

    async def __aenter__(self):
        return self

    @abc.abstractmethod
    async def __aexit__(self, exc_type, exc_value, traceback):
        return None

    @classmethod
    def __subclasshook__(cls, other):
        if cls is not AbstractAsyncContextManager:
            return NotImplemented
        for name in ('__aenter__', '__aexit__'):
            if next((c.__dict__[name] for c in other.__mro__ if name in c.__dict__), None) is None:
                return NotImplemented
        return True


class ContextDecorator:
    """Lets a context manager serve as a decorator, too."""

    def _recreate_cm(self):
        return self

    def __call__(self, func):
        @wraps(func)
        def inner(*args, **kwds):
            with self._recreate_cm():
                return func(*args, **kwds)
        return inner


class AsyncContextDecorator:
    """Lets an asynchronous context manager serve as a decorator, too."""

    def _recreate_cm(self):
        return self

    def __call__(self, func):
        @wraps(func)
        async def inner(*args, **kwds):
            async with self._recreate_cm():
                return await func(*args, **kwds)
        return inner


class _GeneratorContextManagerBase:
    def __init__(self, func, args, kwds):
        self.gen = func(*args, **kwds)
        self.__doc__ = getattr(func, '__doc__', None) or type(self).__doc__
        self.func, self.kwds, self.args = func, kwds, args

    def _recreate_cm(self):
        return self.__class__(self.func, self.args, self.kwds)


class _GeneratorContextManager(_GeneratorContextManagerBase, AbstractContextManager, ContextDecorator):

    def __enter__(self):
        del self.args, self.kwds, self.func
        try:
            return next(self.gen)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def __exit__(self, kind, value, traceback):
        if kind is None:
            try:
                next(self.gen)
            except StopIteration:
                return False
            raise RuntimeError("generator didn't stop")
        if value is None:
            value = kind()
        try:
            self.gen.throw(value)
        except StopIteration as stop:
            return stop is not value
        except RuntimeError as e:
            if e is not value and not (isinstance(value, StopIteration) and e.__cause__ is value):
                raise
            value.__traceback__ = traceback
            return False
        except BaseException as e:
            if e is not value:
                raise
            e.__traceback__ = traceback
            return False
        raise RuntimeError("generator didn't stop after throw()")


class _AsyncGeneratorContextManager(_GeneratorContextManagerBase, AbstractAsyncContextManager, AsyncContextDecorator):
    async def __aenter__(self):
        del self.args, self.kwds, self.func
        try:
            return await anext(self.gen)
        except StopAsyncIteration:
            raise RuntimeError("generator didn't yield") from None

    async def __aexit__(self, kind, value, traceback):
        if kind is None:
            try:
                await anext(self.gen)
            except StopAsyncIteration:
                return False
            raise RuntimeError("generator didn't stop")
        if value is None:
            value = kind()
        try:
            await self.gen.athrow(kind, value, traceback)
        except StopAsyncIteration as stop:
            return stop is not value
        except RuntimeError as e:
            if e is not value and not (isinstance(value, (StopIteration, StopAsyncIteration)) and e.__cause__ is value):
                raise
            value.__traceback__ = traceback
            return False
        except BaseException as e:
            if e is not value:
                raise
            e.__traceback__ = traceback
            return False
        raise RuntimeError("generator didn't stop after athrow()")


def asynccontextmanager(func):
    """Makes an asynchronous context manager of an asynchronous generator that yields once."""
    @wraps(func)
    def make(*args, **kwds):
        return _AsyncGeneratorContextManager(func, args, kwds)
    return make


def contextmanager(func):
    """Makes a context manager of a generator that yields once."""
    @wraps(func)
    def make(*args, **kwds):
        return _GeneratorContextManager(func, args, kwds)
    return make


class closing(AbstractContextManager):
    """Closes the thing when the block ends."""

    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *exc):
        self.thing.close()


class aclosing(AbstractAsyncContextManager):
    """Awaits the thing's aclose() when the block ends."""

    def __init__(self, thing):
        self.thing = thing

    async def __aenter__(self):
        return self.thing

    async def __aexit__(self, *exc_info):
        await self.thing.aclose()


class _RedirectStream(AbstractContextManager):
    _stream = None

    def __init__(self, new_target):
        self._new_target = new_target
        self._old_targets = []

    def __enter__(self):
        self._old_targets.append(getattr(sys, self._stream))
        setattr(sys, self._stream, self._new_target)
        return self._new_target

    def __exit__(self, *exc):
        setattr(sys, self._stream, self._old_targets.pop())


class redirect_stdout(_RedirectStream):
    """Sends what is printed in the block to another file."""
    _stream = 'stdout'


class redirect_stderr(_RedirectStream):
    """Sends what goes to sys.stderr in the block to another file."""
    _stream = 'stderr'


class suppress(AbstractContextManager):
    """Ends the block silently at one of the given exceptions."""

    def __init__(self, *exceptions):
        self._exceptions = exceptions

    def __enter__(self):
        pass

    def __exit__(self, kind, value, traceback):
        return kind is not None and issubclass(kind, self._exceptions)


class nullcontext(AbstractContextManager, AbstractAsyncContextManager):
    """Does nothing; stands in where a context manager is optional."""

    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, *excinfo):
        pass

    async def __aenter__(self):
        return self.enter_result

    async def __aexit__(self, *excinfo):
        pass


class chdir(AbstractContextManager):
    """Works in another folder for the length of the block."""

    def __init__(self, path):
        self.path = path
        self._old_cwd = []

    def __enter__(self):
        import os
        self._old_cwd.append(os.getcwd())
        os.chdir(self.path)

    def __exit__(self, *excinfo):
        import os
        os.chdir(self._old_cwd.pop())


class _BaseExitStack:
    """What the two stacks share."""

    def __init__(self):
        self._exit_callbacks = deque()

    def pop_all(self):
        fresh = type(self)()
        fresh._exit_callbacks, self._exit_callbacks = self._exit_callbacks, deque()
        return fresh

    def push(self, exit):
        method = getattr(type(exit), '__exit__', None)
        self._exit_callbacks.append((True, exit if method is None else MethodType(method, exit)))
        return exit

    def enter_context(self, cm):
        kind = type(cm)
        try:
            enter, leave = kind.__enter__, kind.__exit__
        except AttributeError:
            raise TypeError("'%s.%s' object does not support the context manager protocol"
                            % (kind.__module__, kind.__qualname__)) from None
        result = enter(cm)
        self._exit_callbacks.append((True, MethodType(leave, cm)))
        return result

    def callback(self, callback, /, *args, **kwds):
        def leave(kind, value, traceback):
            callback(*args, **kwds)
        leave.__wrapped__ = callback
        self._exit_callbacks.append((True, leave))
        return callback


class ExitStack(_BaseExitStack, AbstractContextManager):
    """Context managers and callbacks added one by one, undone in reverse."""

    def __enter__(self):
        return self

    def __exit__(self, *details):
        handled = sys.exc_info()[1]  # what __context__ ends in when nothing went wrong before
        pending, suppressed, raised = details[1], False, False
        while self._exit_callbacks:
            _, leave = self._exit_callbacks.pop()
            try:
                if pending is None:
                    leave(None, None, None)
                elif leave(type(pending), pending, pending.__traceback__):
                    pending, suppressed, raised = None, True, False
            except BaseException as e:
                _chain(e, pending, handled)
                pending, raised = e, True
        if raised:
            context = pending.__context__
            try:
                raise pending
            except BaseException:
                pending.__context__ = context
                raise
        return details[1] is not None and suppressed

    def close(self):
        self.__exit__(None, None, None)


class AsyncExitStack(_BaseExitStack, AbstractAsyncContextManager):
    """An ExitStack for asynchronous context managers and callbacks, too."""

    async def __aenter__(self):
        return self

    async def enter_async_context(self, cm):
        kind = type(cm)
        try:
            enter, leave = kind.__aenter__, kind.__aexit__
        except AttributeError:
            raise TypeError("'%s.%s' object does not support the asynchronous context manager protocol"
                            % (kind.__module__, kind.__qualname__)) from None
        result = await enter(cm)
        self._exit_callbacks.append((False, MethodType(leave, cm)))
        return result

    def push_async_exit(self, exit):
        method = getattr(type(exit), '__aexit__', None)
        self._exit_callbacks.append((False, exit if method is None else MethodType(method, exit)))
        return exit

    def push_async_callback(self, callback, /, *args, **kwds):
        async def leave(kind, value, traceback):
            await callback(*args, **kwds)
        leave.__wrapped__ = callback
        self._exit_callbacks.append((False, leave))
        return callback

    async def aclose(self):
        await self.__aexit__(None, None, None)

    async def __aexit__(self, *details):
        handled = sys.exc_info()[1]
        pending, suppressed, raised = details[1], False, False
        while self._exit_callbacks:
            plain, leave = self._exit_callbacks.pop()
            try:
                told = (None, None, None) if pending is None else (type(pending), pending, pending.__traceback__)
                result = leave(*told) if plain else await leave(*told)
                if pending is not None and result:
                    pending, suppressed, raised = None, True, False
            except BaseException as e:
                _chain(e, pending, handled)
                pending, raised = e, True
        if raised:
            context = pending.__context__
            try:
                raise pending
            except BaseException:
                pending.__context__ = context
                raise
        return details[1] is not None and suppressed


def _chain(new, old, handled):
    """Lets the context of a new exception end in the old one, as if the with statements were nested."""
    while True:
        context = new.__context__
        if context is None or context is old:
            return
        if context is handled:
            break
        new = context
    new.__context__ = old
