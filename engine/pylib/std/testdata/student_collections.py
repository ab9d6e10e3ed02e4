"""A student's program: collections."""
from collections import *
c = Counter("mississippi"); print(c, c.most_common(2), c["z"], c + Counter("miss"), c - Counter("ssss"), sum(c.values()), sorted(c.elements())[:4]); c.update("zz"); c.subtract("m"); print(c, c & Counter("zs"), c | Counter("q"), +c)
dd = defaultdict(list)
for k, v in [("a", 1), ("b", 2), ("a", 3)]: dd[k].append(v)
print(dd, dict(dd), dd["q"])
P = namedtuple("P", "x y z", defaults=[0]); p = P(1, 2); print(p, p._asdict(), p._replace(x=9), P._fields, p.x + p[1], P._make([1, 2, 3]), p == (1, 2, 0), P._field_defaults)
q = deque([1, 2, 3], maxlen=4); q.appendleft(0); q.append(4); q.rotate(2); print(q, q.pop(), q.popleft(), q.index(4) if 4 in q else None, deque("abc") + deque("d"), q.maxlen)
od = OrderedDict.fromkeys("abc"); od.move_to_end("a"); print(od, od.popitem(last=False), list(reversed(od)), od == OrderedDict(c=None, a=None))
cm = ChainMap({"a": 1}, {"a": 2, "b": 3}); print(cm["a"], cm["b"], dict(cm), cm.new_child({"b": 0})["b"], cm)
class UD(UserDict):
    def __setitem__(self, k, v): super().__setitem__(k.upper(), v)
u = UD(a=1); u["b"] = 2; print(u)
try: namedtuple("X", "a class")
except ValueError as e: print(e)
try: P(1)
except TypeError as e: print(e)
