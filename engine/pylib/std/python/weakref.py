"""Weak references."""

from _collections_abc import MutableMapping, MutableSet
from _weakref import ref
from _weakrefset import WeakSet

__all__ = ['ref', 'proxy', 'WeakValueDictionary', 'WeakKeyDictionary', 'WeakSet', 'WeakMethod', 'finalize', 'ReferenceType',
           'ProxyType', 'ProxyTypes', 'CallableProxyType', 'getweakrefcount', 'getweakrefs']


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


ReferenceType = ref
MutableSet.register(WeakSet)


def getweakrefcount(object):
    """None is counted."""
    return 0


def getweakrefs(object):
    """None is known."""
    return []


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


class WeakMethod:
    """A reference to a bound method, which dies with its object."""

    def __init__(self, meth, callback=None):
        if not hasattr(meth, '__self__') or not hasattr(meth, '__func__'):
            raise TypeError('argument should be a bound method, not %s' % type(meth))
        self._object = ref(meth.__self__) if callback is None else ref(meth.__self__, lambda _: callback(self))
        self._function = meth.__func__

    def __call__(self):
        found = self._object()
        return None if found is None else self._function.__get__(found)

    def __eq__(self, other):
        if not isinstance(other, WeakMethod):
            return NotImplemented
        if self._object() is None or other._object() is None:
            return self is other
        return self._object == other._object and self._function == other._function

    def __hash__(self):
        return hash(self._object)


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
