"""MagicMock: a mock that also answers Python's operators."""

from ._mock_calls import DEFAULT
from ._mock_names import ANSWERED
from ._mock_object import Mock, NonCallableMock

__name__ = 'unittest.mock'

_results = {'__lt__': NotImplemented, '__gt__': NotImplemented, '__le__': NotImplemented, '__ge__': NotImplemented, '__int__': 1,
            '__contains__': False, '__len__': 0, '__exit__': False, '__complex__': 1j, '__float__': 1.0, '__bool__': True,
            '__index__': 1}
_computed = {'__hash__': object.__hash__, '__str__': object.__str__, '__sizeof__': object.__sizeof__,
             '__fspath__': lambda mock: '%s/%s/%d' % (type(mock).__name__, mock._extract_mock_name(), id(mock))}


def _equality(mock):
    def equal(other):
        wanted = mock.__eq__._mock_return_value
        return wanted if wanted is not DEFAULT else True if mock is other else NotImplemented
    return equal


def _inequality(mock):
    def unequal(other):
        wanted = mock.__ne__._mock_return_value
        return wanted if wanted is not DEFAULT else False if mock is other else NotImplemented
    return unequal


def _iteration(mock):
    def iterate():
        wanted = mock.__iter__._mock_return_value
        return iter([]) if wanted is DEFAULT else iter(wanted)
    return iterate


_effects = {'__eq__': _equality, '__ne__': _inequality, '__iter__': _iteration}


class MagicProxy:
    """Stands in a mock's class for a magic method until somebody asks for it."""

    def __init__(self, name, mock):
        self.name, self.mock = name, mock

    def __get__(self, instance, kind=None):
        return self.make()

    def make(self):
        """Makes the mock of the method and puts it in place."""
        mock, name = self.mock, self.name
        method = mock._get_child_mock(name=name, _new_name=name, _new_parent=mock)
        if isinstance(method, NonCallableMock):
            if name in _results:
                method.return_value = _results[name]
            elif name in _computed:
                try:
                    method.return_value = _computed[name](mock)
                except AttributeError:
                    method.return_value = object()
            elif name in _effects:
                method.side_effect = _effects[name](mock)
        setattr(mock, name, method)
        return method


class MagicMixin:
    def __init__(self, /, *args, **kwargs):
        self._mock_set_magics()
        super().__init__(*args, **kwargs)
        self._mock_set_magics()

    def _mock_set_magics(self):
        """Has the magic methods answered that the spec, if any, has."""
        names = self.__dict__.get('_mock_methods')
        kind = type(self)
        for name in ANSWERED:
            if names is None or name in names:
                if name not in kind.__dict__:
                    setattr(kind, name, MagicProxy(name, self))
            elif name in kind.__dict__:
                delattr(kind, name)

    def mock_add_spec(self, spec, spec_set=False):
        """Only the attributes of spec may be got; with spec_set, nor may others be set."""
        self._mock_add_spec(spec, spec_set)
        self._mock_set_magics()


class NonCallableMagicMock(MagicMixin, NonCallableMock):
    """A MagicMock that cannot be called."""


class MagicMock(MagicMixin, Mock):
    """A Mock that also answers len, iteration, operators, with and the other magic methods; each can be set up."""

    def reset_mock(self, /, *args, return_value=False, **kwargs):
        if return_value:
            for name in _results:
                method = self._mock_children.pop(name, None)
                if method is not None:
                    setattr(type(self), name, MagicProxy(name, self))
        super().reset_mock(*args, return_value=return_value, **kwargs)


class PropertyMock(Mock):
    """A mock for the class of an object, where it acts as a property: getting and setting calls it."""

    def _get_child_mock(self, /, **kwargs):
        return MagicMock(**kwargs)

    def __get__(self, instance, kind=None):
        return self()

    def __set__(self, instance, value):
        self(value)
