"""What threading is made of."""

from threading import Lock as LockType, Lock as allocate_lock, RLock, get_ident, local as _local

error = RuntimeError
TIMEOUT_MAX = 9223372036.0


def start_new_thread(function, args, kwargs={}):
    function(*args, **kwargs)
    return get_ident()


def interrupt_main():
    raise KeyboardInterrupt
