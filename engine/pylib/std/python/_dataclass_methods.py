"""The methods that dataclass writes into a class."""

import sys
from reprlib import recursive_repr
from _dataclass_fields import (FrozenInstanceError, MISSING, _FIELD, _FIELD_INITVAR, _HAS_DEFAULT_FACTORY,
                               _POST_INIT)


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
