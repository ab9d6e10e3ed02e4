def test_func():
    items = [(lambda: y) for i in range(5)]
    y = 2
    return [x() for x in items]
print(test_func())
def f(n):
    z = [[(lambda: (n, a, b)) for a in range(2)] for b in range(2)]
    n += 1
    return [[g() for g in r] for r in z]
print(f(3))
def f(n):
    z = [[n for a in range(2)] for b in range(2)]
    return z
print(f(3))
def f():
    w = {k: (lambda: (k, w2)) for k in 'ab'}
    w2 = 7
    class C:
        v = [lambda: w2 for _ in range(2)]
        u = [w2 for _ in range(2)]
    return [x() for x in w.values()], C.v[0](), C.u
print(f())
def f(x):
    def g(): return [[x for _ in range(1)] for _ in range(1)]
    x = 5
    return g(), [(yield_ := x) for _ in 'a'], yield_
print(f(1))
def f():
    def h(): return y
    r = [(lambda z: (z, y))(i) for i in range(3) for y in [i * 2]]
    y = 9
    return r, h()
print(f())
ns, outer = {}, {}
exec('''
def f():
    def g():
        global y
        return y
    return g
y = 9
g = f
''', ns, outer)
print(outer['g']()(), 'y' in ns, 'y' in outer)
