"""Type variables, generic classes and protocols."""

import sys
from abc import ABCMeta
from types import GenericAlias
from _typing_forms import Union, Unpack, _Alias, _bind, _cached, _check, _Final, _parameters

__name__ = 'typing'  # where the classes say they are from


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


class _Variable(_Final, _root=True):
    """What TypeVar and ParamSpec share."""

    def __repr__(self):
        sign = '+' if self.__covariant__ else '-' if self.__contravariant__ else '~'
        return sign + self.__name__

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __mro_entries__(self, bases):
        raise TypeError('Cannot subclass an instance of %s' % type(self).__name__)


class TypeVar(_Variable, _root=True):
    """A type variable."""

    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False):
        if covariant and contravariant:
            raise ValueError('Bivariant types are not supported.')
        if constraints and bound is not None:
            raise TypeError('Constraints cannot be combined with bound=...')
        if len(constraints) == 1:
            raise TypeError('A single constraint is not allowed')
        self.__name__ = name
        self.__constraints__ = tuple(_check(c, 'TypeVar(name, constraint, ...): constraints must be types.') for c in constraints)
        self.__bound__ = None if bound is None else _check(bound, 'Bound must be a type.')
        self.__covariant__, self.__contravariant__ = bool(covariant), bool(contravariant)
        self.__module__ = _caller_module()

    def __call__(self, *args):
        raise TypeError("'TypeVar' object is not callable")


class ParamSpec(_Variable, _root=True):
    """A variable for the parameters of a callable."""

    def __init__(self, name, *, bound=None, covariant=False, contravariant=False):
        self.__name__, self.__bound__ = name, bound
        self.__covariant__, self.__contravariant__ = bool(covariant), bool(contravariant)
        self.__module__ = _caller_module()

    @property
    def args(self):
        return ParamSpecArgs(self)

    @property
    def kwargs(self):
        return ParamSpecKwargs(self)


class ParamSpecArgs(_Final, _root=True):
    """The positional parameters of a ParamSpec."""

    _word = 'args'

    def __init__(self, origin):
        self.__origin__ = origin

    def __repr__(self):
        return '%s.%s' % (self.__origin__.__name__, self._word)

    def __eq__(self, other):
        return self.__origin__ == other.__origin__ if type(other) is type(self) else NotImplemented

    def __hash__(self):
        return hash((self._word, self.__origin__))


class ParamSpecKwargs(ParamSpecArgs, _root=True):
    """The keyword parameters of a ParamSpec."""

    _word = 'kwargs'


class TypeVarTuple(_Final, _root=True):
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
