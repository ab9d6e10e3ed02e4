"""A student's program: abc."""
from abc import ABC, abstractmethod
import operator
class Shape(ABC):
    @abstractmethod
    def area(self): ...
    @property
    @abstractmethod
    def name(self): ...
    def __str__(self): return f"{self.name}: {self.area():.2f}"
class Sq(Shape):
    name = "sq"
    def __init__(self, s): self.s = s
    def area(self): return self.s ** 2
print(Sq(3), isinstance(Sq(1), Shape), Shape.__abstractmethods__ == {"area", "name"})
try: Shape()
except TypeError as e: print(e)
class Half(Shape):
    def area(self): return 0
try: Half()
except TypeError as e: print(e)
class Dk:
    def __len__(self): return 3
from collections.abc import Sized, Iterable, Mapping, Sequence
print(isinstance(Dk(), Sized), isinstance([], Sequence), issubclass(dict, Mapping), isinstance(Dk(), Iterable))
class My(Sequence):
    def __init__(self, *a): self.a = a
    def __getitem__(self, i): return self.a[i]
    def __len__(self): return len(self.a)
m = My(3, 1, 2); print(3 in m, list(reversed(m)), m.index(2), m.count(1), sorted(m))
print(operator.itemgetter(1, 0)("ab"), operator.attrgetter("real")(3), operator.methodcaller("upper")("x"), sorted([{"a": 2}, {"a": 1}], key=operator.itemgetter("a")), operator.add(1, 2), operator.concat("a", "b"))
class Vec:
    def __init__(s, x, y): s.x, s.y = x, y
    def __add__(s, o): return Vec(s.x + o.x, s.y + o.y)
    def __mul__(s, k): return Vec(s.x * k, s.y * k) if isinstance(k, int) else NotImplemented
    __rmul__ = __mul__
    def __eq__(s, o): return (s.x, s.y) == (o.x, o.y)
    def __repr__(s): return f"Vec({s.x}, {s.y})"
    def __bool__(s): return bool(s.x or s.y)
    def __abs__(s): return (s.x ** 2 + s.y ** 2) ** .5
    def __iter__(s): yield s.x; yield s.y
    def __getitem__(s, i): return (s.x, s.y)[i]
    def __neg__(s): return Vec(-s.x, -s.y)
    def __matmul__(s, o): return s.x * o.x + s.y * o.y
    def __format__(s, spec): return f"<{s.x:{spec}}, {s.y:{spec}}>"
v = Vec(3, 4); print(v + v, 2 * v, abs(v), bool(Vec(0, 0)), *v, v[0], -v, v @ v, f"{v:.1f}", v == Vec(3, 4), v != Vec(1, 1))
try: hash(v)
except TypeError as e: print(e)
