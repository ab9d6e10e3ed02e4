"""Start methods, and what each offers."""

import os

import _process

from multiprocessing import process

__all__ = ()


class ProcessError(Exception):
    pass


class BufferTooShort(ProcessError):
    pass


class TimeoutError(ProcessError):
    pass


class AuthenticationError(ProcessError):
    pass


class Process(process.BaseProcess):
    def _begin(self):
        from multiprocessing import spawn
        return _process.start(self._name, spawn._prepared(self), getattr(self, '_share', 4), None)


class ForkProcess(process.BaseProcess):
    _begin = Process._begin


class SpawnProcess(process.BaseProcess):
    _begin = Process._begin


class ForkServerProcess(process.BaseProcess):
    _begin = Process._begin


class BaseContext:
    """What multiprocessing offers."""

    ProcessError, BufferTooShort, TimeoutError, AuthenticationError = ProcessError, BufferTooShort, TimeoutError, AuthenticationError
    current_process = staticmethod(process.current_process)
    parent_process = staticmethod(process.parent_process)
    active_children = staticmethod(process.active_children)

    def cpu_count(self):
        return os.cpu_count() or 1

    def Pipe(self, duplex=True):
        from multiprocessing.connection import Pipe
        return Pipe(duplex)

    def Lock(self):
        from multiprocessing.synchronize import Lock
        return Lock()

    def RLock(self):
        from multiprocessing.synchronize import RLock
        return RLock()

    def Condition(self, lock=None):
        from multiprocessing.synchronize import Condition
        return Condition(lock)

    def Semaphore(self, value=1):
        from multiprocessing.synchronize import Semaphore
        return Semaphore(value)

    def BoundedSemaphore(self, value=1):
        from multiprocessing.synchronize import BoundedSemaphore
        return BoundedSemaphore(value)

    def Event(self):
        from multiprocessing.synchronize import Event
        return Event()

    def Barrier(self, parties, action=None, timeout=None):
        from multiprocessing.synchronize import Barrier
        return Barrier(parties, action, timeout)

    def Queue(self, maxsize=0):
        from multiprocessing.queues import Queue
        return Queue(maxsize)

    def JoinableQueue(self, maxsize=0):
        from multiprocessing.queues import JoinableQueue
        return JoinableQueue(maxsize)

    def SimpleQueue(self):
        from multiprocessing.queues import SimpleQueue
        return SimpleQueue()

    def Pool(self, processes=None, initializer=None, initargs=(), maxtasksperchild=None):
        from multiprocessing.pool import Pool
        return Pool(processes, initializer, initargs, maxtasksperchild)

    def Value(self, typecode_or_type, *args, lock=True):
        from multiprocessing.sharedctypes import Value
        return Value(typecode_or_type, *args, lock=lock)

    def Array(self, typecode_or_type, size_or_initializer, *, lock=True):
        from multiprocessing.sharedctypes import Array
        return Array(typecode_or_type, size_or_initializer, lock=lock)

    def Manager(self):
        raise NotImplementedError("multiprocessing.Manager is not offered; queues, pipes, Value and Array carry what processes share")

    def freeze_support(self):
        pass

    def get_context(self, method=None):
        if method is None:
            return self
        try:
            return _contexts[method]
        except KeyError:
            raise ValueError('cannot find context for %r' % method) from None

    def get_start_method(self, allow_none=False):
        return self._name

    def set_start_method(self, method, force=False):
        raise ValueError('cannot set start method of concrete context')

    def get_all_start_methods(self):
        return list(_contexts)

    def get_logger(self):
        import logging
        return logging.getLogger('multiprocessing')


class ForkContext(BaseContext):
    _name, Process = 'fork', ForkProcess


class SpawnContext(BaseContext):
    _name, Process = 'spawn', SpawnProcess


class ForkServerContext(BaseContext):
    _name, Process = 'forkserver', ForkServerProcess


class DefaultContext(BaseContext):
    """The context of who names none."""

    Process = Process

    def __init__(self):
        self._actual = None

    def get_context(self, method=None):
        if method is None:
            return self._actual or _contexts['fork']
        return super().get_context(method)

    def set_start_method(self, method, force=False):
        if self._actual is not None and not force:
            raise RuntimeError('context has already been set')
        self._actual = None if method is None and force else self.get_context(method)

    def get_start_method(self, allow_none=False):
        if self._actual is None:
            if allow_none:
                return None
            self._actual = _contexts['fork']
        return self._actual._name


_contexts = {'fork': ForkContext(), 'spawn': SpawnContext(), 'forkserver': ForkServerContext()}
_default_context = DefaultContext()
