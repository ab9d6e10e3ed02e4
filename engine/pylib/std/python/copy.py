"""Shallow and deep copies of any object."""

import copyreg
import types
import weakref

__all__ = ['Error', 'copy', 'deepcopy']


class Error(Exception):
    pass


error = Error
_ATOMIC = (type(None), int, float, bool, complex, str, bytes, type, range, type(Ellipsis), type(NotImplemented),
           type(len), type(lambda: 0), property, types.CodeType, weakref.ref)
_atomic = frozenset(_ATOMIC)


def copy(x):
    """A shallow copy of x."""
    cls = type(x)
    if cls in _atomic or cls in (tuple, frozenset, slice):
        return x
    if cls in (list, dict, set, bytearray):
        return x.copy()
    if issubclass(cls, type):
        return x
    method = getattr(cls, '__copy__', None)
    if method is not None:
        return method(x)
    return _reconstruct(x, _reduce(x, cls), None)


def deepcopy(x, memo=None, _nil=[]):
    """A copy of x in which everything that x refers to is copied, too."""
    cls = type(x)
    if cls in _atomic:
        return x
    if memo is None:
        memo = {}
    key = id(x)
    found = memo.get(key, _nil)
    if found is not _nil:
        return found
    made = _deep(x, cls, memo)
    if made is not x:
        memo[key] = made
        memo.setdefault(id(memo), []).append(x)
    return made


def _deep(x, cls, memo):
    if cls is list:
        made = memo[id(x)] = []
        for item in x:
            made.append(deepcopy(item, memo))
        return made
    if cls is dict:
        made = memo[id(x)] = {}
        for key, value in x.items():
            made[deepcopy(key, memo)] = deepcopy(value, memo)
        return made
    if cls is tuple:
        made = [deepcopy(item, memo) for item in x]
        if id(x) in memo:
            return memo[id(x)]
        return x if all(a is b for a, b in zip(x, made)) else tuple(made)
    if cls is types.MethodType:
        return cls(x.__func__, deepcopy(x.__self__, memo))
    if issubclass(cls, type):
        return x
    method = getattr(x, '__deepcopy__', None)
    if method is not None:
        return method(memo)
    return _reconstruct(x, _reduce(x, cls), memo)


def _reduce(x, cls):
    reducer = copyreg.dispatch_table.get(cls)
    if reducer is not None:
        return reducer(x)
    method = getattr(x, '__reduce_ex__', None)
    if method is not None:
        return method(4)
    method = getattr(x, '__reduce__', None)
    if method is None:
        raise Error('un(deep)copyable object of type %s' % cls)
    return method()


def _reconstruct(x, parts, memo):
    if isinstance(parts, str):
        return x
    return _rebuild(x, memo, *parts)


def _rebuild(x, memo, func, args, state=None, items=None, pairs=None):
    deep = memo is not None
    if deep and args:
        args = (deepcopy(arg, memo) for arg in args)
    made = func(*args)
    if deep:
        memo[id(x)] = made
    if state is not None:
        if deep:
            state = deepcopy(state, memo)
        _set_state(made, state)
    if items is not None:
        for item in items:
            made.append(deepcopy(item, memo) if deep else item)
    if pairs is not None:
        for key, value in pairs:
            if deep:
                key, value = deepcopy(key, memo), deepcopy(value, memo)
            made[key] = value
    return made


def _set_state(made, state):
    if hasattr(made, '__setstate__'):
        made.__setstate__(state)
        return
    slots = None
    if isinstance(state, tuple) and len(state) == 2:
        state, slots = state
    if state is not None:
        made.__dict__.update(state)
    if slots is not None:
        for name, value in slots.items():
            setattr(made, name, value)
