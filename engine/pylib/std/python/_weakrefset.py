"""Sets that do not keep their elements alive."""

from _weakref import ref
from types import GenericAlias

__all__ = ['WeakSet']


class WeakSet:
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
