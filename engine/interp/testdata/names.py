# closures and comprehension scoping
fs = [lambda i=i: i for i in range(3)]
print([f() for f in fs])
fs = [lambda: i for i in range(3)]
print([f() for f in fs])
def w():
    if any((hit := n) > 3 for n in [1, 5, 2]):
        return hit
print(w())
x = 10
class A:
    x = 20
    ys = [x for _ in range(2)]
    def m(self): return x
    print('cls', x)
print(A.ys, A().m())
def t():
    a = b = c = 1
    a, (b, *c), d = 1, (2, 3, 4), 5
    print(a, b, c, d)
    a, b = b, a
    print(a, b)
    [p, q] = 'xy'
    print(p, q)
    for i, (j, k) in [(1, (2, 3))]: print(i, j, k)
t()
for bad in ['a, b = 1, 2, 3', 'a, b, c = 1, 2', 'a, *b, c = 1,', 'a, b = 5', 'a, b = [1]']:
    try: exec(bad)
    except Exception as e: print(type(e).__name__, e)
print(eval('1 + 2'), eval('x + y', {'x': 1}, {'y': 2}))
ns = {}
exec('def ff(): return zz\nzz = 4', ns)
print(ns['ff'](), sorted(k for k in ns if k != '__builtins__'))

# A parameter deleted in an except clause is unbound in the finally clause.
def deleted(a):
    try: raise ValueError
    except ValueError:
        del a
        raise KeyError
    finally: print(a)
try: deleted(1)
except UnboundLocalError as e: print(e)
# locals() of a function is one dict, brought up to date by each call; exec may add to it
def locals_of(a, b=2):
    c = 3
    d = locals()
    print(d is locals(), list(d))
    e = 5
    print('e' in d, 'e' in locals(), 'e' in d)
    del c
    print(locals() is d, list(d))
    exec('added = a + b')
    print(locals()['added'], eval('added'))
    x = 1
    def g(): return x
    exec('x = 7')
    print(x, locals()['x'])
    for i in range(2): exec(f'v{i} = i')
    print([k for k in list(d) if k[0] == 'v'])
locals_of(1)
class Mapping:
    def __getitem__(self, k): return 1
for call in "eval('1', 5)", "eval('1', {}, 5)", "exec('1', 5)", "exec('1', {}, 5)", "eval('1', Mapping())":
    try: exec(call)
    except TypeError as e: print(e)
