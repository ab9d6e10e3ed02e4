def p(f, *a):
    try: print(f(*a))
    except BaseException as e: print(type(e).__name__, e)
# odds and ends
class A:
    a = 1
    def f(self): return super().__init__()
    def g(): pass
    @classmethod
    def mk(cls, *a, **k): return cls(), a, k
p(A().f); p(A().g); print(A.mk(1, z=2)[1:])
def nolocal():
    super().x
p(nolocal)
def f(x, x2=lambda y: y * 2): return x2(x)
print(f(3))
print((lambda: (yield))().__class__.__name__)
def g():
    x = yield from (i for i in range(2))
    return x
print(list(g()))
def multi():
    return 1, *[2, 3], 4
print(multi())
def anns(a: (x := 5)): pass
print(x)
i = 0
def side(n):
    global i
    i += 1
    return n
print(side(1) < side(5) < side(3), i)
d = {side('k'): side('v')}; print(d)
a = [0, 1, 2]
a[side(0)] = side(9); print(a)
x = y = []
x.append(1); print(y)
def defaults(a, b=[], c={}):
    b.append(a); c[a] = 1
    return b, c
defaults(1); print(defaults(2))
for x in []: pass
else: print('for-else')
try: pass
finally: print('fin')
def early():
    for i in range(5):
        try:
            if i == 3: return i
        finally:
            print('f', i, end=' ')
print(early())
def w():
    n = 0
    while True:
        n += 1
        if n < 3: continue
        break
    return n
print(w())
lst = [3, 1, 2]
print(sorted(lst), lst, *map(lambda x, y: x * y, lst, lst))
print("a" "b", 'c' f"{1+1}" "d", r'\n', b'x' b'y', '\x41\u00e9\N{BULLET}')
print(0x1F, 0o17, 0b101, 1_000, 1e3, .5, 5., 1j * 1j, 10 ** -2)
print(1 if True else 2 if False else 3, not True or True, True and not False)
print([*'ab', *[1]], {**{'x': 1}}, {*'aa'}, (*'ab',))
print('x' in 'xyz', 1 not in [2], None is None, [] == [], [] is [])
def kwo(*, a, b=2): return a + b
print(kwo(a=1)); p(lambda: kwo(1)); p(lambda: kwo())
def va(*args): return args
print(va(*[1], 2, *(3, 4)), va(*{}), va(*'hi'))
class W:
    def __enter__(self): return 'w'
    def __exit__(self, *e): return False
with W() as q, W() as r: print(q, r)
with (W() as q, W()): print('paren')
def ret_in_with():
    with W(): return 'riw'
print(ret_in_with())
del q
p(lambda: q)
print(*(f'{n:03d}' for n in range(2)), sep=',', end='!\n')
def outer():
    lst = []
    def add(v): lst.append(v); return lst
    return add
ad = outer(); ad(1); print(ad(2), ad.__closure__[0].cell_contents, ad.__code__.co_freevars)
def cnt():
    c = 0
    def inc(by=1):
        nonlocal c
        c += by
        return c
    return inc, lambda: c
inc, get = cnt(); inc(); inc(5); print(get())
class It:
    def __init__(s, n): s.n = n
    def __iter__(s): return s
    def __next__(s):
        if s.n == 0: raise StopIteration
        s.n -= 1
        return s.n
print(list(It(3)), sum(It(4)), [x for x in It(2)], dict(enumerate(It(2))), max(It(3)), tuple(It(2)), set(It(2)), *It(2))
a, *b = It(3); print(a, b)
print(all(It(1)), any(It(1)), 1 in It(3), list(zip(It(2), It(5))))
match (1, 2, 3):
    case (1, *rest): print(rest)
match {'a': 1, 'b': [1, {'c': 2}]}:
    case {'b': [_, {'c': z}]}: print(z)
match 'cmd arg'.split():
    case ['cmd', x] | ['command', x]: print('cmd', x)
match 5:
    case n if n < 0: print('neg')
    case int() | float() as num: print('num', num)
match A():
    case A(a=1): print('A1')
match [1, [2, 3]]:
    case [int(a), [b, *c]]: print(a, b, c)
match b'x':
    case b'x': print('bytes')
match None:
    case None: print('None')
match True:
    case True: print('True')
match (1, 2):
    case [a, b, c]: print('3')
    case [a, b]: print('2')
match 3.0:
    case 3: print('eq')
p(lambda: exec("match 1:\n    case int(a, b): pass"))
print({1: 'a', 1.0: 'b', True: 'c'}, {1, 1.0, True}, hash(1) == hash(1.0))
print(str(1e100), repr('a\'b"c'), repr('\t\n\\'), ascii('é'), '%r' % 'x')
print(round(2.5), round(-1.5), round(2.675, 2), divmod(-7, 3), pow(2, 10, 1000), int('ff', 16), int(-3.9), float('1e3'))

# Operator methods called directly refuse as their operators do.
for call in ["[].__add__(1)", "'a'.__add__(1)", "().__mul__('a')", "(1).__add__('a')", "1 @ 2", "1.5 & 2.5", "sum()", "sorted()", "reversed()",
             "exec()", "issubclass(1, 2)", "str(1, 2)", "range(3).__class__.start.__set__(range(3), 1)"]:
    p(eval, call)
print(' a  b '.split(None, 1), 'a b '.split(None, 0))
class B1: pass
class B2: pass
class Moved(B1): pass
Moved.__bases__ = (B2,)
print(Moved.__mro__, B1.__subclasses__(), B2.__subclasses__())
for bases in (Moved,), (), 5:
    try: Moved.__bases__ = bases
    except TypeError as e: print(e)
class OwnError(Exception): pass
print(OwnError in Exception.__subclasses__())
p(eval, 'len([])', {'__builtins__': {}})
p(exec, 'class A: pass', {'__builtins__': {}})
p(exec, 'import sys', {'__builtins__': {}})
exec('print(len([1]))', {'__builtins__': {'print': print, 'len': lambda x: 'mine'}})

c = 1 + 2j
print(complex(c) is c, complex(c, 0) is c)
for wide in (2 ** 128, 300, 'a'):
    try:
        b'%c' % wide
    except (OverflowError, TypeError) as e:
        print(type(e).__name__, e)

print([key in {(), (1, 2), 'a'} for key in ((), (1, 2), (2, 1), 'a')])
