"""Functions that take and return functions."""

from _functools import partial, reduce, cmp_to_key, _lru_cache_wrapper
from types import GenericAlias, MethodType

__all__ = ['update_wrapper', 'wraps', 'WRAPPER_ASSIGNMENTS', 'WRAPPER_UPDATES', 'total_ordering', 'cmp_to_key',
           'cache', 'lru_cache', 'reduce', 'partial', 'partialmethod', 'singledispatch', 'singledispatchmethod',
           'cached_property']

WRAPPER_ASSIGNMENTS = ('__module__', '__name__', '__qualname__', '__doc__', '__annotations__')
WRAPPER_UPDATES = ('__dict__',)


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """Makes a wrapper look like what it wraps."""
    for name in assigned:
        try:
            value = getattr(wrapped, name)
        except AttributeError:
            continue
        setattr(wrapper, name, value)
    for name in updated:
        getattr(wrapper, name).update(getattr(wrapped, name, {}))
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """update_wrapper as a decorator."""
    return partial(update_wrapper, wrapped=wrapped, assigned=assigned, updated=updated)


def _derive(op, root, negate, equal):
    """A comparison made of another: op's answer from root's, perhaps negated, perhaps with ==."""
    def compare(self, other):
        answer = getattr(type(self), root)(self, other)
        if answer is NotImplemented:
            return answer
        if equal == 'or':
            return (not answer if negate else answer) or self == other
        if equal == 'and':
            return (not answer if negate else answer) and self != other
        return not answer if negate else answer
    compare.__name__ = op
    compare.__qualname__ = f'_{op.strip("_")}_from_{root.strip("_")}'
    compare.__doc__ = getattr(int, op).__doc__
    return compare


_DERIVED = {
    '__lt__': [('__gt__', True, 'and'), ('__le__', False, 'or'), ('__ge__', True, None)],
    '__le__': [('__ge__', True, 'or'), ('__lt__', False, 'and'), ('__gt__', True, None)],
    '__gt__': [('__lt__', True, 'and'), ('__ge__', False, 'or'), ('__le__', True, None)],
    '__ge__': [('__le__', True, 'or'), ('__gt__', False, 'and'), ('__lt__', True, None)],
}
_derived = {root: [_derive(op, root, negate, equal) for op, negate, equal in rules] for root, rules in _DERIVED.items()}
for _rules in _derived.values():
    for _compare in _rules:
        globals()[_compare.__qualname__] = _compare  # where pickle looks for it


def total_ordering(cls):
    """Fills in the comparisons that the class lacks from one that it has."""
    roots = {op for op in _DERIVED if getattr(cls, op, None) is not getattr(object, op, None)}
    if not roots:
        raise ValueError('must define at least one ordering operation: < > <= >=')
    for compare in _derived[max(roots)]:
        if compare.__name__ not in roots:
            setattr(cls, compare.__name__, compare)
    return cls


def lru_cache(maxsize=128, typed=False):
    """Keeps the results of the last calls."""
    if isinstance(maxsize, int):
        maxsize = max(maxsize, 0)
    elif callable(maxsize) and isinstance(typed, bool):
        function, size = maxsize, 128
        return _cached(function, size, typed)
    elif maxsize is not None:
        raise TypeError('Expected first argument to be an integer, a callable, or None')
    return lambda function: _cached(function, maxsize, typed)


def _cached(function, maxsize, typed):
    wrapper = _lru_cache_wrapper(function, maxsize, typed, _cache_info)
    wrapper.cache_parameters = lambda: {'maxsize': maxsize, 'typed': typed}
    return update_wrapper(wrapper, function)


def cache(user_function, /):
    """lru_cache without a bound."""
    return lru_cache(maxsize=None)(user_function)


class cached_property:
    """A property computed once and then kept in the instance."""

    def __init__(self, func):
        self.func = func
        self.attrname = None
        self.__doc__ = func.__doc__

    def __set_name__(self, owner, name):
        if self.attrname is None:
            self.attrname = name
        elif name != self.attrname:
            raise TypeError('Cannot assign the same cached_property to two different names (%r and %r).'
                            % (self.attrname, name))

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        if self.attrname is None:
            raise TypeError('Cannot use cached_property instance without calling __set_name__ on it.')
        try:
            kept = instance.__dict__
        except AttributeError:
            raise TypeError("No '__dict__' attribute on %r instance to cache %r property."
                            % (type(instance).__name__, self.attrname)) from None
        if self.attrname not in kept:
            value = self.func(instance)
            try:
                kept[self.attrname] = value
            except TypeError:
                raise TypeError("The '__dict__' attribute on %r instance does not support item assignment for caching %r property."
                                % (type(instance).__name__, self.attrname)) from None
        return kept[self.attrname]

    __class_getitem__ = classmethod(GenericAlias)


class partialmethod:
    """partial for methods."""

    def __init__(self, func, /, *args, **keywords):
        if not callable(func) and not hasattr(func, '__get__'):
            raise TypeError('%r is not callable or a descriptor' % (func,))
        if isinstance(func, partialmethod):
            func, args, keywords = func.func, func.args + args, {**func.keywords, **keywords}
        self.func, self.args, self.keywords = func, args, keywords

    def __repr__(self):
        given = [repr(self.func), *map(repr, self.args), *('%s=%r' % item for item in self.keywords.items())]
        return '%s.%s(%s)' % (type(self).__module__, type(self).__qualname__, ', '.join(given))

    def _method(self):
        def method(cls_or_self, /, *args, **keywords):
            return self.func(cls_or_self, *self.args, *args, **{**self.keywords, **keywords})
        method.__isabstractmethod__ = self.__isabstractmethod__
        method._partialmethod = self
        return method

    def __get__(self, obj, cls=None):
        get = getattr(self.func, '__get__', None)
        bound = get(obj, cls) if get is not None else self.func
        if get is None or bound is self.func:
            return self._method().__get__(obj, cls)
        result = partial(bound, *self.args, **self.keywords)
        if hasattr(bound, '__self__'):
            result.__self__ = bound.__self__
        return result

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, '__isabstractmethod__', False)

    __class_getitem__ = classmethod(GenericAlias)


def _best_match(cls, registry):
    """The registered class nearest to cls: along its MRO, then by isinstance rules of abstract classes."""
    for parent in cls.__mro__:
        if parent is object:
            break
        if parent in registry:
            return registry[parent]
    abstract = [known for known in registry if known is not object and known not in cls.__mro__ and issubclass(cls, known)]
    best = [k for k in abstract if not any(o is not k and issubclass(o, k) for o in abstract)]
    if len(best) > 1:
        raise RuntimeError('Ambiguous dispatch: %s or %s' % (best[0], best[1]))
    return registry[best[0]] if best else registry[object]


def _is_union(cls):
    from types import UnionType
    from typing import Union, get_origin
    return get_origin(cls) in (Union, UnionType)


def _classes(cls):
    """The classes that a dispatch on cls is for: itself, or the members of a union; () if it is neither."""
    kinds = cls.__args__ if _is_union(cls) else (cls,)
    return kinds if all(isinstance(k, type) and not isinstance(k, GenericAlias) for k in kinds) else ()


def _first_hint(function):
    """Name and type of the first annotated argument."""
    if not getattr(function, '__annotations__', {}):
        raise TypeError('Invalid first argument to `register()`: %r. Use either `@register(some_class)` '
                        'or plain `@register` on an annotated function.' % (function,))
    from typing import get_type_hints
    return next(iter(get_type_hints(function).items()))


def singledispatch(func):
    """A function with one implementation per type of its first argument."""
    registry = {object: func}
    found = {}

    def dispatch(cls):
        if cls not in found:
            found[cls] = _best_match(cls, registry)
        return found[cls]

    def register(cls, function=None):
        kinds = _classes(cls)
        if kinds and function is None:
            return lambda f: register(cls, f)
        if not kinds:
            if function is not None:
                raise TypeError('Invalid first argument to `register()`. %r is not a class or union type.' % (cls,))
            function, (name, cls) = cls, _first_hint(cls)
            kinds = _classes(cls)
            if not kinds and _is_union(cls):
                raise TypeError('Invalid annotation for %r. %r not all arguments are classes.' % (name, cls))
            if not kinds:
                raise TypeError('Invalid annotation for %r. %r is not a class.' % (name, cls))
        for kind in kinds:
            registry[kind] = function
        found.clear()
        return function

    def wrapper(*args, **kw):
        if not args:
            raise TypeError('%s requires at least 1 positional argument' % getattr(func, '__name__', 'singledispatch function'))
        return dispatch(args[0].__class__)(*args, **kw)

    from types import MappingProxyType
    wrapper.register, wrapper.dispatch = register, dispatch
    wrapper.registry = MappingProxyType(registry)
    wrapper._clear_cache = found.clear
    return update_wrapper(wrapper, func)


class singledispatchmethod:
    """singledispatch for methods: the type of the first argument after self decides."""

    def __init__(self, func):
        if not callable(func) and not hasattr(func, '__get__'):
            raise TypeError('%r is not callable or a descriptor' % (func,))
        self.dispatcher = singledispatch(func)
        self.func = func

    def register(self, cls, method=None):
        return self.dispatcher.register(cls, method)

    def __get__(self, obj, cls=None):
        def method(*args, **kwargs):
            chosen = self.dispatcher.dispatch(args[0].__class__)
            return chosen.__get__(obj, cls)(*args, **kwargs)
        method.__isabstractmethod__ = self.__isabstractmethod__
        method.register = self.register
        return update_wrapper(method, self.func)

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, '__isabstractmethod__', False)


def __getattr__(name):
    if name != '_CacheInfo':
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from collections import namedtuple  # late: this module is everywhere, and few ask a cache how it does
    globals()[name] = kind = namedtuple('CacheInfo', ['hits', 'misses', 'maxsize', 'currsize'])
    return kind


def _cache_info(*counts):
    kind = globals().get('_CacheInfo') or __getattr__('_CacheInfo')
    return kind(*counts)
