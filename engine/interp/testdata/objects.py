def p(f, *a):
    try: print(f(*a))
    except BaseException as e: print(type(e).__name__, e)
# micropython-basics-like
def fun_error():
    def f0(): pass
    def f1(a): pass
    def f2(a, b=1, *, c): pass
    for call in [lambda: f0(1), lambda: f0(1, 2, 3), lambda: f1(), lambda: f1(1, 2), lambda: f1(b=1), lambda: f1(1, a=2), lambda: f2(1), lambda: f2(1, 2, 3, c=1), lambda: f0(*[1]), lambda: f1(**{'a': 1, 'z': 2})]:
        p(call)
fun_error()
class A:
    def __str__(self): return 'strA'
print(A(), f'{A()}', '%s' % A(), str(A()))
class R:
    def __repr__(self): return 5
p(repr, R())
class B:
    def __bool__(self): return 1
p(bool, B())
class L:
    def __len__(self): return -1
p(len, L()); p(bool, L())
class H:
    def __hash__(self): return 'x'
p(hash, H())
class It:
    def __iter__(self): return 5
p(list, It())
class Ne:
    def __next__(self): return 1
p(list, Ne())
class C:
    def __call__(self): return 'called'
print(callable(C()), callable(5), C()())
class D:
    def __del__(self): pass
d = D(); del d
class E:
    def __getattr__(self, n): raise KeyError(n)
p(lambda: E().x); p(hasattr, A(), 'zz'); p(lambda: getattr(A(), 'zz', 'dflt'))
class F:
    x: int = 5
    def __init__(self): self.__dict__['y'] = 3
print(F().y, F.__annotations__, vars(F()), F().__class__.__name__, F.__bases__, F.__module__, F.__qualname__)
class G:
    def __init__(self, **kw): self.__dict__.update(kw)
g = G(a=1, b=2); print(g.a, g.b, g.__dict__); g.__dict__['c'] = 9; print(g.c); del g.a; print(sorted(g.__dict__)); g.d = 4; print(g.d, list(vars(g)))
class Base:
    def __eq__(self, o): return NotImplemented
    def __lt__(self, o): return NotImplemented
p(lambda: Base() == Base()); p(lambda: Base() < Base()); p(lambda: Base() != 1)
class Num:
    def __radd__(self, o): return ('radd', o)
    def __rmul__(self, o): return ('rmul', o)
    def __rtruediv__(self, o): return ('rdiv', o)
    def __add__(self, o): return NotImplemented
print(1 + Num(), [1] * Num(), 2.5 / Num(), 'a' + Num() if False else ''); p(lambda: Num() + 1); p(lambda: Num() + Num()); p(lambda: 'a' + Num())
class Sub(Num):
    def __radd__(self, o): return 'subradd'
class Sup2(Num):
    def __add__(self, o): return 'supadd'
class Sub2(Sup2):
    def __radd__(self, o): return 'sub2radd'
print(Sup2() + Sub2(), Sup2() + 1)
x = [1, 2]; y = x; x += [3]; print(y); t = (1,); u = t; t += (2,); print(u, t)
s = {1}; s |= {2}; print(s); d = {'a': 1}; d |= {'b': 2}; print(d)
p(lambda: exec('t = (1,)\nt[0] += 1')); p(lambda: exec('"abc"[0] = 1')); p(lambda: exec('x = 5\nx.y = 1')); p(lambda: exec('None.x = 1')); p(lambda: exec('del (1).real')); p(lambda: exec('len.x = 1'))
p(lambda: exec('int.x = 1')); p(lambda: [].foo); p(lambda: (1).foo); p(lambda: int.foo); p(lambda: print.foo); p(lambda: exec.foo)
def gen_ctx():
    class Ctx:
        def __enter__(self): print('enter'); return self
        def __exit__(self, t, v, tb): print('exit', t); return False
    with Ctx(): yield 1
    yield 2
for i in gen_ctx(): print(i)
g = gen_ctx(); next(g); g.close()
def lots(*a, **k): return len(a), len(k)
print(lots(*range(300)), lots(**{f'k{i}': i for i in range(300)}), len([*range(1000)]))
exec('def many(' + ', '.join(f'a{i}' for i in range(100)) + '): return a99\nprint(many(*range(100)))')
exec('big = [' + ', '.join(str(i) for i in range(2000)) + ']\nprint(sum(big))')
exec('bigd = {' + ', '.join(f'{i}: {i}' for i in range(500)) + '}\nprint(len(bigd))')
exec('def ml():\n' + ''.join(f'    v{i} = {i}\n' for i in range(190)) + '    return v189\nprint(ml())')
print(eval('+'.join(['1'] * 500)), eval('(' * 50 + '1' + ')' * 50), eval('-' * 50 + '1'))
p(eval, '[' * 60 + ']' * 60)
exec('if 1:\n' + ''.join('  ' * (i + 1) + 'if 1:\n' for i in range(15)) + '  ' * 16 + 'print("deep")')
for i in range(3):
    for j in range(3):
        if j == 1: break
        if i == 1: break
    else: print('never')
    print(i, j)
def chain():
    try:
        try: raise ValueError('a')
        except ValueError as e: raise TypeError('b') from e
    except TypeError as e:
        return e.__cause__, e.__context__, e.__suppress_context__, e.__traceback__ is not None
print(chain())
e = ValueError('x'); 
try: raise e.with_traceback(None)
except ValueError as z: print(z is e, z.args)
try: raise ValueError
except ValueError as z: print(repr(z), z.args, str(z) == '')
p(lambda: exec('raise 5')); p(lambda: exec('raise ValueError from 5')); p(lambda: exec('raise None'))
class MyE(Exception):
    def __init__(self, a, b): super().__init__(a); self.b = b
    def __str__(self): return f'MyE<{self.args[0]},{self.b}>'
p(lambda: exec('raise MyE(1, 2)'))
try:
    try: raise MyE(1, b=2)
    except (KeyError, MyE) as e: print(e.b); raise
except Exception as e: print(type(e).__name__, e)
try:
    try: 1/0
    except ValueError: print('no')
    except: print('bare'); raise
except ZeroDivisionError: print('outer')
p(lambda: exec('try: 1/0\nexcept 5: pass')); p(lambda: exec('try: 1/0\nexcept (ValueError, 5): pass'))
def recursion():
    def f(n): return f(n + 1)
    try: f(0)
    except RecursionError as e: return 'rec'
print(recursion())
class RR:
    def __repr__(self): return repr(self)
l = []; l.append(l); print(l, l == l); dd = {}; dd['d'] = dd; print(dd)
a, b = {}, {}; a['x'] = b; b['x'] = a; p(lambda: a == b)
def star(a, *args, b=2, **kw): return a, args, b, kw
print(star(1), star(1, 2, 3, b=4, c=5), star(*(1, 2), **{'b': 3}))
print((lambda a, /, b, *, c: (a, b, c))(1, b=2, c=3)); p(lambda: (lambda a, /: a)(a=1))
class PropC:
    @property
    def v(self): "docv"; return self._v
    @v.setter
    def v(self, x): self._v = x * 2
    @v.deleter
    def v(self): print('del v'); del self._v
pc = PropC(); pc.v = 3; print(pc.v, PropC.v.__doc__); del pc.v; p(lambda: pc.v)
class RO:
    @property
    def r(self): return 1
p(lambda: setattr(RO(), 'r', 2)); p(lambda: delattr(RO(), 'r'))
class SM:
    @staticmethod
    def s(x): return x
    @classmethod
    def c(cls, x): return cls.__name__, x
    n = property(lambda self: 'n')
class SM2(SM): pass
print(SM.s(1), SM().s(2), SM2.c(3), SM2().c(4), SM2().n)
print(sorted([3, 1, 2], key=lambda v: -v), max('abc', key=ord), list(map(lambda a, b: a + b, [1, 2], [3, 4])), list(filter(None, [0, 1, '', 'a'])))
print(int.__add__(1, 2), str.upper('a'), list.append([], 1), dict.fromkeys('ab', 1), [].__class__, (5).__class__.__name__)
print(isinstance(True, int), issubclass(bool, int), type(True), type(type), type(None), type(...), type(NotImplemented))
print(*zip([1, 2], 'ab'), *enumerate('x', 1), *reversed([1, 2]), *range(5, 0, -2))

# memoryview: formats, dimensions, what is refused
m = memoryview(bytearray(range(12))).cast('B', (3, 4))
print(m.shape, m.ndim, m.strides, len(m), m[1, 2], m[-1, -1], m.tolist(), m.nbytes)
m[0, 0] = 99; print(m.obj[0])
print(memoryview(b'xabcd')[1:].cast('I')[0], memoryview(b'abcd').cast('H', [2]).tolist(), memoryview(b'abcdefgh').cast('I', (2, 1)).tolist())
print(m[1:].tolist(), m[1:2].shape)
for use in ["m[0]", "m[3, 0]", "m[0, 0, 0]", "m.cast('I', 5)", "memoryview(b'abc').cast('I')", "memoryview(b'abcd').cast('B', (3,))",
            "hash(memoryview(bytearray(1)))", "memoryview(b'abcd').cast('I').cast('H')", "memoryview(b'a').cast('x')"]:
    try: print(use, eval(use))
    except Exception as e: print(use, type(e).__name__, e)
