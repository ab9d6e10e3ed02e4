import collections, functools, collections.abc as cabc
from collections import *
from functools import *
P=namedtuple('P','x y',defaults=[5]); p=P(1); print(p,p._asdict(),p._replace(x=9),P._fields,P._field_defaults,p==(1,5),P._make([3,4]),P.__doc__, P.x.__doc__, p.x, P.__match_args__)
for bad in ('a a','1x','def','_q'):
    try: namedtuple('B',bad)
    except ValueError as e: print(e)
print(namedtuple('R','a def a',rename=True)._fields)
try: P()
except TypeError as e: print(e)
try: p._replace(z=1)
except ValueError as e: print(e)
c=Counter('abracadabra'); print(c,c.most_common(2),c['z'],sorted(c.elements()),c+Counter('ab'),c-Counter('aab'),c&Counter('abz'),c|Counter('zz'),c.total(),+Counter(a=-1,b=2),-Counter(a=-1)); c.subtract('aaa'); c.update({'b':3},r=2); print(c, c==Counter(c), c>Counter('a'))
d=ChainMap({'a':1},{'a':2,'b':3}); print(d['a'],d['b'],list(d),len(d),d,d.new_child({'q':1}),d.parents,dict(d))
class U(UserDict):
    def __setitem__(s,k,v): super().__setitem__(k,v*2)
u=U(a=1); u['b']=3; print(u,'a' in u,u.get('z',0), u|{'c':1})
print(UserList([3,1])+[2], UserString('ab').upper(), UserList([1])*2)
@lru_cache(maxsize=2)
def f(x): print('calc',x); return x*2
f(1);f(1);f(2);f(3);f(1);print(f.cache_info(),f.cache_parameters(),f.__name__)
@cache
def fib(n): return n if n<2 else fib(n-1)+fib(n-2)
print(fib(80),fib.cache_info())
@total_ordering
class T:
    def __init__(s,v): s.v=v
    def __eq__(s,o): return s.v==o.v
    def __lt__(s,o): return s.v<o.v
print(T(1)<=T(1),T(2)>T(1),T(2)>=T(3))
class CP:
    @cached_property
    def v(self): print('once'); return 3
q=CP(); print(q.v,q.v,q.__dict__)
@singledispatch
def g(x): return 'obj'
@g.register
def _(x:int): return 'int'
@g.register(list)
def _(x): return 'list'
@g.register(cabc.Mapping)
def _(x): return 'map'
print(g(1),g(True),g([]),g({}),g(1.5),g.registry.keys())
class SM:
    @singledispatchmethod
    def m(self,x): return 'any'
    @m.register
    def _(self,x:str): return 'str'
print(SM().m(1),SM().m('a'))
print(reduce(lambda a,b:a+b,[1,2,3]),partial(print,1,sep='-')(2,3),sorted([3,1,2],key=cmp_to_key(lambda a,b:b-a)))
class PM:
    def s(self,v): return v
    on=partialmethod(s,1)
print(PM().on())
@wraps(fib)
def w(): pass
print(w.__name__,w.__wrapped__ is fib)
for x in (1,'a',[],{},set(),(),iter([]),lambda:0,(i for i in ()),range(2),b'',{}.keys()):
    print([n for n in cabc.__all__ if n not in('Buffer','AsyncIterable','AsyncIterator','AsyncGenerator') and isinstance(x,getattr(cabc,n))])
class MS(cabc.Sequence):
    def __getitem__(s,i): return [1,2,3][i]
    def __len__(s): return 3
m=MS(); print(list(m),2 in m,m.index(3),list(reversed(m)),m.count(1),isinstance(m,cabc.Reversible))
class MM(cabc.MutableMapping):
    def __init__(s): s.d={}
    def __getitem__(s,k): return s.d[k]
    def __setitem__(s,k,v): s.d[k]=v
    def __delitem__(s,k): del s.d[k]
    def __iter__(s): return iter(s.d)
    def __len__(s): return len(s.d)
m=MM(); m.update(a=1); m.setdefault('b',2); print(dict(m),m.pop('a'),m.get('x'),list(m.items()),m=={'b':2},list(m.keys()),'b' in m)
try: cabc.Sequence()
except TypeError as e: print(e)
class MySet(cabc.Set):
    def __init__(s,x): s.x=list(x)
    def __contains__(s,v): return v in s.x
    def __iter__(s): return iter(s.x)
    def __len__(s): return len(s.x)
print(list(MySet([1,2])|MySet([3])),list(MySet([1,2])&[2]),MySet([1])<MySet([1,2]), MySet([1])=={1})
