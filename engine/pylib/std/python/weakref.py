"""Weak references."""

from _weakref import ref
from _collections_abc import MutableMapping, MutableSet

__all__ = ['ref', 'proxy', 'WeakValueDictionary', 'WeakKeyDictionary', 'WeakSet', 'WeakMethod', 'finalize', 'ReferenceType',
           'getweakrefcount']

ReferenceType = ref


def getweakrefcount(object):
    return 0


class proxy:
    """Behaves as the object it refers to."""

    def __init__(self, object, callback=None):
        super().__setattr__('_ref', ref(object))

    def _target(self):
        found = super().__getattribute__('_ref')()
        if found is None:
            raise ReferenceError('weakly-referenced object no longer exists')
        return found

    def __getattr__(self, name):
        return getattr(self._target(), name)

    def __setattr__(self, name, value):
        setattr(self._target(), name, value)

    def __repr__(self):
        return repr(self._target())

    def __str__(self):
        return str(self._target())

    def __call__(self, *args, **kwargs):
        return self._target()(*args, **kwargs)


class WeakValueDictionary(MutableMapping):
    """A dict that does not keep its values alive."""

    def __init__(self, other=(), /, **kw):
        self.data = {}
        self.update(other, **kw)

    def __getitem__(self, key):
        value = self.data[key]()
        if value is None:
            raise KeyError(key)
        return value

    def __setitem__(self, key, value):
        self.data[key] = ref(value)

    def __delitem__(self, key):
        del self.data[key]

    def __iter__(self):
        return iter([k for k, r in self.data.items() if r() is not None])

    def __len__(self):
        return sum(r() is not None for r in self.data.values())

    def __repr__(self):
        return '<WeakValueDictionary at %s>' % hex(id(self))


class WeakKeyDictionary(MutableMapping):
    """A dict that does not keep its keys alive."""

    def __init__(self, dict=None):
        self.data = {}
        if dict is not None:
            self.update(dict)

    def __getitem__(self, key):
        return self.data[ref(key)]

    def __setitem__(self, key, value):
        self.data[ref(key)] = value

    def __delitem__(self, key):
        del self.data[ref(key)]

    def __iter__(self):
        return iter([o for o in (r() for r in self.data) if o is not None])

    def __len__(self):
        return sum(r() is not None for r in self.data)


class WeakSet(MutableSet):
    """A set that does not keep its elements alive."""

    def __init__(self, data=None):
        self.data = set()
        for item in data or ():
            self.add(item)

    def __contains__(self, item):
        return ref(item) in self.data

    def __iter__(self):
        return iter([o for o in (r() for r in self.data) if o is not None])

    def __len__(self):
        return sum(r() is not None for r in self.data)

    def add(self, item):
        self.data.add(ref(item))

    def discard(self, item):
        self.data.discard(ref(item))


class WeakMethod:
    """A reference to a bound method."""

    def __init__(self, meth, callback=None):
        self._object, self._function = ref(meth.__self__), meth.__func__

    def __call__(self):
        found = self._object()
        return None if found is None else self._function.__get__(found)


class finalize:
    """A callback for the end of an object; it also runs when called."""

    def __init__(self, obj, func, /, *args, **kwargs):
        self._ref, self._call, self.alive = ref(obj), (func, args, kwargs), True

    def __call__(self, _=None):
        if self.alive:
            self.alive = False
            func, args, kwargs = self._call
            return func(*args, **kwargs)
        return None

    def detach(self):
        self.alive = False
