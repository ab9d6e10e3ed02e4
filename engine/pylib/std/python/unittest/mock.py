"""Stand-ins for objects in tests."""

import contextlib
import functools
import inspect
import io
import pkgutil
import pprint
import sys
import types

__all__ = ['Mock', 'MagicMock', 'AsyncMock', 'patch', 'sentinel', 'DEFAULT', 'ANY', 'call', 'create_autospec', 'FILTER_DIR',
           'NonCallableMock', 'NonCallableMagicMock', 'mock_open', 'PropertyMock', 'seal']

FILTER_DIR = True

_numbers = 'add sub mul matmul truediv floordiv mod lshift rshift and xor or pow divmod'.split()
_ANSWERED = ['__%s__' % name for name in [
    *'lt gt le ge eq ne getitem setitem delitem len contains str sizeof enter exit neg pos abs invert complex int float index '
    'round trunc floor ceil bool next fspath iter hash'.split(),
    *_numbers, *['r' + name for name in _numbers], *['i' + name for name in _numbers if name != 'divmod']]]
_ASKED = ['__%s__' % name for name in
         'get set delete reversed missing reduce reduce_ex getinitargs getnewargs getnewargs_ex getstate setstate getformat repr '
         'dir subclasses format'.split()]
_UNSUPPORTED = {'__%s__' % name for name in
               'getattr setattr init new prepare instancecheck subclasscheck del'.split()}


def _is_supported(name):
    """Whether a mock can be given the magic method of that name."""
    return name in _ANSWERED or name in _ASKED


def _check_magic(name):
    """Raises AttributeError for a magic method that would break the mock itself."""
    if name in _UNSUPPORTED:
        raise AttributeError('Attempting to set unsupported magic method %r.' % name)


def _is_magic(name):
    return name[:2] == '__' == name[-2:] and len(name) > 4


class _Sentinel:
    """Unique objects by name: sentinel.name."""

    def __init__(self):
        self._sentinels = {}

    def __getattr__(self, name):
        if name == '__bases__':
            raise AttributeError  # what asks for it takes the object for a class otherwise
        return self._sentinels.setdefault(name, _SentinelObject(name))

    def __reduce__(self):
        return 'sentinel'


class _SentinelObject:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return 'sentinel.%s' % self.name

    def __reduce__(self):
        return 'sentinel.%s' % self.name


sentinel = _Sentinel()
DEFAULT = sentinel.DEFAULT


class _ANY:
    """Equal to everything."""

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __repr__(self):
        return '<ANY>'


ANY = _ANY()


def _signature_text(name, args, kwargs):
    """A call as one writes it."""
    shown = [repr(arg) for arg in args] + ['%s=%r' % item for item in kwargs.items()]
    return '%s(%s)' % (name, ', '.join(shown))


def _call_parts(value):
    """The name, args and kwargs of a tuple that stands for a call; any of them may be left out."""
    name, args, kwargs = '', (), {}
    for part in value:
        if isinstance(part, str):
            name = part
        elif isinstance(part, tuple):
            args = part
        else:
            kwargs = part
    return name, args, kwargs


class _Call(tuple):
    """A call: (name, args, kwargs), or (args, kwargs) where two is set.

    call.a.b(1) writes one down; it is equal to any tuple that says the same with parts left out.
    """

    def __new__(cls, value=(), name='', parent=None, two=False, from_kall=True):
        parts = _call_parts(value)
        return tuple.__new__(cls, parts[1:] if two else (parts[0] or name, *parts[1:]) if not value else parts)

    def __init__(self, value=(), name=None, parent=None, two=False, from_kall=True):
        self._mock_name, self._mock_parent, self._mock_from_kall = name, parent, from_kall

    def __eq__(self, other):
        if not isinstance(other, tuple) or len(other) > 3:
            return NotImplemented
        mine, others = getattr(self, '_mock_parent', None), getattr(other, '_mock_parent', None)
        if mine and others and mine != others:
            return False
        if not _well_formed(other):
            return False
        name, args, kwargs = _call_parts(self)
        other_name, other_args, other_kwargs = _call_parts(other)
        if name and other_name != name:
            return False
        return (other_args, other_kwargs) == (args, kwargs)

    __ne__ = object.__ne__
    __hash__ = None

    def __call__(self, /, *args, **kwargs):
        if self._mock_name is None:
            return _Call(('', args, kwargs), name='()')
        return _Call((self._mock_name, args, kwargs), name=self._mock_name + '()', parent=self)

    def __getattr__(self, name):
        if self._mock_name is None:
            return _Call(name=name, from_kall=False)
        return _Call(name='%s.%s' % (self._mock_name, name), parent=self, from_kall=False)

    def __getattribute__(self, name):
        if name in tuple.__dict__:  # count, index and __getitem__ too are names of methods that are called
            raise AttributeError
        return tuple.__getattribute__(self, name)

    @property
    def args(self):
        return self[-2]

    @property
    def kwargs(self):
        return self[-1]

    def __repr__(self):
        if not self._mock_from_kall:
            name = self._mock_name or 'call'
            return 'call' + name if name.startswith('()') else name
        name, args, kwargs = _call_parts(self)
        if name:
            name = 'call%s' % name if name.startswith('()') else 'call.%s' % name
        return _signature_text(name or 'call', args, kwargs)

    def call_list(self):
        """The calls that lead to this one: of call.a(1).b(2), those of a and of b."""
        made, each = [], self
        while each is not None:
            if each._mock_from_kall:
                made.append(each)
            each = each._mock_parent
        return _CallList(reversed(made))


def _well_formed(value):
    """Whether a tuple's parts are of the kinds of a call's, in their order."""
    kinds = [0 if isinstance(part, str) else 1 if isinstance(part, tuple) else 2 for part in value]
    return kinds == sorted(set(kinds))


call = _Call(from_kall=False)


class _CallList(list):
    """Calls; `in` looks for a call, or for calls that follow one another."""

    def __contains__(self, value):
        if not isinstance(value, list):
            return list.__contains__(self, value)
        n = len(value)
        return any(self[i:i + n] == value for i in range(len(self) - n + 1))

    def __repr__(self):
        return pprint.pformat(list(self))


_DELETED = object()  # in place of an attribute that was deleted


class _Autospecced:
    """An attribute of an autospecced mock that nobody has asked for yet."""

    def __init__(self, make):
        self.make = make


def _mock_of(value):
    """The mock behind a function with a spec, else value itself."""
    return value.mock if isinstance(value, types.FunctionType) and isinstance(getattr(value, 'mock', None), NonCallableMock) else value


def _cause(wanted):
    return wanted if isinstance(wanted, Exception) else None


_typos = 'assert', 'assret', 'asert', 'aseert', 'assrt'


class InvalidSpecError(Exception):
    """A mock was given as the spec of another one."""


def _is_exception(value):
    return isinstance(value, BaseException) or isinstance(value, type) and issubclass(value, BaseException)


def _raise_mock(spec):
    if isinstance(spec, NonCallableMock):
        raise InvalidSpecError('Cannot spec a Mock object. [object=%r]' % (spec,))


def _spec_signature(spec, as_instance=False, eat_self=False):
    """The signature of calls of what spec describes, None where there is none."""
    if isinstance(spec, (classmethod, staticmethod)):
        spec, eat_self = spec.__func__, isinstance(spec, classmethod)
    elif isinstance(spec, type) and not as_instance:
        spec, eat_self = getattr(spec, '__init__', None), True
    elif not callable(spec):
        return None
    elif not isinstance(spec, (types.FunctionType, types.MethodType, types.BuiltinFunctionType, type)):
        spec, eat_self = type(spec).__call__, True
    elif isinstance(spec, type):
        spec, eat_self = getattr(spec, '__call__', None), True
        if not isinstance(spec, types.FunctionType):
            return None
    try:
        found = inspect.signature(spec)
    except (TypeError, ValueError):
        return None
    if eat_self:
        found = found.replace(parameters=list(found.parameters.values())[1:])
    return found


class Base:
    """What mocks and what is mixed into them have in common."""

    _mock_return_value = DEFAULT
    _mock_side_effect = None

    def __init__(self, /, *args, **kwargs):
        pass


class _Recorded:
    """An attribute of a mock that its delegate, a function with a spec, may hold instead."""

    def __init__(self, name):
        self.name, self.place = name, '_mock_' + name

    def __get__(self, mock, kind=None):
        if mock is None:
            return self
        delegate = mock._mock_delegate
        return mock.__dict__[self.place] if delegate is None else getattr(delegate, self.name)

    def __set__(self, mock, value):
        delegate = mock._mock_delegate
        if delegate is None:
            mock.__dict__[self.place] = value
        else:
            setattr(delegate, self.name, value)


class NonCallableMock(Base):
    """A Mock that cannot be called. Each has a class of its own, which its magic methods live in."""

    called, call_count, call_args = _Recorded('called'), _Recorded('call_count'), _Recorded('call_args')
    call_args_list, mock_calls = _Recorded('call_args_list'), _Recorded('mock_calls')

    def __new__(cls, /, *args, **kwargs):
        return object.__new__(type(cls.__name__, (cls,), {'__doc__': cls.__doc__, '__module__': cls.__module__}))

    def __init__(self, spec=None, wraps=None, name=None, spec_set=None, parent=None, _spec_state=None, _new_name='',
                 _new_parent=None, _spec_as_instance=False, _eat_self=None, unsafe=False, **kwargs):
        state = self.__dict__
        state['_mock_parent'], state['_mock_name'] = parent, name
        state['_mock_new_name'] = _new_name
        state['_mock_new_parent'] = parent if _new_parent is None else _new_parent
        state['_mock_sealed'] = False
        eat_self = parent is not None if _eat_self is None else _eat_self
        self._mock_add_spec(spec_set if spec_set is not None else spec, spec_set is not None, _spec_as_instance, eat_self)
        state['_mock_children'], state['_mock_wraps'], state['_mock_delegate'] = {}, wraps, None
        state['_mock_return_value'], state['_mock_side_effect'], state['_mock_unsafe'] = DEFAULT, None, unsafe
        self._mock_forget()
        state['method_calls'] = _CallList()
        if kwargs:
            self.configure_mock(**kwargs)

    def _mock_forget(self):
        self.called, self.call_count, self.call_args = False, 0, None
        self.call_args_list, self.mock_calls = _CallList(), _CallList()

    def _mock_add_spec(self, spec, spec_set, as_instance=False, eat_self=False):
        _raise_mock(spec)
        state = self.__dict__
        names = like = signature = None
        if spec is not None:
            if type(spec) in (list, tuple):
                names = list(spec)
            else:
                like = spec if isinstance(spec, type) else type(spec)
                signature, names = _spec_signature(spec, as_instance, eat_self), dir(spec)
        state['_spec_class'], state['_spec_set'], state['_spec_signature'], state['_mock_methods'] = like, spec_set, signature, names

    def mock_add_spec(self, spec, spec_set=False):
        """Only the attributes of spec may be got; with spec_set, nor may others be set."""
        self._mock_add_spec(spec, spec_set)

    @property
    def __class__(self):
        return type(self) if self._spec_class is None else self._spec_class

    def attach_mock(self, mock, attribute):
        """Makes a mock an attribute of this one, which then records its calls."""
        inner = _mock_of(mock)
        inner._mock_parent = inner._mock_new_parent = None
        inner._mock_name, inner._mock_new_name = '', None
        setattr(self, attribute, mock)

    def configure_mock(self, /, **kwargs):
        """Sets attributes, also of attributes: {'method.return_value': 3}."""
        for path, value in sorted(kwargs.items(), key=lambda item: item[0].count('.')):
            *way, last = path.split('.')
            at = self
            for name in way:
                at = getattr(at, name)
            setattr(at, last, value)

    @property
    def return_value(self):
        holder = self if self._mock_delegate is None else self._mock_delegate
        if holder is not self:
            return holder.return_value
        if self._mock_return_value is DEFAULT and self._mock_wraps is None:
            self.return_value = self._get_child_mock(_new_parent=self, _new_name='()')
        return self._mock_return_value

    @return_value.setter
    def return_value(self, value):
        if self._mock_delegate is not None:
            self._mock_delegate.return_value = value
        else:
            self.__dict__['_mock_return_value'] = value
            _adopt(self, value, None, '()')

    @property
    def side_effect(self):
        if self._mock_delegate is not None:
            self._mock_delegate.side_effect = effect = _effect(self._mock_delegate.side_effect)
            return effect
        return self._mock_side_effect

    @side_effect.setter
    def side_effect(self, value):
        value = _effect(value)
        if self._mock_delegate is not None:
            self._mock_delegate.side_effect = value
        else:
            self.__dict__['_mock_side_effect'] = value

    def reset_mock(self, visited=None, *, return_value=False, side_effect=False):
        """Forgets the calls, of attributes and return values too."""
        visited = [] if visited is None else visited
        if id(self) in visited:
            return
        visited.append(id(self))
        self._mock_forget()
        self.method_calls = _CallList()
        if return_value:
            self.__dict__['_mock_return_value'] = DEFAULT
        if side_effect:
            self.__dict__['_mock_side_effect'] = None
        for child in self._mock_children.values():
            if child is not _DELETED and not isinstance(child, _Autospecced):
                child.reset_mock(visited, return_value=return_value, side_effect=side_effect)
        result = self._mock_return_value
        if isinstance(result, NonCallableMock) and result is not self:
            result.reset_mock(visited)

    def __getattr__(self, name):
        if name in ('_mock_methods', '_mock_unsafe', '_mock_delegate', '_spec_class'):
            raise AttributeError(name)
        if self._mock_methods is not None:
            if name not in self._mock_methods or _is_supported(name):
                raise AttributeError('Mock object has no attribute %r' % name)
        elif _is_magic(name):
            raise AttributeError(name)
        if not self._mock_unsafe and name.startswith(_typos) and (not self._mock_methods or name not in self._mock_methods):
            raise AttributeError('%r is not a valid assertion. Use a spec for the mock if %r is meant to be an attribute.' % (name, name))
        child = self._mock_children.get(name)
        if child is _DELETED:
            raise AttributeError(name)
        if child is None:
            wraps = None if self._mock_wraps is None else getattr(self._mock_wraps, name)
            child = self._get_child_mock(parent=self, name=name, wraps=wraps, _new_name=name, _new_parent=self)
            self._mock_children[name] = child
        elif isinstance(child, _Autospecced):
            child = self._mock_children[name] = child.make()
        return child

    def __setattr__(self, name, value):
        if name in ('return_value', 'side_effect', '_mock_parent', '_mock_new_parent', '_mock_name', '_mock_new_name',
                    'method_calls') or name in _recorded:
            return object.__setattr__(self, name, value)
        if self._spec_set and self._mock_methods is not None and name not in self._mock_methods and name not in self.__dict__:
            raise AttributeError("Mock object has no attribute '%s'" % name)
        if _is_magic(name) and self._mock_set_magic(name, value):
            return
        if name not in self.__dict__ and _adopt(self, value, name, name):
            self._mock_children[name] = value
        if self._mock_sealed and not hasattr(self, name):
            raise AttributeError('Cannot set %s.%s' % (self._extract_mock_name(), name))
        object.__setattr__(self, name, value)

    def _mock_set_magic(self, name, value):
        """Sets a magic method up, which lives in the class; False where name is an attribute as others."""
        if name == '__class__' or not _is_supported(name):
            _check_magic(name)
            if name == '__class__':
                self.__dict__['_spec_class'] = value
                return True
            return False
        if self._mock_methods is not None and name not in self._mock_methods:
            raise AttributeError("Mock object has no attribute '%s'" % name)
        if isinstance(value, NonCallableMock):
            _adopt(self, value, None, name)
            setattr(type(self), name, value)
            self._mock_children[name] = value
        else:
            setattr(type(self), name, _magic_method(name, value))
        return True

    def __delattr__(self, name):
        if _is_supported(name) and name in type(self).__dict__:
            delattr(type(self), name)
            if name not in self.__dict__:
                return
        known = self._mock_children.get(name)
        if name in self.__dict__:
            object.__delattr__(self, name)
        elif known is _DELETED:
            raise AttributeError(name)
        if known is not None:
            del self._mock_children[name]
        self._mock_children[name] = _DELETED

    def __dir__(self):
        shown = self._mock_methods or []
        if not sys.modules['unittest.mock'].FILTER_DIR:
            return object.__dir__(self)
        from_type = [name for name in dir(type(self)) if not name.startswith('_') or _is_magic(name)]
        own = [name for name in self.__dict__ if not name.startswith('_') or _is_magic(name)]
        made = [name for name, child in self._mock_children.items() if child is not _DELETED]
        return sorted({*shown, *from_type, *own, *made})

    def _get_child_mock(self, /, **kw):
        """What attributes and return values are; subclasses may override it."""
        if self._mock_sealed:
            raise AttributeError(self._extract_mock_name() + ('.%s' % kw['name'] if 'name' in kw else '()'))
        kind = type(self).__mro__[1]
        if not issubclass(kind, CallableMixin):
            from .mock import MagicMock
            kind = MagicMock if kind.__name__ == 'NonCallableMagicMock' else Mock if kind is NonCallableMock else kind
        return kind(**kw)

    def _extract_mock_name(self):
        """The name as one would write it: mock.method().attribute."""
        text, at = '', self
        while at._mock_new_parent is not None:
            name = at._mock_new_name
            text = name + ('' if not text or text.startswith('()') else '.') + text
            at = at._mock_new_parent
        return (at._mock_name or 'mock') + ('' if not text or text.startswith('()') else '.') + text

    def __repr__(self):
        name, spec = self._extract_mock_name(), ''
        shown = '' if name in ('mock', 'mock.') else ' name=%r' % name
        if self._spec_class is not None:
            spec = ' spec_set=%r' if self._spec_set else ' spec=%r'
            spec %= self._spec_class.__name__
        return '<%s%s%s id=%r>' % (type(self).__name__, shown, spec, str(id(self)))

    # What tests ask: whether it was called, and how

    def _mock_said(self):
        return self._mock_name or 'mock'

    def _calls_repr(self, prefix='Calls'):
        return '\n%s: %s.' % (prefix, _CallList(self.mock_calls)) if self.mock_calls else ''

    def _call_matcher(self, made):
        """The call in a form in which two that bind alike are equal, where the signature is known."""
        if not isinstance(made, tuple):
            return made
        name, args, kwargs = _call_parts(made)
        signature = self._spec_signature
        if name:
            child = self
            for part in name.replace('()', '').split('.'):
                found = child._mock_children.get(part, _DELETED)
                if found is _DELETED or not isinstance(_mock_of(found), NonCallableMock):
                    break
                child = _mock_of(found)
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
        expected = _signature_text(self._mock_said(), args, kwargs)
        if self.call_args is None:
            raise AssertionError('expected call not found.\nExpected: %s\nActual: not called.' % expected)
        wanted, actual = self._call_matcher(_Call((args, kwargs), two=True)), self._call_matcher(self.call_args)
        if actual != wanted:
            shown = _signature_text(self._mock_said(), *self.call_args)
            raise AssertionError('expected call not found.\nExpected: %s\nActual: %s' % (expected, shown)) from _cause(wanted)

    def assert_called_once_with(self, /, *args, **kwargs):
        if self.call_count != 1:
            raise AssertionError("Expected '%s' to be called once. Called %s times.%s"
                                 % (self._mock_said(), self.call_count, self._calls_repr()))
        return self.assert_called_with(*args, **kwargs)

    def assert_any_call(self, /, *args, **kwargs):
        wanted = self._call_matcher(_Call((args, kwargs), two=True))
        if not any(self._call_matcher(made) == wanted for made in self.call_args_list):
            raise AssertionError('%s call not found' % _signature_text(self._mock_said(), args, kwargs)) from _cause(wanted)

    def assert_has_calls(self, calls, any_order=False):
        """The calls were made, one after another or, if so told, in any order."""
        wanted = [self._call_matcher(each) for each in calls]
        cause = next((each for each in wanted if isinstance(each, Exception)), None)
        made = _CallList(self._call_matcher(each) for each in self.mock_calls)
        if not any_order:
            if wanted not in made:
                problem = 'Calls not found.'
                if cause is not None:
                    problem = 'Error processing expected calls.\nErrors: %s' % (
                        [each if isinstance(each, Exception) else None for each in wanted],)
                raise AssertionError('%s\nExpected: %s%s' % (problem, _CallList(calls), self._calls_repr('Actual').rstrip('.'))) from cause
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


_recorded = 'called', 'call_count', 'call_args', 'call_args_list', 'mock_calls'


def _effect(value):
    """A side_effect; of results in turn, the iterator."""
    if value is None or _is_exception(value) or callable(value):
        return value
    try:
        return iter(value)
    except TypeError:
        return value  # which the first call finds out


def _adopt(parent, value, name, new_name):
    """Has parent record the calls of a mock that becomes its attribute or return value, unless that has a parent or a name."""
    value = _mock_of(value)
    if not isinstance(value, NonCallableMock):
        return False
    if value._mock_name or value._mock_new_name or value._mock_parent is not None or value._mock_new_parent is not None:
        return False
    at = parent
    while at is not None:
        if at is value:  # a mock that returns itself
            return False
        at = at._mock_new_parent
    if new_name:
        value._mock_new_parent, value._mock_new_name = parent, new_name
    if name:
        value._mock_parent, value._mock_name = parent, name
    return True


def _magic_method(name, value):
    """A method that calls value, with self in front."""
    def method(self, /, *args, **kwargs):
        return value(self, *args, **kwargs)
    method.__name__ = name
    return method


class CallableMixin(Base):
    """What makes a mock callable."""

    def __init__(self, spec=None, side_effect=None, return_value=DEFAULT, wraps=None, name=None, spec_set=None, parent=None,
                 _spec_state=None, _new_name='', _new_parent=None, **kwargs):
        self.__dict__['_mock_return_value'] = return_value
        super().__init__(spec, wraps, name, spec_set, parent, _spec_state, _new_name, _new_parent, **kwargs)
        self.__dict__['_mock_return_value'] = return_value
        if side_effect is not None:
            self.side_effect = side_effect

    def __call__(self, /, *args, **kwargs):
        self._mock_check_sig(*args, **kwargs)
        self._increment_mock_call(*args, **kwargs)
        return self._mock_call(*args, **kwargs)

    def _mock_check_sig(self, /, *args, **kwargs):
        """A mock of a function with a spec raises here what a wrong call raises."""

    def _increment_mock_call(self, /, *args, **kwargs):
        """Writes a call down, here and in the mocks that this one is a part of."""
        self.called = True
        self.call_count += 1
        self.call_args = _Call((args, kwargs), two=True)
        self.call_args_list.append(self.call_args)
        self.mock_calls.append(_Call(('', args, kwargs)))
        as_method, method_name, name = self._mock_parent is not None, self._mock_name, self._mock_new_name
        last, at = name, self._mock_new_parent
        while at is not None:
            if as_method:
                at.method_calls.append(_Call((method_name, args, kwargs)))
                as_method = at._mock_parent is not None
                if as_method:
                    method_name = '%s.%s' % (at._mock_name, method_name)
            at.mock_calls.append(_Call((name, args, kwargs)))
            if at._mock_new_name:
                name = at._mock_new_name + ('' if last == '()' else '.') + name
                last = at._mock_new_name
            at = at._mock_new_parent

    def _mock_call(self, /, *args, **kwargs):
        """What a call gives: as side_effect says, else wraps or return_value."""
        effect = self.side_effect
        if effect is not None:
            if _is_exception(effect):
                raise effect
            result = effect(*args, **kwargs) if callable(effect) else next(effect)
            if _is_exception(result) and not callable(effect):
                raise result
            if result is not DEFAULT:
                return result
        if self._mock_delegate is not None or self._mock_return_value is not DEFAULT:
            return self.return_value
        if self._mock_wraps is not None:
            return self._mock_wraps(*args, **kwargs)
        return self.return_value


class Mock(CallableMixin, NonCallableMock):
    """Takes any call and attribute, and remembers.

    spec: an object or names; other attributes do not exist. side_effect: a function to call, an exception to raise, or the
    results in turn. return_value: the result of a call. wraps: an object to pass calls on to. Other keywords set attributes.
    """


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


class MagicProxy(Base):
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


class MagicMixin(Base):
    def __init__(self, /, *args, **kwargs):
        self._mock_set_magics()
        super().__init__(*args, **kwargs)
        self._mock_set_magics()

    def _mock_set_magics(self):
        """Has the magic methods answered that the spec, if any, has."""
        names = self.__dict__.get('_mock_methods')
        kind = type(self)
        for name in _ANSWERED:
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


class AsyncMockMixin(Base):
    """Calls that give coroutines, and a memory of what was awaited."""

    def __init__(self, /, *args, **kwargs):
        from asyncio.coroutines import _is_coroutine  # asyncio is loaded for those who use it
        super().__init__(*args, **kwargs)
        self.__dict__.update(await_count=0, await_args=None, await_args_list=[], _is_coroutine=_is_coroutine)

    async def _mock_call(self, /, *args, **kwargs):
        self.__dict__['await_count'] += 1
        self.__dict__['await_args'] = _Call((args, kwargs), two=True)
        self.await_args_list.append(self.await_args)
        effect = self.side_effect
        if effect is not None:
            if _is_exception(effect):
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
                if _is_exception(result):
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
            raise AssertionError(f'Expected await: {_signature_text(self._mock_said(), args, kwargs)}\nNot awaited')
        if self.await_args != _Call((args, kwargs), two=True):
            raise AssertionError('expected await not found.\nExpected: %s\nActual: %s' % (
                _signature_text(self._mock_said(), args, kwargs), _signature_text(self._mock_said(), *self.await_args)))

    def assert_awaited_once_with(self, /, *args, **kwargs):
        self.assert_awaited_once()
        return self.assert_awaited_with(*args, **kwargs)

    def assert_any_await(self, /, *args, **kwargs):
        if _Call((args, kwargs), two=True) not in self.await_args_list:
            raise AssertionError(f'{_signature_text(self._mock_said(), args, kwargs)} await not found')

    def assert_not_awaited(self):
        if self.await_count != 0:
            raise AssertionError(f"Expected {self._mock_said()} to not have been awaited. Awaited {self.await_count} times.")

    def reset_mock(self, /, *args, **kwargs):
        super().reset_mock(*args, **kwargs)
        self.__dict__.update(await_count=0, await_args=None, await_args_list=[])


class AsyncMagicMixin(MagicMixin):
    """The magic methods of mocks of coroutine functions."""


class AsyncMock(AsyncMockMixin, AsyncMagicMixin, Mock):
    """A mock whose call gives a coroutine, and which remembers what was awaited."""


class PropertyMock(Mock):
    """A mock for the class of an object, where it acts as a property: getting and setting calls it."""

    def _get_child_mock(self, /, **kwargs):
        return MagicMock(**kwargs)

    def __get__(self, instance, kind=None):
        return self()

    def __set__(self, instance, value):
        self(value)


_functions = types.FunctionType, types.MethodType
_forwarded = ('assert_called_with assert_called_once_with assert_has_calls assert_any_call assert_called assert_not_called '
              'assert_called_once attach_mock').split()


def create_autospec(spec, spec_set=False, instance=False, _parent=None, _name=None, *, unsafe=False, **kwargs):
    """A mock with the attributes of spec, and of those; its functions check the arguments of their calls.

    With instance, spec is a class and the mock stands for an instance of it.
    """
    if not unsafe:
        _check_typos(kwargs)
    if isinstance(spec, (list, tuple)):
        spec = type(spec)
    if isinstance(spec, NonCallableMock):
        raise InvalidSpecError('Cannot autospec a Mock object. [object=%r]' % (spec,))
    is_type = isinstance(spec, type)
    options = {} if spec is None else {'spec_set' if spec_set else 'spec': spec}
    kind = MagicMock
    if inspect.isdatadescriptor(spec):
        options = {}
    elif is_type and instance and not _instance_callable(spec):
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


def _check_typos(kwargs):
    """Raises RuntimeError for arguments that are other ones misspelled."""
    for name in ('autospect', 'auto_spec', 'set_spec'):
        if name in kwargs:
            raise RuntimeError('%r might be a typo; use unsafe=True if this is intended' % name)


def _instance_callable(kind):
    """Whether instances of a class can be called."""
    if not isinstance(kind, type):
        return hasattr(kind, '__call__')
    return any('__call__' in vars(base) for base in kind.__mro__[:-1])


def _check_calls(mock, spec, is_type, instance):
    """Has mock raise TypeError for calls that spec would not take."""
    signature = _spec_signature(spec, as_instance=is_type and instance)
    mock.__dict__['_spec_signature'] = signature
    if signature is not None and callable(mock):
        def check(self, /, *args, **kwargs):
            signature.bind(*args, **kwargs)
        type(mock)._mock_check_sig = check


def _autospec_attributes(mock, made, spec, spec_set):
    for name in dir(spec):
        if _is_magic(name):
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
            mock._mock_children[name] = _Autospecced(make)


def _attribute(mock, spec, name, original, spec_set):
    """The mock of an attribute of spec."""
    if not isinstance(original, _functions):
        return create_autospec(original, spec_set, _parent=mock, _name=name)
    options = {'spec_set' if spec_set else 'spec': original}
    eat_self = _skips_first(spec, name, original)
    child = MagicMock(parent=mock, name=name, _new_name=name, _new_parent=mock, _eat_self=eat_self, **options)
    signature = child.__dict__['_spec_signature'] = _spec_signature(original, eat_self=eat_self)
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
    signature = _spec_signature(spec)
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


_started = []  # what start() has put in place
# attributes of functions that come back as something else when deleted
_of_functions = '__doc__', '__module__', '__defaults__', '__annotations__', '__kwdefaults__'


class _patch:
    """Replaces one attribute of an object: as a decorator, in a with statement, or between start and stop."""

    attribute_name = None

    def __init__(self, getter, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs, *, unsafe=False):
        if not unsafe:
            _check_typos(kwargs)
        if new_callable is not None:
            if new is not DEFAULT:
                raise ValueError("Cannot use 'new' and 'new_callable' together")
            if autospec is not None:
                raise ValueError("Cannot use 'autospec' and 'new_callable' together")
        self.getter, self.attribute, self.new, self.new_callable = getter, attribute, new, new_callable
        self.spec, self.create, self.spec_set, self.autospec = spec, create, spec_set, autospec
        self.kwargs, self.additional_patchers, self.is_started = kwargs, [], False
        self.unsafe = unsafe

    def copy(self):
        made = _patch(self.getter, self.attribute, self.new, self.spec, self.create, self.spec_set, self.autospec,
                      self.new_callable, self.kwargs)
        made.attribute_name = self.attribute_name
        made.additional_patchers = [each.copy() for each in self.additional_patchers]
        return made

    def __call__(self, func):
        return _decorate_class(self, func) if isinstance(func, type) else self.decorate_callable(func)

    def decorate_callable(self, func):
        """Func with the replacement in place while it runs; what was made for it comes as a further argument."""
        if hasattr(func, 'patchings'):
            func.patchings.append(self)
            return func

        @functools.wraps(func)
        def patched(*args, **keywargs):
            with contextlib.ExitStack() as stack:
                for patching in patched.patchings:
                    made = stack.enter_context(patching)
                    if patching.attribute_name is not None:
                        keywargs.update(made)
                    elif patching.new is DEFAULT:
                        args += (made,)
                return func(*args, **keywargs)
        patched.patchings = [self]
        return patched

    def _original(self):
        """What is to be replaced, and whether it is the target's own."""
        own = getattr(self.target, '__dict__', {})
        if self.attribute in own:
            return own[self.attribute], True
        import builtins
        found = getattr(self.target, self.attribute, DEFAULT)
        if self.attribute in vars(builtins) and isinstance(self.target, type(sys)):
            self.create = True
        elif not self.create and found is DEFAULT:
            raise AttributeError('%s does not have the attribute %r' % (self.target, self.attribute))
        return found, False

    def __enter__(self):
        if self.is_started:
            raise RuntimeError('Patch is already started')
        self.target = self.getter()
        original, own = self._original()
        new = self._replacement(original)
        self.temp_original, self.is_local, self.is_started = original, own, True
        self._stack = contextlib.ExitStack()
        try:
            setattr(self.target, self.attribute, new)
            if self.attribute_name is None:
                return new
            made = {self.attribute_name: new} if self.new is DEFAULT else {}
            for each in self.additional_patchers:
                given = self._stack.enter_context(each)
                if each.new is DEFAULT:
                    made.update(given)
            return made
        except BaseException:
            if not self.__exit__(*sys.exc_info()):
                raise

    def _replacement(self, original):
        """What comes in place of the original."""
        spec, spec_set, autospec = (None if value is False else value for value in (self.spec, self.spec_set, self.autospec))
        if spec is not None and autospec is not None:
            raise TypeError("Can't specify spec and autospec")
        if (spec is not None or autospec is not None) and spec_set not in (True, None):
            raise TypeError("Can't provide explicit spec_set *and* spec or autospec")
        if autospec is not None:
            return self._autospecced(original, autospec, bool(spec_set))
        if self.new is DEFAULT:
            return self._made(original, spec, spec_set)
        if self.kwargs:
            raise TypeError("Can't pass kwargs to a mock we aren't creating")
        return self.new

    def _autospecced(self, original, autospec, spec_set):
        if self.new is not DEFAULT:
            raise TypeError("autospec creates the mock for you. Can't specify autospec and new.")
        if original is DEFAULT:
            raise TypeError("Can't use 'autospec' with create=True")
        if autospec is True:
            autospec = original
        if isinstance(self.target, NonCallableMock):
            raise InvalidSpecError('Cannot autospec attr %r as the patch target has already been mocked out. [target=%r, attr=%r]'
                                   % (self.attribute, self.target, autospec))
        if isinstance(autospec, NonCallableMock):
            raise InvalidSpecError('Cannot autospec attr %r from target %r as it has already been mocked out. [target=%r, attr=%r]' % (
                self.attribute, getattr(self.target, '__name__', self.target), self.target, autospec))
        return create_autospec(autospec, spec_set=spec_set, _name=self.attribute, **self.kwargs)

    def _made(self, original, spec, spec_set):
        """A mock for the original, with the attributes that spec or spec_set has."""
        if spec_set is True:
            spec, spec_set = None, original if spec in (None, True) else spec
        elif spec is True:
            spec = original
        like = spec if spec_set is None else spec_set
        if like is not None and original is DEFAULT:
            raise TypeError("Can't use 'spec' with create=True")
        kwargs = {name: value for name, value in (('spec', spec), ('spec_set', spec_set)) if value is not None}
        names = type(like) in (list, tuple)
        kind = self.new_callable or (AsyncMock if inspect.iscoroutinefunction(original) else MagicMock)
        if self.new_callable is None and like is not None and ('__call__' not in like if names else not callable(like)):
            kind = NonCallableMagicMock
        named = {'name': self.attribute} if isinstance(kind, type) and issubclass(kind, NonCallableMock) else {}
        made = kind(**named, **kwargs | self.kwargs)
        if kwargs and isinstance(original, type) and isinstance(made, NonCallableMock):
            if not names and not _instance_callable(like):
                kind = NonCallableMagicMock
            made.return_value = kind(_new_parent=made, _new_name='()', **kwargs | self.kwargs)
        return made

    def __exit__(self, *exc_info):
        if not self.is_started:
            return
        if self.is_local and self.temp_original is not DEFAULT:
            setattr(self.target, self.attribute, self.temp_original)
        else:
            delattr(self.target, self.attribute)
            if not self.create and (not hasattr(self.target, self.attribute) or self.attribute in _of_functions):
                setattr(self.target, self.attribute, self.temp_original)
        self.is_started = False
        del self.temp_original, self.is_local, self.target
        return self._stack.__exit__(*exc_info)

    def start(self):
        """Puts the replacement in place; stop takes it back."""
        made = self.__enter__()
        _started.append(self)
        return made

    def stop(self):
        if self not in _started:
            return None
        _started.remove(self)
        return self.__exit__(None, None, None)


def _decorate_class(patcher, kind):
    """Has patcher around every test method of a class."""
    for name in dir(kind):
        if name.startswith(patch.TEST_PREFIX):
            method = getattr(kind, name)
            if callable(method):
                setattr(kind, name, patcher.copy()(method))
    return kind


def _get_target(path):
    """What finds the object that holds an attribute, and the attribute's name."""
    target, _, attribute = path.rpartition('.') if isinstance(path, str) else ('', '', '')
    if not (target and attribute):
        raise TypeError('Need a valid target to patch. You supplied: %r' % (path,))
    return functools.partial(pkgutil.resolve_name, target), attribute


def patch(target, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, *, unsafe=False, **kwargs):
    """Replaces 'package.module.name' for a while, by new or by a MagicMock."""
    getter, attribute = _get_target(target)
    return _patch(getter, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs, unsafe=unsafe)


def _patch_object(target, attribute, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, *,
                  unsafe=False, **kwargs):
    """Replaces an attribute of an object for a while."""
    if isinstance(target, str):
        raise TypeError('%r must be the actual object to be patched, not a str' % target)
    return _patch(lambda: target, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs, unsafe=unsafe)


def _patch_multiple(target, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, **kwargs):
    """Replaces several attributes of an object for a while; those that are DEFAULT come as keyword arguments."""
    getter = functools.partial(pkgutil.resolve_name, target) if isinstance(target, str) else lambda: target
    if not kwargs:
        raise ValueError('Must supply at least one keyword argument with patch.multiple')
    made = []
    for name, new in kwargs.items():
        each = _patch(getter, name, new, spec, create, spec_set, autospec, new_callable, {})
        each.attribute_name = name
        made.append(each)
    made[0].additional_patchers = made[1:]
    return made[0]


class _patch_dict:
    """Changes a mapping for a while: adds values to it, empties it first if clear is set."""

    def __init__(self, in_dict, values=(), clear=False, **kwargs):
        self.in_dict, self.values, self.clear = in_dict, dict(values), clear
        self.values.update(kwargs)
        self._before = None

    def copy(self):
        return _patch_dict(self.in_dict, self.values, self.clear)

    def __call__(self, func):
        if isinstance(func, type):
            return _decorate_class(self, func)

        @functools.wraps(func)
        def patched(*args, **kwargs):
            with self:
                return func(*args, **kwargs)
        return patched

    decorate_callable = __call__

    def __enter__(self):
        if isinstance(self.in_dict, str):
            self.in_dict = pkgutil.resolve_name(self.in_dict)
        target = self.in_dict
        try:
            self._before = target.copy()
        except AttributeError:  # a mapping by its methods alone
            self._before = {key: target[key] for key in target}
        if self.clear:
            _empty(target)
        try:
            target.update(self.values)
        except AttributeError:
            for key in self.values:
                target[key] = self.values[key]
        return target

    def __exit__(self, *exc):
        if self._before is not None:
            target, before = self.in_dict, self._before
            _empty(target)
            try:
                target.update(before)
            except AttributeError:
                for key in before:
                    target[key] = before[key]
            self._before = None
        return False

    def start(self):
        made = self.__enter__()
        _started.append(self)
        return made

    def stop(self):
        if self not in _started:
            return None
        _started.remove(self)
        return self.__exit__(None, None, None)


def _empty(mapping):
    try:
        mapping.clear()
    except AttributeError:
        for key in list(mapping):
            del mapping[key]


def _stopall():
    """Takes back every replacement that start() has put in place."""
    for each in reversed(_started[:]):
        each.stop()


patch.object, patch.dict, patch.multiple, patch.stopall = _patch_object, _patch_dict, _patch_multiple, _stopall
patch.TEST_PREFIX = 'test'


class _File:
    """What the handle of mock_open answers: lines of the data, one reading at a time."""

    def __init__(self, handle, data):
        self.handle, self.data = handle, data
        self.rewind()

    def rewind(self):
        self.stream = (io.StringIO if isinstance(self.data, str) else io.BytesIO)(self.data)

    def _wanted(self, name):
        """The return_value that a test has set for a method, else None."""
        result = getattr(self.handle, name)._mock_return_value
        return None if result is DEFAULT else result

    def read(self, *args, **kwargs):
        wanted = self._wanted('read')
        return self.stream.read(*args, **kwargs) if wanted is None else wanted

    def readlines(self, *args, **kwargs):
        wanted = self._wanted('readlines')
        return self.stream.readlines(*args, **kwargs) if wanted is None else wanted

    def readline(self, *args, **kwargs):
        wanted = self._wanted('readline')
        return self.stream.readline(*args, **kwargs) if wanted is None else wanted

    def lines(self):
        wanted = self._wanted('readline')
        while wanted is not None:
            yield wanted
        yield from iter(self.stream.readline, self.data[:0])

    def next(self):
        return next(self.lines())


def mock_open(mock=None, read_data=''):
    """A mock for open(): its handle reads read_data, which every call begins anew."""
    names = sorted({*dir(io.TextIOWrapper), *dir(io.BytesIO)})
    if not isinstance(read_data, str):
        read_data = bytes(read_data)
    if mock is None:
        mock = MagicMock(name='open', spec=open)
    handle = MagicMock(spec=names)
    handle.__enter__.return_value = handle
    handle.write.return_value = None
    file = _File(handle, read_data)
    handle.read.side_effect, handle.readlines.side_effect, handle.readline.side_effect = file.read, file.readlines, file.readline
    handle.__iter__.side_effect, handle.__next__.side_effect = file.lines, file.next

    def opened(*args, **kwargs):
        file.rewind()
        return DEFAULT

    mock.side_effect, mock.return_value = opened, handle
    return mock


def seal(mock):
    """From now on, attributes that were not set up do not exist; nor do those of the mock's own mocks."""
    mock.__dict__['_mock_sealed'] = True
    for child in [*mock._mock_children.values(), mock.__dict__.get('_mock_return_value')]:
        if isinstance(child, NonCallableMock) and not child._mock_sealed and child._mock_new_parent is mock:
            seal(child)
