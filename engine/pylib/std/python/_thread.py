"""What threading is made of."""

import threading
from threading import Lock as LockType, Lock as allocate_lock, RLock, get_ident, local as _local

error = RuntimeError
TIMEOUT_MAX = 9223372036.0
_stack_size = 0


class _Thread(threading.Thread):
    def _failure(self):
        return 'Exception ignored in thread started by: %r' % (self._target,)


def start_new_thread(function, args, kwargs={}):
    if not callable(function):
        raise TypeError('first arg must be callable')
    if not isinstance(args, tuple):
        raise TypeError('2nd arg must be a tuple')
    if not isinstance(kwargs, dict):
        raise TypeError('optional 3rd arg must be a dictionary')
    thread = _Thread(target=function, args=args, kwargs=kwargs, name='')
    thread.start()
    return thread.ident


def exit():
    raise SystemExit


def stack_size(size=0):
    """Accepted and remembered: stacks grow here as they need to."""
    global _stack_size
    before, _stack_size = _stack_size, size
    return before


def interrupt_main(signum=2):
    raise KeyboardInterrupt
