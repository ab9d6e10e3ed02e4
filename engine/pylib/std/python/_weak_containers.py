"""Dicts and sets that do not keep what they hold alive."""

from _collections_abc import MutableMapping, MutableSet
from _weakref import ref
from types import GenericAlias

__name__ = 'weakref'


class KeyedRef(ref):
    """The reference to a value of a WeakValueDictionary, which knows its key."""

    def __new__(type, ob, callback, key):
        self = ref.__new__(type, ob, callback)
        self.key = key
        return self

    def __init__(self, ob, callback, key):
        pass


class WeakValueDictionary(MutableMapping):
    """A dict that does not keep its values alive."""

    def __init__(self, other=(), /, **kw):
        self.data = {}
        self.update(other, **kw)

    def _ref(self, key, value):
        data = self.data

        def gone(reference):
            if data.get(key) is reference:
                del data[key]
        return KeyedRef(value, gone, key)

    def __getitem__(self, key):
        value = self.data[key]()
        if value is None:
            raise KeyError(key)
        return value

    def __setitem__(self, key, value):
        self.data[key] = self._ref(key, value)

    def __delitem__(self, key):
        del self.data[key]

    def __contains__(self, key):
        reference = self.data.get(key)
        return reference is not None and reference() is not None

    def __len__(self):
        return sum(reference() is not None for reference in self.data.values())

    def items(self):
        for key, reference in list(self.data.items()):
            value = reference()
            if value is not None:
                yield key, value

    def keys(self):
        for key, _ in self.items():
            yield key

    __iter__ = keys

    def values(self):
        for _, value in self.items():
            yield value

    def itervaluerefs(self):
        yield from list(self.data.values())

    def valuerefs(self):
        return list(self.data.values())

    def get(self, key, default=None):
        reference = self.data.get(key)
        value = None if reference is None else reference()
        return default if value is None else value

    def setdefault(self, key, default=None):
        value = self.get(key)
        if value is None:
            self[key] = value = default
        return value

    def pop(self, key, *args):
        reference = self.data.pop(key, None)
        value = None if reference is None else reference()
        if value is not None:
            return value
        if args:
            return args[0]
        raise KeyError(key)

    def popitem(self):
        while True:
            key, reference = self.data.popitem()
            value = reference()
            if value is not None:
                return key, value

    def copy(self):
        return WeakValueDictionary(self)

    __copy__ = copy

    def __deepcopy__(self, memo):
        from copy import deepcopy
        made = type(self)()
        for key, value in self.items():
            made[deepcopy(key, memo)] = value
        return made

    def __or__(self, other):
        return _merged(self, self, other)

    def __ror__(self, other):
        return _merged(self, other, self)

    def __ior__(self, other):
        self.update(other)
        return self

    def __repr__(self):
        return '<%s at %#x>' % (type(self).__name__, id(self))


def _merged(like, first, second):
    """Both mappings in a new one of the class of like."""
    from collections.abc import Mapping
    if not (isinstance(first, Mapping) and isinstance(second, Mapping)):
        return NotImplemented
    made = type(like)()
    made.update(first)
    made.update(second)
    return made


class WeakKeyDictionary(MutableMapping):
    """A dict that does not keep its keys alive."""

    def __init__(self, dict=None):
        self.data = {}
        if dict is not None:
            self.update(dict)

    def _ref(self, key):
        data = self.data
        return ref(key, lambda reference: data.pop(reference, None))

    def __getitem__(self, key):
        try:
            return self.data[ref(key)]
        except KeyError:
            raise KeyError(key) from None

    def __setitem__(self, key, value):
        self.data[self._ref(key)] = value

    def __delitem__(self, key):
        del self.data[ref(key)]

    def __contains__(self, key):
        try:
            return ref(key) in self.data
        except TypeError:
            return False

    def __len__(self):
        return sum(reference() is not None for reference in self.data)

    def items(self):
        for reference, value in list(self.data.items()):
            key = reference()
            if key is not None:
                yield key, value

    def keys(self):
        for key, _ in self.items():
            yield key

    __iter__ = keys

    def values(self):
        for _, value in self.items():
            yield value

    def keyrefs(self):
        return list(self.data)

    def get(self, key, default=None):
        return self.data.get(ref(key), default)

    def setdefault(self, key, default=None):
        return self.data.setdefault(self._ref(key), default)

    def pop(self, key, *args):
        return self.data.pop(ref(key), *args)

    def popitem(self):
        while True:
            reference, value = self.data.popitem()
            key = reference()
            if key is not None:
                return key, value

    def copy(self):
        return WeakKeyDictionary(self)

    __copy__ = copy

    def __deepcopy__(self, memo):
        from copy import deepcopy
        made = type(self)()
        for key, value in self.items():
            made[key] = deepcopy(value, memo)
        return made

    __or__ = WeakValueDictionary.__or__
    __ror__ = WeakValueDictionary.__ror__
    __ior__ = WeakValueDictionary.__ior__

    def __repr__(self):
        return '<%s at %#x>' % (type(self).__name__, id(self))


class WeakSet(MutableSet):
    """A set that does not keep its elements alive."""

    def __init__(self, data=None):
        self.data = set()
        if data is not None:
            self.update(data)

    def __contains__(self, item):
        try:
            return ref(item) in self.data
        except TypeError:
            return False

    def __iter__(self):
        for reference in list(self.data):
            item = reference()
            if item is not None:
                yield item

    def __len__(self):
        return sum(reference() is not None for reference in self.data)

    def add(self, item):
        self.data.add(ref(item, self.data.discard))

    def discard(self, item):
        self.data.discard(ref(item))

    def remove(self, item):
        self.data.remove(ref(item))

    def pop(self):
        while True:
            try:
                item = self.data.pop()()
            except KeyError:
                raise KeyError('pop from empty WeakSet') from None
            if item is not None:
                return item

    def clear(self):
        self.data.clear()

    def update(self, other):
        for item in other:
            self.add(item)

    def copy(self):
        return type(self)(self)

    def __ior__(self, other):
        self.update(other)
        return self

    def difference(self, other):
        made = self.copy()
        made.difference_update(other)
        return made

    __sub__ = difference

    def difference_update(self, other):
        self.data.difference_update({ref(item) for item in other})

    def __isub__(self, other):
        self.difference_update(other)
        return self

    def intersection(self, other):
        return type(self)(item for item in other if item in self)

    __and__ = intersection

    def intersection_update(self, other):
        self.data.intersection_update({ref(item) for item in other})

    def __iand__(self, other):
        self.intersection_update(other)
        return self

    def symmetric_difference(self, other):
        made = self.copy()
        made.symmetric_difference_update(other)
        return made

    __xor__ = symmetric_difference

    def symmetric_difference_update(self, other):
        for item in list(other):
            if item in self:
                self.discard(item)
            else:
                self.add(item)

    def __ixor__(self, other):
        self.symmetric_difference_update(other)
        return self

    def union(self, other):
        made = self.copy()
        made.update(other)
        return made

    __or__ = union

    def issubset(self, other):
        return self.data.issubset({ref(item) for item in other})

    __le__ = issubset

    def __lt__(self, other):
        return self.data < {ref(item) for item in other}

    def issuperset(self, other):
        return self.data.issuperset({ref(item) for item in other})

    __ge__ = issuperset

    def __gt__(self, other):
        return self.data > {ref(item) for item in other}

    def __eq__(self, other):
        if not isinstance(other, type(self)):
            return NotImplemented
        return self.data == {ref(item) for item in other}

    def isdisjoint(self, other):
        return not self.intersection(other)

    def __repr__(self):
        return repr(self.data)

    __class_getitem__ = classmethod(GenericAlias)
