"""The dicts of collections: defaultdict and OrderedDict."""

from _collections_abc import ItemsView, KeysView, ValuesView
from types import GenericAlias
import sys as _sys


_shown = set()


def _once(repr):
    """A repr that is ... inside itself."""
    def __repr__(self):
        if id(self) in _shown:
            return '...'
        _shown.add(id(self))
        try:
            return repr(self)
        finally:
            _shown.discard(id(self))
    return __repr__


class defaultdict(dict):
    """A dict that makes a value for a key that is missing."""

    def __init__(self, default_factory=None, /, *args, **kwargs):
        if default_factory is not None and not callable(default_factory):
            raise TypeError('first argument must be callable or None')
        super().__init__(*args, **kwargs)
        self.default_factory = default_factory

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        self[key] = value = self.default_factory()
        return value

    _factory = _once(lambda self: repr(self.default_factory))

    def __repr__(self):
        return '%s(%s, %s)' % (type(self).__name__, self._factory(), dict.__repr__(self))

    def copy(self):
        return type(self)(self.default_factory, self)

    __copy__ = copy

    def __reduce__(self):
        args = () if self.default_factory is None else (self.default_factory,)
        return type(self), args, None, None, iter(self.items())

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        made = self.copy()
        made.update(other)
        return made

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        made = type(self)(self.default_factory, other)
        made.update(self)
        return made

    __class_getitem__ = classmethod(GenericAlias)


class _View:
    """The views of an OrderedDict show their items as a list and can be reversed."""

    __slots__ = ()

    __repr__ = _once(lambda self: '%s(%r)' % (type(self).__name__, list(self)))

    def __reversed__(self):
        return reversed(list(self))


class odict_keys(_View, KeysView):
    __slots__ = ()

    def __iter__(self):
        return dict.__iter__(self._mapping)


class odict_items(_View, ItemsView):
    __slots__ = ()

    def __iter__(self):
        return iter(dict.items(self._mapping))


class odict_values(_View, ValuesView):
    __slots__ = ()

    def __iter__(self):
        return iter(dict.values(self._mapping))


_required = object()


class OrderedDict(dict):
    """A dict that remembers the order of insertion and can change it."""

    def move_to_end(self, key, last=True):
        """Moves a key to one end."""
        value = dict.pop(self, key)
        if last:
            dict.__setitem__(self, key, value)
            return
        rest = list(dict.items(self))
        dict.clear(self)
        dict.__setitem__(self, key, value)
        dict.update(self, rest)

    def keys(self):
        return odict_keys(self)

    def items(self):
        return odict_items(self)

    def values(self):
        return odict_values(self)

    def popitem(self, last=True):
        """Takes an item off one end."""
        if not self:
            raise KeyError('dictionary is empty')
        key = next(reversed(self) if last else iter(self))
        return key, self.pop(key)

    def __eq__(self, other):
        if isinstance(other, OrderedDict):
            return dict.__eq__(self, other) and all(a == b for a, b in zip(self, other))
        return dict.__eq__(self, other)

    def __ne__(self, other):
        same = self.__eq__(other)
        return same if same is NotImplemented else not same

    __hash__ = None

    def __repr__(self):
        if not self:
            return '%s()' % type(self).__name__
        return '%s(%r)' % (type(self).__name__, list(self.items()))

    __repr__ = _once(__repr__)

    def copy(self):
        return self.__class__(self)

    def pop(self, key, default=_required):
        """Takes the value of a key out."""
        if default is _required:
            return dict.pop(self, key)
        return dict.pop(self, key, default)

    def setdefault(self, key, default=None):
        """The value of a key, which is given one if it is missing."""
        if key not in self:
            self[key] = default
        return self[key]

    @classmethod
    def fromkeys(cls, iterable, value=None):
        made = cls()
        for key in iterable:
            made[key] = value
        return made

    def __reduce__(self):
        state = self.__dict__.copy() if hasattr(self, '__dict__') else None
        return self.__class__, (), state or None, None, iter(self.items())

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        made = self.__class__(self)
        made.update(other)
        return made

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        made = self.__class__(other)
        made.update(self)
        return made


for _kind in (defaultdict, OrderedDict):
    _kind.__module__ = 'collections'


for _kind in (defaultdict, OrderedDict):
    _sys._settypename(_kind, 'collections.' + _kind.__name__)
