"""The event loop: calls what is due, and waits where nothing is."""

import _coroutine
import _fiber
import collections
import concurrent.futures
import heapq
import math
import sys
import time
import traceback

from . import coroutines, events, exceptions, futures, tasks

__all__ = ('BaseEventLoop',)

_MAXIMUM_WAIT = 24 * 3600


def _run_until_complete_cb(fut):
    if not fut.cancelled() and isinstance(fut._exception, (SystemExit, KeyboardInterrupt)):
        return
    futures._get_loop(fut).stop()


class BaseEventLoop(events.AbstractEventLoop):
    """A loop of one thread."""

    def __init__(self):
        self._ready, self._scheduled = collections.deque(), []
        self._closed = self._stopping = self._debug = False
        self._exception_handler = self._task_factory = self._default_executor = None
        self._thread = self._waited = None
        self._sleeping = _fiber.Lock()  # held, but for the moment in which another thread wakes the loop
        self._sleeping.acquire()
        self._born = 0
        self.slow_callback_duration = 0.1

    def __repr__(self):
        return f'<{self.__class__.__name__} running={self.is_running()} closed={self.is_closed()} debug={self.get_debug()}>'

    # What runs

    def create_future(self):
        return futures.Future(loop=self)

    def create_task(self, coro, *, name=None, context=None):
        self._check_closed()
        if self._task_factory is None:
            return tasks.Task(coro, loop=self, name=name, context=context)
        task = self._task_factory(self, coro) if context is None else self._task_factory(self, coro, context=context)
        if name is not None:
            task.set_name(name)
        return task

    def set_task_factory(self, factory):
        if factory is not None and not callable(factory):
            raise TypeError('task factory must be a callable or None')
        self._task_factory = factory

    def get_task_factory(self):
        return self._task_factory

    def _check_closed(self):
        if self._closed:
            raise RuntimeError('Event loop is closed')

    def _check_running(self):
        if self.is_running():
            raise RuntimeError('This event loop is already running')
        if events._get_running_loop() is not None:
            raise RuntimeError('Cannot run the event loop while another loop is running')

    def run_forever(self):
        """Runs until stop() is called. An interruption comes where the loop waits or in what it calls, and never half way
        between: what is taken from a queue or set down as done is told on to whoever waits for it."""
        _coroutine.hold()
        try:
            self._run()
        finally:
            _coroutine.free()

    def _run(self):
        self._check_closed()
        self._check_running()
        old = sys.get_asyncgen_hooks()
        self._thread = _fiber.ident()
        sys.set_asyncgen_hooks(firstiter=None, finalizer=self._close_asyncgen)
        events._set_running_loop(self)
        try:
            while True:
                self._run_once()
                if self._stopping:
                    break
        finally:
            self._stopping, self._thread = False, None
            events._set_running_loop(None)
            sys.set_asyncgen_hooks(*old)

    def run_until_complete(self, future):
        """Runs until a future, or the task of a coroutine, is done, and gives its result."""
        self._check_closed()
        self._check_running()
        new_task = not futures.isfuture(future)
        future = tasks.ensure_future(future, loop=self)
        future.add_done_callback(_run_until_complete_cb)
        outer, self._waited = self._waited, future
        try:
            self.run_forever()
        except BaseException:
            if new_task and future.done() and not future.cancelled():
                future.exception()  # it is told already
            raise
        finally:
            self._waited = outer
            future.remove_done_callback(_run_until_complete_cb)
        if not future.done():
            raise RuntimeError('Event loop stopped before Future completed.')
        return future.result()

    def stop(self):
        self._stopping = True

    def close(self):
        if self.is_running():
            raise RuntimeError('Cannot close a running event loop')
        if self._closed:
            return
        self._closed = True
        self._ready.clear()
        self._scheduled.clear()
        executor, self._default_executor = self._default_executor, None
        if executor is not None:
            executor.shutdown(wait=False)

    def is_closed(self):
        return self._closed

    def is_running(self):
        return self._thread is not None

    def time(self):
        return time.monotonic()

    # Calls

    def call_later(self, delay, callback, *args, context=None):
        """Has callback called in delay seconds."""
        if delay is None:
            raise TypeError('delay must not be None')
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(self, when, callback, *args, context=None):
        """Has callback called when the loop's time is when."""
        if when is None:
            raise TypeError('when cannot be None')
        self._check_closed()
        timer = events.TimerHandle(when, callback, args, self, context)
        self._born += 1
        heapq.heappush(self._scheduled, (when, self._born, timer))
        timer._scheduled = True
        return timer

    def call_soon(self, callback, *args, context=None):
        """Has callback called in the next turn."""
        self._check_closed()
        handle = events.Handle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    def call_soon_threadsafe(self, callback, *args, context=None):
        """call_soon for another thread: it wakes the loop."""
        handle = self.call_soon(callback, *args, context=context)
        if self._sleeping.locked():
            self._sleeping.release()
        return handle

    def _timer_handle_cancelled(self, handle):
        pass  # it is dropped when its time has come, or when it is the first

    def _run_once(self):
        while self._scheduled and self._scheduled[0][2]._cancelled:
            heapq.heappop(self._scheduled)
        if not self._ready and not self._stopping:
            self._wait()
        now = self.time()
        while self._scheduled and self._scheduled[0][0] <= now:
            self._ready.append(heapq.heappop(self._scheduled)[2])
        for _ in range(len(self._ready)):
            handle = self._ready.popleft()
            if not handle._cancelled:
                handle._run()
        handle = None

    def _wait(self):
        """Waits for the first timer, or for another thread."""
        if self._scheduled:
            left = self._scheduled[0][0] - self.time()
            if left > 0:
                # Whole milliseconds, as CPython's selector waits: timers close to each other go off together.
                _coroutine.open(self._sleeping.acquire, True, min(math.ceil(left * 1000) / 1000, _MAXIMUM_WAIT))
        elif _fiber.count() == 0:
            self._deadlock()
        else:
            _coroutine.open(self._sleeping.acquire)

    def _deadlock(self):
        """Nothing can ever happen again: says so where the program waits."""
        error = RuntimeError('deadlock: every task waits for something that none of them does')
        if not isinstance(self._waited, tasks.Task):
            raise error
        self._waited._give_up(error)

    # Threads

    def run_in_executor(self, executor, func, *args):
        """A future of what a function gives that a thread of an executor calls."""
        self._check_closed()
        if executor is None:
            if self._default_executor is None:
                self._default_executor = concurrent.futures.ThreadPoolExecutor(thread_name_prefix='asyncio')
            executor = self._default_executor
        return futures.wrap_future(executor.submit(func, *args), loop=self)

    def set_default_executor(self, executor):
        if not isinstance(executor, concurrent.futures.ThreadPoolExecutor):
            raise TypeError('executor must be ThreadPoolExecutor instance')
        self._default_executor = executor

    async def shutdown_default_executor(self):
        executor, self._default_executor = self._default_executor, None
        if executor is not None:
            executor.shutdown(wait=True)

    # Asynchronous generators

    def _close_asyncgen(self, agen):
        if not self.is_closed():
            self.call_soon_threadsafe(self.create_task, agen.aclose())

    async def shutdown_asyncgens(self):
        """Ends the asynchronous generators that have something to clean up."""
        open_ones = _coroutine.open_generators(self._close_asyncgen)
        if not open_ones:
            return
        results = await tasks.gather(*[agen.aclose() for agen in open_ones], return_exceptions=True)
        for result, agen in zip(results, open_ones):
            if isinstance(result, Exception):
                self.call_exception_handler({
                    'message': f'an error occurred during closing of asynchronous generator {agen!r}',
                    'exception': result, 'asyncgen': agen})

    # What goes wrong

    def get_exception_handler(self):
        return self._exception_handler

    def set_exception_handler(self, handler):
        if handler is not None and not callable(handler):
            raise TypeError(f'A callable object or None is expected, got {handler!r}')
        self._exception_handler = handler

    def default_exception_handler(self, context):
        """Writes what went wrong to stderr."""
        lines = [context.get('message') or 'Unhandled exception in event loop']
        for key in sorted(context):
            if key not in ('message', 'exception'):
                lines.append(f'{key}: {context[key]!r}')
        exc = context.get('exception')
        text = '\n'.join(lines) + '\n'
        if exc is not None:
            text += ''.join(traceback.format_exception(exc))
        _logger().error(text.removesuffix('\n'))

    def call_exception_handler(self, context):
        if self._exception_handler is None:
            self.default_exception_handler(context)
            return
        try:
            self._exception_handler(self, context)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as exc:
            self.default_exception_handler({'message': 'Unhandled error in exception handler', 'exception': exc, 'context': context})

    def get_debug(self):
        return self._debug

    def set_debug(self, enabled):
        self._debug = enabled


def _logger():
    from .log import logger
    return logger


def _refuse(name, why):
    def method(self, *args, **kwargs):
        raise NotImplementedError(why)
    method.__name__ = name
    return method


for _name in ('create_connection', 'create_datagram_endpoint', 'create_server', 'create_unix_connection', 'create_unix_server',
              'connect_accepted_socket', 'start_tls', 'sendfile', 'sock_accept', 'sock_connect', 'sock_recv', 'sock_recv_into',
              'sock_recvfrom', 'sock_sendall', 'sock_sendto', 'sock_sendfile', 'getaddrinfo', 'getnameinfo', 'add_reader',
              'add_writer', 'remove_reader', 'remove_writer'):
    setattr(BaseEventLoop, _name, _refuse(_name, f'{_name}: nothing here reaches the network'))
for _name in ('subprocess_exec', 'subprocess_shell', 'connect_read_pipe', 'connect_write_pipe'):
    setattr(BaseEventLoop, _name, _refuse(_name, f'{_name}: there are no other programs here; a cell that begins with ! calls the shell'))
for _name in ('add_signal_handler', 'remove_signal_handler'):
    setattr(BaseEventLoop, _name, _refuse(_name, f'{_name}: no signals come here; stopping a cell raises KeyboardInterrupt'))
del _name


class EventLoop(BaseEventLoop):
    """The loop that new_event_loop() makes."""


EventLoop.__name__ = EventLoop.__qualname__ = '_UnixSelectorEventLoop'
