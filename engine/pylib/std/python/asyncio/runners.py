"""Runs a coroutine from beginning to end."""

import contextvars
import enum

from . import coroutines, events, tasks

__all__ = ('Runner', 'run')


class _State(enum.Enum):
    CREATED = 'created'
    INITIALIZED = 'initialized'
    CLOSED = 'closed'


class Runner:
    """A loop that runs coroutines one after the other and is cleaned up at the end of the block."""

    def __init__(self, *, debug=None, loop_factory=None):
        self._state, self._debug, self._loop_factory = _State.CREATED, debug, loop_factory
        self._loop = self._context = None
        self._set_event_loop = False

    def __enter__(self):
        self._lazy_init()
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.close()

    def close(self):
        """Cancels what still runs and closes the loop."""
        if self._state is not _State.INITIALIZED:
            return
        try:
            loop = self._loop
            _cancel_all_tasks(loop)
            loop.run_until_complete(loop.shutdown_asyncgens())
            loop.run_until_complete(loop.shutdown_default_executor())
        finally:
            if self._set_event_loop:
                events.set_event_loop(None)
            loop.close()
            self._loop, self._state = None, _State.CLOSED

    def get_loop(self):
        self._lazy_init()
        return self._loop

    def run(self, coro, *, context=None):
        """Runs a coroutine and gives its result."""
        if not coroutines.iscoroutine(coro):
            raise ValueError('a coroutine was expected, got {!r}'.format(coro))
        if events._get_running_loop() is not None:
            raise RuntimeError('Runner.run() cannot be called from a running event loop')
        self._lazy_init()
        task = self._loop.create_task(coro, context=self._context if context is None else context)
        try:
            return self._loop.run_until_complete(task)
        except KeyboardInterrupt:
            _interrupt(self._loop, task)
            raise

    def _lazy_init(self):
        if self._state is _State.CLOSED:
            raise RuntimeError('Runner is closed')
        if self._state is _State.INITIALIZED:
            return
        if self._loop_factory is None:
            self._loop = events.new_event_loop()
            if not self._set_event_loop:
                events.set_event_loop(self._loop)
                self._set_event_loop = True
        else:
            self._loop = self._loop_factory()
        if self._debug is not None:
            self._loop.set_debug(self._debug)
        self._context = contextvars.copy_context()
        self._state = _State.INITIALIZED


def run(main, *, debug=None):
    """Runs a coroutine in a new loop and gives its result."""
    if events._get_running_loop() is not None:
        raise RuntimeError('asyncio.run() cannot be called from a running event loop')
    with Runner(debug=debug) as runner:
        return runner.run(main)


def _interrupt(loop, task):
    """Cancels a task whose loop was interrupted, and lets it clean up."""
    if not task.done():
        task.cancel()
        try:
            loop.run_until_complete(task)
        except BaseException:
            pass  # the interruption is what is told


def _cancel_all_tasks(loop):
    left = tasks.all_tasks(loop)
    if not left:
        return
    for task in left:
        task.cancel()
    loop.run_until_complete(tasks.gather(*left, return_exceptions=True))
    for task in left:
        if not task.cancelled() and task.exception() is not None:
            loop.call_exception_handler({'message': 'unhandled exception during asyncio.run() shutdown',
                                         'exception': task.exception(), 'task': task})


_cell_tasks = 0


def _run_cell(coro):
    """Runs a notebook's cell in the notebook's loop, in which tasks go on from cell to cell."""
    global _cell_tasks
    loop = events._cell_loop()
    _cell_tasks += 1
    task = tasks.Task(coro, loop=loop, name=f'Cell-{_cell_tasks}')
    try:
        return loop.run_until_complete(task)
    except KeyboardInterrupt:
        _interrupt(loop, task)
        raise
