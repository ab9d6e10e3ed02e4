import abc
import copy
import pickle
import typing
from collections import OrderedDict, UserDict, UserList, UserString, defaultdict, deque, namedtuple
from dataclasses import KW_ONLY, InitVar, asdict, astuple, dataclass, field, fields, make_dataclass


@dataclass
class Strings:
    a: 'int'
    b: 'typing.ClassVar[int]' = 2
    c: 'InitVar[int]' = 3
    _: 'KW_ONLY' = None
    d: 'mistyped.ClassVar[int]' = 4


print([f.name for f in fields(Strings)], Strings(1, d=5))


@dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: int = field(default=2)
    z: int = field(default=3, init=False)


p = Point(1)
print(p, pickle.loads(pickle.dumps(p)), copy.copy(p), Point.__slots__, Point.__setattr__.__qualname__)


@dataclass(slots=True, weakref_slot=True)
class Weak:
    a: int


print(Weak.__slots__)


@dataclass
class Node:
    name: str
    next: 'Node' = None


n = Node('a')
n.next = n
print(n, typing.get_type_hints(Node.__init__)['next'] is Node)


@dataclass
class Rows:
    rows: list
    by: dict


Pair = namedtuple('Pair', 'a b')
r = Rows([Pair(1, [2]), (3,)], OrderedDict(k=Node('x')))
print(asdict(r), type(asdict(r)['by']).__name__, astuple(r))
print(asdict(Rows([Node('q')], {}), dict_factory=lambda items: sorted(items, key=str)))


class Base(abc.ABC):
    @property
    @abc.abstractmethod
    def x(self):
        pass


@dataclass
class Solid(Base):
    x: int = 1


print(Solid())
for names in (['for'], ['a', 'a'], ['1a']):
    try:
        make_dataclass('C', names)
    except TypeError as e:
        print(e)

d = defaultdict(lambda: 0)
d['me'] = d
print('...' in repr(d))
o = OrderedDict(a=1, b=2)
o['view'] = o.values()
print(repr(o)[:24], o.pop(key='zz', default='none'), o.setdefault(key='c', default=3), list(reversed(o)))


class Marked(OrderedDict):
    pass


m = Marked(a=1)
m.x = 'kept'
print(copy.copy(m).x, pickle.loads(pickle.dumps(OrderedDict(a=1))), type(m.copy()).__name__)
u, v = UserDict(a=1), UserList([1])
print(copy.copy(u) == u, copy.copy(u).data is u.data, copy.copy(v).data is v.data, u.copy())
print('%s!' % UserString('a'), UserString('a b c').rsplit(' ', 1), complex(UserString('1j')), UserString('é').encode())

q = deque([1, 2], maxlen=5)
q.append(q)
print(q, 2 * deque([1]), deque([1, 2]) * 2, deque('abc').index('c', -10 ** 30, 10 ** 30))
back = pickle.loads(pickle.dumps(q))
print(back[2] is back, back.maxlen, copy.copy(q).maxlen)


class Counting(deque):
    pass


c = Counting([1])
c.note = 'kept'
print(copy.deepcopy(c).note, copy.deepcopy(c))
print('  a b'.rsplit(None, 1), 'abbbc'.rsplit('bb'), b'abbbc'.rsplit(b'bb'), b' a b'.rsplit(None, 1))


class Emptying:
    def __eq__(self, other):
        rows.clear()
        return False


rows = [Emptying() for _ in range(20)]
try:
    rows.index(None)
except ValueError as e:
    print(str(e)[-14:])
queue = deque([Emptying(), 1])
rows = queue
for ask in (lambda: queue.remove(5), lambda: queue.count(5)):
    queue.extend([Emptying(), 1])
    try:
        print(ask())
    except (IndexError, RuntimeError) as e:
        print(type(e).__name__, e)
