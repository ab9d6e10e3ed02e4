"""Weak references."""

import sys
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


def _init(self, object, callback=None, /):
    import builtins
    set = builtins.object.__setattr__
    set(self, '_ref', ref(object) if callback is None else ref(object, lambda _: callback(self)))


def _getattribute(self, name):
    return getattr(_target(self), name)


def _setattr(self, name, value):
    setattr(_target(self), name, value)


def _delattr(self, name):
    delattr(_target(self), name)


def _repr(self):
    target = _target(self)
    return '<weakproxy at %#x to %s at %#x>' % (id(self), type(target).__name__, id(target))


def _str(self):
    return str(_target(self))


def _bool(self):
    return bool(_target(self))


def _proxy(name, **methods):
    """A class whose objects behave as the object they refer to."""
    operators = ('len getitem setitem delitem contains iter next reversed lt le eq ne gt ge add sub mul truediv floordiv mod '
                 'divmod pow lshift rshift and or xor matmul radd rsub rmul rtruediv rfloordiv rmod rpow iadd isub imul neg '
                 'pos abs invert int float index enter exit bytes').split()
    forwarded = {method: _forward(method) for method in map('__{}__'.format, operators)}
    return type(name, (), {
        '__module__': __name__, '__slots__': ('_ref', '__weakref__'), '__hash__': None, **forwarded, **methods,
        '__init__': _init, '__getattribute__': _getattribute, '__setattr__': _setattr, '__delattr__': _delattr, '__repr__': _repr,
        '__str__': _str, '__bool__': _bool})


ProxyType = _proxy('ProxyType')
CallableProxyType = _proxy('CallableProxyType', __call__=lambda self, /, *args, **kwargs: _target(self)(*args, **kwargs))
ProxyTypes = (ProxyType, CallableProxyType)
for _class in ProxyTypes:
    sys._settypename(_class, 'weakref.' + _class.__name__)


def proxy(object, callback=None, /):
    """Create a proxy object that weakly references 'object'."""
    return (CallableProxyType if callable(object) else ProxyType)(object, callback)


class WeakMethod(ref):
    """A reference to a bound method, which dies with its object."""

    __slots__ = '_function', '_meth_type'

    def __new__(cls, meth, callback=None):
        if not hasattr(meth, '__self__') or not hasattr(meth, '__func__'):
            raise TypeError('argument should be a bound method, not %s' % type(meth))
        self = ref.__new__(cls, meth.__self__, callback)
        self._function, self._meth_type = meth.__func__, type(meth)
        return self

    def __init__(self, meth, callback=None):
        pass

    def __call__(self):
        found = ref.__call__(self)
        return None if found is None else self._meth_type(self._function, found)

    def __eq__(self, other):
        if not isinstance(other, WeakMethod):
            return NotImplemented
        if ref.__call__(self) is None or ref.__call__(other) is None:
            return self is other
        return ref.__eq__(self, other) and self._function == other._function

    def __ne__(self, other):
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    __hash__ = ref.__hash__


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
