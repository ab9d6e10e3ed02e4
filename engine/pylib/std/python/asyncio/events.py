"""Event loops: which one runs, and what calls them later."""

import _coroutine
import builtins
import contextvars
import functools
import threading

from . import format_helpers

__all__ = ('AbstractEventLoopPolicy', 'AbstractEventLoop', 'Handle', 'TimerHandle', 'get_event_loop_policy',
           'set_event_loop_policy', 'get_event_loop', 'set_event_loop', 'new_event_loop', 'get_running_loop',
           '_get_running_loop', '_set_running_loop')


class Handle:
    """A call that a loop will make."""

    __slots__ = ('_callback', '_args', '_cancelled', '_loop', '_context', '__weakref__')

    def __init__(self, callback, args, loop, context=None):
        self._context = contextvars.copy_context() if context is None else context
        self._loop, self._callback, self._args, self._cancelled = loop, callback, args, False

    def _repr_info(self):
        info = [self.__class__.__name__]
        if self._cancelled:
            info.append('cancelled')
        if self._callback is not None:
            info.append(format_helpers._format_callback_source(self._callback, self._args))
        return info

    def __repr__(self):
        return '<{}>'.format(' '.join(self._repr_info()))

    def get_context(self):
        return self._context

    def cancel(self):
        if not self._cancelled:
            self._cancelled = True
            self._callback = self._args = None

    def cancelled(self):
        return self._cancelled

    def _run(self):
        try:
            if _is_ours(self._callback):
                self._context.run(self._callback, *self._args)
            else:
                _coroutine.open(self._context.run, self._callback, *self._args)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as exc:
            shown = format_helpers._format_callback_source(self._callback, self._args)
            self._loop.call_exception_handler({'message': f'Exception in callback {shown}', 'exception': exc, 'handle': self})
        self = None


def _is_ours(callback):
    """Whether a callback is a part of this package, which no interruption may leave half done."""
    return (getattr(getattr(callback, 'func', callback), '__module__', None) or '').startswith('asyncio.')


@functools.total_ordering
class TimerHandle(Handle):
    """A call that a loop will make at a certain time."""

    __slots__ = ('_scheduled', '_when')

    def __init__(self, when, callback, args, loop, context=None):
        super().__init__(callback, args, loop, context)
        self._when, self._scheduled = when, False

    def _repr_info(self):
        info = super()._repr_info()
        info.insert(2 if self._cancelled else 1, f'when={self._when}')
        return info

    def __hash__(self):
        return hash(self._when)

    def __lt__(self, other):
        if isinstance(other, TimerHandle):
            return self._when < other._when
        return NotImplemented

    def __eq__(self, other):
        if isinstance(other, TimerHandle):
            return (self._when, self._callback, self._args, self._cancelled) == (
                other._when, other._callback, other._args, other._cancelled)
        return NotImplemented

    def cancel(self):
        if not self._cancelled:
            self._loop._timer_handle_cancelled(self)
        super().cancel()

    def when(self):
        return self._when


class AbstractEventLoop:
    """What an event loop can be asked for."""


class AbstractEventLoopPolicy:
    """Which loop belongs to a thread."""

    def get_event_loop(self):
        raise NotImplementedError

    def set_event_loop(self, loop):
        raise NotImplementedError

    def new_event_loop(self):
        raise NotImplementedError


class BaseDefaultEventLoopPolicy(AbstractEventLoopPolicy):
    """Each thread has a loop of its own; the main thread gets one when it asks."""

    def __init__(self):
        self._loops = {}

    def get_event_loop(self):
        me = threading.current_thread()
        if me not in self._loops and me is threading.main_thread():
            self.set_event_loop(self.new_event_loop())
        loop = self._loops.get(me)
        if loop is None:
            raise RuntimeError('There is no current event loop in thread %r.' % me.name)
        return loop

    def set_event_loop(self, loop):
        if loop is not None and not isinstance(loop, AbstractEventLoop):
            raise TypeError(f"loop must be an instance of AbstractEventLoop or None, not '{type(loop).__name__}'")
        self._loops[threading.current_thread()] = loop

    def new_event_loop(self):
        from . import base_events
        return base_events.EventLoop()


_policy = None
_running = {}  # loops by the number of their thread
_cells = None  # the loop of a notebook, which its cells await in


def _get_running_loop():
    return _running.get(threading.get_ident())


def _set_running_loop(loop):
    if loop is None:
        _running.pop(threading.get_ident(), None)
    else:
        _running[threading.get_ident()] = loop


def _cell_loop():
    """The loop of a notebook, None elsewhere."""
    global _cells
    if hasattr(builtins, 'get_ipython') and (_cells is None or _cells.is_closed()):
        _cells = new_event_loop()
    return _cells


def get_running_loop():
    """The loop that runs in this thread; in a notebook's cell the notebook's, which goes on when a cell awaits."""
    loop = _get_running_loop() or _cell_loop()
    if loop is None:
        raise RuntimeError('no running event loop')
    return loop


def get_event_loop_policy():
    global _policy
    if _policy is None:
        _policy = BaseDefaultEventLoopPolicy()
    return _policy


def set_event_loop_policy(policy):
    global _policy
    if policy is not None and not isinstance(policy, AbstractEventLoopPolicy):
        raise TypeError(f"policy must be an instance of AbstractEventLoopPolicy or None, not '{type(policy).__name__}'")
    _policy = policy


def get_event_loop():
    """The running loop, or else the one of this thread."""
    return _get_running_loop() or _cell_loop() or get_event_loop_policy().get_event_loop()


def set_event_loop(loop):
    get_event_loop_policy().set_event_loop(loop)


def new_event_loop():
    return get_event_loop_policy().new_event_loop()
