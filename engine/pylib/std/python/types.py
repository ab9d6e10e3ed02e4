"""Names for the types that the language uses and that have no name of their own."""

import _coroutine
import sys

__all__ = ['FunctionType', 'LambdaType', 'CodeType', 'MappingProxyType', 'SimpleNamespace', 'CellType', 'GeneratorType',
           'CoroutineType', 'AsyncGeneratorType', 'coroutine',
           'MethodType', 'BuiltinFunctionType', 'BuiltinMethodType', 'WrapperDescriptorType', 'MethodWrapperType',
           'MethodDescriptorType', 'ClassMethodDescriptorType', 'ModuleType', 'TracebackType', 'FrameType',
           'GetSetDescriptorType', 'MemberDescriptorType', 'new_class', 'resolve_bases', 'prepare_class',
           'DynamicClassAttribute', 'GenericAlias', 'UnionType', 'EllipsisType', 'NoneType', 'NotImplementedType']


def _f():
    pass


FunctionType = type(_f)
LambdaType = type(lambda: None)
CodeType = type(_f.__code__)
MappingProxyType = type(type.__dict__)
SimpleNamespace = type(sys.implementation)
ModuleType = type(sys)


def _cell():
    a = 1

    def f():
        return a
    return f.__closure__[0]


CellType = type(_cell())


def _g():
    yield 1


GeneratorType = type(_g())


async def _c():
    pass


_c = _c()
CoroutineType = type(_c)
_c.close()


async def _ag():
    yield


AsyncGeneratorType = type(_ag())


class _C:
    __slots__ = ('slot',)

    def _m(self):
        pass


MethodType = type(_C()._m)
BuiltinFunctionType = type(len)
BuiltinMethodType = type([].append)
WrapperDescriptorType = type(object.__init__)
MethodWrapperType = type(object().__str__)
MethodDescriptorType = type(str.join)
ClassMethodDescriptorType = type(dict.__dict__['fromkeys'])
GetSetDescriptorType = type(FunctionType.__code__)
MemberDescriptorType = type(_C.slot)

try:
    raise TypeError
except TypeError as _e:
    TracebackType = type(_e.__traceback__)
    FrameType = type(_e.__traceback__.tb_frame)

GenericAlias = type(list[int])
UnionType = type(int | str)
EllipsisType = type(Ellipsis)
NoneType = type(None)
NotImplementedType = type(NotImplemented)
del _f, _g, _c, _ag, _C, _cell


def new_class(name, bases=(), kwds=None, exec_body=None):
    """Makes a class as the class statement does."""
    resolved = resolve_bases(bases)
    meta, space, kwds = prepare_class(name, resolved, kwds)
    if exec_body is not None:
        exec_body(space)
    if resolved is not bases:
        space['__orig_bases__'] = bases
    return meta(name, resolved, space, **kwds)


def resolve_bases(bases):
    """Replaces the bases that are no classes by what their __mro_entries__ says."""
    result, changed = [], False
    for base in bases:
        entries = None if isinstance(base, type) else getattr(base, '__mro_entries__', None)
        if entries is None:
            result.append(base)
            continue
        found = entries(bases)
        if not isinstance(found, tuple):
            raise TypeError('__mro_entries__ must return a tuple')
        result.extend(found)
        changed = True
    return tuple(result) if changed else bases


def prepare_class(name, bases=(), kwds=None):
    """The metaclass, the namespace and the remaining keywords of a class to be made."""
    kwds = {} if kwds is None else dict(kwds)
    meta = kwds.pop('metaclass', None)
    if meta is None:
        meta = type(bases[0]) if bases else type
    if isinstance(meta, type):
        for base in bases:
            kind = type(base)
            if issubclass(meta, kind):
                continue
            if not issubclass(kind, meta):
                raise TypeError('metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass '
                                'of the metaclasses of all its bases')
            meta = kind
    space = meta.__prepare__(name, bases, **kwds) if hasattr(meta, '__prepare__') else {}
    return meta, space, kwds


class DynamicClassAttribute:
    """A property of instances that leaves the class access to the metaclass's __getattr__."""

    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.fget, self.fset, self.fdel = fget, fset, fdel
        self.__doc__, self.overwrite_doc = doc or fget.__doc__, doc is None
        self.__isabstractmethod__ = bool(getattr(fget, '__isabstractmethod__', False))

    def __get__(self, instance, ownerclass=None):
        if instance is None:
            if self.__isabstractmethod__:
                return self
            raise AttributeError()
        if self.fget is None:
            raise AttributeError('unreadable attribute')
        return self.fget(instance)

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError("can't set attribute")
        self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError("can't delete attribute")
        self.fdel(instance)

    def getter(self, fget):
        made = type(self)(fget, self.fset, self.fdel, (fget.__doc__ if self.overwrite_doc else None) or self.__doc__)
        made.overwrite_doc = self.overwrite_doc
        return made

    def setter(self, fset):
        made = type(self)(self.fget, fset, self.fdel, self.__doc__)
        made.overwrite_doc = self.overwrite_doc
        return made

    def deleter(self, fdel):
        made = type(self)(self.fget, self.fset, fdel, self.__doc__)
        made.overwrite_doc = self.overwrite_doc
        return made


class _GeneratorWrapper:
    """What a function gave that types.coroutine wraps: a generator of any kind, which can be awaited."""

    def __init__(self, gen):
        self.__wrapped, self.__isgen = gen, gen.__class__ is GeneratorType
        self.__name__ = getattr(gen, '__name__', None)
        self.__qualname__ = getattr(gen, '__qualname__', None)

    def send(self, val):
        return self.__wrapped.send(val)

    def throw(self, tp, *rest):
        return self.__wrapped.throw(tp, *rest)

    def close(self):
        return self.__wrapped.close()

    @property
    def gi_code(self):
        return self.__wrapped.gi_code

    @property
    def gi_frame(self):
        return self.__wrapped.gi_frame

    @property
    def gi_running(self):
        return self.__wrapped.gi_running

    @property
    def gi_yieldfrom(self):
        return self.__wrapped.gi_yieldfrom

    cr_code, cr_frame, cr_running, cr_await = gi_code, gi_frame, gi_running, gi_yieldfrom

    def __next__(self):
        return next(self.__wrapped)

    def __iter__(self):
        return self.__wrapped if self.__isgen else self

    __await__ = __iter__


def coroutine(func):
    """Lets what a generator function gives be awaited."""
    if not callable(func):
        raise TypeError('types.coroutine() expects a callable')
    flags = func.__code__.co_flags if func.__class__ is FunctionType else 0
    if flags & 0x180:
        return func
    if flags & 0x20:
        return _coroutine.iterable(func)
    import collections.abc
    import functools

    @functools.wraps(func)
    def wrapped(*args, **kwargs):
        coro = func(*args, **kwargs)
        if coro.__class__ is CoroutineType or coro.__class__ is GeneratorType and coro.gi_code.co_flags & 0x100:
            return coro
        if isinstance(coro, collections.abc.Generator) and not isinstance(coro, collections.abc.Coroutine):
            return _GeneratorWrapper(coro)
        return coro
    return wrapped
