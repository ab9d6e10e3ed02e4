"""Tests that await."""

import asyncio
import contextvars
import inspect
import warnings

from .case import TestCase

__all__ = ['IsolatedAsyncioTestCase']


class IsolatedAsyncioTestCase(TestCase):
    """A test whose methods may be coroutines; each test has an event loop of its own."""

    def __init__(self, methodName='runTest'):
        super().__init__(methodName)
        self._asyncioRunner = None
        self._asyncioTestContext = contextvars.copy_context()

    async def asyncSetUp(self):
        """Prepares each test, after setUp."""

    async def asyncTearDown(self):
        """Ends each test, before tearDown."""

    def addAsyncCleanup(self, func, /, *args, **kwargs):
        """Awaits the function after tearDown."""
        self.addCleanup(*(func, *args), **kwargs)

    async def enterAsyncContext(self, cm):
        """Enters an asynchronous context that is left after tearDown."""
        kind = type(cm)
        try:
            enter, leave = kind.__aenter__, kind.__aexit__
        except AttributeError:
            raise TypeError(f"'{kind.__module__}.{kind.__qualname__}' object does not support the asynchronous context manager "
                            'protocol') from None
        result = await enter(cm)
        self.addAsyncCleanup(leave, cm, None, None, None)
        return result

    def _callSetUp(self):
        self._asyncioRunner.get_loop()
        self._asyncioTestContext.run(self.setUp)
        self._callAsync(self.asyncSetUp)

    def _callTestMethod(self, method):
        if self._callMaybeAsync(method) is not None:
            warnings.warn(f'It is deprecated to return a value that is not None from a test case ({method})',
                          DeprecationWarning, stacklevel=4)

    def _callTearDown(self):
        self._callAsync(self.asyncTearDown)
        self._asyncioTestContext.run(self.tearDown)

    def _callCleanup(self, function, *args, **kwargs):
        self._callMaybeAsync(function, *args, **kwargs)

    def _callAsync(self, func, /, *args, **kwargs):
        return self._asyncioRunner.run(func(*args, **kwargs), context=self._asyncioTestContext)

    def _callMaybeAsync(self, func, /, *args, **kwargs):
        if inspect.iscoroutinefunction(func):
            return self._callAsync(func, *args, **kwargs)
        return self._asyncioTestContext.run(func, *args, **kwargs)

    def run(self, result=None):
        with asyncio.Runner(debug=True) as runner:
            self._asyncioRunner = runner
            try:
                return super().run(result)
            finally:
                self._asyncioRunner = None

    def debug(self):
        with asyncio.Runner(debug=True) as runner:
            self._asyncioRunner = runner
            try:
                super().debug()
            finally:
                self._asyncioRunner = None
