"""Mocks that take no other calls than what they stand for."""

import functools
import inspect
import types
from ._mock_asserts import Autospecced
from ._mock_calls import DEFAULT
from ._mock_magic import MagicMock, NonCallableMagicMock
from ._mock_names import is_magic
from ._mock_object import NonCallableMock, InvalidSpecError, spec_signature

__name__ = 'unittest.mock'

_functions = types.FunctionType, types.MethodType
_forwarded = ('assert_called_with assert_called_once_with assert_has_calls assert_any_call assert_called assert_not_called '
              'assert_called_once attach_mock').split()


def create_autospec(spec, spec_set=False, instance=False, _parent=None, _name=None, *, unsafe=False, **kwargs):
    """A mock with the attributes of spec, and of those; its functions check the arguments of their calls.

    With instance, spec is a class and the mock stands for an instance of it.
    """
    if not unsafe:
        check_typos(kwargs)
    if isinstance(spec, (list, tuple)):
        spec = type(spec)
    if isinstance(spec, NonCallableMock):
        raise InvalidSpecError('Cannot autospec a Mock object. [object=%r]' % (spec,))
    is_type = isinstance(spec, type)
    options = {} if spec is None else {'spec_set' if spec_set else 'spec': spec}
    kind = MagicMock
    if inspect.isdatadescriptor(spec):
        options = {}
    elif is_type and instance and not instance_callable(spec):
        kind = NonCallableMagicMock
    elif not callable(spec) and not isinstance(spec, (classmethod, staticmethod)):
        kind = NonCallableMagicMock
    name = kwargs.pop('name', _name)
    if unsafe:
        options['unsafe'] = True
    mock = kind(parent=_parent, _new_parent=_parent, _new_name='' if _parent is None else _name, name=name,
                _spec_as_instance=instance, **options | kwargs)
    made = mock
    if isinstance(spec, _functions):
        made = _as_function(mock, spec)
    else:
        _check_calls(mock, spec, is_type, instance)
    if _parent is not None and not instance:
        _parent._mock_children[_name] = made
    if is_type and not instance and 'return_value' not in kwargs:
        mock.return_value = create_autospec(spec, spec_set, instance=True, _name='()', _parent=mock)
    _autospec_attributes(mock, made, spec, spec_set)
    return made


def check_typos(kwargs):
    """Raises RuntimeError for arguments that are other ones misspelled."""
    for name in ('autospect', 'auto_spec', 'set_spec'):
        if name in kwargs:
            raise RuntimeError('%r might be a typo; use unsafe=True if this is intended' % name)


def instance_callable(kind):
    """Whether instances of a class can be called."""
    if not isinstance(kind, type):
        return hasattr(kind, '__call__')
    return any('__call__' in vars(base) for base in kind.__mro__[:-1])


def _check_calls(mock, spec, is_type, instance):
    """Has mock raise TypeError for calls that spec would not take."""
    signature = spec_signature(spec, as_instance=is_type and instance)
    mock.__dict__['_spec_signature'] = signature
    if signature is not None and callable(mock):
        def check(self, /, *args, **kwargs):
            signature.bind(*args, **kwargs)
        type(mock)._mock_check_sig = check


def _autospec_attributes(mock, made, spec, spec_set):
    for name in dir(spec):
        if is_magic(name):
            continue
        try:
            original = getattr(spec, name)
        except AttributeError:
            continue
        make = functools.partial(_attribute, mock, spec, name, original, spec_set)
        if isinstance(original, _functions) or made is not mock:
            child = make()
            mock._mock_children[name] = child
            if made is not mock:
                setattr(made, name, child)
        else:
            mock._mock_children[name] = Autospecced(make)


def _attribute(mock, spec, name, original, spec_set):
    """The mock of an attribute of spec."""
    if not isinstance(original, _functions):
        return create_autospec(original, spec_set, _parent=mock, _name=name)
    options = {'spec_set' if spec_set else 'spec': original}
    eat_self = _skips_first(spec, name, original)
    child = MagicMock(parent=mock, name=name, _new_name=name, _new_parent=mock, _eat_self=eat_self, **options)
    signature = child.__dict__['_spec_signature'] = spec_signature(original, eat_self=eat_self)
    if signature is not None:
        def check(self, /, *args, **kwargs):
            signature.bind(*args, **kwargs)
        type(child)._mock_check_sig = check
    return child


def _skips_first(spec, name, original):
    """Whether the function is a method of a class, whose mock is called without self."""
    if not isinstance(spec, type):
        return False
    for kind in spec.__mro__:
        if name in vars(kind):
            return isinstance(vars(kind)[name], types.FunctionType)
    return False


def _as_function(mock, spec):
    """A function with the signature of spec that calls mock."""
    signature = spec_signature(spec)
    mock.__dict__['_spec_signature'] = signature

    def function(*args, **kwargs):
        if signature is not None:
            signature.bind(*args, **kwargs)
        return mock(*args, **kwargs)

    for attribute in ('__name__', '__doc__', '__text_signature__', '__module__', '__defaults__', '__kwdefaults__'):
        try:
            setattr(function, attribute, getattr(spec, attribute))
        except (AttributeError, TypeError):
            pass
    if signature is not None:
        function.__signature__ = signature
    function.mock = mock
    for name in _forwarded:
        setattr(function, name, getattr(mock, name))
    function.called, function.call_count, function.call_args = False, 0, None
    function.call_args_list, function.method_calls, function.mock_calls = mock.call_args_list, mock.method_calls, mock.mock_calls
    function.return_value, function.side_effect, function._mock_children = mock._mock_return_value, mock.side_effect, mock._mock_children
    if function.return_value is DEFAULT:
        function.return_value = mock.return_value

    def reset_mock():
        mock.__dict__['_mock_delegate'] = None
        mock.reset_mock()
        function.called, function.call_count, function.call_args = False, 0, None
        function.call_args_list, function.mock_calls = mock.call_args_list, mock.mock_calls
        result = function.return_value
        if isinstance(result, NonCallableMock) and result is not mock:
            result.reset_mock()
        mock.__dict__['_mock_delegate'] = function

    function.reset_mock = reset_mock
    mock.__dict__['_mock_delegate'] = function
    return function
