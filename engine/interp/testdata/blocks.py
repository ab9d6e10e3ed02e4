def p(f, *a):
    try: print(f(*a))
    except BaseException as e: print(type(e).__name__, e)
# exec/eval/compile
ns = {}
exec("""
def area(r): return 3 * r ** 2
class K:
    x = [i for i in range(3)]
    def m(self): return __name__
""", ns)
print(ns['area'](1), ns['K'].x)
p(eval, '1 +'); p(eval, 'x = 1'); p(exec, 'def f(:'); p(compile, 'a b', 'f.py', 'exec')
c = compile('a + b', 'expr', 'eval'); print(eval(c, {'a': 1, 'b': 2}), c.co_names, c.co_filename)
def f():
    x = 10
    exec('x = 20; y = 5')
    return x, eval('x + 1'), [eval('x', {'x': 3}) for _ in range(1)]
p(f)
l = {}; exec('q = 1\nw = q + 1', {}, l); print(l)
class Map(dict):
    def __missing__(self, k): return k.upper()
print(eval('foo + bar', {}, Map()))
exec('global zz\nzz = 3'); print(zz)
exec("for i in range(2): print('loop', i)")
code = compile("def h(a, b=2, *c, d, **e):\n    'doc'\n    x = a\n    return x", 'h.py', 'exec')
n = {}; exec(code, n); h = n['h']
k = h.__code__
print(k.co_varnames, k.co_argcount, k.co_kwonlyargcount, k.co_flags & 12, k.co_name, k.co_firstlineno, k.co_consts[0], h.__doc__, h.__defaults__)
# function attributes
def fn(a, b=1): "d"
fn.attr = 5; print(fn.attr, fn.__dict__, fn.__name__, fn.__module__); fn.__name__ = 'other'; fn.__defaults__ = (7,); print(fn.__name__, fn.__qualname__)
def defs(a=[]): a.append(1); return a
defs(); print(defs(), defs.__defaults__)
def ft(x): return x * 2
def gt(x): return x * 3
ft.__code__ = gt.__code__; print(ft(2))
print((lambda *a, **k: (a, k))(1, *[2], x=3, **{'y': 4}))
def kw(**k): return list(k)
print(kw(b=1, a=2, **{'c': 3}))
print(fn.__get__(5)(), (5).__add__.__name__) if False else None
class M:
    def meth(self, x): return x
    cm = classmethod(lambda cls: cls.__name__)
    sm = staticmethod(lambda: 'sm')
m = M(); b = m.meth; print(b(3), b.__func__ is M.meth, b.__self__ is m, M.cm(), m.sm(), M.meth(m, 4), b == m.meth)
# unpacking
def u(): 
    (a, b), *c, d = [1, 2], 3, 4, 5
    print(a, b, c, d)
    *a, = 'abc'; print(a)
    a, b, *c = range(5); print(c)
    for x, *y in [(1, 2, 3), (4,)]: print(x, y)
    [a, [b, *c]] = 1, (2, 3, 4); print(a, b, c)
    d = {}; d['k'], d['l'] = 1, 2; print(d)
    class O: pass
    O.a, O.b = 1, 2; print(O.a, O.b)
    i, a = 0, [0, 0]; i, a[i] = 1, 9; print(i, a)
u()
x = [1, 2, 3]; x[0], x[1] = x[1], x[0]; print(x)
print(*[1, 2], *'ab', sep='-')
# scoping
y = 'global'
def s():
    print(y)
    def inner():
        global y
        y = 'changed'
    inner()
    return y
p(s)
def s2():
    for i in range(3): pass
    return i
p(s2)
def s3(n):
    if n: v = 1
    return v
p(s3, 1); p(s3, 0)
def s4():
    def a(): return b()
    def b(): return 'b'
    return a()
p(s4)
class Ctr:
    count = 0
    def __init__(self): Ctr.count += 1; type(self).last = self
Ctr(); Ctr(); print(Ctr.count)
fs = []
for i in range(3):
    def fi(i=i): return i
    fs.append(fi)
print([q() for q in fs])
print([[a * b for a in range(3)] for b in range(3)], {a: b for a, b in zip('ab', range(2))}, {a % 2 for a in range(5)})
print([a for a in range(10) if a % 2 if a % 3], [(a, b) for a in range(2) for b in 'xy'])
print((lambda: [i for i in range(3)])(), [lambda: i for i in range(3)][0]())
# walrus / ternary / chain
if (n := 10) > 5: print(n)
print([last := v for v in range(3)], last)
while (n := n - 3) > 0: print(n)
print(1 < 2 > 1 != [] is not None, (1, 2) < (1, 3) <= (1, 3))
# strings & formatting
v = 3.14159; w = 10
print(f'{v:{w}.{2}f}|{v!r:<10}|{"nested " + str(w)}|{w:>{w}}|{{}}|{w=}|{v=:.2f}|{"a" if w else "b"}')
print(f'''multi
{w}''', f"{'q'}" f'{w}' 'tail', rf'\n{w}')
# assert / del / global stuff
p(lambda: exec('assert 0, "m"')); p(lambda: exec('assert (1, 2)[0] == 2'))
d = {'a': 1, 'b': 2}; del d['a']; print(d); ll = [1, 2, 3, 4]; del ll[1:3]; print(ll)
del ll, d; p(lambda: ll)
# ints
print(7 // -2, -7 % 3, 2 ** 100, 2 ** -1, 1 << 70, -1 >> 3, ~5, 5 & 3, 5 | 3, 5 ^ 3, True + True, 10 ** 18 * 10, 9223372036854775807 + 1, -9223372036854775808 - 1, 3037000500 * 3037000500, -(-9223372036854775808), 1_000)
print(9223372036854775807 * 2 // 3, (2 ** 63) % 10, abs(-2 ** 63), -2 ** 63 // -1, 0.1 + 0.2, 1e16, 1 / 3, 5 % -3, -5.5 % 2, 5.5 // 2, 1e308 * 10)
p(lambda: 1 // 0); p(lambda: 1 % 0); p(lambda: 1.0 / 0); p(lambda: 1 << -1); p(lambda: 2.0 ** 10000); p(lambda: 'a' * -1); p(lambda: [1] * 2 + [3])
# imports
# iteration protocol
class Seq:
    def __getitem__(self, i):
        if i > 2: raise IndexError
        return i * 10
print(list(Seq()), 20 in Seq(), [*Seq()], dict(zip('ab', Seq())))
class Lazy:
    def __iter__(self): yield 1; yield 2
print(sum(Lazy()), max(Lazy()), sorted(Lazy(), reverse=True), list(map(str, Lazy())), list(enumerate(Lazy(), 5)))
it = iter([1, 2, 3]); next(it); print(list(it), next(it, 'def'))
print(list(iter(lambda c=[0]: c.__setitem__(0, c[0] + 1) or c[0], 4)))
d = {1: 'a', 2: 'b'}
try:
    for k in d: d[k + 10] = 1
except RuntimeError as e: print(e)
a = [1, 2, 3]
for q in a:
    if q < 3 and len(a) < 6: a.append(q + 10)
print(a)
