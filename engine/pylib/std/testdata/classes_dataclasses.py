from dataclasses import *

@dataclass
class P:
    x: int
    y: int = 0
    tags: list = field(default_factory=list, repr=False)
    z: int = field(default=5, compare=False, kw_only=True)
p = P(1)
print(p, p == P(1, z=9), p != P(2), asdict(p), astuple(p), replace(p, x=7), [f.name for f in fields(P)])
print(P.__annotations__, is_dataclass(p), is_dataclass(int), P.__match_args__, P.__doc__, P.__hash__)
for f in ('P()', 'P(1,2,3,4)', 'P(1,q=1)', 'hash(p)', 'p<p', 'replace(p,q=1)', 'fields(5)', 'asdict(5)'):
    try:
        print(f, eval(f))
    except Exception as e:
        print(f, type(e).__name__, e)

@dataclass(order=True, frozen=True, slots=True)
class Q:
    a: int
    b: str = 'b'
q = Q(1)
print(q < Q(2), sorted([Q(2), Q(1, 'a')]), hash(q) == hash(Q(1)), {q: 1}[Q(1)], hasattr(q, '__dict__'))
print(Q.__slots__)
try:
    q.a = 5
except FrozenInstanceError as e:
    print(type(e).__name__, e)
try:
    del q.a
except FrozenInstanceError as e:
    print(e)

@dataclass
class B:
    i: InitVar[int]
    n: int = field(init=False)

    def __post_init__(s, i):
        s.n = i * 2
print(B(4), B(4).n)

@dataclass
class C1(P):
    w: str = 'w'
print(C1(1, 2, w='q'), C1.__mro__[1].__name__)
try:

    @dataclass
    class Bad:
        a: int = 1
        b: int
except TypeError as e:
    print(e)
try:

    @dataclass
    class Bad2:
        a: list = []
except ValueError as e:
    print(e)
D = make_dataclass('D', ['x', ('y', int), ('z', int, field(default=3))], namespace={'s': lambda s: s.y + s.z})
print(D(1, 2), D(1, 2).s())

@dataclass(eq=False)
class E:
    a: int
print(E(1) == E(1))

@dataclass(kw_only=True)
class K:
    a: int
    b: int = 2
print(K(a=1))
try:
    K(1)
except TypeError as e:
    print(e)

@dataclass
class N:
    p: P
    l: list
    d: dict
n = N(P(1), [P(2)], {'k': P(3)})
print(asdict(n), astuple(n), n)
print(asdict(n, dict_factory=lambda kv: dict(kv, extra=1))['extra'])

@dataclass(repr=False, unsafe_hash=True)
class R:
    a: int
print(repr(R(1))[:12], hash(R(1)) == hash((1,)))

@dataclass
class KW:
    a: int
    _: KW_ONLY
    b: int = 0
print(KW(1, b=2), fields(KW)[0].type, fields(KW)[1].kw_only)
