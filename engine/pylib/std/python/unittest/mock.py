"""Stand-ins for objects in tests."""

__all__ = ['Mock', 'MagicMock', 'patch', 'call', 'ANY', 'DEFAULT', 'sentinel']


class _Sentinels:
    def __getattr__(self, name):
        made = type('_SentinelObject', (), {'__repr__': lambda self: 'sentinel.' + name, 'name': name})()
        setattr(self, name, made)
        return made


sentinel = _Sentinels()
DEFAULT = sentinel.DEFAULT


class _Any:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __repr__(self):
        return '<ANY>'


ANY = _Any()


class _Call(tuple):
    """One call: its arguments."""

    def __new__(cls, args=(), kwargs=None, name='call'):
        self = super().__new__(cls, (tuple(args), dict(kwargs or {})))
        self._name = name
        return self

    args = property(lambda self: self[0])
    kwargs = property(lambda self: self[1])

    def __call__(self, *args, **kwargs):
        return _Call(args, kwargs, self._name)

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return _Call(name='%s.%s' % (self._name, name))

    def __repr__(self):
        shown = [repr(a) for a in self[0]] + ['%s=%r' % item for item in self[1].items()]
        return '%s(%s)' % (self._name, ', '.join(shown))


call = _Call()


class Mock:
    """Takes any call and attribute, and remembers."""

    def __init__(self, spec=None, side_effect=None, return_value=DEFAULT, name=None, **kwargs):
        self._spec = None if spec is None else [n for n in (spec if isinstance(spec, list) else dir(spec))]
        self._children, self._name, self._parent = {}, name, None
        self._return = return_value
        self.side_effect = side_effect
        self.reset_mock()
        for key, value in kwargs.items():
            setattr(self, key, value)

    def reset_mock(self):
        self.called, self.call_count, self.call_args = False, 0, None
        self.call_args_list, self.mock_calls, self.method_calls = [], [], []

    @property
    def return_value(self):
        if self._return is DEFAULT:
            self._return = type(self)(name=(self._name or 'mock') + '()')
        return self._return

    @return_value.setter
    def return_value(self, value):
        self._return = value

    def __getattr__(self, name):
        if name.startswith('_') or name in ('_children', '_spec'):
            raise AttributeError(name)
        if self._spec is not None and name not in self._spec:
            raise AttributeError('Mock object has no attribute %r' % name)
        if name not in self._children:
            child = type(self)(name='%s.%s' % (self._name or 'mock', name))
            child._parent = self
            self._children[name] = child
        return self._children[name]

    def __call__(self, *args, **kwargs):
        made = _Call(args, kwargs)
        self.called, self.call_args = True, made
        self.call_count += 1
        self.call_args_list.append(made)
        self.mock_calls.append(made)
        effect = self.side_effect
        if effect is not None:
            if isinstance(effect, BaseException) or isinstance(effect, type) and issubclass(effect, BaseException):
                raise effect
            if not callable(effect):
                if not hasattr(effect, '__next__'):
                    effect = self.side_effect = iter(effect)
                result = next(effect)
                if isinstance(result, BaseException):
                    raise result
                return result
            result = effect(*args, **kwargs)
            if result is not DEFAULT:
                return result
        return self.return_value

    def _expect(self, good, text):
        if not good:
            raise AssertionError(text)

    def _made(self):
        """The calls so far, for a message."""
        return '\nCalls: %r.' % (self.mock_calls,) if self.mock_calls else ''

    def assert_called(self):
        self._expect(self.called, "Expected '%s' to have been called." % (self._name or 'mock'))

    def assert_not_called(self):
        self._expect(not self.called, "Expected '%s' to not have been called. Called %s times.\nCalls: %r."
                     % (self._name or 'mock', self.call_count, self.mock_calls))

    def assert_called_once(self):
        self._expect(self.call_count == 1, "Expected '%s' to have been called once. Called %s times.%s" % (self._name or 'mock', self.call_count, self._made()))

    def assert_called_with(self, *args, **kwargs):
        wanted = _Call(args, kwargs, self._name or 'mock')
        if self.call_args is None:
            raise AssertionError('expected call not found.\nExpected: %r\nActual: not called.' % (wanted,))
        actual = _Call(*self.call_args, self._name or 'mock')
        self._expect(tuple(self.call_args) == tuple(wanted), 'expected call not found.\nExpected: %r\nActual: %r' % (wanted, actual))

    def assert_called_once_with(self, *args, **kwargs):
        self._expect(self.call_count == 1, "Expected '%s' to be called once. Called %s times.%s" % (self._name or 'mock', self.call_count, self._made()))
        self.assert_called_with(*args, **kwargs)

    def assert_any_call(self, *args, **kwargs):
        wanted = _Call(args, kwargs, self._name or 'mock')
        self._expect(any(tuple(c) == tuple(wanted) for c in self.call_args_list), '%r call not found' % (wanted,))

    def assert_has_calls(self, calls, any_order=False):
        made = [tuple(c) for c in self.mock_calls]
        self._expect(all(tuple(c) in made for c in calls), 'Calls not found.\nExpected: %r\nActual: %r' % (list(calls), self.mock_calls))

    def __repr__(self):
        return "<%s %sid='%d'>" % (type(self).__name__, "name='%s' " % self._name if self._name else '', id(self))


_answers = {'__len__': 0, '__contains__': False, '__bool__': True, '__int__': 1, '__float__': 1.0, '__index__': 1, '__exit__': False,
            '__hash__': None, '__str__': None, '__iter__': (), '__enter__': DEFAULT, '__getitem__': DEFAULT, '__setitem__': None,
            '__delitem__': None}


def _magic(name):
    """A dunder method that a MagicMock's own child of that name answers."""
    def method(self, *args):
        child = self._children.get(name)
        if child is None and _answers[name] is None and name in ('__hash__', '__str__'):
            return getattr(object, name)(self)
        result = self._child(name)(*args)
        return iter(result) if name == '__iter__' else result
    method.__name__ = name
    return method


class MagicMock(Mock):
    """A Mock that answers the usual dunder methods; they can be set up like others."""

    def _child(self, name):
        child = self._children.get(name)
        if child is None:
            child = self._children[name] = Mock(name='%s.%s' % (self._name or 'mock', name))
            if _answers[name] is DEFAULT:
                child.return_value = MagicMock(name='%s.%s()' % (self._name or 'mock', name))
            else:
                child.return_value = _answers[name]
        return child

    def __getattribute__(self, name):
        if name in _answers and name not in ('__hash__', '__str__'):
            return object.__getattribute__(self, '_child')(name)
        return object.__getattribute__(self, name)

    def __setattr__(self, name, value):
        if name in _answers:
            self._child(name)
            if isinstance(value, Mock):
                self._children[name] = value
            else:
                self._children[name].side_effect = lambda *args: value(self, *args)
            return
        object.__setattr__(self, name, value)


for _name in _answers:
    setattr(MagicMock, _name, _magic(_name))


class _Patch:
    def __init__(self, target, name, new, kwargs):
        self.target, self.name, self.new, self.kwargs = target, name, new, kwargs

    def __enter__(self):
        target = self.target() if callable(self.target) and not isinstance(self.target, type) else self.target
        self._where, self._own = target, self.name in getattr(target, '__dict__', {})
        self._old = getattr(target, self.name)
        new = MagicMock(name=self.name, **self.kwargs) if self.new is DEFAULT else self.new
        setattr(target, self.name, new)
        return new

    def __exit__(self, *exc):
        if self._own:
            setattr(self._where, self.name, self._old)
        else:
            delattr(self._where, self.name)

    start = __enter__

    def stop(self):
        self.__exit__()

    def __call__(self, func):
        from functools import wraps

        @wraps(func)
        def patched(*args, **kwargs):
            with self as new:
                return func(*args, *([new] if self.new is DEFAULT else []), **kwargs)
        return patched


def _find(path):
    import sys
    parts = path.split('.')
    __import__(parts[0])
    item = sys.modules[parts[0]]
    for part in parts[1:]:
        item = getattr(item, part)
    return item


def patch(target, new=DEFAULT, **kwargs):
    """Replaces module.name for a while."""
    module, _, name = target.rpartition('.')
    return _Patch(_find(module), name, new, kwargs)


class _PatchDict:
    """Changes a mapping for a while."""

    def __init__(self, in_dict, values=(), clear=False, **kwargs):
        self.target, self.values, self.clear = in_dict, dict(values, **kwargs), clear

    def __enter__(self):
        self._where = _find(self.target) if isinstance(self.target, str) else self.target
        self._old = dict(self._where)
        if self.clear:
            self._where.clear()
        self._where.update(self.values)
        return self._where

    def __exit__(self, *exc):
        for key in list(self._where):
            if key not in self._old:
                del self._where[key]
        for key, value in self._old.items():
            self._where[key] = value
        return False

    start = __enter__

    def stop(self):
        self.__exit__()

    def __call__(self, func):
        from functools import wraps

        @wraps(func)
        def patched(*args, **kwargs):
            with self:
                return func(*args, **kwargs)
        return patched


patch.dict = _PatchDict
patch.object = lambda target, attribute, new=DEFAULT, **kwargs: _Patch(target, attribute, new, kwargs)
