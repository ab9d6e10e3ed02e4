"""Enumerations: classes whose members are their only instances."""

import sys
from types import DynamicClassAttribute, MappingProxyType

__all__ = ['EnumType', 'EnumMeta', 'Enum', 'IntEnum', 'StrEnum', 'Flag', 'IntFlag',
           'ReprEnum', 'auto', 'unique', 'verify', 'UNIQUE', 'CONTINUOUS',
           'FlagBoundary', 'STRICT', 'CONFORM', 'EJECT', 'KEEP', 'member', 'nonmember',
           'property', 'global_enum', 'EnumCheck', 'NAMED_FLAGS', 'global_enum_repr', 'global_flag_repr', 'global_str', 'pickle_by_global_name',
           'pickle_by_enum_name']

_builtin_property = property


class nonmember:
    """Keeps a value in an enum's body from becoming a member."""

    def __init__(self, value):
        self.value = value


class member:
    """Makes a member of a value that would not become one, such as a function."""

    def __init__(self, value):
        self.value = value


class property(DynamicClassAttribute):
    """A property of members that leaves the class access to a member of the same name."""

    def __get__(self, instance, owner=None):
        if instance is None:
            found = owner._member_map_.get(self.name) if owner is not None else None
            if found is None:
                raise AttributeError('%r has no attribute %r' % (owner, self.name))
            return found
        return self.fget(instance)

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError('%r cannot set attribute %r' % (self.owner, self.name))
        self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError('%r cannot delete attribute %r' % (self.owner, self.name))
        self.fdel(instance)

    def __set_name__(self, owner, name):
        self.name = name
        self.owner = owner


class auto:
    """Stands for "the next value"; the enum's _generate_next_value_ replaces it."""

    _unset = object()

    def __init__(self, value=_unset):
        self.value = value

    def __repr__(self):
        return 'auto(%r)' % (self.value,)


def _is_dunder(name):
    return len(name) > 4 and name[:2] == name[-2:] == '__' and name[2] != '_' and name[-3] != '_'


def _is_sunder(name):
    return len(name) > 2 and name[0] == name[-1] == '_' and name[1] != '_' and name[-2] != '_'


def _is_private(owner, name):
    start = '_%s__' % owner.lstrip('_')
    return name.startswith(start) and len(name) > len(start) and not name.endswith('__')


def _is_descriptor(value):
    kind = type(value)
    return hasattr(kind, '__get__') or hasattr(kind, '__set__') or hasattr(kind, '__delete__')


class _Body(dict):
    """The namespace of an enum's body: remembers which names become members, in order."""

    def __init__(self, owner=''):
        super().__init__()
        self.owner = owner
        self.member_names = {}
        self.last_values = []
        self.ignore = []
        self.auto_called = False
        self.generate = None

    def __setitem__(self, name, value):
        if _is_private(self.owner, name):
            pass
        elif _is_sunder(name):
            self._set_sunder(name, value)
            if name == '_ignore_':
                return
        elif _is_dunder(name):
            if name == '__order__':
                name = '_order_'
        elif name in self.member_names:
            raise TypeError('%r already defined as %r' % (name, self[name]))
        elif name in self.ignore:
            pass
        elif isinstance(value, nonmember):
            value = value.value
        elif _is_descriptor(value) and not isinstance(value, member):
            pass
        else:
            if name in self:
                raise TypeError('%r already defined as %r' % (name, self[name]))
            if isinstance(value, member):
                value = value.value
            value = self._resolve_auto(name, value)
            self.member_names[name] = None
            self.last_values.append(value)
        super().__setitem__(name, value)

    def _set_sunder(self, name, value):
        allowed = ('_order_', '_generate_next_value_', '_numeric_repr_', '_missing_', '_ignore_', '_iter_member_',
                   '_iter_member_by_value_', '_iter_member_by_def_', '_add_alias_', '_add_value_alias_')
        if name not in allowed:
            raise ValueError('_sunder_ names, such as %r, are reserved for future Enum use' % (name,))
        if name == '_generate_next_value_':
            if self.auto_called:
                raise TypeError('_generate_next_value_ must be defined before members')
            self.generate = value.__func__ if isinstance(value, staticmethod) else value
        elif name == '_ignore_':
            if isinstance(value, str):
                value = value.replace(',', ' ').split()
            self.ignore = list(value)
            taken = set(value) & set(self.member_names)
            if taken:
                raise ValueError('_ignore_ cannot specify already set names: %r' % (taken,))

    def _resolve_auto(self, name, value):
        if isinstance(value, auto):
            if value.value is auto._unset:
                self.auto_called = True
                value.value = self.generate(name, 1, len(self.member_names), self.last_values[:])
            return value.value
        if type(value) is tuple and any(isinstance(v, auto) for v in value):
            self.auto_called = True
            parts = []
            for part in value:
                parts.append(self._resolve_auto(name, part))
                if isinstance(part, auto):  # the next one on the line goes on from it
                    self.last_values.append(parts[-1])
            return tuple(parts)
        return value


class EnumType(type):
    """The metaclass of enumerations."""

    @classmethod
    def __prepare__(metacls, name, bases, **kwds):
        metacls._check_for_existing_members(name, bases)
        body = _Body(name)
        if bases:
            _, first = metacls._find_kinds(name, bases)
            if first is not None:
                body.generate = getattr(first, '_generate_next_value_', None)
        return body

    def __new__(metacls, name, bases, body, boundary=None, _simple=False, **kwds):
        if not isinstance(body, _Body):
            fresh = _Body(name)
            for key, value in body.items():
                fresh[key] = value
            body = fresh
        names = list(body.member_names)
        for ignored in body.ignore:
            body.pop(ignored, None)
        data_type, first = metacls._find_kinds(name, bases)
        wrong = set(names) & {'mro', ''}
        if wrong:
            raise ValueError('invalid enum member name(s) %s' % ','.join(repr(n) for n in wrong))
        values = {n: body[n] for n in names}
        plain = {k: v for k, v in body.items() if k not in values}
        order = plain.pop('_order_', None)
        if '_generate_next_value_' in plain and not isinstance(plain['_generate_next_value_'], staticmethod):
            plain['_generate_next_value_'] = staticmethod(plain['_generate_next_value_'])
        plain['_member_names_'] = []
        plain['_member_map_'] = {}
        plain['_value2member_map_'] = {}
        plain['_unhashable_values_'] = []
        plain['_member_type_'] = data_type
        plain['_value_repr_'] = metacls._find_repr(bases)
        cls = super().__new__(metacls, name, bases, plain, **kwds)
        is_flag = name == 'Flag' and Flag is None or Flag is not None and issubclass(cls, Flag)
        if is_flag:
            cls._boundary_ = boundary or getattr(first, '_boundary_', None)
            cls._flag_mask_ = 0
            cls._all_bits_ = 0
        metacls._choose_methods(cls, plain, data_type, first)
        maker, use_args = metacls._find_maker(plain, data_type, first)
        cls._new_member_ = maker
        if first is not None and '__new__' in plain:
            cls.__new_member__ = plain['__new__']
        if first is not None:
            cls.__new__ = Enum.__new__
        for member_name, value in values.items():
            metacls._add_member(cls, member_name, value, maker, use_args, data_type)
        if is_flag:
            cls._all_bits_ = 2 ** cls._flag_mask_.bit_length() - 1
            metacls._sort_flag(cls)
        if order is not None:
            wanted = order.replace(',', ' ').split() if isinstance(order, str) else list(order)
            wanted = [n for n in wanted if n not in cls._member_map_ or n in cls._member_names_]  # without aliases
            if wanted != cls._member_names_:
                raise TypeError('member order does not match _order_:\n  %r\n  %r' % (cls._member_names_, wanted))
        return cls

    def __init__(cls, *args, **kwds):
        super().__init__(*args)

    @classmethod
    def _check_for_existing_members(metacls, name, bases):
        for base in bases:
            for parent in base.__mro__:
                if isinstance(parent, EnumType) and parent._member_names_:
                    raise TypeError('<enum %r> cannot extend %r' % (name, parent))

    @classmethod
    def _find_kinds(metacls, name, bases):
        """The data type mixed in (object where none) and the enum that is extended."""
        if not bases:
            return object, None
        first = bases[-1]
        if not isinstance(first, EnumType):
            raise TypeError('new enumerations should be created as `EnumName([mixin_type, ...] [data_type,] enum_type)`')
        found = []
        for base in bases:
            for parent in base.__mro__:
                if parent is object:
                    continue
                if isinstance(parent, EnumType):
                    if parent._member_type_ is not object:
                        if parent._member_type_ not in found:
                            found.append(parent._member_type_)
                        break
                elif '__new__' in parent.__dict__ or '__dataclass_fields__' in parent.__dict__:
                    if parent not in found:
                        found.append(base if not isinstance(base, EnumType) else parent)
                    break
        if len(found) > 1:
            raise TypeError('too many data types for %r: %r' % (name, set(found)))
        return (found[0] if found else object), first

    @staticmethod
    def _find_repr(bases):
        """The repr of values, of the type mixed in; None is repr()."""
        for base in bases:
            for parent in base.__mro__:
                if parent is object:
                    continue
                if isinstance(parent, EnumType):
                    return parent._value_repr_
                if '__repr__' in parent.__dict__:
                    return parent.__dict__['__repr__']
        return None

    @staticmethod
    def _find_maker(body, data_type, first):
        """How a bare member is made, and whether the value's parts are passed to it."""
        own = body.get('__new__')
        if own is None and first is not None:
            own = getattr(first, '__new_member__', None)
        if own is not None:
            return own, True
        if data_type is object:
            return object.__new__, False
        return data_type.__new__, True

    @staticmethod
    def _choose_methods(cls, body, data_type, first):
        """Lets a mixed-in type's text show where the enum does not define its own."""
        if first is None:
            return
        if ReprEnum is not None and ReprEnum in cls.__bases__:
            if '__format__' not in body:
                cls.__format__ = data_type.__format__
            if '__str__' not in body:
                inherits = data_type.__str__ is object.__str__
                cls.__str__ = data_type.__repr__ if inherits else data_type.__str__
        for method in ('__repr__', '__str__', '__format__', '__reduce_ex__'):
            if method not in body and method not in cls.__dict__:
                if getattr(cls, method) in (getattr(data_type, method), getattr(object, method)):
                    setattr(cls, method, getattr(first, method))
        if Flag is not None and issubclass(cls, Flag):
            for method in ('__or__', '__and__', '__xor__', '__ror__', '__rand__', '__rxor__', '__invert__'):
                if method not in body:
                    setattr(cls, method, getattr(Flag, method))

    @staticmethod
    def _add_member(cls, name, value, maker, use_args, data_type):
        args = value if isinstance(value, tuple) else (value,)
        if data_type is tuple:
            args = (args,)
        if use_args:
            new = maker(cls, *args)
        else:
            new = maker(cls)
        if not hasattr(new, '_value_'):
            if data_type is object:
                new._value_ = value
            else:
                try:
                    new._value_ = data_type(*args)
                except Exception as cause:
                    raise TypeError('_value_ not set in __new__, unable to create it') from cause
        value = new._value_
        new._name_ = name
        new.__objclass__ = cls
        new._sort_order_ = len(cls._member_names_)
        if use_args or '__init__' in {k for c in cls.__mro__[:-1] for k in c.__dict__}:
            new.__init__(*args)
        known = EnumType._lookup(cls, value)
        if known is not None:
            new = known
        elif Flag is not None and issubclass(cls, Flag) and isinstance(value, int):
            if value and value & (value - 1) == 0:
                cls._member_names_.append(name)
                cls._flag_mask_ |= value
            else:
                cls._flag_mask_ |= max(value, 0)
        else:
            cls._member_names_.append(name)
        cls._member_map_[name] = new
        try:
            cls._value2member_map_.setdefault(value, new)
        except TypeError:
            cls._unhashable_values_.append(value)
        descriptor = None
        for parent in cls.__mro__[1:]:
            if name in parent.__dict__:
                descriptor = parent.__dict__[name]
                break
        if not isinstance(descriptor, (property, _builtin_property)):
            type.__setattr__(cls, name, new)

    @staticmethod
    def _lookup(cls, value):
        try:
            return cls._value2member_map_.get(value)
        except TypeError:
            for known in cls._member_map_.values():
                if known._value_ == value:
                    return known
            return None

    @staticmethod
    def _sort_flag(cls):
        members = [cls._member_map_[n] for n in cls._member_names_]
        ordered = sorted(members, key=lambda m: m._value_)
        if members != ordered:
            cls._member_names_ = [m._name_ for m in ordered]

    def __call__(cls, value, names=None, *, module=None, qualname=None, type=None, start=1, boundary=None):
        if names is None:
            return cls.__new__(cls, value)
        return cls._create_(value, names, module=module, qualname=qualname, type=type, start=start, boundary=boundary)

    def _create_(cls, class_name, names, *, module=None, qualname=None, type=None, start=1, boundary=None):
        metacls = cls.__class__
        bases = (cls,) if type is None else (type, cls)
        body = metacls.__prepare__(class_name, bases)
        if isinstance(names, str):
            names = names.replace(',', ' ').split()
        if isinstance(names, (tuple, list)) and names and isinstance(names[0], str):
            given, names, last = names, [], []
            for count, name in enumerate(given):
                value = body.generate(name, start, count, last[:])
                last.append(value)
                names.append((name, value))
        for item in names:
            if isinstance(item, str):
                name, value = item, names[item]
            else:
                name, value = item
            body[name] = value
        if module is None:  # that of the caller's caller
            module = sys._getframe(2).f_globals.get('__name__')
        if module is None:
            _make_class_unpicklable(body)
        else:
            body['__module__'] = module
        if qualname is not None:
            body['__qualname__'] = qualname
        return metacls.__new__(metacls, class_name, bases, body, boundary=boundary)

    def _convert_(cls, name, module, filter, source=None, *, boundary=None, as_global=False):
        """An enum of the constants of a module, which are replaced by its members."""
        space = sys.modules[module].__dict__
        members = [(key, value) for key, value in (source.__dict__ if source else space).items() if filter(key)]
        try:
            members.sort(key=lambda member: (member[1], member[0]))
        except TypeError:  # values without an order
            members.sort(key=lambda member: member[0])
        made = cls._create_(name, members, module=module, boundary=boundary or KEEP)
        if as_global:
            global_enum(made)
        else:
            sys.modules[made.__module__].__dict__.update(made.__members__)
        space[name] = made
        return made

    def __contains__(cls, value):
        if isinstance(value, cls):
            return value._name_ in cls._member_map_ or isinstance(value, Flag)
        if not isinstance(value, Enum):
            raise TypeError("unsupported operand type(s) for 'in': '%s' and '%s'"
                            % (value.__class__.__qualname__, cls.__class__.__qualname__))
        return False

    def __delattr__(cls, name):
        if name in cls._member_map_:
            raise AttributeError('%r cannot delete member %r.' % (cls.__name__, name))
        super().__delattr__(name)

    def __setattr__(cls, name, value):
        if name in cls.__dict__.get('_member_map_', {}):
            raise AttributeError('cannot reassign member %r' % (name,))
        super().__setattr__(name, value)

    def __dir__(cls):
        shown = {'__class__', '__contains__', '__doc__', '__getitem__', '__iter__', '__len__', '__members__', '__module__',
                 '__name__', '__qualname__', *cls._member_names_}
        if cls._new_member_ is not object.__new__:
            shown.add('__new__')
        if cls.__init_subclass__ is not object.__init_subclass__:
            shown.add('__init_subclass__')
        return sorted(shown if cls._member_type_ is object else shown | set(dir(cls._member_type_)))

    def __getattr__(cls, name):
        raise AttributeError(name) from None

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __iter__(cls):
        return (cls._member_map_[name] for name in cls._member_names_)

    def __reversed__(cls):
        return (cls._member_map_[name] for name in reversed(cls._member_names_))

    def __len__(cls):
        return len(cls._member_names_)

    def __bool__(cls):
        return True

    @_builtin_property
    def __members__(cls):
        return MappingProxyType(cls._member_map_)

    def __repr__(cls):
        if Flag is not None and issubclass(cls, Flag):
            return '<flag %r>' % cls.__name__
        return '<enum %r>' % cls.__name__


EnumMeta = EnumType
Enum = Flag = ReprEnum = None  # the metaclass asks for them before they are there


class Enum(metaclass=EnumType):
    """A class whose members are named constants."""

    def __new__(cls, value):
        if type(value) is cls:
            return value
        known = EnumType._lookup(cls, value)
        if known is not None:
            return known
        if not cls._member_map_ and not issubclass(cls, Flag):
            raise TypeError('%r has no members defined' % cls)
        problem = None
        try:
            result = cls._missing_(value)
        except Exception as e:
            problem, result = e, None
        if isinstance(result, cls):
            return result
        if Flag is not None and issubclass(cls, Flag) and cls._boundary_ == 'eject' and isinstance(result, int):
            return result
        invalid = ValueError('%r is not a valid %s' % (value, cls.__qualname__))
        if result is None and problem is None:
            raise invalid
        if problem is None:
            problem = TypeError('error in %s._missing_: returned %r instead of None or a valid member'
                                % (cls.__name__, result))
        if not isinstance(problem, ValueError):
            problem.__context__ = invalid
        raise problem

    def __init__(self, *args, **kwds):
        pass

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start
        try:
            return sorted(last_values)[-1] + 1
        except TypeError:
            for value in reversed(last_values):
                try:
                    return value + 1
                except TypeError:
                    pass
            return start

    @classmethod
    def _missing_(cls, value):
        return None

    def __repr__(self):
        kind = self.__class__
        return '<%s.%s: %s>' % (kind.__name__, self._name_, (kind._value_repr_ or repr)(self._value_))

    def __str__(self):
        return '%s.%s' % (self.__class__.__name__, self._name_)

    def __dir__(self):
        names = set() if self.__class__._member_type_ is object else set(object.__dir__(self))
        names.update(n for n in getattr(self, '__dict__', ()) if n[0] != '_')
        for c in self.__class__.__mro__:
            for name, obj in c.__dict__.items():
                if name[0] != '_' and not (isinstance(obj, (property, _builtin_property)) and obj.fget is None and name not in self._member_map_):
                    names.add(name)
        return sorted({'__class__', '__doc__', '__eq__', '__hash__', '__module__'} | names)

    def __format__(self, spec):
        return str.__format__(str(self), spec)

    def __hash__(self):
        return hash(self._name_)

    def __reduce_ex__(self, protocol):
        return self.__class__, (self._value_,)

    def __deepcopy__(self, memo):
        return self

    def __copy__(self):
        return self

    @property
    def name(self):
        """The name of the member."""
        return self._name_

    @property
    def value(self):
        """The value of the member."""
        return self._value_


class ReprEnum(Enum):
    """An enum that keeps the str() and format() of its mixed-in type."""


class IntEnum(int, ReprEnum):
    """An enum whose members are also ints."""


class StrEnum(str, ReprEnum):
    """An enum whose members are also strings."""

    def __new__(cls, *values):
        if len(values) > 3:
            raise TypeError('too many arguments for str(): %r' % (values,))
        if len(values) == 1 and not isinstance(values[0], str):
            raise TypeError('%r is not a string' % (values[0],))
        if len(values) >= 2 and not isinstance(values[1], str):
            raise TypeError('encoding must be a string, not %r' % (values[1],))
        if len(values) == 3 and not isinstance(values[2], str):
            raise TypeError('errors must be a string, not %r' % (values[2],))
        value = str(*values)
        new = str.__new__(cls, value)
        new._value_ = value
        return new

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()


class FlagBoundary(StrEnum):
    """What a flag does with bits that it has no member for."""
    STRICT = auto()
    CONFORM = auto()
    EJECT = auto()
    KEEP = auto()


STRICT, CONFORM, EJECT, KEEP = FlagBoundary


def _bits(value):
    while value:
        low = value & -value
        yield low
        value ^= low


class Flag(Enum, boundary=CONFORM):
    """An enum whose members combine with | & ^ ~."""

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start if start is not None else 1
        top = max(last_values)
        try:
            return 2 ** top.bit_length()
        except Exception:
            raise TypeError('invalid flag value %r' % top) from None

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            raise ValueError('%r is not a valid %s' % (value, cls.__qualname__))
        mask, every = cls._flag_mask_, cls._all_bits_
        negative = value < 0
        if not ~every <= value <= every or value & (every ^ mask):
            if cls._boundary_ is STRICT:
                width = max(value.bit_length(), mask.bit_length())
                raise ValueError('%r invalid value %r\n    given %s\n  allowed %s'
                                 % (cls, value, _binary(value, width), _binary(mask, width)))
            if cls._boundary_ is CONFORM:
                value &= mask
            elif cls._boundary_ is EJECT:
                return value
            elif value < 0:
                value = max(every + 1, 2 ** value.bit_length()) + value
        if value < 0:
            value += every + 1
        if negative:
            value &= mask if cls._boundary_ is not KEEP else value
            if value in cls._value2member_map_:
                return cls._value2member_map_[value]
        if cls._member_type_ is object:
            new = object.__new__(cls)
        else:
            new = cls._member_type_.__new__(cls, value)
        new._value_ = value
        known = [cls._value2member_map_[b]._name_ for b in _bits(value & mask) if b in cls._value2member_map_]
        unknown = value & ~mask
        if known:
            new._name_ = '|'.join(known)
            if unknown:
                new._name_ += '|%s' % cls._numeric_repr_(unknown)
        else:
            new._name_ = None
        return cls._value2member_map_.setdefault(value, new)

    _numeric_repr_ = staticmethod(repr)

    def _is_single_bit(self):
        return self._value_ > 0 and self._value_ & (self._value_ - 1) == 0

    def __contains__(self, other):
        if not isinstance(other, self.__class__):
            raise TypeError("unsupported operand type(s) for 'in': %r and %r"
                            % (type(other).__qualname__, self.__class__.__qualname__))
        return other._value_ & self._value_ == other._value_

    def __iter__(self):
        for bit in _bits(self._value_ & self._flag_mask_):
            found = self.__class__._value2member_map_.get(bit)
            if found is not None:
                yield found

    def __len__(self):
        return self._value_.bit_count()

    def __repr__(self):
        name, value = self.__class__.__name__, (self.__class__._value_repr_ or repr)(self._value_)
        return '<%s: %s>' % (name, value) if self._name_ is None else '<%s.%s: %s>' % (name, self._name_, value)

    def __str__(self):
        name = self.__class__.__name__
        if self._name_ is None:
            return '%s(%r)' % (name, self._value_)
        return '%s.%s' % (name, self._name_)

    def __bool__(self):
        return bool(self._value_)

    def _operand(self, other):
        if isinstance(other, self.__class__):
            return other._value_
        if self._member_type_ is not object and isinstance(other, self._member_type_):
            return other
        return NotImplemented

    def __or__(self, other):
        bits = self._operand(other)
        return bits if bits is NotImplemented else self.__class__(self._value_ | bits)

    def __and__(self, other):
        bits = self._operand(other)
        return bits if bits is NotImplemented else self.__class__(self._value_ & bits)

    def __xor__(self, other):
        bits = self._operand(other)
        return bits if bits is NotImplemented else self.__class__(self._value_ ^ bits)

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__

    def __invert__(self):
        if self._boundary_ is KEEP:
            return self.__class__(~self._value_)
        return self.__class__(self._flag_mask_ & ~self._value_)


class IntFlag(int, ReprEnum, Flag, boundary=KEEP):
    """A flag whose members are also ints."""


def _binary(value, width):
    """The two's-complement digits of value, as '0b0 1010'."""
    text = bin(value if value >= 0 else (1 << width) + value)[2:].rjust(width, '0')
    return '0b%d %s' % (value < 0, text)


def unique(enumeration):
    """Refuses an enum in which two names share a value."""
    twice = ['%s -> %s' % (alias, m.name) for alias, m in enumeration.__members__.items() if alias != m.name]
    if twice:
        raise ValueError('duplicate values found in %r: %s' % (enumeration, ', '.join(twice)))
    return enumeration


class EnumCheck(StrEnum):
    """What verify can be asked to check."""
    CONTINUOUS = 'no skipped integer values'
    NAMED_FLAGS = 'multi-flag aliases may not contain unnamed flags'
    UNIQUE = 'one name per value'


CONTINUOUS, NAMED_FLAGS, UNIQUE = EnumCheck


class verify:
    """Checks an enum against the named conditions."""

    def __init__(self, *checks):
        self.checks = checks

    def __call__(self, enumeration):
        for check in self.checks:
            if check is UNIQUE:
                twice = ['%s -> %s' % (alias, m.name) for alias, m in enumeration.__members__.items() if alias != m.name]
                if twice:
                    raise ValueError('aliases found in %r: %s' % (enumeration, ', '.join(twice)))
            elif check is CONTINUOUS:
                values = {m.value for m in enumeration}
                if len(values) < 2:
                    continue
                low, high = min(values), max(values)
                if issubclass(enumeration, Flag):
                    wanted = {1 << i for i in range(low.bit_length() - 1, high.bit_length())}
                else:
                    wanted = set(range(low, high + 1))
                missing = sorted(wanted - values)
                if missing:
                    raise ValueError('invalid %s %r: missing values %s'
                                     % ('flag' if issubclass(enumeration, Flag) else 'enum', enumeration.__name__,
                                        ', '.join(map(str, missing))))
        return enumeration


def _reduce_ex_by_global_name(self, proto):
    return self.name


def pickle_by_global_name(self, proto):
    """For members that stand in their module by their names."""
    return self.name


def pickle_by_enum_name(self, proto):
    """For members that are pickled by their names and not their values."""
    return getattr, (self.__class__, self._name_)


def _make_class_unpicklable(obj):
    """Has pickling refuse a class, or what will be one."""
    def refuse(self, proto):
        raise TypeError('%r cannot be pickled' % self)
    if isinstance(obj, dict):
        obj['__reduce_ex__'], obj['__module__'] = refuse, '<unknown>'
    else:
        obj.__reduce_ex__ = refuse
        obj.__module__ = '<unknown>'


def global_enum_repr(self):
    """module.NAME"""
    return '%s.%s' % (self.__class__.__module__.split('.')[-1], self._name_)


def global_flag_repr(self):
    """module.NAME|module.OTHER, and the number of what has no name."""
    module, name = self.__class__.__module__.split('.')[-1], self.__class__.__name__
    if self._name_ is None:
        return '%s.%s(%r)' % (module, name, self._value_)
    if self._is_single_bit():
        return '%s.%s' % (module, self._name_)
    parts = self._name_.split('|')
    if self._boundary_ is not KEEP or all(part in self.__class__._member_map_ for part in parts):
        return '|'.join('%s.%s' % (module, part) for part in parts)
    return '|'.join(part if part[0].isdigit() else '%s.%s' % (module, part) for part in parts)


def global_str(self):
    """The name, without that of the class."""
    return '%s(%r)' % (self.__class__.__name__, self._value_) if self._name_ is None else self._name_


def global_enum(cls, update_str=False):
    """Puts the members of cls into the module that defines it, and has them say so."""
    cls.__repr__ = global_flag_repr if issubclass(cls, Flag) else global_enum_repr
    if not issubclass(cls, ReprEnum) or update_str:
        cls.__str__ = global_str
    sys.modules[cls.__module__].__dict__.update(cls.__members__)
    return cls
