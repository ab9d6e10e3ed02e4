"""The forms of type hints: Union, Optional, List[int] and the like."""

import collections.abc
import types
from functools import lru_cache, partial
from types import GenericAlias

__name__ = 'typing'  # where the classes say they are from


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
        return _generic.ForwardRef(arg)
    if type(arg) is tuple:
        raise TypeError('%s Got %.100r.' % (what, arg))
    return arg


def _parameters(args):
    found = []
    for arg in args:
        inner = [arg] if isinstance(arg, (_generic.TypeVar, _generic.ParamSpec, _generic.TypeVarTuple)) else \
            _parameters(arg) if isinstance(arg, (list, tuple)) else getattr(arg, '__parameters__', ())
        if isinstance(arg, type) and not isinstance(arg, GenericAlias):
            inner = ()
        found.extend(p for p in inner if p not in found)
    return tuple(found)


def _bind(owner, parameters, args):
    """What each of the parameters of owner stands for: a type, or several types of a TypeVarTuple or ParamSpec."""
    if len(parameters) == 1 and isinstance(parameters[0], _generic.ParamSpec):
        if not (len(args) == 1 and (isinstance(args[0], (list, tuple)) or _is_parameter_list(args[0]))):
            args = (tuple(args),)
    many = next((i for i, p in enumerate(parameters) if isinstance(p, _generic.TypeVarTuple)), None)
    wanted, rest = len(parameters), len(args) - len(parameters) + 1
    if many is not None and rest >= 0:
        args = (*args[:many], tuple(args[many:many + rest]), *args[many + rest:])
    if len(args) != wanted:
        raise TypeError('Too %s arguments for %s; actual %d, expected %s%d' % (
            'many' if len(args) > wanted else 'few', owner, len(args), '' if many is None else 'at least ', wanted - (many is not None)))
    return {p: tuple(_check(a, '') for a in arg) if isinstance(arg, list) else arg for p, arg in zip(parameters, args)}


def _is_parameter_list(arg):
    """Whether arg stands for all the parameters of a callable."""
    return arg is ... or isinstance(arg, _generic.ParamSpec) or isinstance(arg, _Alias) and arg.__origin__ is Concatenate


def _substitute(args, known):
    """The arguments with what is known of their variables; one that stands for several types gives several."""
    found = []
    for arg in args:
        if isinstance(arg, _UnpackAlias) and arg.__args__[0] in known:
            found.extend(known[arg.__args__[0]])
        elif isinstance(arg, (_generic.TypeVar, _generic.ParamSpec)):
            found.append(known.get(arg, arg))
        elif isinstance(arg, (list, tuple)):
            found.append(type(arg)(_substitute(arg, known)))
        elif getattr(arg, '__parameters__', ()) and not isinstance(arg, type):
            given = []
            for p in arg.__parameters__:
                value = known.get(p, p)
                given.extend(value if isinstance(p, _generic.TypeVarTuple) and p in known else [value])
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
        result = []
        if self.__origin__ not in bases:
            result.append(self.__origin__)
        at = bases.index(self)
        if self.__origin__ is not _generic.Generic and not any(
                isinstance(b, _Alias) or b is _generic.Generic or isinstance(b, type) and issubclass(b, _generic.Generic)
                for b in bases[at + 1:]):
            result.append(_generic.Generic)
        return tuple(result)

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
        if self.__origin__ is _generic.Generic:
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


import _typing_generic as _generic  # noqa: E402  (it is made of the forms)
