class P:
    z = 3
    def __init__(self, x, y=2):
        self.x = x
        self.y = y
    def add(self, k, *a, **kw):
        return self.x + self.y + k
    @property
    def prop(self):
        return self.x * 10
    @staticmethod
    def st(a): return a + 1
    @classmethod
    def cm(cls, a): return cls.z + a
class Q(P):
    def __init__(self, x):
        super().__init__(x, 5)
    def add(self, k):
        return super().add(k) * 2
p = P(1)
print(p.x, p.y, p.add(3), p.prop, P.st(2), P.cm(4), p.st(5))
q = Q(7)
print(q.x, q.y, q.add(1))
def gen(n):
    i = 0
    while i < n:
        r = yield i
        if r: print('got', r)
        i += 1
    return 99
for v in gen(3): print(v)
def outer():
    r = yield from gen(2)
    print('r', r)
for v in outer(): print(v)
g = gen(5)
print(next(g), g.send('hello'))
try:
    g.throw(ValueError('x'))
except ValueError as e:
    print('caught', e)
def f(a, b=2, *args, c, d=4, **kw):
    return (a, b, args, c, d, kw)
print(repr(f(1, c=3)), repr(f(1,2,3,4,c=5,e=6)))
print(repr([x*x for x in range(5) if x % 2]), repr({k: v for k, v in [(1,2)]}))
def tr():
    try:
        return 1
    finally:
        print('fin')
print(tr())
def ex():
    for i in [1,2,3]:
        try:
            if i == 2: raise KeyError(i)
            print('ok', i)
        except KeyError as e:
            print('ke', e)
        else:
            print('else')
        finally:
            print('finally')
ex()
class CM:
    def __enter__(self): return 'in'
    def __exit__(self, *a):
        print('exit', a[0])
        return True
with CM() as c:
    print(c)
    raise ValueError('sup')
def counter():
    n = 0
    def inc():
        nonlocal n
        n += 1
        return n
    return inc
c = counter(); c(); print(c())
a, *b = [1,2,3]
print(a, repr(b))
match [1, {'k': 5}]:
    case [x, {'k': y}] if y > 3: print('m', x, y)
    case _: print('no')
lam = lambda x, y=3: x + y
print(lam(1), sum if False else 'z')
def g2():
    try:
        f()
    except TypeError as e:
        print(e)
    try: f(1,2)
    except TypeError as e: print(e)
    try: P()
    except TypeError as e: print(e)
    try: P(1,2,3)
    except TypeError as e: print(e)
    try: lam(z=1)
    except TypeError as e: print(e)
    try: undefined
    except NameError as e: print(e)
    try: loc
    except NameError as e: print(e)
    loc = 1
g2()
x = 5
del x
try: x
except NameError as e: print(e)
def rec(n): return rec(n+1)
try: rec(0)
except RecursionError as e: print(e)
