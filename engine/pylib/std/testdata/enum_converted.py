# Enums made of constants, members that stand in their module, dir(), values of other types.
import enum, sys, pickle, datetime
from dataclasses import dataclass
UP_A, UP_B, UP_C = 5, 3, 5
E = enum.IntEnum._convert_('E', __name__, filter=lambda name: name.startswith('UP_'))
print(list(E), UP_A, type(UP_B).__name__, E.UP_C is E.UP_A)
F = enum.IntFlag._convert_('F', __name__, filter=lambda name: name in ('LOW', 'HIGH'), source=type('S', (), {'LOW': 1, 'HIGH': 4}), as_global=True)
print(repr(LOW), repr(LOW | HIGH), str(LOW), repr(F(0)), repr(F(3)), sys.modules[__name__].F is F)
print(enum.Enum('Fun', 'A B').__module__, pickle.loads(pickle.dumps(enum.Enum('Fun2', 'A'))) if False else '')
@enum.global_enum
class Colour(enum.Enum):
    RED = 1
print(repr(RED), str(RED), RED is Colour.RED)
class Day(datetime.date, enum.Enum):
    first = 2020, 1, 1
    second = 2020, 1, 2
print(Day.first, repr(Day.first), 'year' in dir(Day), '__new__' in dir(Day), '__init_subclass__' in dir(Day))
class Plain(enum.Enum):
    A = 1
    @property
    def shown(self): return self.name
print(dir(Plain), dir(Plain.A))
class Two(enum.Enum):
    A = enum.auto(), enum.auto()
    B = enum.auto(), 'x', enum.auto()
print([m.value for m in Two])
try:
    class Ordered(enum.Enum):
        _order_ = 'A B C'
        A = 1
        B = 2
except TypeError as e:
    print(e)
class Aliased(enum.Enum):
    _order_ = 'A B'
    A = 1
    B = 1
print(list(Aliased))
class Name(enum.Enum):
    name = 1
    value = 2
    @enum.property
    def other(self): return self._value_
print(Name.name, Name.value, Name.name.name, Name.value.value, Name.name.other)
