"""How objects of a class are taken apart and put together again."""

import functools
import operator

dispatch_table = {}


def pickle(ob_type, pickle_function, constructor_ob=None):
    """Registers the function that takes objects of ob_type apart."""
    if not callable(pickle_function):
        raise TypeError('reduction functions must be callable')
    dispatch_table[ob_type] = pickle_function


def pickle_complex(c):
    return complex, (c.real, c.imag)


pickle(complex, pickle_complex)


def pickle_union(obj):
    return functools.reduce, (operator.or_, obj.__args__)


pickle(type(int | str), pickle_union)


def constructor(object):
    if not callable(object):
        raise TypeError('constructors must be callable')


def __newobj__(cls, *args):
    return cls.__new__(cls, *args)


def __newobj_ex__(cls, args, kwargs):
    return cls.__new__(cls, *args, **kwargs)


def _reconstructor(cls, base, state):
    obj = object.__new__(cls) if base is object else base.__new__(cls, state)
    if base is not object and base.__init__ is not object.__init__:
        base.__init__(obj, state)
    return obj


def _slotnames(cls):
    """The names of the slots of a class, as its objects have them; kept with the class."""
    names = cls.__dict__.get('__slotnames__')
    if names is not None:
        return names
    names = []
    for c in cls.__mro__ if hasattr(cls, '__slots__') else ():
        slots = c.__dict__.get('__slots__', ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name in ('__dict__', '__weakref__'):
                continue
            if name.startswith('__') and not name.endswith('__') and c.__name__.strip('_'):
                name = '_%s%s' % (c.__name__.lstrip('_'), name)
            names.append(name)
    try:
        cls.__slotnames__ = names
    except (AttributeError, TypeError):
        pass
    return names


def _reduce_ex(self, proto):
    """What protocols 0 and 1 save of an object: its class, its built-in base and its state."""
    cls = self.__class__
    for base in cls.__mro__:
        if base.__module__ == 'builtins':
            break
    if base is object:
        state = None
    else:
        if base is cls:
            raise TypeError('cannot pickle %r object' % cls.__name__)
        state = base(self)
    made = _reconstructor, (cls, base, state)
    if type(self).__getstate__ is not object.__getstate__:
        own = self.__getstate__()
    elif getattr(self, '__slots__', None):
        raise TypeError('a class that defines __slots__ without defining __getstate__ cannot be pickled')
    else:
        own = getattr(self, '__dict__', None)
    return (*made, own) if own else made


_extension_registry, _inverted_registry, _extension_cache = {}, {}, {}  # (module, name) → code, code → both, code → object


def add_extension(module, name, code):
    """Lets pickles of protocol 2 and later write a number for a global name."""
    code = int(code)
    if not 1 <= code <= 0x7fffffff:
        raise ValueError('code out of range')
    key = (module, name)
    if _extension_registry.get(key) == code and _inverted_registry.get(code) == key:
        return
    if key in _extension_registry:
        raise ValueError('key %s is already registered with code %s' % (key, _extension_registry[key]))
    if code in _inverted_registry:
        raise ValueError('code %s is already in use for key %s' % (code, _inverted_registry[code]))
    _extension_registry[key] = code
    _inverted_registry[code] = key


def remove_extension(module, name, code):
    key = (module, name)
    if _extension_registry.get(key) != code or _inverted_registry.get(code) != key:
        raise ValueError('key %s is not registered with code %s' % (key, code))
    del _extension_registry[key]
    del _inverted_registry[code]
    _extension_cache.pop(code, None)


def clear_extension_cache():
    _extension_cache.clear()
