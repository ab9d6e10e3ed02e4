# What runs when an object dies: __del__, in CPython's order.

class R:
    n = 0
    def __init__(self): R.n += 1; print('acquire', R.n)
    def __del__(self): R.n -= 1; print('release', R.n)
def use():
    r = R()
    s = R()
    return 5
print(use())
def outer():
    r = R()
    def inner(): return r
    return inner
f = outer(); print('have f'); f = None; print('dropped')
def ret(): return R()
ret(); print('after ret')
x = ret(); x = ret(); print('rebinding done')
lst = [R(), R()]; del lst[0]; print('del item'); lst = []; print('list gone')
class H: pass
h = H(); h.r = R(); del h.r; print('attr'); h.r = R(); del h; print('owner')
t = (R(),); t = None; print('tuple')
try:
    r = R(); raise ValueError
except ValueError: print('caught')
del r
print('--')
for i in range(2): r = R()
print('loop'); del r
d = {'a': R()}; d.pop('a'); print('popped'); d['b'] = R(); d.clear(); print('cleared'); d['c'] = R(); del d['c']; print('deleted'); d['e'] = R(); d = None; print('dict gone')
s = {R()}; s.pop(); print('set')
(lambda: R())(); print('lambda')
[R() for _ in range(2)]; print('comp')
any(R() for _ in range(1)); print('gen')
a = b = R(); del a; print('still'); del b; print('gone')

# Last methods of all kinds of objects.
class A:
    def __init__(self, name): self.name = name; print('init', name)
    def __del__(self): print('del', self.name)
    def __enter__(self): print('enter'); return self
    def __exit__(self, *a): print('exit')
with A('w'): print('body')
print('after with')
with A('v') as v: pass
print('v alive'); del v
def f(a): print('in f')
f(A('arg')); print('after f')
A('m').__enter__(); print('after m')
class B(A):
    def __del__(self): print('B del'); super().__del__()
b = B('b'); b = None
class S:
    __slots__ = ('x',)
    def __del__(self): print('S', self.x)
s = S(); s.x = 5; del s
class L(list):
    def __del__(self): print('L', list(self))
l = L([1,2]); l.append(3); del l
class Phoenix:
    saved = None
    def __del__(self): Phoenix.saved = self; print('resurrect')
r = Phoenix(); del r; print(Phoenix.saved is not None); Phoenix.saved = None; print('end')
x = A('x'); y = A('y'); z = A('z')
print('bye')

# Owners end before what they own.
class P:
    def __init__(self): self.c = C()
    def __del__(self): print('P')
class C:
    def __del__(self): print('C')
p = P(); p = None; print('--')
class LL:
    def __init__(self, v, nx=None): self.v, self.next = v, nx
    def __del__(self): print('node', self.v)
head = None
for i in range(4): head = LL(i, head)
head = None
print('list gone')
q = P()
def f():
    global q
    q = None
    print('in f')
f()
def fail():
    local = P()
    raise KeyError('k')
try: fail()
except KeyError: pass
print('after')
