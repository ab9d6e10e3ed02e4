"""Classes that are mostly data: the decorator writes the methods from the annotations."""

import abc
import copy
import keyword
import re
import sys
import types
from reprlib import recursive_repr
from types import GenericAlias

__all__ = ['dataclass', 'field', 'Field', 'FrozenInstanceError', 'InitVar', 'KW_ONLY', 'MISSING',
           'fields', 'asdict', 'astuple', 'make_dataclass', 'replace', 'is_dataclass']


class FrozenInstanceError(AttributeError):
    pass


class _Sentinel:
    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return self.text


class _MISSING_TYPE:
    pass


class _KW_ONLY_TYPE:
    pass


class _HAS_DEFAULT_FACTORY_CLASS:
    def __repr__(self):
        return '<factory>'


MISSING = _MISSING_TYPE()
KW_ONLY = _KW_ONLY_TYPE()
_HAS_DEFAULT_FACTORY = _HAS_DEFAULT_FACTORY_CLASS()
_FIELD, _FIELD_CLASSVAR, _FIELD_INITVAR = map(_Sentinel, ('_FIELD', '_FIELD_CLASSVAR', '_FIELD_INITVAR'))
_FIELDS, _PARAMS, _POST_INIT = '__dataclass_fields__', '__dataclass_params__', '__post_init__'


class InitVar:
    """Marks a pseudo-field that is only an argument of __init__."""

    __slots__ = ('type',)

    def __init__(self, type):
        self.type = type

    def __repr__(self):
        name = self.type.__name__ if isinstance(self.type, type) else repr(self.type)
        return 'dataclasses.InitVar[%s]' % name

    def __class_getitem__(cls, kind):
        return InitVar(kind)


class Field:
    """What is known of one field; dataclass fills in name and type."""

    __slots__ = ('name', 'type', 'default', 'default_factory', 'repr', 'hash', 'init', 'compare',
                 'metadata', 'kw_only', '_field_type')

    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = None
        self.type = None
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.hash = hash
        self.compare = compare
        self.metadata = types.MappingProxyType({} if metadata is None else metadata)
        self.kw_only = kw_only
        self._field_type = None

    @recursive_repr()
    def __repr__(self):
        shown = ('name', 'type', 'default', 'default_factory', 'init', 'repr', 'hash', 'compare', 'metadata',
                 'kw_only', '_field_type')
        return 'Field(%s)' % ','.join('%s=%r' % (n, getattr(self, n)) for n in shown)

    def __set_name__(self, owner, name):
        hook = getattr(type(self.default), '__set_name__', None)
        if hook:
            hook(self.default, owner, name)

    __class_getitem__ = classmethod(GenericAlias)


class _DataclassParams:
    __slots__ = ('init', 'repr', 'eq', 'order', 'unsafe_hash', 'frozen')

    def __init__(self, init, repr, eq, order, unsafe_hash, frozen):
        self.init, self.repr, self.eq = init, repr, eq
        self.order, self.unsafe_hash, self.frozen = order, unsafe_hash, frozen

    def __repr__(self):
        return '_DataclassParams(%s)' % ','.join('%s=%r' % (n, getattr(self, n)) for n in self.__slots__)


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True,
          metadata=None, kw_only=MISSING):
    """Says more about a field than its annotation and default can."""
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError('cannot specify both default and default_factory')
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


def _kind_of(annotation, cls, name):
    """Whether an annotation, perhaps a string, says ClassVar, InitVar or KW_ONLY."""
    if isinstance(annotation, str):
        annotation = _named(annotation, cls)
    if name == 'ClassVar':
        typing = sys.modules.get('typing')
        return typing is not None and (annotation is typing.ClassVar
                                       or getattr(annotation, '__origin__', None) is typing.ClassVar)
    if name == 'InitVar':
        return annotation is InitVar or type(annotation) is InitVar
    return annotation is KW_ONLY


def _named(text, cls):
    """What the name at the beginning of an annotation means in the class's module; it may be `module.name`."""
    match = re.match(r'(?:\s*(\w+)\s*\.)?\s*(\w+)', text)
    space = getattr(sys.modules.get(cls.__module__), '__dict__', None)
    if not match or not space:
        return None
    prefix, name = match.groups()
    if prefix:
        module = space.get(prefix)
        if not isinstance(module, types.ModuleType):
            return None
        space = module.__dict__
    return space.get(name)


def _make_field(cls, name, annotation, kw_only):
    default = getattr(cls, name, MISSING)
    if isinstance(default, Field):
        f = default
    else:
        if isinstance(default, types.MemberDescriptorType):
            default = MISSING
        f = field(default=default)
    f.name, f.type = name, annotation
    f._field_type = _FIELD
    if _kind_of(annotation, cls, 'ClassVar'):
        f._field_type = _FIELD_CLASSVAR
    elif _kind_of(annotation, cls, 'InitVar'):
        f._field_type = _FIELD_INITVAR
    if f._field_type in (_FIELD_CLASSVAR, _FIELD_INITVAR) and f.default_factory is not MISSING:
        raise TypeError('field %s cannot have a default factory' % f.name)
    if f._field_type in (_FIELD, _FIELD_INITVAR):
        if f.kw_only is MISSING:
            f.kw_only = kw_only
    elif f.kw_only is not MISSING:
        raise TypeError('field %s is a ClassVar but specifies kw_only' % f.name)
    if f._field_type is _FIELD and f.default.__class__.__hash__ is None:
        raise ValueError('mutable default %s for field %s is not allowed: use default_factory'
                         % (type(f.default), f.name))
    return f


def _create(cls, name, args, body, space):
    """Compiles one method in the class's module; `space` holds what its text names beyond that."""
    text = 'def _make(%s):\n def %s(%s):\n%s\n return %s' % (
        ', '.join(space), name, ', '.join(args), '\n'.join('  ' + line for line in body), name)
    made = {}
    exec(text, getattr(sys.modules.get(cls.__module__), '__dict__', {}), made)
    method = made['_make'](**space)
    method.__qualname__ = '%s.%s' % (cls.__qualname__, name)
    return method


def _init_argument(f):
    if f.default is MISSING and f.default_factory is MISSING:
        return f.name
    return '%s=_dflt_%s' % (f.name, f.name)


def _assign(frozen, name, value, self_name):
    if frozen:
        return '_setattr(%s, %r, %s)' % (self_name, name, value)
    return '%s.%s = %s' % (self_name, name, value)


def _build_init(cls, all_fields, frozen, has_post_init, slots):
    inits = [f for f in all_fields if f._field_type in (_FIELD, _FIELD_INITVAR)]
    std = [f for f in inits if f.init and not f.kw_only]
    kw = [f for f in inits if f.init and f.kw_only]
    seen_default = False
    for f in std:
        if f.default is not MISSING or f.default_factory is not MISSING:
            seen_default = True
        elif seen_default:
            raise TypeError('non-default argument %r follows default argument' % f.name)
    self_name = '__dataclass_self__' if any(f.name == 'self' for f in inits) else 'self'
    space = {'_setattr': object.__setattr__, '_factory_marker': _HAS_DEFAULT_FACTORY}
    body = []
    for f in inits:
        if f.default_factory is not MISSING:
            space['_dflt_' + f.name] = _HAS_DEFAULT_FACTORY
            space['_make_' + f.name] = f.default_factory
            made = '_make_%s()' % f.name
            value = '%s if %s is _factory_marker else %s' % (made, f.name, f.name) if f.init else made
        elif f.init:
            space['_dflt_' + f.name] = f.default
            value = f.name
        elif f.default is not MISSING and slots:
            space['_dflt_' + f.name] = f.default
            value = '_dflt_' + f.name
        else:
            continue
        if f._field_type is _FIELD:
            body.append(_assign(frozen, f.name, value, self_name))
    if has_post_init:
        passed = ', '.join(f.name for f in inits if f._field_type is _FIELD_INITVAR)
        body.append('%s.%s(%s)' % (self_name, _POST_INIT, passed))
    args = [self_name] + [_init_argument(f) for f in std]
    if kw:
        args += ['*'] + [_init_argument(f) for f in kw]
    method = _create(cls, '__init__', args, body or ['pass'], space)
    method.__annotations__ = {f.name: f.type for f in std + kw}
    method.__annotations__['return'] = None
    return method


def _build_repr(cls, shown):
    text = ', '.join('%s={self.%s!r}' % (f.name, f.name) for f in shown)
    return recursive_repr()(_create(cls, '__repr__', ['self'], ["return f'{self.__class__.__qualname__}(%s)'" % text], {}))


def _tuple_text(owner, compared):
    return '(%s)' % ''.join('%s.%s,' % (owner, f.name) for f in compared)


def _build_compare(cls, name, operator, compared):
    body = ['if other.__class__ is self.__class__:',
            '    return %s %s %s' % (_tuple_text('self', compared), operator, _tuple_text('other', compared)),
            'return NotImplemented']
    return _create(cls, name, ['self', 'other'], body, {})


def _frozen_methods(cls, own):
    names = tuple(f.name for f in own)

    def __setattr__(self, name, value):
        if type(self) is cls or name in names:
            raise FrozenInstanceError('cannot assign to field %r' % name)
        super(cls, self).__setattr__(name, value)

    def __delattr__(self, name):
        if type(self) is cls or name in names:
            raise FrozenInstanceError('cannot delete field %r' % name)
        super(cls, self).__delattr__(name)
    for method in (__setattr__, __delattr__):
        method.__qualname__ = '%s.%s' % (cls.__qualname__, method.__name__)
    return __setattr__, __delattr__


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
