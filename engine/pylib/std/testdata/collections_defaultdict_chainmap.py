from collections import defaultdict, ChainMap
d = defaultdict(list)
d['a'].append(1)
print(d, d['b'], dict(d), d.default_factory, d.copy(), d.get('zz'), 'zz' in d)
e = defaultdict(int, {'x': 1}, y=2)
e['z'] += 5
print(e, e | {'w': 1})
n = defaultdict(None)
try:
    n['q']
except KeyError as x:
    print('KeyError', x)
t = lambda: defaultdict(t)
tr = t()
tr['a']['b'] = 1
print(tr['a']['b'])
try:
    defaultdict(5)
except Exception as x:
    print(x)

class M(defaultdict):

    def __missing__(s, k):
        return k * 2
print(M()['ab'], repr(M(int)), defaultdict(lambda: 0, a=1) == dict(a=1))
c = ChainMap({'a': 1}, {'a': 2, 'b': 3})
print(c, c['a'], c['b'], len(c), list(c), c.maps, c.parents, c.new_child({'z': 9}), c.get('q', 'd'))
print('b' in c, dict(c))
c['b'] = 7
print(c)
del c['a']
print(c['a'], c.pop('b'), c)
for f in ("c.pop('zz')", "c['zz']", 'ChainMap().popitem()'):
    try:
        print(eval(f))
    except Exception as x:
        print(type(x).__name__, x)
print(c | {'k': 1}, ChainMap(), bool(ChainMap({})), '', c.copy(), ChainMap.fromkeys('ab', 1))
