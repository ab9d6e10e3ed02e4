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

    def assert_called(self):
        self._expect(self.called, "Expected '%s' to have been called." % (self._name or 'mock'))

    def assert_not_called(self):
        self._expect(not self.called, "Expected '%s' to not have been called. Called %s times.\nCalls: %r."
                     % (self._name or 'mock', self.call_count, self.mock_calls))

    def assert_called_once(self):
        self._expect(self.call_count == 1, "Expected '%s' to have been called once. Called %s times." % (self._name or 'mock', self.call_count))

    def assert_called_with(self, *args, **kwargs):
        wanted = _Call(args, kwargs, self._name or 'mock')
        if self.call_args is None:
            raise AssertionError('expected call not found.\nExpected: %r\nActual: not called.' % wanted)
        actual = _Call(*self.call_args, self._name or 'mock')
        self._expect(tuple(self.call_args) == tuple(wanted), 'expected call not found.\nExpected: %r\nActual: %r' % (wanted, actual))

    def assert_called_once_with(self, *args, **kwargs):
        self._expect(self.call_count == 1, "Expected '%s' to be called once. Called %s times." % (self._name or 'mock', self.call_count))
        self.assert_called_with(*args, **kwargs)

    def assert_any_call(self, *args, **kwargs):
        wanted = _Call(args, kwargs, self._name or 'mock')
        self._expect(any(tuple(c) == tuple(wanted) for c in self.call_args_list), '%r call not found' % wanted)

    def assert_has_calls(self, calls, any_order=False):
        made = [tuple(c) for c in self.mock_calls]
        self._expect(all(tuple(c) in made for c in calls), 'Calls not found.\nExpected: %r\nActual: %r' % (list(calls), self.mock_calls))

    def __repr__(self):
        return "<%s %sid='%d'>" % (type(self).__name__, "name='%s' " % self._name if self._name else '', id(self))


class MagicMock(Mock):
    """A Mock that answers the usual dunder methods."""

    def __len__(self):
        return 0

    def __iter__(self):
        return iter([])

    def __contains__(self, item):
        return False

    def __bool__(self):
        return True

    def __int__(self):
        return 1

    def __getitem__(self, key):
        return self.__getattr__('getitem')(key)

    def __setitem__(self, key, value):
        pass

    def __enter__(self):
        return self.__getattr__('enter')()

    def __exit__(self, *exc):
        return False


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


patch.object = lambda target, attribute, new=DEFAULT, **kwargs: _Patch(target, attribute, new, kwargs)
