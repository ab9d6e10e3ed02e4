import typing
from typing import *
print(List[int],Dict[str,int],Optional[int],Union[int,str,None],Tuple[int,...],Callable[[int],str],Callable[...,int],Any,List,Union,Literal['a',1],ClassVar[int],Type[int],Iterable[str],Deque[int],Set['X'],Tuple[()],Sequence[int])
print(Union[int,int],Union[int,Union[str,int]],Optional[Optional[int]],List[int]==List[int],List[int]|None, int|str, Optional[int]==Union[None,int])
T=TypeVar('T'); K=TypeVar('K',int,str); print(T,K,K.__constraints__,List[T],List[T][int],Dict[T,K][str,int])
class Stack(Generic[T]):
    def __init__(self): self.i:List[T]=[]
    def push(self,x:T)->None: self.i.append(x)
s=Stack[int](); s.push(1); print(s.i,Stack[int],Stack.__parameters__,Stack.__mro__, Stack.__orig_bases__)
class P(NamedTuple):
    x:int
    y:int=3
    def n(self): return self.x+self.y
p=P(1); print(p,p.n(),P._field_defaults,P.__annotations__, isinstance(p,tuple),P._fields)
E_=NamedTuple('E_',[('a',int)]); print(E_(3))
class TD(TypedDict):
    a:int
    b:str
print(TD(a=1,b='x'),TD.__annotations__,TD.__total__, TD.__required_keys__==frozenset('ab'))
U=NewType('U',int); print(U(5),U.__name__,U, U.__supertype__)
@runtime_checkable
class C(Protocol):
    def close(self)->None: ...
class F:
    def close(self): pass
print(isinstance(F(),C),isinstance(3,C),issubclass(F,C))
try: C()
except TypeError as e: print(e)
def f(a:'int',b:Optional[str]=None)->List['F']: ...
print(get_type_hints(f),f.__annotations__)
class G:
    x:'int'; y:ClassVar['str']='q'
print(get_type_hints(G), get_origin(List[int]),get_args(Dict[str,int]),get_args(Callable[[int],str]),get_origin(Union[int,str]),get_origin(int|str), get_args(Annotated[int,5]),Annotated[int,'m'])
for bad in (lambda:List[1],lambda:Dict[int],lambda:Any(),lambda:Union[()],lambda:isinstance(3,Any),lambda:isinstance([],List[int]), lambda:List[int,str]):
    try: bad()
    except TypeError as e: print(e)
print(isinstance([],List),issubclass(dict,Mapping),cast(int,'x'),TYPE_CHECKING,isinstance(3,SupportsInt),isinstance('',SupportsAbs))
@overload
def g(x:int)->int: ...
@final
class Q: pass
print(Q.__final__, NoReturn, Self, typing.Pattern, Final[int], Generator[int,None,str], AnyStr, isinstance(3,Union[int,str]),isinstance(3,int|str))
class L2(List[int]): pass
print(L2.__mro__,L2([1]))
class M2(Dict[str,T]): pass
print(M2.__orig_bases__, M2[int])
import types
print(types.SimpleNamespace(a=1),types.new_class('Z',(),{},lambda n:n.update(q=1)).q)
def deco(fn:Callable[...,T])->Callable[...,T]: return fn
print(deco.__annotations__)
x: 'List[int]' = []
print(ForwardRef('a.b'), Hashable, Sized, TypeAlias, Concatenate)
