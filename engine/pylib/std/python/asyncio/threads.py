"""Functions that wait, in threads of their own."""

import contextvars
import functools

from . import events

__all__ = ('to_thread',)


async def to_thread(func, /, *args, **kwargs):
    """The result of a function that another thread calls."""
    loop = events.get_running_loop()
    context = contextvars.copy_context()
    return await loop.run_in_executor(None, functools.partial(context.run, func, *args, **kwargs))
