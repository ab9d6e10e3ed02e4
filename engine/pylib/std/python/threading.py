"""Threads, of which there is one here: a started thread runs to its end at once."""

__all__ = ['Thread', 'Lock', 'RLock', 'Event', 'Condition', 'Semaphore', 'BoundedSemaphore', 'Timer', 'Barrier', 'current_thread',
           'main_thread', 'active_count', 'enumerate', 'get_ident', 'local']


class Lock:
    """A lock; since nobody else runs, waiting for it would be for ever."""

    def __init__(self):
        self._held = 0

    def acquire(self, blocking=True, timeout=-1):
        if self._held and not self._again():
            if not blocking or timeout >= 0:
                return False
            raise RuntimeError('deadlock: the lock is held and there is no other thread to release it')
        self._held += 1
        return True

    def _again(self):
        return False

    def release(self):
        if not self._held:
            raise RuntimeError('release unlocked lock')
        self._held -= 1

    def locked(self):
        return self._held > 0

    def __enter__(self):
        self.acquire()
        return True

    def __exit__(self, *exc):
        self.release()


class RLock(Lock):
    def _again(self):
        return True


class Semaphore:
    def __init__(self, value=1):
        self._value = value

    def acquire(self, blocking=True, timeout=None):
        if self._value <= 0:
            return False
        self._value -= 1
        return True

    def release(self, n=1):
        self._value += n

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc):
        self.release()


BoundedSemaphore = Semaphore


class Event:
    def __init__(self):
        self._set = False

    def is_set(self):
        return self._set

    def set(self):
        self._set = True

    def clear(self):
        self._set = False

    def wait(self, timeout=None):
        return self._set


class Condition(RLock):
    def __init__(self, lock=None):
        super().__init__()

    def wait(self, timeout=None):
        return True

    def wait_for(self, predicate, timeout=None):
        return predicate()

    def notify(self, n=1):
        pass

    notify_all = notify


class Barrier:
    def __init__(self, parties, action=None, timeout=None):
        self.parties = parties

    def wait(self, timeout=None):
        return 0


class local:
    """Attributes of one's own in each thread."""


_count = 0


class Thread:
    """A function that start() runs."""

    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        global _count
        _count += 1
        self._target, self._args, self._kwargs = target, args, kwargs or {}
        self.name = name or 'Thread-%d%s' % (_count, ' (%s)' % target.__name__ if target is not None else '')
        self.daemon, self._started, self.ident = bool(daemon), False, None

    def run(self):
        if self._target is not None:
            self._target(*self._args, **self._kwargs)

    def start(self):
        global _current
        if self._started:
            raise RuntimeError('threads can only be started once')
        self._started, self.ident = True, id(self)
        before, _current = _current, self
        try:
            self.run()
        except SystemExit:
            pass
        except Exception:
            import sys
            import traceback
            sys.stderr.write('%s\n%s' % (self._failure(), traceback.format_exc()))
        finally:
            _current = before

    def _failure(self):
        return 'Exception in thread %s:' % self.name

    def join(self, timeout=None):
        if not self._started:
            raise RuntimeError('cannot join thread before it is started')

    def is_alive(self):
        return False

    def getName(self):
        return self.name

    def setName(self, name):
        self.name = name

    def __repr__(self):
        return '<%s(%s, %s)>' % (type(self).__name__, self.name, 'stopped %s' % self.ident if self._started else 'initial')


class Timer(Thread):
    def __init__(self, interval, function, args=None, kwargs=None):
        super().__init__(target=function, args=args or (), kwargs=kwargs)
        self.interval, self._cancelled = interval, False

    def cancel(self):
        self._cancelled = True

    def run(self):
        if not self._cancelled:
            super().run()


_main = Thread(name='MainThread')
_main._started, _main.ident = True, 1
_current = _main


def current_thread():
    return _current


def main_thread():
    return _main


def get_ident():
    return _current.ident


def active_count():
    return 1


def enumerate():
    return [_main]
