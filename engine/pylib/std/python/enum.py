"""Enumerations: classes whose members are their only instances."""

import _enum_type
from _enum_body import auto, member, nonmember, property
from _enum_type import Enum, EnumMeta, EnumType, IntEnum, ReprEnum, StrEnum

__all__ = ['EnumType', 'EnumMeta', 'Enum', 'IntEnum', 'StrEnum', 'Flag', 'IntFlag',
           'ReprEnum', 'auto', 'unique', 'verify', 'UNIQUE', 'CONTINUOUS',
           'FlagBoundary', 'STRICT', 'CONFORM', 'EJECT', 'KEEP', 'member', 'nonmember',
           'property', 'global_enum']


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
        name = self.__class__.__name__
        if self._name_ is None:
            return '<%s: %r>' % (name, self._value_)
        return '<%s.%s: %r>' % (name, self._name_, self._value_)

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


_enum_type.Flag = Flag  # the metaclass asks for it


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


def global_enum(cls, update_str=False):
    """Puts the members of cls into the module that defines it."""
    import sys
    sys.modules[cls.__module__].__dict__.update(cls.__members__)
    return cls
