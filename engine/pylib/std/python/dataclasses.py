"""Classes that are mostly data: the decorator writes the methods from the annotations."""

import abc
import copy
import keyword
import types
from _dataclass_fields import (Field, FrozenInstanceError, InitVar, KW_ONLY, MISSING, _DataclassParams, _FIELD,
                               _FIELDS, _FIELD_CLASSVAR, _FIELD_INITVAR, _PARAMS, _POST_INIT, _kind_of, _make_field,
                               field)
from _dataclass_methods import _build_compare, _build_init, _build_repr, _create, _frozen_methods, _tuple_text

__all__ = ['dataclass', 'field', 'Field', 'FrozenInstanceError', 'InitVar', 'KW_ONLY', 'MISSING',
           'fields', 'asdict', 'astuple', 'make_dataclass', 'replace', 'is_dataclass']


def _set_new(cls, name, method):
    """Sets a method unless the class has its own; says whether it had."""
    if name in cls.__dict__:
        return True
    setattr(cls, name, method)
    return False


def _hash_action(cls, unsafe_hash, eq, frozen):
    """What becomes of __hash__: 'keep', 'none', 'add' or 'error', by the table in the documentation."""
    own = cls.__dict__.get('__hash__', MISSING)
    explicit = not (own is MISSING or own is None and '__eq__' in cls.__dict__)
    if unsafe_hash:
        return 'error' if explicit else 'add'
    if not eq:
        return 'keep'
    if explicit:
        return 'keep'
    return 'add' if frozen else 'none'


def _collect(cls, kw_only):
    """Every field of the class, inherited ones first, and the base's frozenness."""
    found, base_frozen, any_base = {}, False, False
    for base in cls.__mro__[-1:0:-1]:
        inherited = base.__dict__.get(_FIELDS)
        if inherited is not None:
            any_base = True
            found.update(inherited)
            if base.__dict__[_PARAMS].frozen:
                base_frozen = True
    seen_marker = False
    own = []
    for name, annotation in cls.__dict__.get('__annotations__', {}).items():
        if _kind_of(annotation, cls, 'KW_ONLY'):
            if seen_marker:
                raise TypeError('%r is KW_ONLY, but KW_ONLY has already been specified' % name)
            seen_marker = kw_only = True
            continue
        own.append(_make_field(cls, name, annotation, kw_only))
    for f in own:
        found[f.name] = f
        if isinstance(getattr(cls, f.name, None), Field):
            if f.default is MISSING:
                delattr(cls, f.name)
            else:
                setattr(cls, f.name, f.default)
    for name, value in cls.__dict__.items():
        if isinstance(value, Field) and name not in cls.__dict__.get('__annotations__', {}):
            raise TypeError('%r is a field but has no type annotation' % name)
    return found, any_base, base_frozen


def _process_class(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot):
    setattr(cls, _PARAMS, _DataclassParams(init, repr, eq, order, unsafe_hash, frozen))
    found, any_base, base_frozen = _collect(cls, kw_only)
    if any_base:
        if base_frozen and not frozen:
            raise TypeError('cannot inherit non-frozen dataclass from a frozen one')
        if not base_frozen and frozen:
            raise TypeError('cannot inherit frozen dataclass from a non-frozen one')
    setattr(cls, _FIELDS, found)
    action = _hash_action(cls, unsafe_hash, eq, frozen)
    if order and not eq:
        raise ValueError('eq must be true if order is true')
    own = [f for f in found.values() if f._field_type is _FIELD]
    compared = [f for f in own if f.compare]
    if init:
        _set_new(cls, '__init__', _build_init(cls, list(found.values()), frozen, hasattr(cls, _POST_INIT), slots))
    if repr:
        _set_new(cls, '__repr__', _build_repr(cls, [f for f in own if f.repr]))
    if eq:
        _set_new(cls, '__eq__', _build_compare(cls, '__eq__', '==', compared))
    if order:
        for name, operator in (('__lt__', '<'), ('__le__', '<='), ('__gt__', '>'), ('__ge__', '>=')):
            if _set_new(cls, name, _build_compare(cls, name, operator, compared)):
                raise TypeError('Cannot overwrite attribute %s in class %s. Consider using functools.total_ordering'
                                % (name, cls.__name__))
    if frozen:
        for name, method in zip(('__setattr__', '__delattr__'), _frozen_methods(cls, own)):
            if _set_new(cls, name, method):
                raise TypeError('Cannot overwrite attribute %s in class %s' % (name, cls.__name__))
    if action == 'add':
        hashed = [f for f in own if (f.compare if f.hash is None else f.hash)]
        cls.__hash__ = _create(cls, '__hash__', ['self'], ['return hash(%s)' % _tuple_text('self', hashed)], {})
    elif action == 'none':
        cls.__hash__ = None
    elif action == 'error':
        raise TypeError('Cannot overwrite attribute __hash__ in class %s' % cls.__name__)
    if not cls.__dict__.get('__doc__'):
        cls.__doc__ = cls.__name__ + _signature_text(cls)
    if match_args and '__match_args__' not in cls.__dict__:
        cls.__match_args__ = tuple(f.name for f in found.values()
                                   if f._field_type in (_FIELD, _FIELD_INITVAR) and f.init and not f.kw_only)
    if weakref_slot and not slots:
        raise TypeError('weakref_slot is True but slots is False')
    if slots:
        cls = _add_slots(cls, own, frozen, weakref_slot)
    return abc.update_abstractmethods(cls)


def _signature_text(cls):
    try:
        import inspect
        return str(inspect.signature(cls)).replace(' -> None', '')
    except (TypeError, ValueError):
        return ''


def _slots_of(cls):
    slots = cls.__dict__.get('__slots__')
    if slots is None:
        return ()
    if isinstance(slots, str):
        return (slots,)
    if hasattr(slots, '__next__'):
        raise TypeError("Slots of '%s' cannot be determined" % cls.__name__)
    return tuple(slots)


def _add_slots(cls, own, frozen, weakref_slot):
    """Makes the class again with __slots__: they cannot be added afterwards."""
    if '__slots__' in cls.__dict__:
        raise TypeError('%s already specifies __slots__' % cls.__name__)
    body = dict(cls.__dict__)
    names = [f.name for f in own]
    inherited = {s for c in cls.__mro__[1:-1] for s in _slots_of(c)}
    slots = names + ['__weakref__'] if weakref_slot else names
    body['__slots__'] = tuple(name for name in slots if name not in inherited)
    for name in (*names, '__dict__', '__weakref__'):
        body.pop(name, None)
    if frozen:  # pickle cannot set the fields one by one
        body.setdefault('__getstate__', lambda self: [getattr(self, f.name) for f in fields(self)])
        body.setdefault('__setstate__', _set_state)
    made = type(cls)(cls.__name__, cls.__bases__, body)
    made.__qualname__ = cls.__qualname__
    return made


def _set_state(self, state):
    for f, value in zip(fields(self), state):
        object.__setattr__(self, f.name, value)


def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False,
              match_args=True, kw_only=False, slots=False, weakref_slot=False):
    """Adds __init__, __repr__, __eq__ and more, from the class's annotations."""
    def wrap(cls):
        return _process_class(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot)
    return wrap if cls is None else wrap(cls)


def fields(class_or_instance):
    """The fields of a dataclass or of an instance, in order."""
    try:
        found = getattr(class_or_instance, _FIELDS)
    except AttributeError:
        raise TypeError('must be called with a dataclass type or instance') from None
    return tuple(f for f in found.values() if f._field_type is _FIELD)


def _is_dataclass_instance(obj):
    return hasattr(type(obj), _FIELDS)


def is_dataclass(obj):
    """Whether obj is a dataclass or an instance of one."""
    return hasattr(obj if isinstance(obj, type) else type(obj), _FIELDS)


def asdict(obj, *, dict_factory=dict):
    """The instance as a dict, dataclasses inside it too."""
    if not _is_dataclass_instance(obj):
        raise TypeError('asdict() should be called on dataclass instances')

    def make(o):
        return dict_factory([(f.name, _unfold(getattr(o, f.name), make)) for f in fields(o)])
    return make(obj)


def astuple(obj, *, tuple_factory=tuple):
    """The instance as a tuple, dataclasses inside it too."""
    if not _is_dataclass_instance(obj):
        raise TypeError('astuple() should be called on dataclass instances')

    def make(o):
        return tuple_factory([_unfold(getattr(o, f.name), make) for f in fields(o)])
    return make(obj)


def _unfold(value, make):
    """A copy of the value in which dataclass instances are what make makes of them."""
    if _is_dataclass_instance(value):
        return make(value)
    if isinstance(value, tuple) and hasattr(value, '_fields'):
        return type(value)(*[_unfold(v, make) for v in value])
    if isinstance(value, (list, tuple)):
        return type(value)([_unfold(v, make) for v in value])
    if isinstance(value, dict):
        return type(value)((_unfold(k, make), _unfold(v, make)) for k, v in value.items())
    return copy.deepcopy(value)


def make_dataclass(cls_name, fields, *, bases=(), namespace=None, init=True, repr=True, eq=True, order=False,
                   unsafe_hash=False, frozen=False, match_args=True, kw_only=False, slots=False, weakref_slot=False):
    """Makes a dataclass from names, (name, type) and (name, type, field) items."""
    body = {} if namespace is None else dict(namespace)
    annotations, seen = {}, set()
    for item in fields:
        if isinstance(item, str):
            name, kind = item, 'typing.Any'
        elif len(item) == 2:
            name, kind = item
        elif len(item) == 3:
            name, kind, body[item[0]] = item
        else:
            raise TypeError('Invalid field: %r' % (item,))
        if not isinstance(name, str) or not name.isidentifier():
            raise TypeError('Field names must be valid identifiers: %r' % (name,))
        if keyword.iskeyword(name):
            raise TypeError('Field names must not be keywords: %r' % name)
        if name in seen:
            raise TypeError('Field name duplicated: %r' % name)
        seen.add(name)
        annotations[name] = kind
    body['__annotations__'] = annotations
    cls = types.new_class(cls_name, bases, {}, lambda space: space.update(body))
    return dataclass(cls, init=init, repr=repr, eq=eq, order=order, unsafe_hash=unsafe_hash, frozen=frozen,
                     match_args=match_args, kw_only=kw_only, slots=slots, weakref_slot=weakref_slot)


def replace(obj, /, **changes):
    """A copy of the instance with some fields changed."""
    if not _is_dataclass_instance(obj):
        raise TypeError('replace() should be called on dataclass instances')
    for f in getattr(obj, _FIELDS).values():
        if f._field_type is _FIELD_CLASSVAR:
            continue
        if not f.init:
            if f.name in changes:
                raise ValueError('field %s is declared with init=False, it cannot be specified with replace()' % f.name)
            continue
        if f.name not in changes:
            if f._field_type is _FIELD_INITVAR and f.default is MISSING:
                raise ValueError('InitVar %r must be specified with replace()' % f.name)
            changes[f.name] = getattr(obj, f.name)
    return obj.__class__(**changes)
