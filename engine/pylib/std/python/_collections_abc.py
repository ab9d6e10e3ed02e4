"""The abstract base classes of containers, with the methods that follow from a few."""

from abc import ABCMeta, abstractmethod
from types import GenericAlias

__name__ = 'collections.abc'  # where the classes say they are from
__all__ = ['Awaitable', 'Coroutine', 'AsyncIterable', 'AsyncIterator', 'AsyncGenerator', 'Hashable', 'Iterable', 'Iterator', 'Generator', 'Reversible', 'Sized', 'Container',
           'Callable', 'Collection', 'Set', 'MutableSet', 'Mapping', 'MutableMapping', 'MappingView', 'KeysView',
           'ItemsView', 'ValuesView', 'Sequence', 'MutableSequence', 'ByteString']


def _has(cls, *names):
    """Whether cls defines every name (None forbids it), as __subclasshook__ answers."""
    for name in names:
        for parent in cls.__mro__:
            if name in parent.__dict__:
                if parent.__dict__[name] is None:
                    return NotImplemented
                break
        else:
            return NotImplemented
    return True


def _hook(owner_name, *names):
    def __subclasshook__(cls, other):
        return _has(other, *names) if cls.__name__ == owner_name and cls.__module__ == 'collections.abc' else NotImplemented
    return classmethod(__subclasshook__)


class Hashable(metaclass=ABCMeta):
    __slots__ = ()

    @abstractmethod
    def __hash__(self):
        return 0

    __subclasshook__ = _hook('Hashable', '__hash__')


class Awaitable(metaclass=ABCMeta):
    __slots__ = ()
    __subclasshook__ = _hook('Awaitable', '__await__')
    __class_getitem__ = classmethod(GenericAlias)


class Coroutine(Awaitable):
    __slots__ = ()
    __subclasshook__ = _hook('Coroutine', '__await__', 'send', 'throw', 'close')


class AsyncIterable(metaclass=ABCMeta):
    __slots__ = ()
    __subclasshook__ = _hook('AsyncIterable', '__aiter__')
    __class_getitem__ = classmethod(GenericAlias)


class AsyncIterator(AsyncIterable):
    __slots__ = ()
    __subclasshook__ = _hook('AsyncIterator', '__anext__', '__aiter__')


class AsyncGenerator(AsyncIterator):
    __slots__ = ()
    __subclasshook__ = _hook('AsyncGenerator', '__aiter__', '__anext__', 'asend', 'athrow', 'aclose')


class Iterable(metaclass=ABCMeta):
    __slots__ = ()

    @abstractmethod
    def __iter__(self):
        while False:
            yield None

    __subclasshook__ = _hook('Iterable', '__iter__')
    __class_getitem__ = classmethod(GenericAlias)


class Iterator(Iterable):
    __slots__ = ()

    @abstractmethod
    def __next__(self):
        raise StopIteration

    def __iter__(self):
        return self

    __subclasshook__ = _hook('Iterator', '__iter__', '__next__')


class Reversible(Iterable):
    __slots__ = ()

    @abstractmethod
    def __reversed__(self):
        while False:
            yield None

    __subclasshook__ = _hook('Reversible', '__reversed__', '__iter__')


class Generator(Iterator):
    __slots__ = ()

    def __next__(self):
        return self.send(None)

    @abstractmethod
    def send(self, value):
        raise StopIteration

    @abstractmethod
    def throw(self, typ, val=None, tb=None):
        if val is None:
            if tb is None:
                raise typ
            val = typ()
        raise val if tb is None else val.with_traceback(tb)

    def close(self):
        try:
            self.throw(GeneratorExit)
        except (GeneratorExit, StopIteration):
            pass
        else:
            raise RuntimeError('generator ignored GeneratorExit')

    __subclasshook__ = _hook('Generator', '__iter__', '__next__', 'send', 'throw', 'close')


class Sized(metaclass=ABCMeta):
    __slots__ = ()

    @abstractmethod
    def __len__(self):
        return 0

    __subclasshook__ = _hook('Sized', '__len__')


class Container(metaclass=ABCMeta):
    __slots__ = ()

    @abstractmethod
    def __contains__(self, x):
        return False

    __subclasshook__ = _hook('Container', '__contains__')
    __class_getitem__ = classmethod(GenericAlias)


class Collection(Sized, Iterable, Container):
    __slots__ = ()
    __subclasshook__ = _hook('Collection', '__len__', '__iter__', '__contains__')


class Callable(metaclass=ABCMeta):
    __slots__ = ()

    @abstractmethod
    def __call__(self, *args, **kwds):
        return False

    __subclasshook__ = _hook('Callable', '__call__')

    __class_getitem__ = classmethod(lambda cls, params: _CallableGenericAlias(cls, params))


def _stands_for_parameters(x):
    """Whether x stands for all the parameters of a callable."""
    return x is ... or type(x).__module__ == 'typing' and (
        type(x).__name__ == 'ParamSpec' or type(x).__name__ == '_ConcatenateGenericAlias')


class _CallableGenericAlias(GenericAlias):
    """Callable[[int, str], float], whose arguments are (int, str, float)."""

    __slots__ = ()

    def __new__(cls, origin, args):
        if not (isinstance(args, tuple) and len(args) == 2):
            raise TypeError('Callable must be used as Callable[[arg, ...], result].')
        parameters, result = args
        if isinstance(parameters, (list, tuple)):
            args = (*parameters, result)
        elif not _stands_for_parameters(parameters):
            raise TypeError('Expected a list of types, an ellipsis, ParamSpec, or Concatenate. Got %r' % (parameters,))
        return super().__new__(cls, origin, args)

    def __repr__(self):
        args = self.__args__
        if len(args) == 2 and _stands_for_parameters(args[0]):
            return super().__repr__()
        return 'collections.abc.Callable[[%s], %s]' % (', '.join(map(_type_repr, args[:-1])), _type_repr(args[-1]))

    def __reduce__(self):
        args = self.__args__
        if not (len(args) == 2 and _stands_for_parameters(args[0])):
            args = (list(args[:-1]), args[-1])
        return _CallableGenericAlias, (Callable, args)

    def __getitem__(self, item):
        if not isinstance(item, tuple):
            item = (item,)
        args = super().__getitem__(item).__args__
        if not isinstance(args[0], (list, tuple)):
            args = (list(args[:-1]), args[-1])
            if len(args[0]) == 1 and _stands_for_parameters(args[0][0]):
                args = (args[0][0], args[1])
        return _CallableGenericAlias(Callable, args)


def _type_repr(x):
    if isinstance(x, type) and type(x) is not GenericAlias:
        return x.__qualname__ if x.__module__ == 'builtins' else '%s.%s' % (x.__module__, x.__qualname__)
    return '...' if x is ... else getattr(x, '__name__', repr(x)) if type(x).__name__ == 'function' else repr(x)


class Set(Collection):
    """A set by __contains__, __iter__ and __len__."""
    __slots__ = ()

    def __le__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) <= len(other) and all(e in other for e in self)

    def __lt__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) < len(other) and self.__le__(other)

    def __gt__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) > len(other) and self.__ge__(other)

    def __ge__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) >= len(other) and all(e in self for e in other)

    def __eq__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) == len(other) and self.__le__(other)

    @classmethod
    def _from_iterable(cls, it):
        return cls(it)

    def __and__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable(value for value in other if value in self)

    __rand__ = __and__

    def isdisjoint(self, other):
        """Whether the two have no element in common."""
        return not any(value in self for value in other)

    def __or__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable(e for s in (self, other) for e in s)

    __ror__ = __or__

    def __sub__(self, other):
        if not isinstance(other, Set):
            if not isinstance(other, Iterable):
                return NotImplemented
            other = self._from_iterable(other)
        return self._from_iterable(value for value in self if value not in other)

    def __rsub__(self, other):
        if not isinstance(other, Set):
            if not isinstance(other, Iterable):
                return NotImplemented
            other = self._from_iterable(other)
        return self._from_iterable(value for value in other if value not in self)

    def __xor__(self, other):
        if not isinstance(other, Set):
            if not isinstance(other, Iterable):
                return NotImplemented
            other = self._from_iterable(other)
        return (self - other) | (other - self)

    __rxor__ = __xor__

    def _hash(self):
        return hash(frozenset(self))


class MutableSet(Set):
    __slots__ = ()

    @abstractmethod
    def add(self, value):
        raise NotImplementedError

    @abstractmethod
    def discard(self, value):
        raise NotImplementedError

    def remove(self, value):
        if value not in self:
            raise KeyError(value)
        self.discard(value)

    def pop(self):
        for value in self:
            break
        else:
            raise KeyError
        self.discard(value)
        return value

    def clear(self):
        for value in list(self):
            self.discard(value)

    def __ior__(self, it):
        for value in it:
            self.add(value)
        return self

    def __iand__(self, it):
        for value in self - it:
            self.discard(value)
        return self

    def __ixor__(self, it):
        for value in list(it):
            if value in self:
                self.discard(value)
            else:
                self.add(value)
        return self

    def __isub__(self, it):
        for value in list(it):
            self.discard(value)
        return self


class Mapping(Collection):
    """A dict by __getitem__, __iter__ and __len__."""
    __slots__ = ()

    @abstractmethod
    def __getitem__(self, key):
        raise KeyError

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        return KeysView(self)

    def items(self):
        return ItemsView(self)

    def values(self):
        return ValuesView(self)

    def __eq__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        return dict(self.items()) == dict(other.items())

    __reversed__ = None


class MappingView(Sized):
    __slots__ = ('_mapping',)

    def __init__(self, mapping):
        self._mapping = mapping

    def __len__(self):
        return len(self._mapping)

    def __repr__(self):
        return '{0.__class__.__name__}({0._mapping!r})'.format(self)

    __class_getitem__ = classmethod(GenericAlias)


class KeysView(MappingView, Set):
    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, key):
        return key in self._mapping

    def __iter__(self):
        yield from self._mapping


class ItemsView(MappingView, Set):
    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, item):
        key, value = item
        try:
            found = self._mapping[key]
        except KeyError:
            return False
        return found is value or found == value

    def __iter__(self):
        for key in self._mapping:
            yield key, self._mapping[key]


class ValuesView(MappingView, Collection):
    __slots__ = ()

    def __contains__(self, value):
        return any(found is value or found == value for found in self)

    def __iter__(self):
        for key in self._mapping:
            yield self._mapping[key]


class MutableMapping(Mapping):
    __slots__ = ()
    __marker = object()

    @abstractmethod
    def __setitem__(self, key, value):
        raise KeyError

    @abstractmethod
    def __delitem__(self, key):
        raise KeyError

    def pop(self, key, default=__marker):
        try:
            value = self[key]
        except KeyError:
            if default is self.__marker:
                raise
            return default
        del self[key]
        return value

    def popitem(self):
        for key in self:
            value = self[key]
            del self[key]
            return key, value
        raise KeyError

    def clear(self):
        while True:
            try:
                self.popitem()
            except KeyError:
                return

    def update(self, other=(), /, **kwds):
        if isinstance(other, Mapping) or hasattr(other, 'keys'):
            for key in other.keys():
                self[key] = other[key]
        else:
            for key, value in other:
                self[key] = value
        for key, value in kwds.items():
            self[key] = value

    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
        return default


class Sequence(Reversible, Collection):
    """A list by __getitem__ and __len__."""
    __slots__ = ()

    @abstractmethod
    def __getitem__(self, index):
        raise IndexError

    def __iter__(self):
        i = 0
        try:
            while True:
                yield self[i]
                i += 1
        except IndexError:
            return

    def __contains__(self, value):
        return any(v is value or v == value for v in self)

    def __reversed__(self):
        for i in reversed(range(len(self))):
            yield self[i]

    def index(self, value, start=0, stop=None):
        if start < 0:
            start = max(len(self) + start, 0)
        if stop is not None and stop < 0:
            stop += len(self)
        i = start
        while stop is None or i < stop:
            try:
                v = self[i]
            except IndexError:
                break
            if v is value or v == value:
                return i
            i += 1
        raise ValueError

    def count(self, value):
        return sum(1 for v in self if v is value or v == value)


class ByteString(Sequence):
    __slots__ = ()


class MutableSequence(Sequence):
    __slots__ = ()

    @abstractmethod
    def __setitem__(self, index, value):
        raise IndexError

    @abstractmethod
    def __delitem__(self, index):
        raise IndexError

    @abstractmethod
    def insert(self, index, value):
        raise IndexError

    def append(self, value):
        self.insert(len(self), value)

    def clear(self):
        try:
            while True:
                self.pop()
        except IndexError:
            pass

    def reverse(self):
        n = len(self)
        for i in range(n // 2):
            self[i], self[n - i - 1] = self[n - i - 1], self[i]

    def extend(self, values):
        if values is self:
            values = list(values)
        for value in values:
            self.append(value)

    def pop(self, index=-1):
        value = self[index]
        del self[index]
        return value

    def remove(self, value):
        del self[self.index(value)]

    def __iadd__(self, values):
        self.extend(values)
        return self


for _kind in (tuple, str, range, memoryview, bytes):
    Sequence.register(_kind)
for _kind in (list, bytearray):
    MutableSequence.register(_kind)
for _kind in (bytes, bytearray):
    ByteString.register(_kind)
Set.register(frozenset)
MutableSet.register(set)
MutableMapping.register(dict)
Mapping.register(type(type.__dict__))
KeysView.register(type({}.keys()))
ItemsView.register(type({}.items()))
ValuesView.register(type({}.values()))
Set.register(type({}.keys()))
Set.register(type({}.items()))
del _kind
