from collections import namedtuple
P = namedtuple('P', 'x y z', defaults=[0, 9])
p = P(1)
print(p, p.x, p[1], p._asdict(), p._replace(x=5), P._fields, P._field_defaults, P._make([1, 2, 3]), p == (1, 0, 9), P.__doc__, P.x.__doc__, repr(P.x)[:20], p.index(9), len(p), hash(p) == hash((1, 0, 9)), *p)
for f in ('P()', 'P(1,2,3,4)', 'P(1,q=2)', 'p._replace(q=1)', 'P._make([1])', "namedtuple('A','a a')", "namedtuple('A','1a')", "namedtuple('A','class')", "namedtuple('A','_x')", "namedtuple('1','a')"):
    try:
        print(f, eval(f))
    except Exception as e:
        print(f, type(e).__name__, e)
try:
    p.x = 1
except AttributeError as e:
    print(e)
print(namedtuple('A', 'a class a', rename=True)._fields, namedtuple('B', ['a', 'b'], module='mm').__module__)

class Q(namedtuple('Q', 'a b')):
    __slots__ = ()

    def s(self):
        return self.a + self.b

    def __str__(self):
        return 'Q!'
q = Q(1, 2)
print(q, repr(q), q.s(), q._replace(a=5), isinstance(q, tuple), sorted([Q(2, 1), Q(1, 2)]))
print(P.__new__.__defaults__, P.__match_args__)
match p:
    case P(x=1, y=yy):
        print('m', yy)
