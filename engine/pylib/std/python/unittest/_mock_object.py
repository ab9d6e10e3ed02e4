"""Mock: an object that takes any call and attribute, and remembers."""

import inspect
import sys
import types
from ._mock_asserts import DELETED, Assertions, Autospecced, mock_of
from ._mock_calls import DEFAULT, CallList, _Call
from ._mock_names import check_magic, is_magic, is_supported

__name__ = 'unittest.mock'

_typos = 'assert', 'assret', 'asert', 'aseert', 'assrt'


class InvalidSpecError(Exception):
    """A mock was given as the spec of another one."""


def is_exception(value):
    return isinstance(value, BaseException) or isinstance(value, type) and issubclass(value, BaseException)


def raise_mock(spec):
    if isinstance(spec, NonCallableMock):
        raise InvalidSpecError('Cannot spec a Mock object. [object=%r]' % (spec,))


def spec_signature(spec, as_instance=False, eat_self=False):
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


class Recorded:
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


class NonCallableMock(Assertions):
    """A Mock that cannot be called. Each has a class of its own, which its magic methods live in."""

    called, call_count, call_args = Recorded('called'), Recorded('call_count'), Recorded('call_args')
    call_args_list, mock_calls = Recorded('call_args_list'), Recorded('mock_calls')

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
        state['method_calls'] = CallList()
        if kwargs:
            self.configure_mock(**kwargs)

    def _mock_forget(self):
        self.called, self.call_count, self.call_args = False, 0, None
        self.call_args_list, self.mock_calls = CallList(), CallList()

    def _mock_add_spec(self, spec, spec_set, as_instance=False, eat_self=False):
        raise_mock(spec)
        state = self.__dict__
        names = like = signature = None
        if spec is not None:
            if type(spec) in (list, tuple):
                names = list(spec)
            else:
                like = spec if isinstance(spec, type) else type(spec)
                signature, names = spec_signature(spec, as_instance, eat_self), dir(spec)
        state['_spec_class'], state['_spec_set'], state['_spec_signature'], state['_mock_methods'] = like, spec_set, signature, names

    def mock_add_spec(self, spec, spec_set=False):
        """Only the attributes of spec may be got; with spec_set, nor may others be set."""
        self._mock_add_spec(spec, spec_set)

    @property
    def __class__(self):
        return type(self) if self._spec_class is None else self._spec_class

    def attach_mock(self, mock, attribute):
        """Makes a mock an attribute of this one, which then records its calls."""
        inner = mock_of(mock)
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
            adopt(self, value, None, '()')

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
        self.method_calls = CallList()
        if return_value:
            self.__dict__['_mock_return_value'] = DEFAULT
        if side_effect:
            self.__dict__['_mock_side_effect'] = None
        for child in self._mock_children.values():
            if child is not DELETED and not isinstance(child, Autospecced):
                child.reset_mock(visited, return_value=return_value, side_effect=side_effect)
        result = self._mock_return_value
        if isinstance(result, NonCallableMock) and result is not self:
            result.reset_mock(visited)

    def __getattr__(self, name):
        if name in ('_mock_methods', '_mock_unsafe', '_mock_delegate', '_spec_class'):
            raise AttributeError(name)
        if self._mock_methods is not None:
            if name not in self._mock_methods or is_supported(name):
                raise AttributeError('Mock object has no attribute %r' % name)
        elif is_magic(name):
            raise AttributeError(name)
        if not self._mock_unsafe and name.startswith(_typos) and (not self._mock_methods or name not in self._mock_methods):
            raise AttributeError('%r is not a valid assertion. Use a spec for the mock if %r is meant to be an attribute.' % (name, name))
        child = self._mock_children.get(name)
        if child is DELETED:
            raise AttributeError(name)
        if child is None:
            wraps = None if self._mock_wraps is None else getattr(self._mock_wraps, name)
            child = self._get_child_mock(parent=self, name=name, wraps=wraps, _new_name=name, _new_parent=self)
            self._mock_children[name] = child
        elif isinstance(child, Autospecced):
            child = self._mock_children[name] = child.make()
        return child

    def __setattr__(self, name, value):
        if name in ('return_value', 'side_effect', '_mock_parent', '_mock_new_parent', '_mock_name', '_mock_new_name',
                    'method_calls') or name in _recorded:
            return object.__setattr__(self, name, value)
        if self._spec_set and self._mock_methods is not None and name not in self._mock_methods and name not in self.__dict__:
            raise AttributeError("Mock object has no attribute '%s'" % name)
        if is_magic(name) and self._mock_set_magic(name, value):
            return
        if name not in self.__dict__ and adopt(self, value, name, name):
            self._mock_children[name] = value
        if self._mock_sealed and not hasattr(self, name):
            raise AttributeError('Cannot set %s.%s' % (self._extract_mock_name(), name))
        object.__setattr__(self, name, value)

    def _mock_set_magic(self, name, value):
        """Sets a magic method up, which lives in the class; False where name is an attribute as others."""
        if name == '__class__' or not is_supported(name):
            check_magic(name)
            if name == '__class__':
                self.__dict__['_spec_class'] = value
                return True
            return False
        if self._mock_methods is not None and name not in self._mock_methods:
            raise AttributeError("Mock object has no attribute '%s'" % name)
        if isinstance(value, NonCallableMock):
            adopt(self, value, None, name)
            setattr(type(self), name, value)
            self._mock_children[name] = value
        else:
            setattr(type(self), name, _magic_method(name, value))
        return True

    def __delattr__(self, name):
        if is_supported(name) and name in type(self).__dict__:
            delattr(type(self), name)
            if name not in self.__dict__:
                return
        known = self._mock_children.get(name)
        if name in self.__dict__:
            object.__delattr__(self, name)
        elif known is DELETED:
            raise AttributeError(name)
        if known is not None:
            del self._mock_children[name]
        self._mock_children[name] = DELETED

    def __dir__(self):
        shown = self._mock_methods or []
        if not sys.modules['unittest.mock'].FILTER_DIR:
            return object.__dir__(self)
        from_type = [name for name in dir(type(self)) if not name.startswith('_') or is_magic(name)]
        own = [name for name in self.__dict__ if not name.startswith('_') or is_magic(name)]
        made = [name for name, child in self._mock_children.items() if child is not DELETED]
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


_recorded = 'called', 'call_count', 'call_args', 'call_args_list', 'mock_calls'


def _effect(value):
    """A side_effect; of results in turn, the iterator."""
    if value is None or is_exception(value) or callable(value):
        return value
    try:
        return iter(value)
    except TypeError:
        return value  # which the first call finds out


def adopt(parent, value, name, new_name):
    """Has parent record the calls of a mock that becomes its attribute or return value, unless that has a parent or a name."""
    value = mock_of(value)
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


class CallableMixin:
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
            if is_exception(effect):
                raise effect
            result = effect(*args, **kwargs) if callable(effect) else next(effect)
            if is_exception(result) and not callable(effect):
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
