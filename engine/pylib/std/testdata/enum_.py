from enum import *
class C(Enum):
    RED=1; GREEN=2; B=auto()
    ALIAS=1
    def hi(self): return self.name.lower()
print(C.RED, repr(C.GREEN), C(3), C['RED'], list(C), C.ALIAS, C.RED.hi(), len(C), C.RED in C, C.__members__)
try: C(9)
except ValueError as e: print(e)
try: C.RED = 3
except AttributeError as e: print(e)
class P(Enum):
    M=(1,2.5); V=(3,4.5)
    def __init__(self,a,b): self.a=a; self.b=b
    @property
    def s(self): return self.a+self.b
print(P.M.s,P.M.value,repr(P.V))
class I(IntEnum):
    A=1;B=2
print(I.A+1, I.A<I.B, str(I.A), repr(I.A), f'{I.A}', '%s'%I.A, I(2), I.A==1, max(I), sorted([I.B,I.A]))
class S(StrEnum):
    X=auto(); Y='why'
print(S.X, repr(S.Y), S.X=='x', S.Y.upper(), f"{S.Y:>6}")
class F(Flag):
    R=auto();W=auto();X=auto();RW=R|W
print(F.R|F.X, repr(F.R|F.W), F.RW, ~F.R, list(F.RW), F.R in F.RW, bool(F.R&F.W), F(0), repr(F(0)), F(5), list(F), F)
class IF(IntFlag):
    A=1;B=2
print(IF.A|IF.B, repr(IF.A|IF.B), repr(IF(8)), repr(IF.A|8), IF.A+1,~IF.A, repr(~IF.A))
try: F(8)
except ValueError as e: print(e)
A=Enum('A','x y z'); print(list(A),A.x.value, A)
try:
    @unique
    class U(Enum): a=1;b=1
except ValueError as e: print(e)
class M(Enum):
    a=1
    @classmethod
    def _missing_(cls,v): return cls.a
print(M(99))
class N(Enum):
    @staticmethod
    def _generate_next_value_(n,s,c,l): return n
    q=auto()
print(N.q.value)
try:
    class D(C): z=1
except TypeError as e: print(e)
class Planet(str, Enum):
    E='earth'
print(Planet.E, repr(Planet.E), Planet.E=='earth', f'{Planet.E}')
print(hash(C.RED)==hash('RED'), {C.RED:1}[C.RED], C.RED is C(1), isinstance(C.RED,C), type(C.RED), C.RED==1)
class W(Enum):
    def __str__(self): return 'W!'+self.name
    a=1
print(W.a, repr(W.a), f'{W.a}')
import copy; print(copy.copy(C.RED) is C.RED)
for n,m in C.__members__.items(): print(n,m)
try: C.NOPE
except AttributeError as e: print(e)
try: C['NOPE']
except KeyError as e: print(e)
