"""Threads that take turns: one runs until it waits for something or ends, then another."""

import sys
from _fiber import start as _start, turn
from _thread import (LockType as Lock, RLock, TIMEOUT_MAX, _ExceptHookArgs as ExceptHookArgs, _local as local,
                     error as ThreadError, get_ident, get_native_id, stack_size)
from collections import deque
from time import monotonic

__all__ = ['get_ident', 'active_count', 'Condition', 'current_thread', 'enumerate', 'main_thread', 'TIMEOUT_MAX', 'Event', 'Lock',
           'RLock', 'Semaphore', 'BoundedSemaphore', 'Thread', 'Barrier', 'BrokenBarrierError', 'Timer', 'ThreadError',
           'setprofile', 'settrace', 'local', 'stack_size', 'excepthook', 'ExceptHookArgs', 'getprofile', 'gettrace',
           'get_native_id']


class Condition:
    """A lock, and threads that wait until another one says that something has changed."""

    def __init__(self, lock=None):
        self._lock = RLock() if lock is None else lock
        self.acquire, self.release = self._lock.acquire, self._lock.release
        self._waiters = deque()

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *exc):
        return self._lock.__exit__(*exc)

    def _is_owned(self):
        if hasattr(self._lock, '_is_owned'):
            return self._lock._is_owned()
        return self._lock.locked()

    def wait(self, timeout=None):
        """Lets the lock go until notified; returns whether that came in time."""
        if not self._is_owned():
            raise RuntimeError('cannot wait on un-acquired lock')
        waiter = Lock()
        waiter.acquire()
        self._waiters.append(waiter)
        again = isinstance(self._lock, RLock)
        state = self._lock._release_save() if again else self._lock.release()
        notified = False
        try:
            notified = waiter.acquire(True, -1 if timeout is None else max(timeout, 0))
            return notified
        finally:
            if again:
                self._lock._acquire_restore(state)
            else:
                self._lock.acquire()
            if not notified and waiter in self._waiters:
                self._waiters.remove(waiter)

    def wait_for(self, predicate, timeout=None):
        """Waits until predicate() is true; returns its last value."""
        end = None if timeout is None else monotonic() + timeout
        while not (result := predicate()):
            left = None if end is None else end - monotonic()
            if left is not None and left <= 0:
                break
            self.wait(left)
        return result

    def notify(self, n=1):
        """Wakes up to n of the threads that wait."""
        if not self._is_owned():
            raise RuntimeError('cannot notify on un-acquired lock')
        for _ in range(min(n, len(self._waiters))):
            self._waiters.popleft().release()

    def notify_all(self):
        self.notify(len(self._waiters))

    notifyAll = notify_all

    def __repr__(self):
        return '<Condition(%s, %d)>' % (self._lock, len(self._waiters))


class Semaphore:
    """A number of permits: acquire takes one, or waits for one."""

    def __init__(self, value=1):
        if value < 0:
            raise ValueError('semaphore initial value must be >= 0')
        self._cond, self._value = Condition(Lock()), value

    def acquire(self, blocking=True, timeout=None):
        if not blocking and timeout is not None:
            raise ValueError("can't specify timeout for non-blocking acquire")
        if not blocking and not self._value:
            turn()
            return False
        with self._cond:
            taken = self._cond.wait_for(lambda: self._value > 0, timeout)
            if taken:
                self._value -= 1
            return taken

    __enter__ = acquire

    def release(self, n=1):
        if n < 1:
            raise ValueError('n must be one or more')
        with self._cond:
            self._value += n
            self._cond.notify(n)

    def __exit__(self, *exc):
        self.release()

    def __repr__(self):
        kind = type(self)
        return '<%s.%s at %#x: value=%d>' % (kind.__module__, kind.__qualname__, id(self), self._value)


class BoundedSemaphore(Semaphore):
    """A Semaphore that is released no more often than acquired."""

    def __init__(self, value=1):
        super().__init__(value)
        self._initial_value = value

    def release(self, n=1):
        if n < 1:
            raise ValueError('n must be one or more')
        if self._value + n > self._initial_value:
            raise ValueError('Semaphore released too many times')
        super().release(n)

    def __repr__(self):
        return '%s/%d>' % (super().__repr__()[:-1], self._initial_value)


class Event:
    """A flag that threads wait for."""

    def __init__(self):
        self._cond, self._flag = Condition(Lock()), False

    def is_set(self):
        if not self._flag:
            turn()  # a loop that asks again gives the others a chance to set it
        return self._flag

    isSet = is_set

    def set(self):
        with self._cond:
            self._flag = True
            self._cond.notify_all()

    def clear(self):
        with self._cond:
            self._flag = False

    def wait(self, timeout=None):
        with self._cond:
            return self._flag or self._cond.wait(timeout) or self._flag

    def __repr__(self):
        kind = type(self)
        return '<%s.%s at %#x: %s>' % (kind.__module__, kind.__qualname__, id(self), 'set' if self._flag else 'unset')


class BrokenBarrierError(RuntimeError):
    pass


class Barrier:
    """A place where threads wait until so many of them have come."""

    def __init__(self, parties, action=None, timeout=None):
        self.parties, self._action, self._timeout = parties, action, timeout
        self._cond = Condition(Lock())
        self._round, self._count, self.broken = 0, 0, False

    def wait(self, timeout=None):
        """Returns a number of its own to each thread, from 0 to parties - 1."""
        with self._cond:
            if self.broken:
                raise BrokenBarrierError
            place, now = self._count, self._round
            self._count += 1
            if self._count == self.parties:
                self._open()
            elif not self._cond.wait_for(lambda: self._round != now or self.broken, self._timeout if timeout is None else timeout):
                self._break()
            if self.broken and self._round == now:
                raise BrokenBarrierError
            return place

    def _open(self):
        try:
            if self._action:
                self._action()
        except BaseException:
            self._break()
            raise
        self._next_round()

    def _next_round(self):
        self._round, self._count = self._round + 1, 0
        self._cond.notify_all()

    def _break(self):
        self.broken = True
        self._cond.notify_all()

    def reset(self):
        """Sends those that wait away with BrokenBarrierError."""
        with self._cond:
            if self._count:
                self._break()
                self._cond = Condition(self._cond._lock)
            self._count, self.broken, self._round = 0, False, self._round

    def abort(self):
        with self._cond:
            self._break()

    @property
    def n_waiting(self):
        return self._count

    def __repr__(self):
        kind, state = type(self), 'broken' if self.broken else 'waiters=%d/%d' % (self._count, self.parties)
        return '<%s.%s at %#x: %s>' % (kind.__module__, kind.__qualname__, id(self), state)


_all = {}  # the started threads that have not ended, by number
_count = 0
_hooks = {'profile': None, 'trace': None}


class Thread:
    """A function that start() begins to run beside the others."""

    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        if group is not None:
            raise AssertionError('group argument must be None for now')
        self._target, self._args, self._kwargs = target, args, {} if kwargs is None else kwargs
        self._name = _new_name(target) if name is None else str(name)
        self._daemonic = current_thread().daemon if daemon is None else bool(daemon)
        self._ident, self._stopped, self._ended = None, False, Lock()

    def run(self):
        """What the thread does; subclasses may override it."""
        try:
            if self._target is not None:
                self._target(*self._args, **self._kwargs)
        finally:
            del self._target, self._args, self._kwargs

    def start(self):
        """Begins to run the thread; it goes on until it waits for something or ends."""
        self._check()
        if self._ident is not None:
            raise RuntimeError('threads can only be started once')
        self._ended.acquire()
        _start(self._bootstrap)

    def _bootstrap(self):
        self._ident = get_ident()
        _all[self._ident] = self
        if _hooks['profile']:
            sys.setprofile(_hooks['profile'])
        try:
            self.run()
        except KeyboardInterrupt:  # a stop: it is the main thread's
            raise
        except BaseException:
            excepthook(ExceptHookArgs((*sys.exc_info(), self)))
        finally:
            del _all[self._ident]
            self._stopped = True
            self._ended.release()

    def _check(self):
        if not hasattr(self, '_ended'):
            raise RuntimeError('Thread.__init__() not called')

    def join(self, timeout=None):
        """Waits until the thread has ended, or for so many seconds."""
        self._check()
        if self._ident is None:
            raise RuntimeError('cannot join thread before it is started')
        if self is current_thread():
            raise RuntimeError('cannot join current thread')
        if self._ended.acquire(True, -1 if timeout is None else max(timeout, 0)):
            self._ended.release()

    def is_alive(self):
        self._check()
        if self._ident is not None and not self._stopped:
            turn()  # a loop that asks again gives the thread a chance to end
        return self._ident is not None and not self._stopped

    @property
    def name(self):
        self._check()
        return self._name

    @name.setter
    def name(self, name):
        self._name = str(name)

    @property
    def ident(self):
        return self._ident

    native_id = ident

    @property
    def daemon(self):
        self._check()
        return self._daemonic

    @daemon.setter
    def daemon(self, daemonic):
        self._check()
        if self._ident is not None:
            raise RuntimeError('cannot set daemon status of active thread')
        self._daemonic = daemonic

    def getName(self):
        _old('getName() is deprecated, get the name attribute instead')
        return self.name

    def setName(self, name):
        _old('setName() is deprecated, set the name attribute instead')
        self.name = name

    def isDaemon(self):
        _old('isDaemon() is deprecated, get the daemon attribute instead')
        return self.daemon

    def setDaemon(self, daemonic):
        _old('setDaemon() is deprecated, set the daemon attribute instead')
        self.daemon = daemonic

    def __repr__(self):
        self._check()
        state = 'initial' if self._ident is None else 'stopped' if self._stopped else 'started'
        return '<%s(%s, %s%s%s)>' % (type(self).__name__, self._name, state, ' daemon' if self._daemonic else '',
                                     '' if self._ident is None else ' %d' % self._ident)


def _new_name(target):
    global _count
    _count += 1
    named = getattr(target, '__name__', None)
    return 'Thread-%d (%s)' % (_count, named) if named else 'Thread-%d' % _count


def _old(text):
    import warnings
    warnings.warn(text, DeprecationWarning, stacklevel=3)


class Timer(Thread):
    """A function that is called after some seconds, unless cancelled."""

    def __init__(self, interval, function, args=None, kwargs=None):
        super().__init__()
        self.interval, self.function = interval, function
        self.args, self.kwargs = [] if args is None else args, {} if kwargs is None else kwargs
        self.finished = Event()

    def cancel(self):
        self.finished.set()

    def run(self):
        if not self.finished.wait(self.interval):
            self.function(*self.args, **self.kwargs)
        self.finished.set()


class _MainThread(Thread):
    def __init__(self):
        self._name, self._daemonic, self._ident = 'MainThread', False, get_ident()
        self._stopped, self._ended = False, Lock()
        self._ended.acquire()
        _all[self._ident] = self


class _DummyThread(Thread):
    """A thread that _thread started."""

    def __init__(self):
        super().__init__(name='Dummy-%d' % get_ident(), daemon=True)
        self._ident = get_ident()


def excepthook(args, /):
    """Says what has ended a thread."""
    if issubclass(args.exc_type, SystemExit):
        return
    import traceback
    print('Exception in thread %s:' % (args.thread.name if args.thread else get_ident()), file=sys.stderr)
    traceback.print_exception(args.exc_type, args.exc_value, args.exc_traceback)


__excepthook__ = excepthook


def current_thread():
    """The thread that runs."""
    me = get_ident()
    if me not in _all:
        _all[me] = _DummyThread()
    return _all[me]


def currentThread():
    _old('currentThread() is deprecated, use current_thread() instead')
    return current_thread()


def main_thread():
    return _main


def active_count():
    turn()
    return len(_all)


def activeCount():
    _old('activeCount() is deprecated, use active_count() instead')
    return active_count()


def enumerate():
    """The threads that are alive."""
    return list(_all.values())


def settrace(func):
    _hooks['trace'] = func


def setprofile(func):
    """Have the threads that begin from now on call func as sys.setprofile does."""
    _hooks['profile'] = func


def gettrace():
    return _hooks['trace']


def getprofile():
    return _hooks['profile']


def _shutdown():
    """Waits for the threads that the end of the program waits for."""
    for thread in list(_all.values()):
        if thread is not _main and not thread.daemon:
            thread.join()


_main = _MainThread()
