from pprint import *
import random, collections, string
random.seed(4)
def mk(d):
    k=random.randrange(7)
    if d==0 or k==0: return random.choice([1,2.5,'abc',None,'a longer string of some words here '*random.randrange(1,5),b'bytes'*random.randrange(1,9),True])
    n=random.randrange(0,7)
    if k in(1,2): return [mk(d-1) for _ in range(n)]
    if k==3: return tuple(mk(d-1) for _ in range(n))
    if k in(4,5): return {random.choice(string.ascii_letters)*random.randrange(1,6):mk(d-1) for _ in range(n)}
    return set(range(n*4))
for i in range(20):
    o=mk(4); pprint(o); pprint(o,width=40,indent=random.randrange(1,5)); pprint(o,compact=True,width=50); print(pformat(o,depth=2)); pp(o)
pprint(collections.OrderedDict((k*9,k) for k in 'abcdefgh')); pprint(collections.Counter('hello world this is a test of the counter printing and more')); pprint(collections.defaultdict(list,{k*20:[1] for k in 'abcd'})); pprint(collections.deque(range(40)))
l=[1]; l.append(l); print(isrecursive(l), isreadable([1]))
from dataclasses import dataclass
@dataclass
class P: aaaaaaaaaaaaaaaaaaaaaaa:int; bbbbbbbbbbbbbbbbbbbbbbbbbb:str; ccccccccccccccccccccccccc:list
pprint(P(1,'x'*20,[1]*20)); pprint(10**9,underscore_numbers=True)
