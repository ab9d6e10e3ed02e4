"""Type hints: names for annotations. Nothing here checks anything at run time."""

import collections.abc
import contextlib
import operator
import sys
import types
from abc import ABCMeta, abstractmethod
from functools import lru_cache, partial, wraps
from types import GenericAlias

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


def _show(obj):
    """The text of a type inside another's repr."""
    if isinstance(obj, GenericAlias):
        return repr(obj)
    if isinstance(obj, type):
        return obj.__qualname__ if obj.__module__ == 'builtins' else '%s.%s' % (obj.__module__, obj.__qualname__)
    if obj is ...:
        return '...'
    if isinstance(obj, types.FunctionType):
        return obj.__name__
    return repr(obj)


def _type_convert(arg, module=None, special=False):
    """None as NoneType and strings as forward references."""
    if arg is None:
        return type(None)
    return ForwardRef(arg, module=module, is_class=special) if isinstance(arg, str) else arg


def _check(arg, what, argument=True, special=False, module=None):
    """An argument of a special form, None as NoneType and strings as forward references; special allows ClassVar and Final."""
    arg = _type_convert(arg, module, special)
    if isinstance(arg, type) or arg in (Any, LiteralString, NoReturn, Never, Self, TypeAlias):
        if arg in (Generic, Protocol):
            raise TypeError('Plain %s is not valid as type argument' % (arg,))
        return arg
    if isinstance(arg, _GenericAlias):
        refused = (Generic, Protocol) if special else (Generic, Protocol, ClassVar, Final) if argument else (Generic, Protocol, ClassVar)
        if arg.__origin__ in refused:
            raise TypeError('%s is not valid as type argument' % (arg,))
    elif type(arg) is _SpecialForm and not (special and arg in (ClassVar, Final)):
        raise TypeError('Plain %s is not valid as type argument' % (arg,))
    if type(arg) is tuple:
        raise TypeError('%s Got %.100r.' % (what, arg))
    return arg


def _is_unpacked(arg):
    return isinstance(arg, _UnpackGenericAlias) or isinstance(arg, GenericAlias) and getattr(arg, '__unpacked__', False)


def _parameters(args):
    """The type variables that arguments are or hold, each once."""
    found = []
    for arg in args:
        if isinstance(arg, type) and not isinstance(arg, GenericAlias):
            continue
        if isinstance(arg, tuple):
            inner = _parameters(arg)
        elif hasattr(arg, '__typing_subst__'):
            inner = (arg,)
        else:
            inner = getattr(arg, '__parameters__', ())
        found.extend(p for p in inner if p not in found)
    return tuple(found)


def _spread(args):
    """Arguments with those of an unpacked tuple of known length in its place."""
    found = []
    for arg in args:
        inner = None if isinstance(arg, type) else getattr(arg, '__typing_unpacked_tuple_args__', None)
        if inner is not None and not (inner and inner[-1] is ...):
            found.extend(inner)
        else:
            found.append(arg)
    return tuple(found)


def _bind(owner, args):
    """What each parameter of owner stands for: the parameters prepare the arguments for themselves."""
    parameters = owner.__parameters__
    for p in parameters:
        if hasattr(p, '__typing_prepare_subst__'):
            args = p.__typing_prepare_subst__(owner, args)
    if len(args) != len(parameters):
        many = 'many' if len(args) > len(parameters) else 'few'
        raise TypeError('Too %s arguments for %s; actual %d, expected %d' % (many, owner, len(args), len(parameters)))
    return dict(zip(parameters, args))


def _is_parameter_list(arg):
    """Whether arg stands for all the parameters of a callable."""
    return arg is ... or isinstance(arg, (tuple, list, ParamSpec, _ConcatenateGenericAlias))


def _substitute(args, known, flat=False):
    """The arguments with what is known of their variables; one that stands for several types gives several, all do where flat."""
    found = []
    for arg in args:
        if isinstance(arg, type) and not isinstance(arg, GenericAlias):
            found.append(arg)
            continue
        if isinstance(arg, tuple):
            found.append(tuple(_substitute(arg, known)))
            continue
        if hasattr(arg, '__typing_subst__'):
            new = arg.__typing_subst__(known[arg])
        elif inner := getattr(arg, '__parameters__', ()):
            given = []
            for p in inner:
                given.extend(known[p]) if isinstance(p, TypeVarTuple) else given.append(known[p])
            new = arg[tuple(given)]
        else:
            new = arg
        if flat and isinstance(new, tuple) or getattr(arg, '__typing_is_unpacked_typevartuple__', False):
            found.extend(new)
        else:
            found.append(new)
    return tuple(found)


_cleanups = []  # what forgets the objects that were given


def _cached(getitem, typed=False):
    """A __getitem__ that gives the same object again for the same arguments, if these are hashable."""
    cached = lru_cache(typed=typed)(getitem)
    _cleanups.append(cached.cache_clear)

    def inner(*args):
        try:
            return cached(*args)
        except TypeError:
            pass  # unhashable, or an error that is raised again
        return getitem(*args)
    return inner


class _Final:
    def __init_subclass__(cls, /, *args, **kwds):
        if '_root' not in kwds:
            raise TypeError('Cannot subclass special typing classes')


class _Immutable:
    """Copies of it are itself."""

    __slots__ = ()

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


class _SpecialForm(_Final, _root=True):
    """A name such as Any, Optional or ClassVar; `getitem` makes what stands for Name[...]."""

    __iter__ = None  # else __getitem__ would make it iterable

    def __init__(self, name, getitem=None, doc=None):
        self._name, self._getitem, self.__doc__ = name, getitem, doc

    def __getattr__(self, item):
        if item in {'__name__', '__qualname__'}:
            return self._name
        raise AttributeError(item)

    def __mro_entries__(self, bases):
        raise TypeError('Cannot subclass %r' % self)

    def __repr__(self):
        return 'typing.' + self._name

    def __reduce__(self):
        return self._name

    def __call__(self, *args, **kwds):
        raise TypeError('Cannot instantiate %r' % self)

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __instancecheck__(self, obj):
        raise TypeError('%r cannot be used with isinstance()' % self)

    def __subclasscheck__(self, cls):
        raise TypeError('%r cannot be used with issubclass()' % self)

    def __getitem__(self, parameters):
        if self._getitem is None:
            raise TypeError('%r is not subscriptable' % self)
        return self._getitem(self, parameters)


class _GenericAlias(_Final, _root=True):
    """A special form with arguments: origin[args]."""

    __iter__ = None  # else __getitem__ would make it iterable

    def __init__(self, origin, args, name=None, inst=True):
        self.__origin__ = origin
        self.__args__ = args if isinstance(args, tuple) else (args,)
        self.__parameters__ = _parameters(self.__args__)
        self._name, self._inst = name, inst
        self.__module__ = 'typing' if name else getattr(origin, '__module__', 'typing')

    def __getattr__(self, attr):
        if attr in {'__origin__', '__args__', '__parameters__', '_name'}:
            raise AttributeError(attr)
        if not (attr.startswith('__') and attr.endswith('__')):
            return getattr(self.__origin__, attr)
        if attr in ('__name__', '__qualname__'):
            return self._name or self.__origin__.__name__
        raise AttributeError(attr)

    def __call__(self, *args, **kwargs):
        if not self._inst:
            raise TypeError('Type %s cannot be instantiated; use %s() instead' % (self._name, self.__origin__.__name__))
        result = self.__origin__(*args, **kwargs)
        try:
            result.__orig_class__ = self
        except AttributeError:
            pass
        return result

    def __mro_entries__(self, bases):
        if isinstance(self.__origin__, _SpecialForm):
            raise TypeError('Cannot subclass %r' % self)
        at = bases.index(self)
        if self._name:  # such as List[int]: what it stands for, and Generic unless a later base brings it
            result = [] if self.__origin__ in bases else [self.__origin__]
            if not any(isinstance(b, _GenericAlias) or isinstance(b, type) and issubclass(b, Generic) for b in bases[at + 1:]):
                result.append(Generic)
            return tuple(result)
        if self.__origin__ is Generic and (Protocol in bases or any(isinstance(b, _GenericAlias) and b is not self for b in bases[at + 1:])):
            return ()
        return (self.__origin__,)

    @_cached
    def __getitem__(self, args):
        if self.__origin__ in (Generic, Protocol):
            raise TypeError('Cannot subscript already-subscripted %s' % self)
        if not self.__parameters__:
            raise TypeError('%s is not a generic class' % self)
        args = _spread(args if isinstance(args, tuple) else (args,))
        args = tuple(a if isinstance(a, (list, tuple)) or a is ... else _check(a, 'Parameters to generic types must be types.') for a in args)
        return self._with(_substitute(self.__args__, _bind(self, args), self.__origin__ is collections.abc.Callable))

    def _with(self, args):
        return type(self)(self.__origin__, args, name=self._name, inst=self._inst)

    def __repr__(self):
        name = 'typing.' + self._name if self._name else _show(self.__origin__)
        args = ', '.join(map(_show, self.__args__)) if self.__args__ else '()'
        return '%s[%s]' % (name, args)

    def __eq__(self, other):
        if not isinstance(other, _GenericAlias):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self.__args__ == other.__args__

    def __hash__(self):
        return hash((self.__origin__, self.__args__))

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __instancecheck__(self, obj):
        return self.__subclasscheck__(type(obj))

    def __subclasscheck__(self, cls):
        raise TypeError('Subscripted generics cannot be used with class and instance checks')

    def __setattr__(self, attr, value):
        if attr in ('_name', '_inst', '_paramspec_tvars', '__origin__', '__args__', '__parameters__', '__metadata__', '__module__') \
                or attr.startswith('__') and attr.endswith('__'):
            super().__setattr__(attr, value)
        else:
            setattr(self.__origin__, attr, value)

    def __dir__(self):
        names = (*super().__dir__(), *dir(self.__origin__))
        return sorted({n for n in names if not n.startswith('__')} | {n for n in super().__dir__() if n.startswith('__')})

    def __reduce__(self):
        origin = globals()[self._name] if self._name else self.__origin__
        args = self.__args__
        return operator.getitem, (origin, args[0] if len(args) == 1 and not isinstance(args[0], tuple) else tuple(args))


class _IterableGenericAlias(_GenericAlias, _root=True):
    """One of a class, which can be unpacked with a star."""

    def __iter__(self):
        yield Unpack[self]


class _UnionGenericAlias(_GenericAlias, _root=True):
    def _with(self, args):
        return Union[args]

    def __reduce__(self):
        return operator.getitem, (Union, self.__args__)

    def __eq__(self, other):
        if not isinstance(other, (_UnionGenericAlias, types.UnionType)):
            return NotImplemented
        return set(self.__args__) == set(other.__args__)

    def __hash__(self):
        return hash(frozenset(self.__args__))

    def __repr__(self):
        args = self.__args__
        if len(args) == 2 and type(None) in args:
            return 'typing.Optional[%s]' % _show(args[0] if args[1] is type(None) else args[1])
        return super().__repr__()

    def __instancecheck__(self, obj):
        return self.__subclasscheck__(type(obj))

    def __subclasscheck__(self, cls):
        return any(issubclass(cls, arg) for arg in self.__args__)

    def __dir__(self):
        return [n for n in super().__dir__() if n.startswith('__')]


class _LiteralGenericAlias(_GenericAlias, _root=True):
    def __repr__(self):
        return 'typing.Literal[%s]' % ', '.join(map(_show, self.__args__))

    def __eq__(self, other):
        if not isinstance(other, _LiteralGenericAlias):
            return NotImplemented
        return {(a, type(a)) for a in self.__args__} == {(a, type(a)) for a in other.__args__}

    def __hash__(self):
        return hash(frozenset((a, type(a)) for a in self.__args__))


class _UnpackGenericAlias(_GenericAlias, _root=True):
    def __repr__(self):
        return '*' + repr(self.__args__[0])

    def __getitem__(self, args):
        if self.__typing_is_unpacked_typevartuple__:
            return args
        return super().__getitem__(args)

    @property
    def __typing_unpacked_tuple_args__(self):
        inner, = self.__args__
        if isinstance(inner, (_GenericAlias, GenericAlias)):
            if inner.__origin__ is not tuple:
                raise TypeError('Unpack[...] must be used with a tuple type')
            return inner.__args__
        return None

    @property
    def __typing_is_unpacked_typevartuple__(self):
        return isinstance(self.__args__[0], TypeVarTuple)


class _CallableGenericAlias(_GenericAlias, _root=True):
    def _with(self, args):
        return _CallableGenericAlias(self.__origin__, args, name=self._name, inst=self._inst)

    def _of_parameters(self):
        return len(self.__args__) == 2 and _is_parameter_list(self.__args__[0])

    def __repr__(self):
        if self._of_parameters():
            return super().__repr__()
        return 'typing.Callable[[%s], %s]' % (', '.join(map(_show, self.__args__[:-1])), _show(self.__args__[-1]))

    def __reduce__(self):
        args = self.__args__
        return operator.getitem, (Callable, args if self._of_parameters() else (list(args[:-1]), args[-1]))


class _ConcatenateGenericAlias(_GenericAlias, _root=True):
    """Some parameters before others."""

    def _with(self, args):
        if isinstance(args[-1], (list, tuple)):
            return (*args[:-1], *args[-1])
        if isinstance(args[-1], _ConcatenateGenericAlias):
            args = (*args[:-1], *args[-1].__args__)
        return _ConcatenateGenericAlias(self.__origin__, args, name=self._name)


class _AnnotatedAlias(_GenericAlias, _root=True):
    def __init__(self, origin, metadata):
        if isinstance(origin, _AnnotatedAlias):
            origin, metadata = origin.__origin__, origin.__metadata__ + metadata
        super().__init__(origin, origin, name='Annotated')
        self.__metadata__ = metadata
        self.__module__ = getattr(origin, '__module__', 'typing')

    def _with(self, args):
        return _AnnotatedAlias(args[0], self.__metadata__)

    def __repr__(self):
        return 'typing.Annotated[%s, %s]' % (_show(self.__origin__), ', '.join(map(repr, self.__metadata__)))

    def __reduce__(self):
        return operator.getitem, (Annotated, (self.__origin__, *self.__metadata__))

    def __eq__(self, other):
        if not isinstance(other, _AnnotatedAlias):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self.__metadata__ == other.__metadata__

    def __hash__(self):
        return hash((self.__origin__, self.__metadata__))

    def __getattr__(self, attr):
        if attr in ('__name__', '__qualname__'):
            return 'Annotated'
        return super().__getattr__(attr)

    def __mro_entries__(self, bases):
        return (self.__origin__,)


class _SpecialGenericAlias(_SpecialForm, _root=True):
    """A capitalised name of a container, such as List: bare, and with arguments."""

    def __init__(self, origin, count, name=None, inst=True):
        super().__init__(name or origin.__name__)
        self.__origin__, self._count, self._inst = origin, count, inst

    def __getattr__(self, item):
        if item in {'__name__', '__qualname__'}:
            return self._name
        return getattr(self.__origin__, item)

    def __call__(self, *args, **kwds):
        if not self._inst:
            raise TypeError('Type %s cannot be instantiated; use %s() instead' % (self._name, self.__origin__.__name__))
        return self.__origin__(*args, **kwds)

    def __mro_entries__(self, bases):
        return (self.__origin__,) if self.__origin__ not in bases else ()

    def __setattr__(self, attr, value):
        if attr.startswith('__') or attr in ('_name', '_getitem', '_count', '_inst'):
            super().__setattr__(attr, value)
        else:
            setattr(self.__origin__, attr, value)

    @_cached
    def __getitem__(self, params):
        if not isinstance(params, tuple):
            params = (params,)
        params = tuple(_check(p, 'Parameters to generic types must be types.') for p in params)
        if self._count >= 0 and len(params) != self._count:
            raise TypeError('Too %s arguments for %r; actual %d, expected %d'
                            % ('many' if len(params) > self._count else 'few', self, len(params), self._count))
        return _IterableGenericAlias(self.__origin__, params, name=self._name, inst=self._inst)

    def __subclasscheck__(self, cls):
        if isinstance(cls, _SpecialGenericAlias):
            return issubclass(cls.__origin__, self.__origin__)
        if isinstance(cls, _GenericAlias):
            raise TypeError('Subscripted generics cannot be used with class and instance checks')
        return issubclass(cls, self.__origin__)

    def __instancecheck__(self, obj):
        return isinstance(obj, self.__origin__)


class _TupleType(_SpecialGenericAlias, _root=True):
    @_cached
    def __getitem__(self, params):
        if params == ():
            return _IterableGenericAlias(tuple, (), name='Tuple', inst=False)
        if not isinstance(params, tuple):
            params = (params,)
        params = tuple(_check(p, 'Tuple[t0, t1, ...]: each t must be a type.') for p in params)
        return _IterableGenericAlias(tuple, params, name='Tuple', inst=False)


class _CallableType(_SpecialGenericAlias, _root=True):
    def __getitem__(self, params):
        if not isinstance(params, tuple) or len(params) != 2:
            raise TypeError('Callable must be used as Callable[[arg, ...], result].')
        arguments, result = params
        return self._of(tuple(arguments) if isinstance(arguments, list) else arguments, result)

    @_cached
    def _of(self, arguments, result):
        result = _check(result, 'Callable[args, result]: result must be a type.')
        arguments = tuple(map(_type_convert, arguments if isinstance(arguments, tuple) else (arguments,)))
        return _CallableGenericAlias(collections.abc.Callable, arguments + (result,), name='Callable', inst=False)


class _AnyMeta(type):
    def __instancecheck__(self, obj):
        if self is Any:
            raise TypeError('typing.Any cannot be used with isinstance()')
        return super().__instancecheck__(obj)

    def __repr__(self):
        return 'typing.Any' if self is Any else super().__repr__()


class Any(metaclass=_AnyMeta):
    """Any type at all."""

    def __new__(cls, *args, **kwargs):
        if cls is Any:
            raise TypeError('Any cannot be instantiated')
        return super().__new__(cls, *args, **kwargs)


def _flatten_union(parameters):
    inner = (p.__args__ if isinstance(p, (_UnionGenericAlias, types.UnionType)) else (p,) for p in parameters)
    return tuple(dict.fromkeys(a for args in inner for a in args))


@_cached
def _union(form, parameters):
    if parameters == ():
        raise TypeError('Cannot take a Union of no types.')
    if not isinstance(parameters, tuple):
        parameters = (parameters,)
    parameters = _flatten_union(_check(p, 'Union[arg, ...]: each arg must be a type.') for p in parameters)
    if len(parameters) == 1:
        return parameters[0]
    return _UnionGenericAlias(Union, parameters, name='Optional' if len(parameters) == 2 and type(None) in parameters else 'Union')


@_cached
def _single(form, parameters):
    return _GenericAlias(form, (_check(parameters, '%s accepts only single type.' % form),), name=form._name)


@_cached
def _single_key(form, parameters):
    return _GenericAlias(form, (_check(parameters, '%s accepts only a single type.' % form._name),), name=form._name)


@_cached
def _concatenate(form, parameters):
    if parameters == ():
        raise TypeError('Cannot take a Concatenate of no types.')
    if not isinstance(parameters, tuple):
        parameters = (parameters,)
    if not (parameters[-1] is ... or isinstance(parameters[-1], ParamSpec)):
        raise TypeError('The last parameter to Concatenate should be a ParamSpec variable or ellipsis.')
    checked = (_check(p, 'Concatenate[arg, ...]: each arg must be a type.') for p in parameters[:-1])
    return _ConcatenateGenericAlias(form, (*checked, parameters[-1]), name='Concatenate')


def _literal(form, parameters):
    return _literal_of(form, *(parameters if isinstance(parameters, tuple) else (parameters,)))


@partial(_cached, typed=True)
def _literal_of(form, *parameters):
    flat = [value for p in parameters for value in (p.__args__ if isinstance(p, _LiteralGenericAlias) else (p,))]
    try:
        flat = [value for value, _ in dict.fromkeys((value, type(value)) for value in flat)]
    except TypeError:
        pass  # what cannot be hashed may stand twice
    return _LiteralGenericAlias(form, tuple(flat), name='Literal')


Union = _SpecialForm('Union', _union, 'One of several types.')
Optional = _SpecialForm('Optional', _cached(lambda form, p: Union[_check(p, 'typing.Optional requires a single type.'), type(None)]))
ClassVar = _SpecialForm('ClassVar', _single)
Final = _SpecialForm('Final', _single)
Required = _SpecialForm('Required', _single_key)
NotRequired = _SpecialForm('NotRequired', _single_key)
TypeGuard = _SpecialForm('TypeGuard', _single)
Unpack = _SpecialForm('Unpack', _cached(lambda form, p: _UnpackGenericAlias(form, (_check(p, '%s accepts only single type.' % form),), name='Unpack')))
Literal = _SpecialForm('Literal', _literal)
Concatenate = _SpecialForm('Concatenate', _concatenate)


class ForwardRef(_Final, _root=True):
    """A type named by a string, not yet looked up."""

    __slots__ = ('__forward_arg__', '__forward_code__', '__forward_evaluated__', '__forward_value__', '__forward_is_argument__',
                 '__forward_is_class__', '__forward_module__')

    def __init__(self, arg, is_argument=True, module=None, *, is_class=False):
        if not isinstance(arg, str):
            raise TypeError('Forward reference must be a string -- got %r' % (arg,))
        try:
            self.__forward_code__ = compile('(%s,)[0]' % arg if arg.startswith('*') else arg, '<string>', 'eval')
        except SyntaxError:
            raise SyntaxError('Forward reference must be an expression -- got %r' % (arg,)) from None
        self.__forward_arg__, self.__forward_module__ = arg, module
        self.__forward_is_argument__, self.__forward_is_class__ = is_argument, is_class
        self.__forward_evaluated__, self.__forward_value__ = False, None

    def _evaluate(self, globalns, localns, recursive_guard=frozenset()):
        if self.__forward_arg__ in recursive_guard:
            return self
        if not self.__forward_evaluated__ or localns is not globalns:
            if globalns is None and localns is None:
                globalns = localns = {}
            globalns, localns = localns if globalns is None else globalns, globalns if localns is None else localns
            if self.__forward_module__ is not None:
                globalns = getattr(sys.modules.get(self.__forward_module__), '__dict__', globalns)
            found = _check(eval(self.__forward_code__, globalns, localns), 'Forward references must evaluate to types.',
                           argument=self.__forward_is_argument__, special=self.__forward_is_class__)
            self.__forward_value__ = _resolve(found, globalns, localns, recursive_guard | {self.__forward_arg__})
            self.__forward_evaluated__ = True
        return self.__forward_value__

    def __eq__(self, other):
        if not isinstance(other, ForwardRef):
            return NotImplemented
        if self.__forward_evaluated__ and other.__forward_evaluated__:
            return (self.__forward_arg__, self.__forward_value__) == (other.__forward_arg__, other.__forward_value__)
        return (self.__forward_arg__, self.__forward_module__) == (other.__forward_arg__, other.__forward_module__)

    def __hash__(self):
        return hash((self.__forward_arg__, self.__forward_module__))

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __repr__(self):
        module = '' if self.__forward_module__ is None else ', module=%r' % self.__forward_module__
        return 'ForwardRef(%r%s)' % (self.__forward_arg__, module)


def _caller_module():
    try:
        return sys._getframe(2).f_globals.get('__name__', '__main__')
    except (AttributeError, ValueError):
        return '__main__'


class _PickleUsingNameMixin:
    """Pickled by its name, as the value of a global variable."""

    def __reduce__(self):
        return self.__name__


class _BoundVarianceMixin:
    """What TypeVar and ParamSpec share."""

    def __init__(self, bound, covariant, contravariant):
        if covariant and contravariant:
            raise ValueError('Bivariant types are not supported.')
        self.__covariant__, self.__contravariant__ = bool(covariant), bool(contravariant)
        self.__bound__ = None if bound is None else _check(bound, 'Bound must be a type.')

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __repr__(self):
        sign = '+' if self.__covariant__ else '-' if self.__contravariant__ else '~'
        return sign + self.__name__

    def __mro_entries__(self, bases):
        raise TypeError('Cannot subclass an instance of %s' % type(self).__name__)


class TypeVar(_Final, _Immutable, _BoundVarianceMixin, _PickleUsingNameMixin, _root=True):
    """A type variable."""

    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False):
        super().__init__(bound, covariant, contravariant)
        if constraints and bound is not None:
            raise TypeError('Constraints cannot be combined with bound=...')
        if len(constraints) == 1:
            raise TypeError('A single constraint is not allowed')
        self.__name__ = name
        self.__constraints__ = tuple(_check(c, 'TypeVar(name, constraint, ...): constraints must be types.') for c in constraints)
        self.__module__ = _caller_module()

    def __typing_subst__(self, arg):
        arg = _check(arg, 'Parameters to generic types must be types.')
        if _is_unpacked(arg):
            raise TypeError('%s is not valid as type argument' % arg)
        return arg


class ParamSpec(_Final, _Immutable, _BoundVarianceMixin, _PickleUsingNameMixin, _root=True):
    """A variable for the parameters of a callable."""

    def __init__(self, name, *, bound=None, covariant=False, contravariant=False):
        super().__init__(bound, covariant, contravariant)
        self.__name__ = name
        self.__module__ = _caller_module()

    @property
    def args(self):
        return ParamSpecArgs(self)

    @property
    def kwargs(self):
        return ParamSpecKwargs(self)

    def __typing_subst__(self, arg):
        if isinstance(arg, (list, tuple)):
            return tuple(_check(a, 'Expected a type.') for a in arg)
        if not _is_parameter_list(arg):
            raise TypeError('Expected a list of types, an ellipsis, ParamSpec, or Concatenate. Got %s' % (arg,))
        return arg

    def __typing_prepare_subst__(self, alias, args):
        parameters = alias.__parameters__
        at = parameters.index(self)
        if at >= len(args):
            raise TypeError('Too few arguments for %s' % alias)
        if len(parameters) == 1 and not _is_parameter_list(args[0]):
            return (args,)
        if isinstance(args[at], list):
            return (*args[:at], tuple(args[at]), *args[at + 1:])
        return args


class ParamSpecArgs(_Final, _Immutable, _root=True):
    """The positional parameters of a ParamSpec."""

    def __init__(self, origin):
        self.__origin__ = origin

    def __repr__(self):
        return self.__origin__.__name__ + '.args'

    def __eq__(self, other):
        return self.__origin__ == other.__origin__ if isinstance(other, ParamSpecArgs) else NotImplemented

    def __hash__(self):
        return hash(('args', self.__origin__))

    def __mro_entries__(self, bases):
        raise TypeError('Cannot subclass an instance of ParamSpecArgs')


class ParamSpecKwargs(_Final, _Immutable, _root=True):
    """The keyword parameters of a ParamSpec."""

    def __init__(self, origin):
        self.__origin__ = origin

    def __repr__(self):
        return self.__origin__.__name__ + '.kwargs'

    def __eq__(self, other):
        return self.__origin__ == other.__origin__ if isinstance(other, ParamSpecKwargs) else NotImplemented

    def __hash__(self):
        return hash(('kwargs', self.__origin__))

    def __mro_entries__(self, bases):
        raise TypeError('Cannot subclass an instance of ParamSpecKwargs')


class TypeVarTuple(_Final, _Immutable, _PickleUsingNameMixin, _root=True):
    """A variable for any number of types."""

    def __init__(self, name):
        self.__name__ = name
        self.__module__ = _caller_module()

    def __iter__(self):
        yield Unpack[self]

    def __repr__(self):
        return self.__name__

    def __typing_subst__(self, arg):
        raise TypeError('Substitution of bare TypeVarTuple is not supported')

    def __typing_prepare_subst__(self, alias, args):
        """The arguments with a tuple of those that are left for this variable; *tuple[int, ...] fills what is around it."""
        parameters = alias.__parameters__
        before = parameters.index(self)
        after = len(parameters) - before - 1
        if self in parameters[before + 1:]:
            raise TypeError('More than one TypeVarTuple parameter in %s' % alias)
        endless = [i for i, arg in enumerate(args) if not isinstance(arg, type)
                   and len(inner := getattr(arg, '__typing_unpacked_tuple_args__', None) or ()) == 2 and inner[-1] is ...]
        if len(endless) > 1:
            raise TypeError('More than one unpacked arbitrary-length tuple argument')
        left, right, fill = before, after, None
        if endless:
            fill = args[endless[0]].__typing_unpacked_tuple_args__[0]
            left, right = min(before, endless[0]), min(after, len(args) - endless[0] - 1)
        elif before + after > len(args):
            raise TypeError('Too few arguments for %s; actual %d, expected at least %d' % (alias, len(args), len(parameters) - 1))
        return (*args[:left], *[fill] * (before - left), tuple(args[left:len(args) - right]), *[fill] * (after - right),
                *args[len(args) - right:])

    def __mro_entries__(self, bases):
        raise TypeError('Cannot subclass an instance of TypeVarTuple')


class Generic:
    """The base of generic classes."""

    __slots__ = ()
    _is_protocol = False

    @_cached
    def __class_getitem__(cls, params):
        """cls[...]: of Generic and Protocol the declaration of variables, of other classes what stands for these."""
        if not isinstance(params, tuple):
            params = (params,)
        params = _spread(map(_type_convert, params))
        if cls in (Generic, Protocol):
            if not params:
                raise TypeError('Parameter list to %s[...] cannot be empty' % cls.__qualname__)
            if not all(isinstance(p, (TypeVar, ParamSpec)) or getattr(p, '__typing_is_unpacked_typevartuple__', False) for p in params):
                raise TypeError('Parameters to %s[...] must all be type variables or parameter specification variables.' % cls.__name__)
            if len(set(params)) != len(params):
                raise TypeError('Parameters to %s[...] must all be unique' % cls.__name__)
            return _GenericAlias(cls, params)
        own = getattr(cls, '__parameters__', ())
        if not params and not any(isinstance(p, (TypeVarTuple, ParamSpec)) for p in own):
            raise TypeError('Parameter list to %s[...] cannot be empty' % cls.__qualname__)
        if not own:
            raise TypeError('%s is not a generic class' % cls)
        for p in own:
            if hasattr(p, '__typing_prepare_subst__'):
                params = p.__typing_prepare_subst__(cls, params)
        if len(params) != len(own):
            many = 'many' if len(params) > len(own) else 'few'
            raise TypeError('Too %s arguments for %s; actual %d, expected %d' % (many, cls, len(params), len(own)))
        args = []
        for p, arg in zip(own, params):
            if isinstance(p, TypeVarTuple):
                args.extend(arg)
            else:
                args.append(arg)
        return _IterableGenericAlias(cls, tuple(args))

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        own = cls.__dict__.get('__orig_bases__')
        bases = own if own is not None else () if cls.__name__ == 'Protocol' or type(cls).__name__ == '_TypedDictMeta' else cls.__bases__
        if Generic in bases:
            raise TypeError('Cannot inherit from plain Generic')
        if own is None:
            cls.__parameters__ = ()
            return
        found = _parameters([b for b in own if isinstance(b, (_GenericAlias, GenericAlias))])
        declared = [b for b in own if isinstance(b, _GenericAlias) and b.__origin__ is Generic]
        protocols = [b for b in own if isinstance(b, _GenericAlias) and b.__origin__ is Protocol]
        if len(declared) + len(protocols) > 1:
            raise TypeError('Cannot inherit from Generic[...] multiple types.')
        if declared or protocols:
            alias, = declared + protocols
            missing = [p for p in found if p not in alias.__parameters__]
            if missing:
                raise TypeError('Some type variables (%s) are not listed in %s[%s]' % (
                    ', '.join(map(str, missing)), alias.__origin__.__name__, ', '.join(map(str, alias.__parameters__))))
            found = alias.__parameters__
        cls.__parameters__ = tuple(found)


_NOT_RUNTIME = 'Instance and class checks can only be used with @runtime_checkable protocols'


def _trusted():
    """Whether the caller of a check is the library itself, which asks of classes that it happens to meet."""
    return sys._getframe(2).f_globals.get('__name__') in ('abc', 'functools', 'typing', None)


class _ProtocolMeta(ABCMeta):
    def __instancecheck__(cls, instance):
        if not getattr(cls, '_is_protocol', False) or cls is Protocol:
            return super().__instancecheck__(instance)
        if not getattr(cls, '_is_runtime_protocol', False) and not _trusted():
            raise TypeError(_NOT_RUNTIME)
        names = _get_protocol_attrs(cls)
        if all(callable(getattr(cls, n, None)) for n in names) and issubclass(instance.__class__, cls):
            return True
        if all(hasattr(instance, n) and (not callable(getattr(cls, n, None)) or getattr(instance, n) is not None) for n in names):
            return True
        return super().__instancecheck__(instance)

    def __subclasscheck__(cls, other):
        if cls is not Protocol and cls.__dict__.get('_is_protocol') and not _trusted():
            if not isinstance(other, type):
                raise TypeError('issubclass() arg 1 must be a class')
            if not getattr(cls, '_is_runtime_protocol', False):
                raise TypeError(_NOT_RUNTIME)
            if not all(callable(getattr(cls, n, None)) for n in _get_protocol_attrs(cls)):
                raise TypeError("Protocols with non-method members don't support issubclass()")
        return super().__subclasscheck__(other)


def _has_member(cls, name):
    """Whether a class defines the name, or is a protocol that announces it."""
    for base in cls.__mro__:
        if name in base.__dict__:
            return base.__dict__[name] is not None
        if name in _hints_of(base) and issubclass(cls, Generic) and cls._is_protocol:
            return True
    return False


@classmethod
def _structural(cls, other):
    """The __subclasshook__ of protocols."""
    if not cls.__dict__.get('_is_protocol') or not getattr(cls, '_is_runtime_protocol', False):
        return NotImplemented
    names = _get_protocol_attrs(cls)
    if not all(callable(getattr(cls, n, None)) for n in names):
        return NotImplemented
    return all(_has_member(other, n) for n in names) or NotImplemented


# What protocols may inherit from without being made for it.
_PROTOCOL_BASES = {
    'collections.abc': ('Callable', 'Awaitable', 'Iterable', 'Iterator', 'AsyncIterable', 'Hashable', 'Sized', 'Container', 'Collection',
                        'Reversible'),
    'contextlib': ('AbstractContextManager', 'AbstractAsyncContextManager'),
}


_UNCHECKED = {'__abstractmethods__', '__annotations__', '__dict__', '__doc__', '__init__', '__module__', '__new__',
              '__slots__', '__subclasshook__', '__weakref__', '__class_getitem__', '__match_args__', '__parameters__',
              '__orig_bases__', '_is_protocol', '_is_runtime_protocol', '__qualname__', '__hash__',
              '__init_subclass__', '__final__', '__static_attributes__', '__firstlineno__', '_abc_impl'}


def _hints_of(cls):
    hints = cls.__dict__.get('__annotations__')
    return hints if isinstance(hints, collections.abc.Mapping) else {}


def _get_protocol_attrs(cls):
    names = set()
    for base in cls.__mro__[:-1]:
        if base.__name__ in ('Protocol', 'Generic'):
            continue
        names |= {n for n in (*base.__dict__, *_hints_of(base)) if n not in _UNCHECKED and not n.startswith('_abc_')}
    return names


def _no_init(self, *args, **kwargs):
    """Refuses to make a protocol; of a class that is none, calls the first __init__ behind the protocols', from now on at once."""
    cls = type(self)
    if cls._is_protocol:
        raise TypeError('Protocols cannot be instantiated')
    if cls.__init__ is not _no_init:  # called by super() of its own
        return
    cls.__init__ = next((base.__dict__['__init__'] for base in cls.__mro__
                         if base.__dict__.get('__init__', _no_init) is not _no_init), object.__init__)
    cls.__init__(self, *args, **kwargs)


class Protocol(Generic, metaclass=_ProtocolMeta):
    """The base of protocols: classes that stand for "whatever has these methods"."""

    __slots__ = ()
    _is_protocol = True
    _is_runtime_protocol = False

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        if not cls.__dict__.get('_is_protocol', False):
            cls._is_protocol = any(b is Protocol for b in cls.__bases__)
        if '__subclasshook__' not in cls.__dict__:
            cls.__subclasshook__ = _structural
        if not cls._is_protocol:
            return
        for base in cls.__bases__:
            if not (base in (object, Generic) or base.__name__ in _PROTOCOL_BASES.get(base.__module__, ())
                    or issubclass(base, Generic) and base._is_protocol):
                raise TypeError('Protocols can only inherit from other protocols, got %r' % base)
        if cls.__init__ is object.__init__:
            cls.__init__ = _no_init


def runtime_checkable(cls):
    """Lets isinstance() look for the protocol's methods."""
    if not getattr(cls, '_is_protocol', False):
        raise TypeError('@runtime_checkable can be only applied to protocol classes, got %r' % cls)
    cls._is_runtime_protocol = True
    return cls


TYPE_CHECKING = False

NoReturn, Never, Self, LiteralString, TypeAlias = map(_SpecialForm, ('NoReturn', 'Never', 'Self', 'LiteralString', 'TypeAlias'))


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

List = _SpecialGenericAlias(list, 1, name='List', inst=False)
Dict = _SpecialGenericAlias(dict, 2, name='Dict', inst=False)
Set = _SpecialGenericAlias(set, 1, name='Set', inst=False)
FrozenSet = _SpecialGenericAlias(frozenset, 1, name='FrozenSet', inst=False)
Type = _SpecialGenericAlias(type, 1, name='Type', inst=False)
Tuple = _TupleType(tuple, -1, name='Tuple', inst=False)
Callable = _CallableType(collections.abc.Callable, 2, name='Callable', inst=False)
Deque = _SpecialGenericAlias(collections.deque, 1, name='Deque')
DefaultDict = _SpecialGenericAlias(collections.defaultdict, 2, name='DefaultDict')
OrderedDict = _SpecialGenericAlias(collections.OrderedDict, 2)
Counter = _SpecialGenericAlias(collections.Counter, 1)
ChainMap = _SpecialGenericAlias(collections.ChainMap, 2)
for _name, _count in (('Hashable', 0), ('Sized', 0), ('Iterable', 1), ('Iterator', 1), ('Reversible', 1), ('Container', 1),
                      ('Collection', 1), ('MutableSet', 1), ('Mapping', 2), ('MutableMapping', 2), ('Sequence', 1),
                      ('MutableSequence', 1), ('MappingView', 1), ('KeysView', 1), ('ItemsView', 2), ('ValuesView', 1),
                      ('Generator', 3), ('Awaitable', 1), ('Coroutine', 3), ('AsyncIterable', 1), ('AsyncIterator', 1), ('AsyncGenerator', 2),
                      ('ByteString', 0)):
    globals()[_name] = _SpecialGenericAlias(getattr(collections.abc, _name), _count, name=_name, inst=False)
ContextManager = _SpecialGenericAlias(contextlib.AbstractContextManager, 1, name='ContextManager', inst=False)
AsyncContextManager = _SpecialGenericAlias(contextlib.AbstractAsyncContextManager, 1, name='AsyncContextManager', inst=False)
AbstractSet = _SpecialGenericAlias(collections.abc.Set, 1, name='AbstractSet', inst=False)


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
        form = globals()[name] = _SpecialGenericAlias(getattr(re, name), 1, name=name)
        return form
    raise AttributeError("module 'typing' has no attribute %r" % name)


class Annotated:
    """A type with more to say of it: Annotated[int, 'metres']."""

    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        raise TypeError('Type Annotated cannot be instantiated.')

    def __class_getitem__(cls, params):
        if not isinstance(params, tuple):
            params = (params,)
        return cls._of(*params)

    @classmethod
    @partial(_cached, typed=True)
    def _of(cls, *params):
        if len(params) < 2:
            raise TypeError('Annotated[...] should be used with at least two arguments (a type and an annotation).')
        if _is_unpacked(params[0]):
            raise TypeError('Annotated[...] should not be used with an unpacked tuple')
        return _AnnotatedAlias(_check(params[0], 'Annotated[t, ...]: t must be a type.', special=True), params[1:])

    def __init_subclass__(cls, *args, **kwargs):
        raise TypeError('Cannot subclass %s.Annotated' % cls.__module__)


def _idfunc(_, x):
    return x


class NewType:
    """A type that only a checker tells from the one it is made of."""

    __call__ = _idfunc

    def __init__(self, name, tp):
        self.__qualname__ = name
        self.__name__ = name.rpartition('.')[-1]
        self.__supertype__ = tp
        if (module := _caller_module()) != 'typing':
            self.__module__ = module

    def __mro_entries__(self, bases):
        name = self.__name__

        class Refusing:
            def __init_subclass__(cls):
                raise TypeError('Cannot subclass an instance of NewType. Perhaps you were looking for: `%s = NewType(%r, %s)`'
                                % (cls.__name__, cls.__name__, name))
        return (Refusing,)

    def __repr__(self):
        return '%s.%s' % (self.__module__, self.__qualname__)

    def __reduce__(self):
        return self.__qualname__

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]


class _NamedTupleMeta(type):
    def __new__(cls, typename, bases, ns):
        if any(base not in (_NamedTuple, Generic) for base in bases):
            raise TypeError('can only inherit from a NamedTuple type and Generic')
        if bases.count(_NamedTuple) > 1:
            raise TypeError('duplicate base class tuple')
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
        hints = {n: _check(hint, 'field %s annotation must be a type' % n) for n, hint in hints.items()}
        made.__annotations__ = made.__new__.__annotations__ = hints
        if Generic in bases:
            body = {k: v for k, v in made.__dict__.items() if k not in ('__dict__', '__weakref__', '__class_getitem__')}
            body['__class_getitem__'] = classmethod(Generic.__class_getitem__.__func__)  # before tuple's
            made = type(typename, bases, {**body, '__orig_bases__': ns['__orig_bases__']} if '__orig_bases__' in ns else body)
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


def _requirement(hint):
    """Whether a field's type says that the key must be there, or need not; None where it says nothing."""
    if isinstance(hint, _AnnotatedAlias):
        hint = hint.__origin__
    return {Required: True, NotRequired: False}.get(get_origin(hint)) if isinstance(hint, _GenericAlias) else None


class _TypedDictMeta(type):
    def __new__(cls, name, bases, ns, total=True):
        for base in bases:
            if type(base) is not _TypedDictMeta and base is not Generic:
                raise TypeError('cannot inherit from both a TypedDict type and a non-TypedDict base class')
        generic = (Generic,) if any(issubclass(base, Generic) for base in bases) else ()
        made = type.__new__(_TypedDictMeta, name, (*generic, dict), {k: v for k, v in ns.items() if k != '__classcell__'})
        own = {key: _check(hint, "TypedDict('Name', {f0: t0, f1: t1, ...}); each t must be a type", module=made.__module__)
               for key, hint in ns.get('__annotations__', {}).items()}
        hints, required = {}, {}
        for base in bases:
            hints.update(base.__dict__.get('__annotations__', {}))
            required.update(dict.fromkeys(base.__dict__.get('__required_keys__', ()), True))
            required.update(dict.fromkeys(base.__dict__.get('__optional_keys__', ()), False))
        for key, hint in own.items():
            said = _requirement(hint)
            required[key] = total if said is None else said
        made.__annotations__ = {**hints, **own}
        made.__required_keys__ = frozenset(key for key, must in required.items() if must)
        made.__optional_keys__ = frozenset(key for key, must in required.items() if not must)
        if not hasattr(made, '__total__'):
            made.__total__ = total
        return made

    __call__ = dict

    def __subclasscheck__(cls, other):
        raise TypeError('TypedDict does not support instance and class checks')

    __instancecheck__ = __subclasscheck__


_TypedDict = type.__new__(_TypedDictMeta, 'TypedDict', (), {})


def TypedDict(typename, fields=None, /, *, total=True, **kwargs):
    """A dict with types for certain keys."""
    if fields is None:
        fields = kwargs
    elif kwargs:
        raise TypeError('TypedDict takes either a dict or keyword arguments, but not both')
    if kwargs:
        import warnings
        warnings.warn('The kwargs-based syntax for TypedDict definitions is deprecated in Python 3.11, will be removed in Python 3.13, '
                      'and may not be understood by third-party type checkers.', DeprecationWarning, stacklevel=2)
    ns = {'__annotations__': dict(fields)}
    if (module := _caller_module()) is not None:
        ns['__module__'] = module
    return _TypedDictMeta(typename, (), ns, total=total)


TypedDict.__mro_entries__ = lambda bases: (_TypedDict,)


def is_typeddict(tp):
    return isinstance(tp, _TypedDictMeta)


def cast(typ, val):
    """Returns val: a hint for checkers only."""
    return val


def assert_type(val, typ, /):
    return val


_ASSERT_NEVER_REPR_MAX_LENGTH = 100


def assert_never(arg, /):
    shown = repr(arg)
    if len(shown) > _ASSERT_NEVER_REPR_MAX_LENGTH:
        shown = shown[:_ASSERT_NEVER_REPR_MAX_LENGTH] + '...'
    raise AssertionError('Expected code to be unreachable, but got: ' + shown)


def reveal_type(obj, /):
    print('Runtime type is %r' % type(obj).__name__, file=sys.stderr)
    return obj


_overload_registry = collections.defaultdict(partial(collections.defaultdict, dict))  # by module, name and line


def _overload_stub(*args, **kwds):
    raise NotImplementedError('You should not call an overloaded function. A series of @overload-decorated functions '
                              'outside a stub module should always be followed by an implementation that is not @overload-ed.')


def overload(func):
    """One signature of a function that has several."""
    plain = getattr(func, '__func__', func)
    try:
        _overload_registry[plain.__module__][plain.__qualname__][plain.__code__.co_firstlineno] = func
    except AttributeError:
        pass  # not a function
    return _overload_stub


def get_overloads(func):
    plain = getattr(func, '__func__', func)
    return list(_overload_registry.get(plain.__module__, {}).get(plain.__qualname__, {}).values())


def clear_overloads():
    _overload_registry.clear()


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
    @wraps(decorator)
    def wrapped(*args, **kwargs):
        return no_type_check(decorator(*args, **kwargs))
    return wrapped


def dataclass_transform(*, eq_default=True, order_default=False, kw_only_default=False, field_specifiers=(), **kwargs):
    """Says that a decorator, or a class, makes classes like those of dataclasses."""
    said = {'eq_default': eq_default, 'order_default': order_default, 'kw_only_default': kw_only_default,
            'field_specifiers': field_specifiers, 'kwargs': kwargs}

    def decorator(cls_or_fn):
        cls_or_fn.__dataclass_transform__ = said
        return cls_or_fn
    return decorator


def get_origin(tp):
    """The unsubscripted form: get_origin(List[int]) is list."""
    if isinstance(tp, _AnnotatedAlias):
        return Annotated
    if isinstance(tp, (_GenericAlias, GenericAlias, ParamSpecArgs, ParamSpecKwargs, _SpecialGenericAlias)):
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
    if isinstance(tp, (_GenericAlias, GenericAlias)):
        args = tp.__args__
        if _should_unflatten_callable_args(tp, args):
            args = (list(args[:-1]), args[-1])
        return args
    if isinstance(tp, types.UnionType):
        return tp.__args__
    return ()


def _should_unflatten_callable_args(typ, args):
    """Whether the arguments of a Callable but the last are a list of parameters."""
    return typ.__origin__ is collections.abc.Callable and not (len(args) == 2 and _is_parameter_list(args[0]))


def _rebuild(hint, change):
    """A type with its arguments changed."""
    args = tuple(change(a) for a in hint.__args__)
    if args == hint.__args__:
        return hint
    if isinstance(hint, types.UnionType):
        made = args[0]
        for arg in args[1:]:
            made = made | arg
        return made
    return GenericAlias(hint.__origin__, args) if isinstance(hint, GenericAlias) else hint._with(args)


def _resolve(hint, globalns, localns, guard=frozenset()):
    """Looks up the names in forward references, inside arguments too."""
    if isinstance(hint, ForwardRef):
        return hint._evaluate(globalns, localns, guard)
    if isinstance(hint, GenericAlias):
        args, starred = tuple(ForwardRef(a) if isinstance(a, str) else a for a in hint.__args__), hint.__unpacked__
        if args != hint.__args__:
            hint = GenericAlias(hint.__origin__, args)
        if starred:
            hint = Unpack[GenericAlias(hint.__origin__, args)]
    if isinstance(hint, (_GenericAlias, GenericAlias, types.UnionType)) and not isinstance(hint, _LiteralGenericAlias):
        return _rebuild(hint, lambda arg: _resolve(arg, globalns, localns, guard))
    return hint


def _strip(hint):
    """A type without Annotated, Required and NotRequired, in its arguments too."""
    if isinstance(hint, _AnnotatedAlias):
        return _strip(hint.__origin__)
    if isinstance(hint, _GenericAlias) and hint.__origin__ in (Required, NotRequired):
        return _strip(hint.__args__[0])
    if isinstance(hint, (_GenericAlias, GenericAlias, types.UnionType)) and not isinstance(hint, _LiteralGenericAlias):
        return _rebuild(hint, _strip)
    return hint


_WITHOUT_HINTS = (types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.ModuleType, types.WrapperDescriptorType,
                  types.MethodWrapperType, types.MethodDescriptorType)


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    """The annotations of a class (inherited ones too), module or function, names looked up."""
    if getattr(obj, '__no_type_check__', None):
        return {}
    hints = _class_hints(obj, globalns, localns) if isinstance(obj, type) else _own_hints(obj, globalns, localns)
    return hints if include_extras else {name: _strip(hint) for name, hint in hints.items()}


def _hint(value, **options):
    return type(None) if value is None else ForwardRef(value, **options) if isinstance(value, str) else value


def _class_hints(cls, globalns, localns):
    hints = {}
    for base in reversed(cls.__mro__):
        own = base.__dict__.get('__annotations__', {})
        if not hasattr(own, 'items'):  # of a type that is not written in Python
            continue
        outer = globalns if globalns is not None else getattr(sys.modules.get(base.__module__), '__dict__', {})
        inner = dict(vars(base)) if localns is None else localns
        if localns is None and globalns is None:
            outer, inner = inner, outer  # a name of the class hides one of the module only where it stands in a function
        for name, value in own.items():
            hints[name] = _resolve(_hint(value, is_argument=False, is_class=True), outer, inner)
    return hints


def _own_hints(obj, globalns, localns):
    module = isinstance(obj, types.ModuleType)
    if globalns is None:
        inner = obj
        while hasattr(inner, '__wrapped__'):
            inner = inner.__wrapped__
        globalns = obj.__dict__ if module else getattr(inner, '__globals__', {})
        localns = globalns if localns is None else localns
    elif localns is None:
        localns = globalns
    own = getattr(obj, '__annotations__', None)
    if own is None:
        if isinstance(obj, _WITHOUT_HINTS):
            return {}
        raise TypeError('%r is not a module, class, method, or function.' % (obj,))
    return {name: _resolve(_hint(value, is_argument=not module), globalns, localns) for name, value in own.items()}
