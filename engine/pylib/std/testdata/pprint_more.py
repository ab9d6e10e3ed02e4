# pprint: containers of collections, subclasses that format in their own way, cycles
from collections import ChainMap, Counter, OrderedDict, UserDict, UserList, UserString, defaultdict, deque
from dataclasses import dataclass, field
from pprint import PrettyPrinter, isreadable, isrecursive, pformat, pp, pprint, saferepr
from types import MappingProxyType, SimpleNamespace
import re
words = 'the quick brown fox jumped over a lazy dog'.split()
table = {word: n for n, word in enumerate(words)}
for made in (UserDict(table), UserList(list(table.items())), UserString(' '.join(words)), ChainMap(table, {'x': 1}), MappingProxyType(table),
             Counter(' '.join(words)), defaultdict(int, table), deque(table.items(), maxlen=7), deque(words), OrderedDict(table),
             SimpleNamespace(**table), bytearray(range(60)), bytes(range(60)), set(words), frozenset(words)):
    pprint(made, width=30)
for empty in Counter(), defaultdict(int), deque(maxlen=7), deque(), OrderedDict(), ChainMap(), UserDict(), SimpleNamespace(), set(), frozenset():
    print(pformat(empty, width=1))
class Dotted(PrettyPrinter):
    def format(self, object, context, maxlevels, level):
        if isinstance(object, str) and ' ' not in object:
            return object, 0, 0
        return PrettyPrinter.format(self, object, context, maxlevels, level)
print(Dotted(width=30).pformat({'with spaces': 'is shown by repr', 'no.spaces': ['a b', 'c', {'d': 'e'}]}), Dotted().pformat(['x', 'y z']))
@dataclass
class Node:
    name: str
    children: list = field(default_factory=list)
    secret: int = field(default=0, repr=False)
@dataclass
class Loop:
    next: object
    n: int = 1
@dataclass(repr=False)
class Plain:
    a: int = 1
@dataclass
class Own:
    a: int = 1
    def __repr__(self): return 'a repr of my own that is too wide for the line'
class Space(SimpleNamespace): pass
pprint(Node('root', [Node('a long name for a child'), Node('another long name')]), width=40)
loop = Loop(None); loop.next = loop; print(pformat(loop, width=10)); print(pformat(Own(), width=10), Space(**table), sep='\n'); pprint(Space(**table), width=30)
cycle = [1]; cycle.append(cycle); print(re.sub('id=\\d+', 'id=N', pformat(cycle)), isrecursive(cycle), isreadable(cycle), isreadable([1, 'x']), re.sub('id=\\d+', 'id=N', saferepr(cycle)))
pprint([[[[['deep']]]]], depth=3); pp({'b': 1, 'a': 2}); pprint({'b': 1, 'a': 2}); pprint(123456789, underscore_numbers=True); pprint(list(range(40)), compact=True, width=40, indent=4)
print(SimpleNamespace(a=1, b='x'), repr(SimpleNamespace(**{'c d': 1})))
import copy, pickle
ns = SimpleNamespace(a=[1]); ns.me = ns; print(ns); other = copy.copy(SimpleNamespace(x=1)); print(other, other == SimpleNamespace(x=1), pickle.loads(pickle.dumps(other)), copy.deepcopy(ns).me.a)
