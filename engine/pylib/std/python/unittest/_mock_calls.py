"""Calls as mocks record them and tests write them down."""

import pprint

__name__ = 'unittest.mock'


class Sentinel:
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


sentinel = Sentinel()
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


def signature_text(name, args, kwargs):
    """A call as one writes it."""
    shown = [repr(arg) for arg in args] + ['%s=%r' % item for item in kwargs.items()]
    return '%s(%s)' % (name, ', '.join(shown))


def call_parts(value):
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
        parts = call_parts(value)
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
        name, args, kwargs = call_parts(self)
        other_name, other_args, other_kwargs = call_parts(other)
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
        name, args, kwargs = call_parts(self)
        if name:
            name = 'call%s' % name if name.startswith('()') else 'call.%s' % name
        return signature_text(name or 'call', args, kwargs)

    def call_list(self):
        """The calls that lead to this one: of call.a(1).b(2), those of a and of b."""
        made, each = [], self
        while each is not None:
            if each._mock_from_kall:
                made.append(each)
            each = each._mock_parent
        return CallList(reversed(made))


def _well_formed(value):
    """Whether a tuple's parts are of the kinds of a call's, in their order."""
    kinds = [0 if isinstance(part, str) else 1 if isinstance(part, tuple) else 2 for part in value]
    return kinds == sorted(set(kinds))


call = _Call(from_kall=False)


class CallList(list):
    """Calls; `in` looks for a call, or for calls that follow one another."""

    def __contains__(self, value):
        if not isinstance(value, list):
            return list.__contains__(self, value)
        n = len(value)
        return any(self[i:i + n] == value for i in range(len(self) - n + 1))

    def __repr__(self):
        return pprint.pformat(list(self))
