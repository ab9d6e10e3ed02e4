class A: pass
class C: pass
class X:
    def __call__(self): pass
class E:
    d = 42
i = 0
x = 10
def deco(*names):
    def d(f):
        f.names = names
        return f
    return d
@deco('a', 'b')
@deco('c')
def decorated(): "doc"
print(decorated.names, decorated.__name__, decorated.__doc__, decorated.__dict__)
def ann(a: int, b: 'str' = 'x', *c: float, d: list = None, **e: dict) -> bool: ...
print(ann.__annotations__, ann.__defaults__, ann.__kwdefaults__, ann.__code__.co_varnames, ann.__code__.co_argcount)
v: int = 3
u: str
print(__annotations__)
print(deco.__qualname__, X.__call__.__qualname__, (lambda: 0).__qualname__)
def call_ex(*a, **k): return a, k
args = [1, 2]; kw = {'z': 1}
print(call_ex(*args, 3, *'ab', **kw, y=2))
for bad in ['call_ex(**{1: 2})', 'call_ex(*5)', 'call_ex(**5)', 'call_ex(z=1, **kw)', 'ann()', 'ann(1, a=2)', 'B.zz', 'None.x', 'A.nope', 'A().nope', '[][0]', '{}["k"]', '1 + "a"', '"a" + 1', 'len(5)', 'undefined_name', 'A().x.y', '5 in 5', 'iter(5)', 'int("x")', '[1] < 5', 'print(x=1)', 'C.m()', 'next(iter([]))']:
    try: print(eval(bad))
    except Exception as e: print(type(e).__name__, e)
def posonly(a, b, /, c, *, d): return a, b, c, d
for bad in ['posonly(1, b=2, c=3, d=4)', 'posonly(1, 2, 3)', 'posonly(1, 2, 3, 4)', 'posonly(1, 2, c=3, d=4)', 'posonly()', 'posonly(1,2,3,4,5,d=1)']:
    try: print(eval(bad))
    except Exception as e: print(type(e).__name__, e)
def m(v):
    match v:
        case 0 | 1: return 'small'
        case int(x) if x > 100: return f'big {x}'
        case int(): return 'int'
        case str() as s: return 's' + s
        case [a]: return f'one {a}'
        case [a, *rest]: return f'many {a} {rest}'
        case {'k': kv, **rest}: return f'map {kv} {rest}'
        case E(d=dd): return f'E {dd}'
        case None: return 'none'
        case 1.5 | -2: return 'num'
        case _: return 'other'
for v in [0, 1, 5, 500, 'q', [1], (1, 2, 3), {'k': 1, 'z': 2}, E(), None, 1.5, 2.5, [], {}]: print(m(v))
del x
try: print(x)
except NameError as e: print(e)
assert True
try:
    assert 1 == 2, 'msg'
except AssertionError as e: print('AE', e)
global_var = 1
def gl():
    global global_var, newg
    global_var += 1
    newg = 5
gl(); print(global_var, newg)
print([*range(3), *'ab'], {**{'a': 1}, 'b': 2}, {*[1, 2]}, (*[1], 2))
a = [1, 2, 3, 4]
a[1:3] = [9]; del a[0]; print(a, a[-1], a[::-1])
a[0] += 5; print(a)
i = 5
i **= 2; i //= 3; i %= 5; i <<= 2; i |= 1; i ^= 3; i >>= 1; i &= 7; print(i)
print(1 < 2 < 3, 1 < 3 < 2, 3 if 0 else 4, not 0, 1 and 2, 0 or 'z', i is not None)
def kwonly_default(*, a=1, b): return a, b
print(kwonly_default(b=3))
while i:
    i -= 1
    if i == 1: break
else:
    print('else')
print(i)
print(f"{3.14159:.2f} {'x':>4} {5!r} {x if False else 1} {{}} {10:#x}")
class S:
    __slots__ = ('p', 'q')
    def __init__(self): self.p = 1
s = S(); print(s.p)
try: s.q
except AttributeError as e: print(e)
try: s.r = 1
except AttributeError as e: print(e)
print(sum(x for x in range(5)), max([3, 1, 2]), sorted([3, 1, 2], key=lambda x: -x))
def locs(a, b=2):
    c = 3
    return locals()
print(locs(1))
