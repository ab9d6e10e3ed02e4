"""What is a coroutine, and how it is shown."""

import collections.abc
import inspect
import types

__all__ = ('iscoroutinefunction', 'iscoroutine')


def iscoroutinefunction(func):
    """Whether calling func gives a coroutine."""
    return inspect.iscoroutinefunction(func) or getattr(func, '_is_coroutine', None) is _is_coroutine


_is_coroutine = object()  # marks functions of others


def iscoroutine(obj):
    """Whether obj is a coroutine object."""
    return isinstance(obj, (types.CoroutineType, types.GeneratorType, collections.abc.Coroutine))


def _format_coroutine(coro):
    name = getattr(coro, '__qualname__', None) or getattr(coro, '__name__', None) or f'<{type(coro).__name__} without __name__>'
    name += '()'
    code = getattr(coro, 'cr_code', None) or getattr(coro, 'gi_code', None)
    if code is None:
        running = getattr(coro, 'cr_running', False) or getattr(coro, 'gi_running', False)
        return name + ' running' if running else name
    frame = getattr(coro, 'cr_frame', None) or getattr(coro, 'gi_frame', None)
    if frame is not None:
        return f'{name} running at {code.co_filename}:{frame.f_lineno}'
    return f'{name} done, defined at {code.co_filename}:{code.co_firstlineno}'
