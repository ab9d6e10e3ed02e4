from collections import OrderedDict
o = OrderedDict([('a', 1), ('b', 2), ('c', 3)])
o.move_to_end('a')
print(o, list(o))
o.move_to_end('c', last=False)
print(o, o.popitem(), o.popitem(last=False), o)
print(list(reversed(OrderedDict(a=1, b=2))), OrderedDict(a=1, b=2) == OrderedDict(b=2, a=1))
print(OrderedDict(a=1, b=2) == dict(b=2, a=1), OrderedDict.fromkeys('ab', 0), OrderedDict(a=1) | {'b': 2})
print({'z': 1} | OrderedDict(a=1))
o2 = o.copy()
print(type(o2))
o.update(x=1)
o.setdefault('y', 2)
print(o.pop('x'), o.pop('nope', None), o)
for f in ("o.move_to_end('q')", 'OrderedDict().popitem()', "o.pop('q')", 'OrderedDict(1)'):
    try:
        print(eval(f))
    except Exception as e:
        print(type(e).__name__, e)

class L(OrderedDict):

    def __setitem__(s, k, v):
        super().__setitem__(k, v)
        s.move_to_end(k)
l = L()
l['a'] = 1
l['b'] = 2
l['a'] = 3
print(l, repr(l), list(reversed(l.items())), l.keys(), l.values())

class Counted(OrderedDict):
    asked = 0

    def __getitem__(self, key):
        Counted.asked += 1
        return super().__getitem__(key)

    def __delitem__(self, key):
        Counted.asked += 1
        super().__delitem__(key)

c = Counted((i, i * i) for i in range(20))
for i in range(30):
    if i % 10 in c: c.move_to_end(i % 10, last=i % 3 > 0)
    if i % 4 == 0:
        print(c.popitem(last=i % 8 == 0), end=' ')
        c[i] = i
print(Counted.asked, list(c), c.setdefault('x', 5), c == Counted(c), c == OrderedDict(reversed(c.items())), c | {'y': 1} == c)
queue = OrderedDict()
for i in range(1000):
    queue[i] = None
    if len(queue) > 7:
        queue.popitem(last=False)
print(list(queue), list(queue.items())[-1], type(queue.keys()).__mro__[1].__name__, queue.keys() & {993, 5})
