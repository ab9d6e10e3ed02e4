# Weak dicts and sets: as dicts and sets are, but for what has died
import copy, gc, weakref
from weakref import WeakKeyDictionary, WeakMethod, WeakSet, WeakValueDictionary
class Thing:
    def __init__(self, n): self.n = n
    def __repr__(self): return 'T%d' % self.n
    def __eq__(self, other): return isinstance(other, Thing) and self.n == other.n
    def __hash__(self): return hash(self.n)
    def __lt__(self, other): return self.n < other.n
    def method(self): return self.n
a, b, c = Thing(1), Thing(2), Thing(3)
d = WeakValueDictionary({'a': a, 'b': b})
d['c'] = c
print(len(d), sorted(d), sorted(d.values()), dict(d.items()), 'a' in d, 'z' in d, d.get('z', 5), d['a'], d.setdefault('a', b), d.pop('b'), d.pop('b', 7))
try: d['zz']
except KeyError as e: print('KeyError', e)
temporary = Thing(9); d['t'] = temporary; print(len(d)); del temporary; gc.collect(); print(len(d), 't' in d, list(d.keys()))
other = d.copy(); print(type(other).__name__, sorted(other), sorted(d | {'x': a}), sorted(copy.copy(d)), sorted(copy.deepcopy(d)), [r().n for r in d.valuerefs()])
d |= {'y': b}; d.update(q=c); print(sorted(d), d.popitem()[0]); d.clear(); print(len(d), repr(d)[:24])
k = WeakKeyDictionary({a: 'one', b: 'two'}); k[c] = 'three'
print(len(k), sorted(k), sorted(k.items()), k[a], k[Thing(1)], Thing(2) in k, 5 in k, k.get(Thing(8)), k.pop(b), k.setdefault(a, 0), len(k.keyrefs()))
key = Thing(7); k[key] = 1; print(len(k)); del key; gc.collect(); print(len(k)); print(sorted((k | {b: 2}).keys()), sorted(k.copy()), type(copy.copy(k)).__name__)
try: k['text'] = 1
except TypeError as e: print(e)
s = WeakSet([a, b]); s.add(c)
t = WeakSet([b, c])
print(len(s), sorted(s), a in s, 5 in s, sorted(s & t), sorted(s | t), sorted(s - t), sorted(s ^ WeakSet([a])), t <= s, t < s, s >= t, s == WeakSet([a, b, c]), s != t, s.isdisjoint(WeakSet()))
print(sorted(s.union([a])), sorted(s.difference([a])), sorted(s.intersection([a])), s.issubset([a, b, c]), s.issuperset([a]))
x = Thing(5); s.add(x); print(len(s)); del x; gc.collect(); print(len(s)); s.discard(a); s.remove(b); s.update([a]); s |= t; s -= t; s &= [a]; s ^= [b]; print(sorted(s))
for f in WeakSet().pop,:
    try: f()
    except KeyError as e: print(type(e).__name__, e)
popped = s.pop(); print(popped in (a, b), len(s)); s.clear(); print(len(s), WeakSet([a]) == {a}, sorted(WeakSet([a, b]).copy()))
m = WeakMethod(a.method); print(m()(), m == WeakMethod(a.method), m == WeakMethod(b.method))
e = Thing(6); gone = WeakMethod(e.method, lambda r: print('method gone')); del e; gc.collect(); print(gone())
try: WeakMethod(len)
except TypeError as err: print(err)
