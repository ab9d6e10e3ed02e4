from enum import *

class I(IntEnum):
    A = 1
    B = 2

class S(StrEnum):
    X = 'x'
    Y = auto()

class W(str, Enum):
    P = 'p'

class Fl(Flag):
    R = auto()
    Wr = auto()
    X = auto()
    RW = R | Wr

class IF(IntFlag):
    A = 1
    B = 2
    C = 4
print(I.A, repr(I.A), I.A + 1, I.A == 1, I.B > I.A, f'{I.A}', format(I.A, '03d'), '%d %s' % (I.A, I.A))
print(sorted([I.B, I.A]), [10, 20, 30][I.A], int(I.B), I.A in (1,), S.Y, repr(S.Y), S.X.upper(), f'{S.X}')
print(W.P == 'p', str(W.P), f'{W.P}', repr(W.P))
print(Fl.R | Fl.X, repr(Fl.R | Fl.X), Fl.RW, repr(Fl.RW), Fl.R in Fl.RW, ~Fl.R, Fl.R & Fl.Wr)
print(bool(Fl.R & Fl.Wr), Fl(0), repr(Fl(0)), Fl(7), Fl.R ^ Fl.RW, list(Fl), list(Fl.RW), len(Fl.RW))
print(Fl.R.value, Fl['R'], (Fl.R | Fl.X).name, Fl.RW.name)
print(IF.A | IF.B, repr(IF.A | IF.B), IF.A | 8, repr(IF(9)), IF.A + 1, ~IF.A, IF(0), IF.A == 1, IF.A & 3)
print(repr(IF.C | 1), list(IF(5)))
try:
    Fl(99)
except ValueError as e:
    print(e)

@unique
class U(Enum):
    A = 1
    B = 2
try:

    @unique
    class V(Enum):
        A = 1
        B = 1
except ValueError as e:
    print(e)

class P(Enum):
    EARTH = (5.97e+24, 6370000.0)
    MARS = (6.4e+23, 3400000.0)

    def __init__(s, m, r):
        s.m = m
        s.r = r

    @property
    def g(s):
        return round(6.67e-11 * s.m / s.r ** 2, 2)
print(P.EARTH.g, P.MARS.value, P.EARTH.m)

class O(Enum):

    def _generate_next_value_(name, start, count, last):
        return name.lower()
    A = auto()
    B = auto()
print(O.A.value)

class M(Enum):
    A = 1

    @classmethod
    def _missing_(cls, v):
        return cls.A if v == 'dflt' else None
print(M('dflt'))
try:
    M(5)
except ValueError as e:
    print(e)

class N(Enum):
    _ignore_ = ['tmp']
    tmp = 5
    A = tmp

    def __str__(s):
        return 'N!' + s.name

    def __lt__(s, o):
        return s.value < o.value
print(N.A, f'{N.A}', repr(N.A), hasattr(N, 'tmp'))

class K(Enum):
    X = 1

    def __new__(cls, v):
        o = object.__new__(cls)
        o._value_ = v * 10
        return o
print(K.X.value, K(10))

class Mem(Enum):

    @member
    def f():
        return 1

    @nonmember
    class In:
        pass
    A = 2
print([m.name for m in Mem], Mem.In.__name__)
match I.A:
    case I.A:
        print('mA')
try:

    class Bd(Flag, boundary=STRICT):
        A = 1
    Bd(5)
except ValueError as e:
    print(e)
print(verify, EnumType, Enum.__class__.__name__, global_enum.__name__)
