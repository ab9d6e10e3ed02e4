"""What tests ask of a mock: whether it was called, and how."""

import types
from ._mock_calls import CallList, _Call, call_parts, signature_text

__name__ = 'unittest.mock'

DELETED = object()  # in place of an attribute that was deleted


class Autospecced:
    """An attribute of an autospecced mock that nobody has asked for yet."""

    def __init__(self, make):
        self.make = make


def mock_of(value):
    """The mock behind a function with a spec, else value itself."""
    return value.mock if isinstance(value, types.FunctionType) and isinstance(getattr(value, 'mock', None), Assertions) else value


class Assertions:
    """The assert_ methods of mocks."""

    def _mock_said(self):
        return self._mock_name or 'mock'

    def _calls_repr(self, prefix='Calls'):
        return '\n%s: %s.' % (prefix, CallList(self.mock_calls)) if self.mock_calls else ''

    def _call_matcher(self, made):
        """The call in a form in which two that bind alike are equal, where the signature is known."""
        if not isinstance(made, tuple):
            return made
        name, args, kwargs = call_parts(made)
        signature = self._spec_signature
        if name:
            child = self
            for part in name.replace('()', '').split('.'):
                found = child._mock_children.get(part, DELETED)
                if found is DELETED or not isinstance(mock_of(found), Assertions):
                    break
                child = mock_of(found)
                signature = child._spec_signature
        if signature is None:
            return made
        try:
            bound = signature.bind(*args, **kwargs)
        except TypeError as error:
            return error.with_traceback(None)
        return _Call((name, bound.args, bound.kwargs))

    def assert_called(self):
        if not self.call_count:
            raise AssertionError("Expected '%s' to have been called." % self._mock_said())

    def assert_not_called(self):
        if self.call_count:
            raise AssertionError("Expected '%s' to not have been called. Called %s times.%s"
                                 % (self._mock_said(), self.call_count, self._calls_repr()))

    def assert_called_once(self):
        if self.call_count != 1:
            raise AssertionError("Expected '%s' to have been called once. Called %s times.%s"
                                 % (self._mock_said(), self.call_count, self._calls_repr()))

    def assert_called_with(self, /, *args, **kwargs):
        """The last call had these arguments."""
        expected = signature_text(self._mock_said(), args, kwargs)
        if self.call_args is None:
            raise AssertionError('expected call not found.\nExpected: %s\nActual: not called.' % expected)
        wanted, actual = self._call_matcher(_Call((args, kwargs), two=True)), self._call_matcher(self.call_args)
        if actual != wanted:
            shown = signature_text(self._mock_said(), *self.call_args)
            raise AssertionError('expected call not found.\nExpected: %s\nActual: %s' % (expected, shown)) from _cause(wanted)

    def assert_called_once_with(self, /, *args, **kwargs):
        if self.call_count != 1:
            raise AssertionError("Expected '%s' to be called once. Called %s times.%s"
                                 % (self._mock_said(), self.call_count, self._calls_repr()))
        return self.assert_called_with(*args, **kwargs)

    def assert_any_call(self, /, *args, **kwargs):
        wanted = self._call_matcher(_Call((args, kwargs), two=True))
        if not any(self._call_matcher(made) == wanted for made in self.call_args_list):
            raise AssertionError('%s call not found' % signature_text(self._mock_said(), args, kwargs)) from _cause(wanted)

    def assert_has_calls(self, calls, any_order=False):
        """The calls were made, one after another or, if so told, in any order."""
        wanted = [self._call_matcher(each) for each in calls]
        cause = next((each for each in wanted if isinstance(each, Exception)), None)
        made = CallList(self._call_matcher(each) for each in self.mock_calls)
        if not any_order:
            if wanted not in made:
                problem = 'Calls not found.'
                if cause is not None:
                    problem = 'Error processing expected calls.\nErrors: %s' % (
                        [each if isinstance(each, Exception) else None for each in wanted],)
                raise AssertionError('%s\nExpected: %s%s' % (problem, CallList(calls), self._calls_repr('Actual').rstrip('.'))) from cause
            return
        missing = []
        for each, written in zip(wanted, calls):
            if each in made:
                made.remove(each)
            else:
                missing.append(written)
        if missing:
            raise AssertionError('%r does not contain all of %r in its call list, found %r instead' % (
                self._mock_said(), tuple(missing), list(made))) from cause


def _cause(wanted):
    return wanted if isinstance(wanted, Exception) else None
