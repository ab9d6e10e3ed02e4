from dataclasses import *
import typing
@dataclass
class P:
    "doc"
    x: int
    y: int = 3
    l: list = field(default_factory=list)
    c: typing.ClassVar[int] = 5
print(P(1), P(1)==P(1), P(1,2,[3]), P.__match_args__, P.c, P.y)
try: P()
except TypeError as e: print(e)
try: P(1,2,3,4)
except TypeError as e: print(e)
@dataclass(order=True, frozen=True)
class Q:
    a: int
    b: str = field(default='z', repr=False, compare=False)
q=Q(1); print(q, q<Q(2), hash(q)==hash(Q(1,'w')), sorted([Q(3),Q(1)]))
try: q.a=3
except FrozenInstanceError as e: print(type(e).__name__, e)
try:
    @dataclass
    class B:
        l: list = []
except ValueError as e: print(e)
try:
    @dataclass
    class B2:
        l: int = 1
        m: int
except TypeError as e: print(e)
@dataclass
class D(P):
    z: float = 1.0
    i: InitVar[int] = 4
    def __post_init__(self, i): self.w = i
d=D(1,z=2.5); print(d, d.w, asdict(d), astuple(d), replace(d, x=9, i=1), [f.name for f in fields(d)])
@dataclass
class N:
    p: P
    t: dict
n=N(P(1),{'a':P(2)}); print(asdict(n), astuple(n))
@dataclass(kw_only=True)
class K:
    a: int; b: int = 2
try: K(1)
except TypeError as e: print(e)
print(K(a=1), K.__init__.__annotations__)
M=make_dataclass('M',[('x',int),('y',int,field(default=5))]); print(M(1), is_dataclass(M), is_dataclass(3))
@dataclass(slots=True)
class S:
    x:int
    y:int=2
s=S(1); print(s, S.__slots__, hasattr(s,'__dict__'))
try: s.zz=1
except AttributeError as e: print(e)
print(P.__hash__, fields(P)[1].name)
match P(1,2):
    case P(x, y): print(x,y)
@dataclass(eq=False)
class E: x:int=1
print(E()==E(), fields(E)[0].default, P.__doc__)
