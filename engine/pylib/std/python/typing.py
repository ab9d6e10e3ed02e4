"""Type hints: names for annotations. Nothing here checks anything at run time."""

import collections.abc
import contextlib
import sys
import types
from abc import ABCMeta, abstractmethod
from functools import lru_cache, partial
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
    if isinstance(obj, list):
        return '[' + ', '.join(map(_show, obj)) + ']'
    return repr(obj)


def _check(arg, what):
    """An argument of a special form, None as NoneType and strings as forward references."""
    if arg is None:
        return type(None)
    if isinstance(arg, str):
        return ForwardRef(arg)
    if type(arg) is tuple:
        raise TypeError('%s Got %.100r.' % (what, arg))
    return arg


def _parameters(args):
    found = []
    for arg in args:
        inner = [arg] if isinstance(arg, (TypeVar, ParamSpec, TypeVarTuple)) else \
            _parameters(arg) if isinstance(arg, (list, tuple)) else getattr(arg, '__parameters__', ())
        if isinstance(arg, type) and not isinstance(arg, GenericAlias):
            inner = ()
        found.extend(p for p in inner if p not in found)
    return tuple(found)


def _bind(owner, parameters, args):
    """What each of the parameters of owner stands for: a type, or several types of a TypeVarTuple or ParamSpec."""
    if len(parameters) == 1 and isinstance(parameters[0], ParamSpec):
        if not (len(args) == 1 and (isinstance(args[0], (list, tuple)) or _is_parameter_list(args[0]))):
            args = (tuple(args),)
    many = next((i for i, p in enumerate(parameters) if isinstance(p, TypeVarTuple)), None)
    wanted, rest = len(parameters), len(args) - len(parameters) + 1
    if many is not None and rest >= 0:
        args = (*args[:many], tuple(args[many:many + rest]), *args[many + rest:])
    if len(args) != wanted:
        raise TypeError('Too %s arguments for %s; actual %d, expected %s%d' % (
            'many' if len(args) > wanted else 'few', owner, len(args), '' if many is None else 'at least ', wanted - (many is not None)))
    return {p: tuple(_check(a, '') for a in arg) if isinstance(arg, list) else arg for p, arg in zip(parameters, args)}


def _is_parameter_list(arg):
    """Whether arg stands for all the parameters of a callable."""
    return arg is ... or isinstance(arg, ParamSpec) or isinstance(arg, _Alias) and arg.__origin__ is Concatenate


def _substitute(args, known):
    """The arguments with what is known of their variables; one that stands for several types gives several."""
    found = []
    for arg in args:
        if isinstance(arg, _UnpackAlias) and arg.__args__[0] in known:
            found.extend(known[arg.__args__[0]])
        elif isinstance(arg, (TypeVar, ParamSpec)):
            found.append(known.get(arg, arg))
        elif isinstance(arg, (list, tuple)):
            found.append(type(arg)(_substitute(arg, known)))
        elif getattr(arg, '__parameters__', ()) and not isinstance(arg, type):
            given = []
            for p in arg.__parameters__:
                value = known.get(p, p)
                given.extend(value if isinstance(p, TypeVarTuple) and p in known else [value])
            found.append(arg[tuple(given)])
        else:
            found.append(arg)
    return tuple(found)


def _cached(getitem, typed=False):
    """A __getitem__ that gives the same object again for the same arguments, if these are hashable."""
    cached = lru_cache(typed=typed)(getitem)

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


class _Form(_Final, _root=True):
    """A name such as Any, Optional or ClassVar; `getitem` makes what stands for Name[...]."""

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


class _Alias(_Final, _root=True):
    """A special form with arguments: origin[args]."""

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
        if isinstance(self.__origin__, _Form):
            raise TypeError('Cannot subclass %r' % self)
        at = bases.index(self)
        if self._name:  # such as List[int]: what it stands for, and Generic unless a later base brings it
            result = [] if self.__origin__ in bases else [self.__origin__]
            if not any(isinstance(b, _Alias) or isinstance(b, type) and issubclass(b, Generic) for b in bases[at + 1:]):
                result.append(Generic)
            return tuple(result)
        if self.__origin__ is Generic and (Protocol in bases or any(isinstance(b, _Alias) and b is not self for b in bases[at + 1:])):
            return ()
        return (self.__origin__,)

    @_cached
    def __getitem__(self, args):
        if not isinstance(args, tuple):
            args = (args,)
        if not self.__parameters__:
            raise TypeError('%r is not a generic class' % self)
        args = tuple(_check(a, 'Parameters to generic types must be types.') for a in args)
        return self._with(_substitute(self.__args__, _bind(self, self.__parameters__, args)))

    def _with(self, args):
        if self.__origin__ is Union:
            return Union[args]
        if self.__origin__ is Generic:
            return self.__origin__[args]
        return type(self)(self.__origin__, args, name=self._name, inst=self._inst)

    def __repr__(self):
        name = 'typing.' + self._name if self._name else _show(self.__origin__)
        args = ', '.join(map(_show, self.__args__)) if self.__args__ else '()'
        return '%s[%s]' % (name, args)

    def __eq__(self, other):
        if not isinstance(other, _Alias):
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

    def __iter__(self):
        yield Unpack[self]


class _UnionAlias(_Alias, _root=True):
    def __eq__(self, other):
        if not isinstance(other, (_UnionAlias, types.UnionType)):
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


class _LiteralAlias(_Alias, _root=True):
    def __repr__(self):
        return 'typing.Literal[%s]' % ', '.join(map(repr, self.__args__))

    def __eq__(self, other):
        if not isinstance(other, _LiteralAlias):
            return NotImplemented
        return {(a, type(a)) for a in self.__args__} == {(a, type(a)) for a in other.__args__}

    def __hash__(self):
        return hash(frozenset((a, type(a)) for a in self.__args__))


class _UnpackAlias(_Alias, _root=True):
    def __repr__(self):
        return '*' + repr(self.__args__[0])

    def __getitem__(self, args):
        return args if len(args) > 1 else args[0]


class _CallableAlias(_Alias, _root=True):
    def _with(self, args):
        parameters, result = args[:-1], args[-1]
        if len(parameters) == 1 and isinstance(parameters[0], tuple):
            parameters = parameters[0]
        return type(self)(self.__origin__, (*parameters, result), name=self._name, inst=self._inst)

    def __repr__(self):
        args = self.__args__
        if len(args) == 2 and _is_parameter_list(args[0]):
            return super().__repr__()
        return 'typing.Callable[[%s], %s]' % (', '.join(map(_show, args[:-1])), _show(args[-1]))


class _AnnotatedAlias(_Alias, _root=True):
    def __init__(self, origin, metadata):
        super().__init__(origin, origin, name='Annotated')
        self.__metadata__ = metadata

    def _with(self, args):
        return _AnnotatedAlias(args[0], self.__metadata__)

    def __repr__(self):
        return 'typing.Annotated[%s, %s]' % (_show(self.__origin__), ', '.join(map(repr, self.__metadata__)))

    def __eq__(self, other):
        if not isinstance(other, _AnnotatedAlias):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self.__metadata__ == other.__metadata__

    def __hash__(self):
        return hash((self.__origin__, self.__metadata__))


class _Container(_Form, _root=True):
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

    @_cached
    def __getitem__(self, params):
        if not isinstance(params, tuple):
            params = (params,)
        params = tuple(_check(p, 'Parameters to generic types must be types.') for p in params)
        if self._count >= 0 and len(params) != self._count:
            raise TypeError('Too %s arguments for %r; actual %d, expected %d'
                            % ('many' if len(params) > self._count else 'few', self, len(params), self._count))
        return _Alias(self.__origin__, params, name=self._name, inst=self._inst)

    def __subclasscheck__(self, cls):
        return issubclass(cls, self.__origin__)

    def __instancecheck__(self, obj):
        return isinstance(obj, self.__origin__)


class _TupleForm(_Container, _root=True):
    @_cached
    def __getitem__(self, params):
        if params == ():
            return _Alias(tuple, (), name='Tuple', inst=False)
        if not isinstance(params, tuple):
            params = (params,)
        params = tuple(_check(p, 'Tuple[t0, t1, ...]: each t must be a type.') for p in params)
        return _Alias(tuple, params, name='Tuple', inst=False)


class _CallableForm(_Container, _root=True):
    def __getitem__(self, params):
        if not isinstance(params, tuple) or len(params) != 2:
            raise TypeError('Callable must be used as Callable[[arg, ...], result].')
        arguments, result = params
        return self._of(tuple(arguments) if isinstance(arguments, list) else arguments, result)

    @_cached
    def _of(self, arguments, result):
        result = _check(result, 'Callable[args, result]: result must be a type.')
        if isinstance(arguments, tuple):
            arguments = tuple(_check(a, 'Callable[[arg, ...], result]: each arg must be a type.') for a in arguments)
        else:
            arguments = (arguments,)
        return _CallableAlias(collections.abc.Callable, arguments + (result,), name='Callable', inst=False)


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
    flat = []
    for p in parameters:
        inner = p.__args__ if isinstance(p, (_UnionAlias, types.UnionType)) else (p,)
        flat.extend(a for a in inner if a not in flat)
    return tuple(flat)


@_cached
def _union(form, parameters):
    if parameters == ():
        raise TypeError('Cannot take a Union of no types.')
    if not isinstance(parameters, tuple):
        parameters = (parameters,)
    parameters = _flatten_union(_check(p, 'Union[arg, ...]: each arg must be a type.') for p in parameters)
    if len(parameters) == 1:
        return parameters[0]
    return _UnionAlias(Union, parameters, name='Union')


@_cached
def _single(form, parameters):
    return _Alias(form, (_check(parameters, '%s accepts only single type.' % form),), name=form._name)


def _literal(form, parameters):
    return _literal_of(form, *(parameters if isinstance(parameters, tuple) else (parameters,)))


@partial(_cached, typed=True)
def _literal_of(form, *parameters):
    flat = [value for p in parameters for value in (p.__args__ if isinstance(p, _LiteralAlias) else (p,))]
    try:
        flat = [value for value, _ in dict.fromkeys((value, type(value)) for value in flat)]
    except TypeError:
        pass  # what cannot be hashed may stand twice
    return _LiteralAlias(form, tuple(flat), name='Literal')


Union = _Form('Union', _union, 'One of several types.')
Optional = _Form('Optional', _cached(lambda form, p: Union[_check(p, 'typing.Optional requires a single type.'), type(None)]))
ClassVar = _Form('ClassVar', _single)
Final = _Form('Final', _single)
Required = _Form('Required', _single)
NotRequired = _Form('NotRequired', _single)
TypeGuard = _Form('TypeGuard', _single)
Unpack = _Form('Unpack', lambda form, p: _UnpackAlias(form, (_check(p, '%s accepts only single type.' % form),), name='Unpack'))
Literal = _Form('Literal', _literal)
Concatenate = _Form('Concatenate', lambda form, p: _Alias(form, p, name='Concatenate'))


class ForwardRef(_Final, _root=True):
    """A type named by a string, not yet looked up."""

    def __init__(self, arg, is_argument=True, module=None, *, is_class=False):
        if not isinstance(arg, str):
            raise TypeError('Forward reference must be a string -- got %r' % (arg,))
        try:
            self.__forward_code__ = compile(arg, '<string>', 'eval')
        except SyntaxError:
            raise SyntaxError('Forward reference must be an expression -- got %r' % (arg,)) from None
        self.__forward_arg__ = arg
        self.__forward_module__ = module

    def _evaluate(self, globalns, localns, recursive_guard=frozenset()):
        return eval(self.__forward_code__, globalns if globalns is not None else {}, localns)

    def __eq__(self, other):
        return isinstance(other, ForwardRef) and self.__forward_arg__ == other.__forward_arg__

    def __hash__(self):
        return hash(self.__forward_arg__)

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __repr__(self):
        return 'ForwardRef(%r)' % self.__forward_arg__


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

    def __call__(self, *args):
        raise TypeError("'TypeVar' object is not callable")


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


class Generic:
    """The base of generic classes."""

    __slots__ = ()
    _is_protocol = False

    @_cached
    def __class_getitem__(cls, params):
        if not isinstance(params, tuple):
            params = (params,)
        if not params and not any(isinstance(p, TypeVarTuple) for p in getattr(cls, '__parameters__', ())):
            raise TypeError('Parameter list to %s[...] cannot be empty' % cls.__qualname__)
        params = tuple(_check(p, 'Parameters to generic types must be types.') for p in params)
        if cls in (Generic, Protocol):
            if not all(isinstance(p, (TypeVar, ParamSpec, TypeVarTuple, _Alias)) for p in params):
                raise TypeError('Parameters to %s[...] must all be type variables or parameter specification variables.' % cls.__name__)
            if len(set(params)) != len(params):
                raise TypeError('Parameters to %s[...] must all be unique' % cls.__name__)
        else:
            wanted = cls.__dict__.get('__parameters__', getattr(cls, '__parameters__', ()))
            if not wanted:
                raise TypeError('%s is not a generic class' % cls)
            known = _bind(cls, wanted, params)
            params = ()
            for parameter in wanted:
                params += known[parameter] if isinstance(parameter, TypeVarTuple) else (known[parameter],)
        return _Alias(cls, params)

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        own = cls.__dict__.get('__orig_bases__')
        if own is None:
            return
        if Generic in own:
            raise TypeError('Cannot inherit from plain Generic')
        declared = [b for b in own if isinstance(b, _Alias) and b.__origin__ in (Generic, Protocol)]
        found = _parameters([b for b in own if isinstance(b, (_Alias, GenericAlias))])
        cls.__parameters__ = declared[0].__parameters__ if declared else found


class _ProtocolMeta(ABCMeta):
    def __instancecheck__(cls, instance):
        if cls.__dict__.get('_is_protocol'):
            if not cls.__dict__.get('_is_runtime_protocol'):
                raise TypeError('Instance and class checks can only be used with @runtime_checkable protocols')
            return all(hasattr(instance, name) for name in _protocol_names(cls))
        return super().__instancecheck__(instance)

    def __subclasscheck__(cls, other):
        if cls.__dict__.get('_is_protocol') and cls is not Protocol:
            if not cls.__dict__.get('_is_runtime_protocol'):
                raise TypeError('Instance and class checks can only be used with @runtime_checkable protocols')
            if not all(callable(getattr(cls, n, None)) for n in _protocol_names(cls)):
                raise TypeError("Protocols with non-method members don't support issubclass()")
            return cls in other.__mro__ or all(any(n in c.__dict__ for c in other.__mro__) for n in _protocol_names(cls))
        return super().__subclasscheck__(other)


_UNCHECKED = {'__abstractmethods__', '__annotations__', '__dict__', '__doc__', '__init__', '__module__', '__new__',
              '__slots__', '__subclasshook__', '__weakref__', '__class_getitem__', '__match_args__', '__parameters__',
              '__orig_bases__', '_is_protocol', '_is_runtime_protocol', '__qualname__', '__hash__',
              '__init_subclass__', '__static_attributes__', '__firstlineno__', '_abc_impl'}


def _protocol_names(cls):
    names = set()
    for base in cls.__mro__[:-1]:
        if base.__name__ in ('Protocol', 'Generic'):
            continue
        names |= {n for n in (*base.__dict__, *base.__dict__.get('__annotations__', {})) if n not in _UNCHECKED}
    return names


def _no_init(self, *args, **kwargs):
    """Refuses to make a protocol; of a class that is none, calls the first __init__ behind the protocols'."""
    cls = type(self)
    if cls._is_protocol:
        raise TypeError('Protocols cannot be instantiated')
    next(base.__dict__['__init__'] for base in cls.__mro__
         if base.__dict__.get('__init__', _no_init) is not _no_init)(self, *args, **kwargs)


class Protocol(Generic, metaclass=_ProtocolMeta):
    """The base of protocols: classes that stand for "whatever has these methods"."""

    __slots__ = ()
    _is_protocol = True

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        cls._is_protocol = any(b is Protocol for b in cls.__bases__)
        if cls._is_protocol and cls.__init__ is object.__init__:
            cls.__init__ = _no_init


def runtime_checkable(cls):
    """Lets isinstance() look for the protocol's methods."""
    if not getattr(cls, '_is_protocol', False):
        raise TypeError('@runtime_checkable can be only applied to protocol classes, got %r' % cls)
    cls._is_runtime_protocol = True
    return cls


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
    if isinstance(tp, (_Alias, GenericAlias, ParamSpecArgs, ParamSpecKwargs)):
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
