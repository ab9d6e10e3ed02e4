"""Type hints: names for annotations. Nothing here checks anything at run time."""

import collections.abc
import contextlib
import sys
import types
from abc import abstractmethod
from types import GenericAlias
from _typing_forms import (Any, ClassVar, Concatenate, Final, Literal, NotRequired, Optional, Required, TypeGuard,
                           Union, Unpack, _Alias, _AnnotatedAlias, _CallableForm, _Container, _Form, _LiteralAlias,
                           _TupleForm, _cached, _check, _is_parameter_list)
from _typing_generic import (ForwardRef, Generic, ParamSpec, ParamSpecArgs, ParamSpecKwargs, Protocol, TypeVar, TypeVarTuple, _caller_module,
                             runtime_checkable)

__all__ = ['Annotated', 'Any', 'AnyStr', 'BinaryIO', 'Callable', 'ChainMap', 'ClassVar', 'Collection', 'Concatenate', 'Container',
           'AbstractSet', 'AsyncContextManager', 'AsyncGenerator', 'AsyncIterable', 'AsyncIterator', 'Awaitable', 'ByteString', 'ContextManager', 'Coroutine',
           'Counter', 'DefaultDict', 'Deque', 'Dict', 'Final', 'ForwardRef', 'FrozenSet', 'Generator', 'Generic',
           'Hashable', 'IO', 'ItemsView', 'Iterable', 'Iterator', 'KeysView', 'List', 'Literal', 'LiteralString',
           'Mapping', 'MappingView', 'Match', 'MutableMapping', 'MutableSequence', 'MutableSet', 'NamedTuple', 'Never',
           'NewType', 'NoReturn', 'NotRequired', 'Optional', 'OrderedDict', 'ParamSpec', 'ParamSpecArgs', 'ParamSpecKwargs', 'Pattern', 'Protocol',
           'Required', 'Reversible', 'Self', 'Sequence', 'Set', 'Sized', 'SupportsAbs', 'SupportsBytes', 'SupportsComplex', 'SupportsFloat', 'SupportsIndex',
           'SupportsInt', 'SupportsRound', 'Text', 'TextIO', 'Tuple', 'Type', 'TypeAlias', 'TypeGuard', 'TypeVar',
           'TypeVarTuple', 'TypedDict', 'Union', 'Unpack', 'ValuesView', 'assert_never', 'assert_type', 'cast', 'clear_overloads',
           'dataclass_transform', 'final', 'get_args', 'get_origin', 'get_overloads', 'get_type_hints', 'is_typeddict',
           'no_type_check', 'no_type_check_decorator', 'overload', 'reveal_type', 'runtime_checkable', 'TYPE_CHECKING']

TYPE_CHECKING = False

NoReturn, Never, Self, LiteralString, TypeAlias = map(_Form, ('NoReturn', 'Never', 'Self', 'LiteralString', 'TypeAlias'))


def _support(name, method, annotation):
    body = {'__slots__': (), method: abstractmethod(lambda self: None), '__module__': 'typing'}
    return runtime_checkable(types.new_class(name, (Protocol,), {}, lambda ns: ns.update(body)))


SupportsInt = _support('SupportsInt', '__int__', int)
SupportsFloat = _support('SupportsFloat', '__float__', float)
SupportsComplex = _support('SupportsComplex', '__complex__', complex)
SupportsBytes = _support('SupportsBytes', '__bytes__', bytes)
SupportsIndex = _support('SupportsIndex', '__index__', int)
SupportsAbs = _support('SupportsAbs', '__abs__', None)
SupportsRound = _support('SupportsRound', '__round__', None)

T, KT, VT = TypeVar('T'), TypeVar('KT'), TypeVar('VT')
T_co = TypeVar('T_co', covariant=True)
AnyStr = TypeVar('AnyStr', bytes, str)
Text = str

List = _Container(list, 1, name='List', inst=False)
Dict = _Container(dict, 2, name='Dict', inst=False)
Set = _Container(set, 1, name='Set', inst=False)
FrozenSet = _Container(frozenset, 1, name='FrozenSet', inst=False)
Type = _Container(type, 1, name='Type', inst=False)
Tuple = _TupleForm(tuple, -1, name='Tuple', inst=False)
Callable = _CallableForm(collections.abc.Callable, 2, name='Callable', inst=False)
Deque = _Container(collections.deque, 1, name='Deque')
DefaultDict = _Container(collections.defaultdict, 2, name='DefaultDict')
OrderedDict = _Container(collections.OrderedDict, 2)
Counter = _Container(collections.Counter, 1)
ChainMap = _Container(collections.ChainMap, 2)
for _name, _count in (('Hashable', 0), ('Sized', 0), ('Iterable', 1), ('Iterator', 1), ('Reversible', 1), ('Container', 1),
                      ('Collection', 1), ('MutableSet', 1), ('Mapping', 2), ('MutableMapping', 2), ('Sequence', 1),
                      ('MutableSequence', 1), ('MappingView', 1), ('KeysView', 1), ('ItemsView', 2), ('ValuesView', 1),
                      ('Generator', 3), ('Awaitable', 1), ('Coroutine', 3), ('AsyncIterable', 1), ('AsyncIterator', 1), ('AsyncGenerator', 2),
                      ('ByteString', 0)):
    globals()[_name] = _Container(getattr(collections.abc, _name), _count, name=_name, inst=False)
ContextManager = _Container(contextlib.AbstractContextManager, 1, name='ContextManager', inst=False)
AsyncContextManager = _Container(contextlib.AbstractAsyncContextManager, 1, name='AsyncContextManager', inst=False)
AbstractSet = _Container(collections.abc.Set, 1, name='AbstractSet', inst=False)


class IO(Generic[AnyStr]):
    """Any file."""
    __slots__ = ()


class TextIO(IO[str]):
    """A file of text."""
    __slots__ = ()


class BinaryIO(IO[bytes]):
    """A file of bytes."""
    __slots__ = ()


def __getattr__(name):
    if name in ('Pattern', 'Match'):
        import re
        form = globals()[name] = _Container(getattr(re, name), 1, name=name)
        return form
    raise AttributeError("module 'typing' has no attribute %r" % name)


class Annotated:
    """A type with more to say of it: Annotated[int, 'metres']."""

    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        raise TypeError('Type Annotated cannot be instantiated.')

    @_cached
    def __class_getitem__(cls, params):
        if not isinstance(params, tuple) or len(params) < 2:
            raise TypeError('Annotated[...] should be used with at least two arguments (a type and an annotation).')
        origin = _check(params[0], 'Annotated[t, ...]: t must be a type.')
        metadata = params[1:]
        if isinstance(origin, _AnnotatedAlias):
            origin, metadata = origin.__origin__, origin.__metadata__ + metadata
        return _AnnotatedAlias(origin, metadata)

    def __init_subclass__(cls, *args, **kwargs):
        raise TypeError('Cannot subclass %s.Annotated' % cls.__module__)


class NewType:
    """A type that only a checker tells from the one it is made of."""

    def __init__(self, name, tp):
        self.__qualname__ = name
        self.__name__ = name.rpartition('.')[-1]
        self.__supertype__ = tp
        self.__module__ = _caller_module()

    def __call__(self, x):
        return x

    def __repr__(self):
        return '%s.%s' % (self.__module__, self.__qualname__)

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]


class _NamedTupleMeta(type):
    def __new__(cls, typename, bases, ns):
        bases = tuple(tuple if base is _NamedTuple else base for base in bases)
        hints = ns.get('__annotations__', {})
        defaults = []
        for field in hints:
            if field in ns:
                defaults.append(ns[field])
            elif defaults:
                raise TypeError('Non-default namedtuple field %s cannot follow default field%s %s'
                                % (field, 's' if len(defaults) > 1 else '', ', '.join(n for n in hints if n in ns)))
        made = collections.namedtuple(typename, list(hints), defaults=defaults, module=ns.get('__module__'))
        made.__annotations__ = made.__new__.__annotations__ = dict(hints)
        forbidden = {'__new__', '__init__', '__slots__', '__getnewargs__', '_fields', '_field_defaults', '_field_types',
                     '_make', '_replace', '_asdict', '_source'}
        for key, value in ns.items():
            if key in forbidden:
                raise AttributeError('Cannot overwrite NamedTuple attribute ' + key)
            if key not in ('__module__', '__qualname__', '__annotations__', '__classcell__') and key not in made._fields:
                setattr(made, key, value)
        if ns.get('__qualname__'):
            made.__qualname__ = ns['__qualname__']
        return made


_NamedTuple = type.__new__(_NamedTupleMeta, 'NamedTuple', (), {})


def NamedTuple(typename, fields=None, /, **kwargs):
    """A named tuple with types for its fields."""
    if fields is None:
        fields = kwargs.items()
    elif kwargs:
        raise TypeError('Either list of fields or keywords can be provided to NamedTuple, not both')
    fields = [(n, _check(t, 'field %s annotation must be a type' % n)) for n, t in fields]
    made = collections.namedtuple(typename, [n for n, _ in fields], module=_caller_module())
    made.__annotations__ = made.__new__.__annotations__ = dict(fields)
    return made


NamedTuple.__mro_entries__ = lambda bases: (_NamedTuple,)


class _TypedDictMeta(type):
    def __new__(cls, name, bases, ns, total=True):
        made = type.__new__(_TypedDictMeta, name, (dict,), {k: v for k, v in ns.items() if k != '__classcell__'})
        hints, required, optional = {}, set(), set()
        for base in bases:
            hints.update(base.__dict__.get('__annotations__', {}))
            required |= set(base.__dict__.get('__required_keys__', ()))
            optional |= set(base.__dict__.get('__optional_keys__', ()))
        for key, hint in ns.get('__annotations__', {}).items():
            hints[key] = _check(hint, 'TypedDict(...): each field must be a type')
            origin = getattr(hint, '__origin__', None)
            (required if origin is Required or total and origin is not NotRequired else optional).add(key)
        made.__annotations__, made.__total__ = hints, total
        made.__required_keys__, made.__optional_keys__ = frozenset(required), frozenset(optional)
        return made

    __call__ = dict

    def __subclasscheck__(cls, other):
        raise TypeError('TypedDict does not support instance and class checks')

    __instancecheck__ = __subclasscheck__


_TypedDict = type.__new__(_TypedDictMeta, 'TypedDict', (), {})


def TypedDict(typename, fields=None, /, *, total=True, **kwargs):
    """A dict with types for certain keys."""
    return _TypedDictMeta(typename, (), {'__annotations__': dict(fields or kwargs), '__module__': _caller_module()}, total=total)


TypedDict.__mro_entries__ = lambda bases: (_TypedDict,)


def is_typeddict(tp):
    return isinstance(tp, _TypedDictMeta)


def cast(typ, val):
    """Returns val: a hint for checkers only."""
    return val


def assert_type(val, typ, /):
    return val


def assert_never(arg, /):
    raise AssertionError('Expected code to be unreachable, but got: %s' % repr(arg)[:100])


def reveal_type(obj, /):
    print('Runtime type is %r' % type(obj).__name__, file=sys.stderr)
    return obj


_overloads = {}


def _overload_stub(*args, **kwds):
    raise NotImplementedError('You should not call an overloaded function. A series of @overload-decorated functions '
                              'outside a stub module should always be followed by an implementation that is not @overload-ed.')


def overload(func):
    """One signature of a function that has several."""
    func = getattr(func, '__func__', func)
    _overloads.setdefault((func.__module__, func.__qualname__), []).append(func)
    return _overload_stub


def get_overloads(func):
    func = getattr(func, '__func__', func)
    return list(_overloads.get((func.__module__, func.__qualname__), ()))


def clear_overloads():
    _overloads.clear()


def final(f):
    """Marks what must not be overridden."""
    try:
        f.__final__ = True
    except (AttributeError, TypeError):
        pass
    return f


def no_type_check(arg):
    """Says that annotations of a function, or of a class and its methods, are no types."""
    if isinstance(arg, type):
        for value in arg.__dict__.values():
            value = getattr(value, '__func__', value)
            if isinstance(value, types.FunctionType) and value.__qualname__ == '%s.%s' % (arg.__qualname__, value.__name__):
                value.__no_type_check__ = True
            if isinstance(value, type) and value.__qualname__ == '%s.%s' % (arg.__qualname__, value.__name__):
                no_type_check(value)
    try:
        arg.__no_type_check__ = True
    except TypeError:
        pass
    return arg


def no_type_check_decorator(decorator):
    """Makes a decorator whose functions' annotations are no types."""
    def wrapped(*args, **kwargs):
        return no_type_check(decorator(*args, **kwargs))
    return wrapped


def dataclass_transform(**kwargs):
    def decorator(cls_or_fn):
        cls_or_fn.__dataclass_transform__ = kwargs
        return cls_or_fn
    return decorator


def get_origin(tp):
    """The unsubscripted form: get_origin(List[int]) is list."""
    if isinstance(tp, _AnnotatedAlias):
        return Annotated
    if isinstance(tp, (_Alias, GenericAlias, ParamSpecArgs)):
        return tp.__origin__
    if isinstance(tp, _Container):
        return tp.__origin__
    if tp is Generic:
        return Generic
    if isinstance(tp, types.UnionType):
        return types.UnionType
    return None


def get_args(tp):
    """The arguments of a subscripted form."""
    if isinstance(tp, _AnnotatedAlias):
        return (tp.__origin__,) + tp.__metadata__
    if isinstance(tp, (_Alias, GenericAlias)):
        args = tp.__args__
        if get_origin(tp) is collections.abc.Callable and not (len(args) == 2 and _is_parameter_list(args[0])):
            args = (list(args[:-1]), args[-1])
        return args
    if isinstance(tp, types.UnionType):
        return tp.__args__
    return ()


def _resolve(hint, globalns, localns):
    """Looks up the names in forward references, inside arguments too."""
    if isinstance(hint, str):
        hint = ForwardRef(hint)
    if isinstance(hint, ForwardRef):
        return _resolve(hint._evaluate(globalns, localns), globalns, localns)
    if isinstance(hint, (_Alias, GenericAlias)) and not isinstance(hint, (_LiteralAlias, _AnnotatedAlias)):
        args = tuple(_resolve(a, globalns, localns) for a in hint.__args__)
        if args != hint.__args__:
            return GenericAlias(hint.__origin__, args) if isinstance(hint, GenericAlias) else hint._with(args)
    return hint


def _strip(hint):
    if isinstance(hint, _AnnotatedAlias):
        return _strip(hint.__origin__)
    if isinstance(hint, _Alias) and hint.__origin__ in (Required, NotRequired):
        return _strip(hint.__args__[0])
    return hint


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    """The annotations of a class (inherited ones too), module or function, names looked up."""
    if getattr(obj, '__no_type_check__', None):
        return {}
    if isinstance(obj, type):
        hints = {}
        for base in reversed(obj.__mro__):
            space = globalns if globalns is not None else getattr(sys.modules.get(base.__module__), '__dict__', {})
            for name, hint in base.__dict__.get('__annotations__', {}).items():
                hints[name] = _resolve(type(None) if hint is None else hint, space, dict(vars(base)) if localns is None else localns)
    else:
        space = globalns
        if space is None:
            inner = obj
            while hasattr(inner, '__wrapped__'):
                inner = inner.__wrapped__
            space = inner.__dict__ if isinstance(obj, types.ModuleType) else getattr(inner, '__globals__', {})
        annotations = getattr(obj, '__annotations__', None)
        if annotations is None:
            if isinstance(obj, (types.BuiltinFunctionType, types.MethodType, types.WrapperDescriptorType, types.MethodWrapperType,
                                types.MethodDescriptorType)):
                return {}
            raise TypeError('%r is not a module, class, method, or function.' % (obj,))
        hints = {name: _resolve(type(None) if hint is None else hint, space, localns if localns is not None else space)
                 for name, hint in annotations.items()}
    return hints if include_extras else {name: _strip(hint) for name, hint in hints.items()}
