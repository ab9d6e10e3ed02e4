"""What threading is made of."""

import sys
from _fiber import Lock as LockType, count as _count, ident as get_ident, start as _start
from threading import RLock, TIMEOUT_MAX, get_native_id, local as _local, stack_size

error = RuntimeError
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
        import traceback
        print('Exception ignored in thread started by: %r' % (function,), file=sys.stderr)
        traceback.print_exception(error)


def exit():
    raise SystemExit


exit_thread = exit


def interrupt_main(signum=2, /):
    raise KeyboardInterrupt
