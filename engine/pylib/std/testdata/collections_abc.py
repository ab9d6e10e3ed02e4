from collections.abc import *
import collections.abc as C
for t in (list, dict, set, str, bytes, tuple, int, range, type((i for i in [])), dict().keys().__class__, frozenset, type(None), type(lambda: 0), memoryview, bytearray, map):
    print(t.__name__, [n for n in ('Hashable', 'Iterable', 'Iterator', 'Generator', 'Sized', 'Container', 'Callable', 'Collection', 'Sequence', 'MutableSequence', 'Set', 'MutableSet', 'Mapping', 'MutableMapping', 'KeysView', 'Reversible', 'ByteString', 'Awaitable', 'Coroutine') if issubclass(t, getattr(C, n))])

class S(Sequence):

    def __init__(s, *a):
        s.a = a

    def __getitem__(s, i):
        return s.a[i]

    def __len__(s):
        return len(s.a)
s = S(1, 2, 3, 2)
print(list(s), 2 in s, s.index(2), s.count(2), list(reversed(s)), isinstance(s, Iterable))
try:
    s.index(99)
except ValueError as e:
    print('VE', e)

class MS(MutableSet):

    def __init__(s, it=()):
        s.d = list(dict.fromkeys(it))

    def __contains__(s, x):
        return x in s.d

    def __iter__(s):
        return iter(s.d)

    def __len__(s):
        return len(s.d)

    def add(s, x):
        x in s.d or s.d.append(x)

    def discard(s, x):
        if x in s.d:
            s.d.remove(x)

    def __repr__(s):
        return f'MS({s.d})'
a = MS([1, 2, 3])
b = MS([2, 3, 4])
print(a & b, a | b, a - b, a ^ b, a <= b, a == MS([3, 2, 1]), a.isdisjoint([9]), a.pop(), a)
a |= [7]
a -= [2]
print(a)
try:
    a.remove(99)
except KeyError as e:
    print('KE', e)

class MM(MutableMapping):

    def __init__(s):
        s.d = {}

    def __getitem__(s, k):
        return s.d[k]

    def __setitem__(s, k, v):
        s.d[k] = v

    def __delitem__(s, k):
        del s.d[k]

    def __iter__(s):
        return iter(s.d)

    def __len__(s):
        return len(s.d)
m = MM()
m['a'] = 1
m.update(b=2)
print(dict(m), m.pop('a'), m.setdefault('c', 3), list(m.items()), m.get('z'), m == {'b': 2, 'c': 3})
print(m.popitem())
m.clear()
print(len(m))
try:
    Sequence()
except TypeError as e:
    print(e)

class G(Generator):

    def send(s, v):
        return v

    def throw(s, *a):
        raise StopIteration
g = G()
print(next(g), g.send(5))
g.close()

class MSq(MutableSequence):

    def __init__(s):
        s.l = []

    def __getitem__(s, i):
        return s.l[i]

    def __setitem__(s, i, v):
        s.l[i] = v

    def __delitem__(s, i):
        del s.l[i]

    def __len__(s):
        return len(s.l)

    def insert(s, i, v):
        s.l.insert(i, v)
q = MSq()
q.append(1)
q.extend([2, 3])
q += [4]
q.reverse()
print(q.l, q.pop(), q.remove(3), q.l)
q.clear()
print(q.l)
from collections import deque
match deque([1, 2]):
    case [a, b]: print('a sequence of', a, b)
