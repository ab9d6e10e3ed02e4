"""Weak references."""

from _weakref import ref
from _weak_containers import KeyedRef, WeakKeyDictionary, WeakSet, WeakValueDictionary

__all__ = ['ref', 'proxy', 'WeakValueDictionary', 'WeakKeyDictionary', 'WeakSet', 'WeakMethod', 'finalize', 'ReferenceType',
           'ProxyType', 'ProxyTypes', 'CallableProxyType', 'getweakrefcount', 'getweakrefs']

ReferenceType = ref


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
