from functools import *
p = partial(int, base=2)
print(p('101'), p.func, p.args, p.keywords, p, partial(partial(max, 1), 2)(0), partial(print, 1, sep='-'))
p2 = partial(lambda *a, **k: (a, k), 1, x=2)
print(p2(3, y=4, x=5))
p2.attr = 1
print(p2.attr)
try:
    partial()
except TypeError as e:
    print(e)
try:
    partial(1)
except TypeError as e:
    print(e)
print(reduce(lambda a, b: a * b, [1, 2, 3, 4]), reduce(lambda a, b: a + [b], 'ab', []), reduce(max, [5]))
try:
    reduce(max, [])
except TypeError as e:
    print(e)

def deco(f):

    @wraps(f)
    def w(*a, **k):
        """wdoc"""
        return f(*a, **k)
    return w

@deco
def foo(a: int) -> str:
    """foo doc"""
print(foo.__name__, foo.__doc__, foo.__wrapped__.__name__, foo.__annotations__, foo.__qualname__)
print(foo.__module__, WRAPPER_ASSIGNMENTS)

@total_ordering
class V:

    def __init__(s, v):
        s.v = v

    def __eq__(s, o):
        return s.v == o.v

    def __lt__(s, o):
        return s.v < o.v if isinstance(o, V) else NotImplemented
print(V(1) <= V(2), V(2) > V(1), V(1) >= V(1), V(1) != V(2))
try:
    V(1) <= 5
except Exception as e:
    print(type(e).__name__, e)
try:

    @total_ordering
    class W:
        pass
except ValueError as e:
    print(e)
print(sorted([3, 1, 2], key=cmp_to_key(lambda a, b: b - a)), cmp_to_key(lambda a, b: 0)(1) == cmp_to_key(lambda a, b: 0)(2))

class PM:

    def f(self, a, b=0):
        return (a, b)
    g = partialmethod(f, 1, b=2)
print(PM().g())

class Cell:

    @property
    def alive(self):
        return self._a

    def set(self, s):
        self._a = s
    set_alive = partialmethod(set, True)
c = Cell()
c.set_alive()
print(c.alive)
