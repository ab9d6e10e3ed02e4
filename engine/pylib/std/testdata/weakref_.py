# Weak references, gc and atexit.
import weakref, gc
class Node:
    def __init__(self, v): self.v = v; self.children = []; self._parent = None
    @property
    def parent(self): return self._parent() if self._parent else None
    def add(self, c): self.children.append(c); c._parent = weakref.ref(self)
    def __repr__(self): return f'Node({self.v})'
    def __del__(self): print('del', self.v)
r = Node('root'); c = Node('c'); r.add(c)
print(c.parent, r.children)
del r
print(c.parent)
del c
print('end')

import weakref, gc
class A: pass
a = A(); a.self = a
r = weakref.ref(a)
del a
print(r() is None)
gc.collect()
print(r() is None)

import weakref
class C:
    def __init__(self, n): self.n = n
    def __repr__(self): return f'C({self.n})'
    def m(self): return self.n
d = weakref.WeakValueDictionary()
a, b = C(1), C(2)
d['a'] = a; d['b'] = b
print(sorted(d.keys()), d['a'], d.get('z'), 'b' in d, len(d))
del a
print(list(d.items()))
try: d['a']
except KeyError as e: print('KeyError', e)
wm = weakref.WeakMethod(b.m); print(wm()())
del b
print(wm(), len(d))
ref = weakref.ref(C(3)); print(ref())
f = C(4); fin = weakref.finalize(f, lambda *a: print('fin', a), 1, 2); print(fin.alive); del f; print(fin.alive)
g = C(5); fin = weakref.finalize(g, print, 'called'); print(fin()); print(fin.alive, fin()); del g
h = C(6); weakref.finalize(h, print, 'at exit')
def cb(r): print('callback', r() is None, r is rr)
k = C(7); rr = weakref.ref(k, cb); k = None; print('x')
for bad in (1, 'a', [], {}, (), None, 1.5):
    try: weakref.ref(bad)
    except TypeError as e: print(e)
s = {1,2}; print(weakref.ref(s)() is s)
def fn(): pass
print(weakref.ref(fn)() is fn, weakref.ref(C)() is C)
x = C(8); p = weakref.proxy(x); print(p.n, p.m(), type(p).__name__ in ('weakproxy','ProxyType'))
y = C(9); print(weakref.ref(y) == weakref.ref(y), hash(weakref.ref(y)) == hash(y), weakref.getweakrefcount(y) >= 0)
print(repr(weakref.ref(y))[:12])

import gc
print(gc.isenabled(), gc.collect() >= 0); gc.disable(); print(gc.isenabled()); gc.enable(); print(gc.isenabled(), gc.get_threshold())
class A:
    def __init__(self, n): self.n = n
    def __del__(self): print('del', self.n)
a = A(1); a.me = a; del a; print('cycle'); gc.collect(); print('done')
x = A(2); y = A(3); x.l = [y]; y.d = {'x': x}; x = y = None; print('cycle2'); gc.collect(); print('done2')

import atexit
@atexit.register
def bye(): print('bye')
atexit.register(print, 'first registered last', sep='-')
def f(x): print('f', x)
atexit.register(f, 5); atexit.unregister(f)
print('main')

import collections

for x in (collections.OrderedDict(), collections.deque(), collections.Counter()):
    print(type(x).__name__, weakref.ref(x)() is x)
