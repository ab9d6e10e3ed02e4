x = 1
def f(a, b=2, *args, c, **kw):
    y = x
    def g():
        nonlocal y
        y += a
        return lambda: y
    return g
---
class A:
    x = 1
    def m(self):
        return super().m() + self.__private
    y = [x for _ in range(3)]
---
def outer():
    v = 1
    class B:
        v = v
        def get(self):
            return v
    return [v + i for i in range(3) if i], {k: (lambda: k) for k in "ab"}
---
def gen(n):
    total = 0
    squares = [[total := total + i * j for j in range(n)] for i in range(n)]
    yield from (s for s in squares)
---
import os.path as p, sys.path
from math import *
for i in range(3): pass
print([i for i in range(3)], i)
---
def f():
    global g
    def g():
        class C: pass
    import a.b.c
    try: pass
    except E as e: pass
    match x:
        case {"a": q, **r} | C(z, w=[*s]): pass
---
def f():
    def h():
        return x
    x = [x for y in z]
    return [h2() for h2 in [lambda: x]]
