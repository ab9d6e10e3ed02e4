# One site sees more classes and shapes than it remembers, and classes that change.
class Base:
    def __init__(self, n): self.n = n
    def name(self): return 'base'
kinds = [type(f'K{i}', (Base,), {'name': lambda self, i=i: i, 'tag': i * i}) for i in range(9)]
def ask(o): return o.name(), o.tag, o.n
def put(o, x):
    o.n = x
    return o.n
things = [k(i) for i, k in enumerate(kinds)]
for _ in range(3): print([ask(o) for o in things])
print([put(o, -i) for i, o in enumerate(things)])
kinds[2].tag = 'changed'; kinds[3].name = lambda self: 'new'
del kinds[4].name
things[5].name = lambda: 'own'
things[6].tag = 'own too'
print([ask(o) for o in things])
class Shapes: pass
many = []
for i in range(9):
    o = Shapes()
    for j in range(i): setattr(o, f'a{j}', j)
    o.last = i
    many.append(o)
print([o.last for o in many], [o.last for o in many])
try: [o.a3 for o in many]
except AttributeError as e: print(e)

# Subscripts of classes made here run in the same loop.
class Grid:
    def __init__(self): self.d = {}
    def __getitem__(self, key): return self.d[key]
    def __setitem__(self, key, value): self.d[key] = value; return 'nobody sees this'
g = Grid()
g[1, 2] = g['x'] = 5
g['x'] += 1
print(g[1, 2], g['x'], [g[k] for k in g.d])
try: g['none']
except KeyError as e: print('KeyError', e)
class Deep:
    def __getitem__(self, n): return 0 if n == 0 else 1 + self[n - 1]
print(Deep()[200])
try: Deep()[10**6]
except RecursionError: print('too deep')
class Lazy:
    def __getitem__(self, n): yield from range(n)
print(list(Lazy()[3]))
class Wrong:
    def __setitem__(self, key): pass
try: Wrong()[1] = 2
except TypeError as e: print(e)
class Counted(dict):
    def __missing__(self, key): return key * 2
    def __setitem__(self, key, value): super().__setitem__(key, value + 1)
c = Counted(); c['a'] = 1; print(c['a'], c['bc'])
class Meta(type):
    def __getitem__(cls, key): return cls.__name__, key
class WithMeta(metaclass=Meta): pass
print(WithMeta[1], list[int])

# A tuple's hash is remembered only where no Python code computes it.
class Fickle:
    def __init__(self): self.h = 1
    def __hash__(self): return self.h
f = Fickle(); t = (1, f); u = (t, 'x')
before = hash(t), hash(u); f.h = 2
print(before == (hash(t), hash(u)), hash((1, 'a')) == hash((1, 'a')), len({(1, (2, 3)), (1, (2, 3))}))
try: hash((1, []))
except TypeError as e: print(e)

# Generators whose registers were another's before.
def pairs(a, b=None):
    c = yield a
    yield b, c
def use():
    out = []
    for i in range(5):
        it = pairs(i)
        out.append((next(it), it.send(i * 2)))
        for left in it: out.append(left)
    return out
print(use())
half = pairs(1, 'kept'); next(half)
for _ in range(3): list(pairs(0))
print(half.send('sent'), half.__name__, half.__qualname__)
def renamed():
    yield 1
it = renamed(); renamed.__name__ = 'other'; jt = renamed(); it.__qualname__ = 'mine'
print(it.__name__, it.__qualname__, jt.__name__, jt.__qualname__)

# Small displays and comprehensions grow as other lists do.
for row in ([1], [1, 2], [1, 2, 3], [1, 2, 3, 4], [i for i in range(3)], [i for i in (1, 2)], [i for i in range(7, 0, -2)]):
    row.append('end'); row.insert(0, 'begin'); row *= 2
    print(row)
grow = [1, 2]; print([grow.append(x) if len(grow) < 6 else x for x in grow], grow)
s = {3, 1, 2}; it = iter(s); next(it)
print(it.__length_hint__(), len(it.__reduce__()[1][0]), len(list(it)), it.__length_hint__(), list(it))
it = iter(s); next(it); s.add(9)
for _ in range(2):
    try: next(it)
    except RuntimeError as e: print(e)
