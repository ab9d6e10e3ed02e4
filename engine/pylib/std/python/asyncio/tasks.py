"""Coroutines that run side by side."""

import _coroutine
import concurrent.futures
import contextvars
import functools
import inspect
import itertools
import types

from . import base_futures, coroutines, events, exceptions, futures

__all__ = ('Task', 'create_task', 'FIRST_COMPLETED', 'FIRST_EXCEPTION', 'ALL_COMPLETED', 'wait', 'wait_for', 'as_completed',
           'sleep', 'gather', 'shield', 'ensure_future', 'run_coroutine_threadsafe', 'current_task', 'all_tasks',
           '_register_task', '_unregister_task', '_enter_task', '_leave_task')

FIRST_COMPLETED = concurrent.futures.FIRST_COMPLETED
FIRST_EXCEPTION = concurrent.futures.FIRST_EXCEPTION
ALL_COMPLETED = concurrent.futures.ALL_COMPLETED

_task_name_counter = itertools.count(1).__next__
_all_tasks = {}      # those that are not done, in the order of their birth
_current_tasks = {}  # by their loops


def current_task(loop=None):
    """The task that runs, or None."""
    return _current_tasks.get(events.get_running_loop() if loop is None else loop)


def all_tasks(loop=None):
    """The tasks of a loop that are not done."""
    loop = events.get_running_loop() if loop is None else loop
    return {task for task in list(_all_tasks) if futures._get_loop(task) is loop and not task.done()}


class Task(futures.Future):
    """A coroutine that an event loop runs."""

    __module__ = '_asyncio'

    def __init__(self, coro, *, loop=None, name=None, context=None):
        super().__init__(loop=loop)
        if not coroutines.iscoroutine(coro):
            raise TypeError(f'a coroutine was expected, got {coro!r}')
        self._name = f'Task-{_task_name_counter()}' if name is None else str(name)
        self._num_cancels_requested, self._must_cancel = 0, False
        self._fut_waiter, self._coro = None, coro
        self._context = contextvars.copy_context() if context is None else context
        self._loop.call_soon(self.__step, context=self._context)
        _register_task(self)

    def _repr_info(self):
        info = base_futures._future_repr_info(self)
        if self.cancelling() and not self.done():
            info[0] = 'cancelling'
        info.insert(1, 'name=%r' % self._name)
        info.insert(2, f'coro=<{coroutines._format_coroutine(self._coro)}>')
        if self._fut_waiter is not None:
            info.insert(3, f'wait_for={self._fut_waiter!r}')
        return info

    def get_coro(self):
        return self._coro

    def get_context(self):
        return self._context

    def get_name(self):
        return self._name

    def set_name(self, value):
        self._name = str(value)

    def set_result(self, result):
        raise RuntimeError('Task does not support set_result operation')

    def set_exception(self, exception):
        raise RuntimeError('Task does not support set_exception operation')

    def get_stack(self, *, limit=None):
        """The frames of the coroutine, outermost first."""
        frame = getattr(self._coro, 'cr_frame', None)
        return [] if frame is None else [frame]

    def print_stack(self, *, limit=None, file=None):
        for frame in self.get_stack(limit=limit):
            code = frame.f_code
            print(f'Stack for {self!r} (most recent call last):\n  File "{code.co_filename}", line {frame.f_lineno}, '
                  f'in {code.co_name}', file=file)

    def cancel(self, msg=None):
        """Has CancelledError raised where the coroutine waits."""
        futures._failed.pop(id(self), None)
        if self.done():
            return False
        self._num_cancels_requested += 1
        if self._fut_waiter is not None and self._fut_waiter.cancel(msg=msg):
            return True
        self._must_cancel, self._cancel_message = True, msg
        return True

    def cancelling(self):
        """How many requests to cancel there are."""
        return self._num_cancels_requested

    def uncancel(self):
        """Takes one request to cancel back."""
        if self._num_cancels_requested > 0:
            self._num_cancels_requested -= 1
        return self._num_cancels_requested

    def __step(self, exc=None):
        if self.done():
            raise exceptions.InvalidStateError(f'_step(): already done: {self!r}, {exc!r}')
        if self._must_cancel:
            if not isinstance(exc, exceptions.CancelledError):
                exc = self._make_cancelled_error()
            self._must_cancel = False
        coro, self._fut_waiter = self._coro, None
        _enter_task(self._loop, self)
        try:
            result = _coroutine.open(coro.send, None) if exc is None else _coroutine.open(coro.throw, exc)
        except StopIteration as e:
            if self._must_cancel:  # asked for in the last step
                self._must_cancel = False
                super().cancel(msg=self._cancel_message)
            else:
                super().set_result(e.value)
        except exceptions.CancelledError as e:
            self._cancelled_exc = _own(e)
            super().cancel()
        except (KeyboardInterrupt, SystemExit) as e:
            super().set_exception(_own(e))
            coro.close()  # the interruption may have come before its first instruction
            raise
        except BaseException as e:
            super().set_exception(_own(e))
        else:
            self.__wait(result)
        finally:
            _leave_task(self._loop, self)
            if self.done():
                _unregister_task(self)
            self = exc = None

    def __wait(self, result):
        """Lets the task go on when what it has yielded is done."""
        blocking = getattr(result, '_asyncio_future_blocking', None)
        if blocking is None:
            if result is None:
                return self._loop.call_soon(self.__step, context=self._context)
            what = ('yield was used instead of yield from for generator in task' if inspect.isgenerator(result)
                    else 'Task got bad yield:')
            error = f'{what} {self!r} with {result!r}' if inspect.isgenerator(result) else f'{what} {result!r}'
        elif futures._get_loop(result) is not self._loop:
            error = f'Task {self!r} got Future {result!r} attached to a different loop'
        elif not blocking:
            error = f'yield was used instead of yield from in task {self!r} with {result!r}'
        elif result is self:
            error = f'Task cannot await on itself: {self!r}'
        else:
            result._asyncio_future_blocking = False
            result.add_done_callback(self.__wakeup, context=self._context)
            self._fut_waiter = result
            if self._must_cancel and result.cancel(msg=self._cancel_message):
                self._must_cancel = False
            return
        self._loop.call_soon(self.__step, RuntimeError(error), context=self._context)

    def _give_up(self, exc):
        """Raises exc where the coroutine waits, whatever it waits for."""
        if self._fut_waiter is not None:
            self._fut_waiter.remove_done_callback(self.__wakeup)
        self._loop.call_soon(self.__step, exc, context=self._context)

    def __wakeup(self, future):
        try:
            future.result()
        except BaseException as exc:
            self.__step(_own(exc))
        else:
            self.__step()
        self = None

    __wakeup.__name__, __wakeup.__qualname__ = 'task_wakeup', 'Task.task_wakeup'


def _own(exc):
    """The exception without the frame that has caught it: the loop's."""
    if exc.__traceback__ is not None:
        exc.__traceback__ = exc.__traceback__.tb_next
    return exc


def create_task(coro, *, name=None, context=None):
    """Has the running loop run a coroutine; gives the task."""
    loop = events.get_running_loop()
    if context is None:
        task = loop.create_task(coro)
    else:
        task = loop.create_task(coro, context=context)
    if name is not None:
        task.set_name(name)
    return task


def _check(fs, what):
    if futures.isfuture(fs) or coroutines.iscoroutine(fs):
        raise TypeError(f'{what} {type(fs).__name__}')


async def wait(fs, *, timeout=None, return_when=ALL_COMPLETED):
    """Waits for futures; gives the sets of those that are done and of those that are not."""
    _check(fs, 'expect a list of futures, not')
    if not fs:
        raise ValueError('Set of Tasks/Futures is empty.')
    if return_when not in (FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED):
        raise ValueError(f'Invalid return_when value: {return_when}')
    fs = set(fs)
    if any(coroutines.iscoroutine(f) for f in fs):
        raise TypeError('Passing coroutines is forbidden, use tasks explicitly.')
    loop = events.get_running_loop()
    return await _wait(fs, timeout, return_when, loop)


async def _wait(fs, timeout, return_when, loop):
    waiter = loop.create_future()
    timer = None if timeout is None else loop.call_later(timeout, _release_waiter, waiter)
    left = len(fs)

    def done(f):
        nonlocal left
        left -= 1
        if (left <= 0 or return_when == FIRST_COMPLETED
                or return_when == FIRST_EXCEPTION and not f.cancelled() and f.exception() is not None):
            if timer is not None:
                timer.cancel()
            _release_waiter(waiter)
    for f in fs:
        f.add_done_callback(done)
    try:
        await waiter
    finally:
        if timer is not None:
            timer.cancel()
        for f in fs:
            f.remove_done_callback(done)
    finished = {f for f in fs if f.done()}
    return finished, fs - finished


def _release_waiter(waiter, *args):
    if not waiter.done():
        waiter.set_result(None)


async def wait_for(fut, timeout):
    """The result of fut, which is cancelled if it is not there in time."""
    loop = events.get_running_loop()
    if timeout is None:
        return await fut
    if timeout <= 0:
        fut = ensure_future(fut, loop=loop)
        if fut.done():
            return fut.result()
        await _cancel_and_wait(fut, loop=loop)
        try:
            return fut.result()
        except exceptions.CancelledError as exc:
            raise exceptions.TimeoutError() from exc
    waiter = loop.create_future()
    timer = loop.call_later(timeout, _release_waiter, waiter)
    release = functools.partial(_release_waiter, waiter)
    fut = ensure_future(fut, loop=loop)
    fut.add_done_callback(release)
    try:
        try:
            await waiter
        except exceptions.CancelledError:
            if fut.done():
                return fut.result()
            fut.remove_done_callback(release)
            await _cancel_and_wait(fut, loop=loop)
            raise
        if fut.done():
            return fut.result()
        fut.remove_done_callback(release)
        await _cancel_and_wait(fut, loop=loop)
        try:
            return fut.result()
        except exceptions.CancelledError as exc:
            raise exceptions.TimeoutError() from exc
    finally:
        timer.cancel()


async def _cancel_and_wait(fut, loop):
    waiter = loop.create_future()
    release = functools.partial(_release_waiter, waiter)
    fut.add_done_callback(release)
    try:
        fut.cancel()
        await waiter
    finally:
        fut.remove_done_callback(release)


def as_completed(fs, *, timeout=None):
    """Gives coroutines one after the other, each of which waits for the next result."""
    _check(fs, 'expect an iterable of futures, not')
    from .queues import Queue
    done, loop = Queue(), events._get_running_loop() or events.get_event_loop()
    todo = {ensure_future(f, loop=loop): None for f in dict.fromkeys(fs)}
    timer = None

    def on_timeout():
        for f in todo:
            f.remove_done_callback(on_completion)
            done.put_nowait(None)
        todo.clear()

    def on_completion(f):
        if f in todo:
            del todo[f]
            done.put_nowait(f)
            if not todo and timer is not None:
                timer.cancel()

    async def _wait_for_one():
        f = await done.get()
        if f is None:
            raise exceptions.TimeoutError
        return f.result()
    for f in todo:
        f.add_done_callback(on_completion)
    if todo and timeout is not None:
        timer = loop.call_later(timeout, on_timeout)
    for _ in range(len(todo)):
        yield _wait_for_one()


@types.coroutine
def __sleep0():
    yield


async def sleep(delay, result=None):
    """Waits for that many seconds."""
    if delay <= 0:
        await __sleep0()
        return result
    loop = events.get_running_loop()
    future = loop.create_future()
    timer = loop.call_later(delay, futures._set_result_unless_cancelled, future, result)
    try:
        return await future
    finally:
        timer.cancel()


def ensure_future(coro_or_future, *, loop=None):
    """A future, or the task of a coroutine."""
    if futures.isfuture(coro_or_future):
        if loop is not None and loop is not futures._get_loop(coro_or_future):
            raise ValueError('The future belongs to a different loop than the one specified as the loop argument')
        return coro_or_future
    if not coroutines.iscoroutine(coro_or_future):
        if not inspect.isawaitable(coro_or_future):
            raise TypeError('An asyncio.Future, a coroutine or an awaitable is required')
        coro_or_future = _wrap_awaitable(coro_or_future)
    loop = events.get_event_loop() if loop is None else loop
    return loop.create_task(coro_or_future)


async def _wrap_awaitable(awaitable):
    return await awaitable


class _GatheringFuture(futures.Future):
    """The results of several futures; to cancel it is to cancel them."""

    def __init__(self, children, *, loop):
        super().__init__(loop=loop)
        self._children, self._cancel_requested = children, False

    def cancel(self, msg=None):
        if self.done():
            return False
        cancelled = False
        for child in self._children:
            if child.cancel(msg=msg):
                cancelled = True
        if cancelled:
            self._cancel_requested = True
        return cancelled


def gather(*coros_or_futures, return_exceptions=False):
    """A future of the list of the results, in the order of the arguments."""
    if not coros_or_futures:
        outer = events.get_event_loop().create_future()
        outer.set_result([])
        return outer
    children, finished, outer, known = [], 0, None, {}
    loop = events._get_running_loop()

    def result_of(child):
        if child.cancelled():
            return exceptions.CancelledError('' if child._cancel_message is None else child._cancel_message)
        return child._result if child.exception() is None else child.exception()

    def done(child):
        nonlocal finished
        finished += 1
        if outer is None or outer.done():
            if not child.cancelled():
                child.exception()
            return
        if not return_exceptions:
            if child.cancelled():
                outer.set_exception(child._make_cancelled_error())
                return
            if child.exception() is not None:
                outer.set_exception(child.exception())
                return
        if finished == len(known):
            if outer._cancel_requested:
                outer.set_exception(children[-1]._make_cancelled_error())
            else:
                outer.set_result([result_of(c) for c in children])
    for arg in coros_or_futures:
        if arg not in known:
            child = ensure_future(arg, loop=loop)
            if loop is None:
                loop = futures._get_loop(child)
            known[arg] = child
            child.add_done_callback(done)
        children.append(known[arg])
    outer = _GatheringFuture(children, loop=loop)
    return outer


def shield(arg):
    """A future that can be cancelled without cancelling arg."""
    inner = ensure_future(arg)
    if inner.done():
        return inner
    outer = futures._get_loop(inner).create_future()

    def inner_done(inner):
        if outer.cancelled():
            if not inner.cancelled():
                inner.exception()
        elif inner.cancelled():
            outer.cancel()
        elif inner.exception() is not None:
            outer.set_exception(inner.exception())
        else:
            outer.set_result(inner.result())

    def outer_done(outer):
        if not inner.done():
            inner.remove_done_callback(inner_done)
    inner.add_done_callback(inner_done)
    outer.add_done_callback(outer_done)
    return outer


def run_coroutine_threadsafe(coro, loop):
    """Has another thread's loop run a coroutine; gives a concurrent.futures.Future."""
    if not coroutines.iscoroutine(coro):
        raise TypeError('A coroutine object is required')
    future = concurrent.futures.Future()

    def start():
        task = ensure_future(coro, loop=loop)

        def done(task):
            if future.cancelled() or not future.set_running_or_notify_cancel():
                return
            if task.cancelled():
                future.set_exception(concurrent.futures.CancelledError())
            elif task.exception() is not None:
                future.set_exception(task.exception())
            else:
                future.set_result(task.result())
        task.add_done_callback(done)
    loop.call_soon_threadsafe(start)
    return future


def _register_task(task):
    _all_tasks[task] = None


def _unregister_task(task):
    _all_tasks.pop(task, None)


def _enter_task(loop, task):
    current = _current_tasks.get(loop)
    if current is not None:
        raise RuntimeError(f'Cannot enter into task {task!r} while another task {current!r} is being executed.')
    _current_tasks[loop] = task


def _leave_task(loop, task):
    current = _current_tasks.get(loop)
    if current is not task:
        raise RuntimeError(f'Leaving task {task!r} does not match the current task {current!r}.')
    del _current_tasks[loop]
