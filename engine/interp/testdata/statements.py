def p(f, *a):
    try: print(f(*a))
    except BaseException as e: print(type(e).__name__, e)
# del / closures
def f():
    x = 1
    def g(): return x
    del x
    return g()
p(f)
def f():
    x = 1
    def g():
        nonlocal x
        del x
    g(); return x
p(f)
def f():
    def g(): return y
    p(g)
    y = 2
    p(g)
f()
def f():
    return [z for _ in range(1)]
    z = 1
p(f)
# generator edge cases
def gen():
    try:
        yield 1
    except GeneratorExit:
        yield 2
g = gen(); next(g)
p(g.close)
def gen():
    yield from [1, 2, 3]
    return 'r'
def d():
    r = yield from gen()
    print('got', r)
p(lambda: list(d()))
class It:
    def __init__(s): s.n = 0
    def __iter__(s): return s
    def __next__(s):
        s.n += 1
        if s.n > 3: raise StopIteration('val')
        return s.n
def d():
    r = yield from It()
    print('it', r)
p(lambda: list(d()))
class It2(It):
    def send(s, v): print('send', v); return s.__next__()
    def throw(s, *a): print('throw', a[0] if isinstance(a[0], type) else type(a[0])); raise StopIteration('thrown')
    def close(s): print('closed')
def d():
    r = yield from It2()
    print('r', r)
    yield 'end'
g = d(); print(next(g), g.send(5)); print(g.throw(ValueError('x'))); p(next, g)
g = d(); next(g); g.close()
def g1():
    try: yield 1
    finally: print('fin g1')
def g2():
    try: yield from g1()
    finally: print('fin g2')
g = g2(); next(g); g.close()
g = g2(); next(g); p(g.throw, KeyError)
g = g2(); next(g); p(g.throw, KeyError('k'))
g = g2(); p(g.throw, KeyError('fresh'))
p(next, g)
def gg():
    x = yield
    while True: x = yield x
g = gg(); next(g); print(g.send(1), g.send(2))
print(g.gi_running, g.gi_frame is not None, g.gi_code.co_name, g.__name__, g.__qualname__)
def ge(): return (yield)
g = ge(); next(g); p(g.send, 3)
print(sum(i for i in range(10) if i % 2), max((i, -i) for i in range(3)), [*(i for i in 'ab')])
def fact(): 
    def inner(n): yield n; yield from inner(n-1) if n else ()
    return list(inner(3))
p(fact)
def raises():
    try:
        yield 1
    except ValueError:
        raise TypeError('in handler')
g = raises(); next(g)
try: g.throw(ValueError('a'))
except TypeError as e: print(e, repr(e.__context__))
def nested():
    try:
        try: raise ValueError(1)
        except ValueError: 
            yield 'in except'
            raise
    except ValueError as e: yield ('re', e.args)
p(lambda: list(nested()))
# finally oddities
def f():
    for i in range(2):
        try: return i
        finally: continue
    return 'end'
p(f)
def f():
    try: raise ValueError
    finally: return 'swallowed'
p(f)
def f():
    try:
        try: 1/0
        finally: raise KeyError('f')
    except KeyError as e: return type(e.__context__).__name__
p(f)
def f():
    x = 1
    try: return x
    finally: x = 2
p(f)
def f():
    try: return p(lambda: 'val')
    finally: print('after')
f()
def f():
    while True:
        try:
            try: break
            finally: print('a')
        finally: print('b')
    try: pass
    except: print('no')
    else: print('else')
    finally: print('fin')
f()
# with
class Bad:
    def __enter__(self): raise RuntimeError('enter')
    def __exit__(self, *a): print('never')
def f():
    with Bad(): pass
p(f)
class NoExit:
    def __enter__(self): return 1
def f():
    with NoExit(): pass
p(f)
class BadExit:
    def __enter__(self): return self
    def __exit__(self, *a): raise KeyError('exit')
def f():
    with BadExit(): raise ValueError('body')
try: f()
except KeyError as e: print(repr(e), repr(e.__context__))
# except*
def f(e):
    try: raise e
    except* ValueError as g: print('V', [type(x).__name__ for x in g.exceptions])
    except* (TypeError, KeyError) as g: print('TK', [type(x).__name__ for x in g.exceptions])
    else: print('else')
    finally: print('fin')
    return 'done'
p(f, ExceptionGroup('a', [ValueError(1), TypeError(2), ExceptionGroup('b', [KeyError(3), ValueError(4)])]))
p(f, ValueError('bare'))
p(f, ExceptionGroup('a', [OSError(1), ValueError(2)]))
def f():
    try: raise ExceptionGroup('g', [ValueError(1), TypeError(2)])
    except* ValueError: raise KeyError('new')
try: f()
except BaseException as e: print(repr(e), [repr(x) for x in e.exceptions])
def f():
    try: pass
    except* ValueError: print('no')
    else: print('e-else')
f()
# classes
class A:
    def __init__(self): self.log = []
    def __enter__(self): return self
    def __getattribute__(self, n):
        if n == 'magic': return 'M'
        return object.__getattribute__(self, n)
    def __setattr__(self, n, v): object.__setattr__(self, n, ('set', v))
    def __delattr__(self, n): print('del', n); object.__delattr__(self, n)
a = A(); a.x = 1; print(a.magic, a.x, a.log); del a.x; p(lambda: a.x)
class Meta(type):
    def __getattr__(cls, n): return 'meta ' + n
    def __len__(cls): return 7
    def __iter__(cls): return iter('xyz')
    def __contains__(cls, v): return True
    def __getitem__(cls, k): return k
    @property
    def mp(cls): return 'mprop'
class B(metaclass=Meta): 
    y = 1
print(B.foo, len(B), list(B), 5 in B, B[3], B.mp, B.y); p(lambda: B().foo)
class C:
    def __class_getitem__(cls, k): return (cls.__name__, k)
    def __init_subclass__(cls, /, tag=None, **kw): cls.tag = tag; super().__init_subclass__(**kw)
class D(C, tag='t'): pass
print(C[int], D.tag); 
def mk():
    class E(C, bad=1): pass
p(mk)
class P1:
    def f(self): return 'P1'
class P2(P1):
    def f(self): return 'P2' + super().f()
class P3(P1):
    def f(self): return 'P3' + super().f()
class P4(P2, P3):
    def f(self): return 'P4' + super().f()
    @classmethod
    def c(cls): return super().__name__ if hasattr(super(), '__name__') else cls.__name__
    @property
    def pr(self): return super().f()
print(P4().f(), [k.__name__ for k in P4.__mro__], P4.c(), P4().pr)
def bad():
    class X(P1, P4): pass
p(bad)
class Cell:
    def m(self): return __class__
print(Cell().m())
def outer():
    v = 'enc'
    class K:
        v2 = v
        def g(self): return v
        v = 'cls'
        w = v
    return K.v2 if False else K.w, K().g()
def outer2():
    v = 'enc'
    class K:
        w = v
        v = 'cls'
        x = [v for _ in range(1)]
    return K.w, K.v, K.x
p(outer2)
class N:
    a = 1
    b = [a for _ in range(2)] if False else 0
    def f(self, d=a): return d
print(N().f())
class Priv:
    __x = 1
    def get(self): return self.__x
    def __m(self): return 'pm'
    def call(self): return self.__m()
print(Priv().get(), Priv().call(), hasattr(Priv, '_Priv__x'))
class Desc:
    def __get__(self, i, o): return ('get', i is None, o.__name__)
    def __set__(self, i, v): print('dset', v)
    def __delete__(self, i): print('ddel')
class UD: d = Desc()
u = UD(); u.d = 1; del u.d; print(u.d, UD.d)
u.__dict__['d'] = 'inst'; print(u.d)
class ND:
    def __get__(self, i, o): return 'nd'
class UN: d = ND()
u = UN(); print(u.d); u.d = 5; print(u.d)
class New:
    def __new__(cls, *a): 
        o = super().__new__(cls); o.a = a; return o
    def __init__(self, *a): self.b = a
n = New(1, 2); print(n.a, n.b)
class New2:
    def __new__(cls): return 5
    def __init__(self): print('never')
print(New2())
class I:
    def __init__(self): return 3
p(I)
p(lambda: object(1)); p(lambda: A(1))
class Tup(tuple):
    def __new__(cls, *a): return super().__new__(cls, a)
print(Tup(1, 2), len(Tup(1)))
class Int(int):
    def __add__(self, o): return Int(int(self) + o + 100)
    def __repr__(self): return 'I' + int.__repr__(self)
print(Int(3) + 4, 4 + Int(3), Int(5) * 2, [Int(1)])
print(type('Dyn', (P1,), {'z': 1})().z, type('Dyn', (P1,), {}).__mro__[1])
class Op:
    def __init__(s, v): s.v = v
    def __lt__(s, o): return s.v < o.v
    def __eq__(s, o): return s.v == o.v
    def __matmul__(s, o): return 'mm'
    def __rsub__(s, o): return ('rsub', o)
    def __ipow__(s, o): return 'ipow'
    def __divmod__(s, o): return 'dm'
    def __index__(s): return 2
    def __invert__(s): return 'inv'
    def __round__(s, n=None): return ('round', n)
    def __setitem__(s, k, v): print('si', k, v)
    def __delitem__(s, k): print('di', k)
    def __missing__(s, k): return 1
    def __reversed__(s): return 'rev'
    def __call__(s, *a, **k): return (a, k)
o = Op(1); print(o @ 1, 5 - o, divmod(o, 1), [1, 2, 3][o], ~o, round(o), round(o, 2), reversed(o), o > Op(0), o != Op(1), sorted([Op(2), Op(1)])[0].v)
o[1] = 2; o[1:2, ...] = 3; del o['k']; o **= 2; print(o)
p(lambda: hash(Op(1)))
p(lambda: Op(1) + 1); p(lambda: Op(1) <= 2)
