import copy

class A:

    def __init__(s):
        s.l = [1]
        s.me = s
a = A()
b = copy.copy(a)
c = copy.deepcopy(a)
print(b.l is a.l, c.l is a.l, c.me is c)

class B:

    def __copy__(s):
        return 'cp'

    def __deepcopy__(s, m):
        return ('dc', len(m))
print(copy.copy(B()), copy.deepcopy(B()), copy.deepcopy([B()])[0])
l = [1, [2]]
l.append(l)
d = copy.deepcopy(l)
print(d[2] is d, d)
for x in (1, 'a', (1, 2), frozenset([1]), None, len, int, range(3), lambda: 0):
    print(copy.copy(x) is x, copy.deepcopy(x) is x, end=' ')
t = ([1],)
print(copy.deepcopy(t) is t, copy.deepcopy(t))
import collections
o = collections.OrderedDict(a=[1])
p = copy.deepcopy(o)
p['a'].append(2)
print(o, p, type(copy.copy(collections.deque([1], 3))), copy.copy({1, 2}))
print(copy.copy(collections.defaultdict(list)))

class S:
    __slots__ = ('x', 'y')
s = S()
s.x = [1]
u = copy.copy(s)
print(u.x is s.x, hasattr(u, 'y'), copy.deepcopy(s).x)

class R:

    def __init__(s, v):
        s.v = v

    def __reduce__(s):
        return (R, (s.v * 2,))
print(copy.copy(R(2)).v)
memo = {}
x = [1]
print(copy.deepcopy([x, x], memo)[0] is copy.deepcopy(x, memo))
print(copy.Error)
import threading
try:
    copy.deepcopy((i for i in []))
except TypeError as e:
    print(e)

class E(Exception):
    pass
e = E('m', 1)
f = copy.copy(e)
print(f.args, type(f).__name__)
print(copy.replace if hasattr(copy, 'replace') else 'noreplace')
