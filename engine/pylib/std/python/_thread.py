"""What threading is made of."""

import sys
import _traceback
from _fiber import Lock as LockType, count as _count, ident as get_ident, start as _start
from collections import namedtuple

error = RuntimeError
TIMEOUT_MAX = 9223372036.0
get_native_id = get_ident
_stack_size = 0
allocate_lock = allocate = LockType


def start_new_thread(function, args, kwargs={}):
    """Runs function in a new thread; returns the thread's number."""
    if not callable(function):
        raise TypeError('first arg must be callable')
    if not isinstance(args, tuple):
        raise TypeError('2nd arg must be a tuple')
    if not isinstance(kwargs, dict):
        raise TypeError('optional 3rd arg must be a dictionary')
    return _start(lambda: _run(function, args, kwargs))


start_new = start_new_thread


def _run(function, args, kwargs):
    try:
        function(*args, **kwargs)
    except SystemExit:
        pass
    except Exception as error:
        _traceback.ignored(error.with_traceback(error.__traceback__.tb_next), function, 'Exception ignored in thread started by')


def exit():
    raise SystemExit


exit_thread = exit


def interrupt_main(signum=2, /):
    raise KeyboardInterrupt


def stack_size(size=0, /):
    """Accepted and remembered: stacks grow here as they need to."""
    global _stack_size
    before, _stack_size = _stack_size, size
    return before


class RLock:
    """A lock that the thread that holds it may take again."""

    def __init__(self):
        self._block, self._owner, self._count = LockType(), None, 0

    def acquire(self, blocking=True, timeout=-1):
        me = get_ident()
        if self._owner == me:
            self._count += 1
            return True
        taken = self._block.acquire(blocking, timeout)
        if taken:
            self._owner, self._count = me, 1
        return taken

    __enter__ = acquire

    def release(self):
        if self._owner != get_ident():
            raise RuntimeError('cannot release un-acquired lock')
        self._count -= 1
        if not self._count:
            self._owner = None
            self._block.release()

    def __exit__(self, *exc):
        self.release()

    def _is_owned(self):
        return self._owner == get_ident()

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


class _local:
    """Attributes of one's own in each thread."""

    def __new__(cls, /, *args, **kwargs):
        if (args or kwargs) and cls.__init__ is object.__init__:
            raise TypeError('Initialization arguments are not supported')
        self = object.__new__(cls)
        object.__setattr__(self, '_local_dicts', {get_ident(): object.__getattribute__(self, '__dict__')})
        object.__setattr__(self, '_local_args', (args, kwargs))
        return self

    def _local_turn(self):
        """Puts the running thread's attributes in place."""
        own = object.__getattribute__(self, '__dict__')
        dicts, made = own['_local_dicts'], own['_local_args']
        me = get_ident()
        if dicts.get(me) is own:
            return
        fresh = me not in dicts
        if fresh:
            dicts[me] = {'_local_dicts': dicts, '_local_args': made}
        object.__setattr__(self, '__dict__', dicts[me])
        if fresh and type(self).__init__ is not object.__init__:
            type(self).__init__(self, *made[0], **made[1])

    def __getattribute__(self, name):
        _local._local_turn(self)
        found = object.__getattribute__(self, name)
        if name == '__dict__':
            return {key: value for key, value in found.items() if key not in ('_local_dicts', '_local_args')}
        return found

    def __setattr__(self, name, value):
        if name == '__dict__':
            raise AttributeError('%r object attribute %r is read-only' % (type(self).__name__, name))
        _local._local_turn(self)
        object.__setattr__(self, name, value)

    def __delattr__(self, name):
        if name == '__dict__':
            raise AttributeError('%r object attribute %r is read-only' % (type(self).__name__, name))
        _local._local_turn(self)
        object.__delattr__(self, name)


sys._settypename(_local, '_thread._local')
_ExceptHookArgs = namedtuple('_ExceptHookArgs', 'exc_type exc_value exc_traceback thread')
_ExceptHookArgs.__new__ = lambda cls, args: tuple.__new__(cls, args)
