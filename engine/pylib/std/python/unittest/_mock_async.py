"""Mocks of coroutine functions."""

import inspect
from asyncio.coroutines import _is_coroutine

from ._mock_calls import DEFAULT, _Call, signature_text
from ._mock_magic import MagicMock
from ._mock_object import is_exception


class AsyncMock(MagicMock):
    """A mock whose call gives a coroutine, and which remembers what was awaited."""

    def __init__(self, /, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.__dict__.update(await_count=0, await_args=None, await_args_list=[], _is_coroutine=_is_coroutine)

    async def _mock_call(self, /, *args, **kwargs):
        self.__dict__['await_count'] += 1
        self.__dict__['await_args'] = _Call((args, kwargs), two=True)
        self.await_args_list.append(self.await_args)
        effect = self.side_effect
        if effect is not None:
            if is_exception(effect):
                raise effect
            if callable(effect):
                result = effect(*args, **kwargs)
                if inspect.isawaitable(result):
                    result = await result
            else:
                try:
                    result = next(effect)
                except StopIteration:
                    raise StopAsyncIteration
                if is_exception(result):
                    raise result
            if result is not DEFAULT:
                return result
        if self._mock_return_value is not DEFAULT:
            return self.return_value
        if self._mock_wraps is not None:
            result = self._mock_wraps(*args, **kwargs)
            return await result if inspect.isawaitable(result) else result
        return self.return_value

    def assert_awaited(self):
        if self.await_count == 0:
            raise AssertionError(f"Expected {self._mock_said()} to have been awaited.")

    def assert_awaited_once(self):
        if self.await_count != 1:
            raise AssertionError(f"Expected {self._mock_said()} to have been awaited once. Awaited {self.await_count} times.")

    def assert_awaited_with(self, /, *args, **kwargs):
        if self.await_args is None:
            raise AssertionError(f'Expected await: {signature_text(self._mock_said(), args, kwargs)}\nNot awaited')
        if self.await_args != _Call((args, kwargs), two=True):
            raise AssertionError('expected await not found.\nExpected: %s\nActual: %s' % (
                signature_text(self._mock_said(), args, kwargs), signature_text(self._mock_said(), *self.await_args)))

    def assert_awaited_once_with(self, /, *args, **kwargs):
        self.assert_awaited_once()
        return self.assert_awaited_with(*args, **kwargs)

    def assert_any_await(self, /, *args, **kwargs):
        if _Call((args, kwargs), two=True) not in self.await_args_list:
            raise AssertionError(f'{signature_text(self._mock_said(), args, kwargs)} await not found')

    def assert_not_awaited(self):
        if self.await_count != 0:
            raise AssertionError(f"Expected {self._mock_said()} to not have been awaited. Awaited {self.await_count} times.")

    def reset_mock(self, /, *args, **kwargs):
        super().reset_mock(*args, **kwargs)
        self.__dict__.update(await_count=0, await_args=None, await_args_list=[])
