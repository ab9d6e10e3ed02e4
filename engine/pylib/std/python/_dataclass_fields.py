"""What dataclasses say of their fields."""

import re
import sys
import types
from reprlib import recursive_repr
from types import GenericAlias

__name__ = 'dataclasses'  # where the classes say they are from


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
