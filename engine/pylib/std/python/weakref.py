"""Weak references."""

from _weakref import ref
from _collections_abc import MutableMapping, MutableSet

__all__ = ['ref', 'proxy', 'WeakValueDictionary', 'WeakKeyDictionary', 'WeakSet', 'WeakMethod', 'finalize', 'ReferenceType',
           'ProxyType', 'ProxyTypes', 'CallableProxyType', 'getweakrefcount']

ReferenceType = ref


def getweakrefcount(object):
    return 0


def _forward(name):
    def method(self, *args):
        return getattr(_target(self), name)(*args)
    method.__name__ = name
    return method


def _target(proxy):
    found = object.__getattribute__(proxy, '_ref')()
    if found is None:
        raise ReferenceError('weakly-referenced object no longer exists')
    return found


class ProxyType:
    """Behaves as the object it refers to."""

    __slots__ = ('_ref', '__weakref__')
    __hash__ = None

    def __init__(self, object, callback=None, /):
        import builtins
        set = builtins.object.__setattr__
        set(self, '_ref', ref(object) if callback is None else ref(object, lambda _: callback(self)))

    def __getattribute__(self, name):
        return getattr(_target(self), name)

    def __setattr__(self, name, value):
        setattr(_target(self), name, value)

    def __delattr__(self, name):
        delattr(_target(self), name)

    def __repr__(self):
        target = _target(self)
        return '<weakproxy at %#x to %s at %#x>' % (id(self), type(target).__name__, id(target))

    def __str__(self):
        return str(_target(self))

    def __bool__(self):
        return bool(_target(self))

    def __call__(self, *args, **kwargs):
        return _target(self)(*args, **kwargs)

    for _name in ('len getitem setitem delitem contains iter next reversed lt le eq ne gt ge add sub mul truediv floordiv mod '
                  'divmod pow lshift rshift and or xor matmul radd rsub rmul rtruediv rfloordiv rmod rpow iadd isub imul neg '
                  'pos abs invert int float index enter exit bytes').split():
        locals()['__%s__' % _name] = _forward('__%s__' % _name)
    del _name


CallableProxyType = ProxyType
ProxyTypes = (ProxyType,)


def proxy(object, callback=None, /):
    """Create a proxy object that weakly references 'object'."""
    return ProxyType(object, callback)


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
    """A callback for the end of an object; it also runs when called, and at the end of the program."""

    _registry = {}

    def __init__(self, obj, func, /, *args, **kwargs):
        if not finalize._registry:
            import atexit
            atexit.unregister(finalize._exit)
            atexit.register(finalize._exit)
        self._ref, self._call = ref(obj, self), (func, args, kwargs)
        self.atexit = True
        finalize._registry[self] = None

    def __call__(self, _=None):
        if self.alive:
            del finalize._registry[self]
            func, args, kwargs = self._call
            return func(*args, **kwargs)
        return None

    @property
    def alive(self):
        return self in finalize._registry

    def detach(self):
        """If alive then mark as dead and return (obj, func, args, kwargs)."""
        obj = self._ref()
        if obj is not None and self.alive:
            del finalize._registry[self]
            return (obj, *self._call)
        return None

    def peek(self):
        """If alive then return (obj, func, args, kwargs)."""
        obj = self._ref()
        if obj is not None and self.alive:
            return (obj, *self._call)
        return None

    def __repr__(self):
        obj = self._ref() if self.alive else None
        if obj is None:
            return '<%s object at %#x; dead>' % (type(self).__name__, id(self))
        return '<%s object at %#x; for %r at %#x>' % (type(self).__name__, id(self), type(obj).__name__, id(obj))

    @staticmethod
    def _exit():
        for each in list(finalize._registry)[::-1]:
            if each.atexit:
                each()
            else:
                finalize._registry.pop(each, None)
