"""Process, and who one is."""

import atexit
import itertools
import os
import sys

import _process

__all__ = ['BaseProcess', 'current_process', 'active_children', 'parent_process']


def current_process():
    """The process that this code runs in."""
    return _current


def active_children():
    """The processes that this one has begun and that have not ended."""
    for child in list(_children):
        child._poll()
    return list(_children)


def parent_process():
    """The process that began this one, None for the first."""
    return _parent


class BaseProcess:
    """A program beside this one, which calls target."""

    def _begin(self):
        raise NotImplementedError

    def __init__(self, group=None, target=None, name=None, args=(), kwargs={}, *, daemon=None):
        assert group is None, 'group argument must be None for now'
        count = next(_counter)
        self._identity = _current._identity + (count,)
        self._config = {'daemon': _current.daemon}
        self._parent_pid = os.getpid()
        self._target, self._args, self._kwargs = target, tuple(args), dict(kwargs)
        self._name = name or type(self).__name__ + '-' + ':'.join(str(i) for i in self._identity)
        self._id, self._closed = None, False
        if daemon is not None:
            self.daemon = daemon

    def _check_closed(self):
        if self._closed:
            raise ValueError("process object is closed")

    def run(self):
        """What the process does."""
        if self._target:
            self._target(*self._args, **self._kwargs)

    def start(self):
        """Begins the process."""
        self._check_closed()
        assert self._id is None, 'cannot start a process twice'
        if _inheriting:
            raise RuntimeError(_unguarded)
        assert not _current._config.get('daemon'), 'daemonic processes are not allowed to have children'
        self._id = self._begin()
        _children.append(self)

    def _poll(self):
        if self._id is None:
            return None
        status = _process.status(self._id)
        if status is not None and self in _children:
            _children.remove(self)
        return status

    def join(self, timeout=None):
        """Waits for the process to end, timeout seconds at most."""
        self._check_closed()
        assert self._id is not None, 'can only join a started process'
        _process.join((self._id,), timeout)
        self._poll()

    def terminate(self):
        """Ends the process."""
        self._check_closed()
        _process.stop(self._id, True)

    kill = terminate

    def is_alive(self):
        """Whether the process runs."""
        self._check_closed()
        if self is _current:
            return True
        return self._id is not None and self._poll() is None

    def close(self):
        """Forgets the process, which must have ended."""
        if self._id is not None and self._poll() is None:
            raise ValueError("Cannot close a process while it is still running. You should first call join() or terminate().")
        self._closed = True

    @property
    def name(self):
        return self._name

    @name.setter
    def name(self, name):
        assert isinstance(name, str), 'name must be a string'
        self._name = name

    @property
    def daemon(self):
        """Whether the process ends with the one that began it."""
        return self._config.get('daemon', False)

    @daemon.setter
    def daemon(self, daemonic):
        assert self._id is None, 'process has already started'
        self._config['daemon'] = daemonic

    @property
    def exitcode(self):
        """How the process ended: 0, a status, below 0 a signal; None while it runs."""
        self._check_closed()
        return None if self is _current else self._poll()

    @property
    def ident(self):
        """The process's number, None before it begins."""
        self._check_closed()
        return os.getpid() if self is _current else self._id

    pid = ident

    @property
    def sentinel(self):
        self._check_closed()
        if self._id is None:
            raise ValueError("process not started")
        return self._id

    def __repr__(self):
        if self is _current:
            status = 'started'
        elif self._closed:
            status = 'closed'
        elif self._id is None:
            status = 'initial'
        else:
            code = self._poll()
            status = 'started' if code is None else 'stopped exitcode=%s' % _exitcodes.get(code, code)
        info = [type(self).__name__, 'name=%r' % self._name]
        if self._id is not None:
            info.append('pid=%s' % self._id)
        info += ['parent=%s' % self._parent_pid, status]
        if self.daemon:
            info.append('daemon')
        return '<%s>' % ' '.join(info)

    def __getstate__(self):
        state = dict(self.__dict__)
        state['_id'] = None
        return state

    def _bootstrap(self):
        """Runs in the new process."""
        global _current, _parent, _counter
        _parent, _current, _counter = _current, self, itertools.count(1)
        _children.clear()
        self._id = _process.current()
        try:
            self.run()
        except SystemExit:
            raise
        except BaseException:
            import traceback
            sys.stderr.write('Process %s:\n' % self.name)
            traceback.print_exc()
            sys.exit(1)
        sys.stdout.flush()


def _end():
    """Waits for the processes that this one has begun, or ends those that do not outlast it."""
    for child in active_children():
        if child.daemon:
            child.terminate()
        child.join()


atexit.register(_end)
_exitcodes = {-2: '-SIGINT', -9: '-SIGKILL', -15: '-SIGTERM'}


class _MainProcess(BaseProcess):
    """The first process."""

    def __init__(self):
        self._identity, self._name, self._config = (), 'MainProcess', {}
        self._parent_pid, self._id, self._closed = None, None, False


_inheriting = False
_unguarded = """
        An attempt has been made to start a new process before the
        current process has finished its bootstrapping phase.

        This probably means that you are not using fork to start your
        child processes and you have forgotten to use the proper idiom
        in the main module:

            if __name__ == '__main__':
                freeze_support()
                ...

        The "freeze_support()" line can be omitted if the program
        is not going to be frozen to produce an executable."""

_parent, _current, _counter, _children = None, _MainProcess(), itertools.count(1), []
