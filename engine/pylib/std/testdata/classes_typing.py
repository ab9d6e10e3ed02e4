from typing import *
print(Optional[int], Union[int, str], Union[int, int], List[int], Dict[str, int], Tuple[int, ...])
print(Callable[[int], str], Any, Literal[1, 'a'], Type[int], Iterable[int], ClassVar[int], Final)
print(Annotated[int, 'x'], Generator[int, None, str], TypeVar('T'), list[int], dict[str, list[int]])
print(int | None, Set[int], FrozenSet[str], Sequence[int], NoReturn, Union[int, None])
print(Optional[Union[int, str]], Callable[..., int], tuple[()])
print(get_type_hints(lambda x: x), get_origin(List[int]), get_args(Dict[str, int]), get_origin(int | str))
print(get_args(Callable[[int], str]), cast(int, 'a'), NewType('U', int)(5), NewType('U', int).__name__)
print(TYPE_CHECKING)
T = TypeVar('T')
K = TypeVar('K', bound=int)

class St(Generic[T]):

    def __init__(s):
        s.i = []

    def push(s, x: T) -> None:
        s.i.append(x)
s = St[int]()
s.push(1)
print(s.i, St[int], St.__parameters__, St[int].__args__, St.__orig_bases__, K.__bound__, repr(T))

class Pt(NamedTuple):
    x: int
    y: int = 0

    def s(self):
        return self.x + self.y
print(Pt(1), Pt(1, 2).s(), Pt._fields, Pt.__annotations__)

class TD(TypedDict, total=False):
    a: int
    b: str
t: TD = {'a': 1}
print(t, TD.__annotations__, TD.__total__, TD(a=1), TD.__required_keys__, sorted(TD.__optional_keys__))

@runtime_checkable
class Pr(Protocol):

    def go(self) -> int:
        ...

class Im:

    def go(self):
        return 1
print(isinstance(Im(), Pr), isinstance(5, Pr), issubclass(Im, Pr))

@overload
def f(x: int) -> int:
    ...

@overload
def f(x: str) -> str:
    ...

def f(x):
    return x
print(f(1), f('a'), len(get_overloads(f)))

class A:
    x: 'int'
    y: ClassVar[str] = 's'

    def m(self, a: 'A') -> 'List[A]':
        ...
print(get_type_hints(A), get_type_hints(A.m))

@final
class Fi:
    pass
print(Fi.__final__, no_type_check(lambda: 1).__no_type_check__, assert_type(1, int), reveal_type.__name__)
print(Self, Never, LiteralString, Required[int], ParamSpec('P'), Concatenate, TypeAlias, TypeGuard[int])
print(Unpack, SupportsInt, isinstance(3, SupportsInt), isinstance([], Sized), issubclass(list, Sequence))
for f in ('isinstance(1,List[int])', 'Union[()]', 'Optional[1,2]', 'List[int,str]', 'Pr()', 'Literal', "TypeVar('T',int)", 'St[int,str]', 'isinstance(1,Any)', 'Union[1]', 'Callable[int]', 'Generic[int]'):
    try:
        print(f, eval(f))
    except Exception as e:
        print(f, type(e).__name__, e)

def g(a: int, b: Optional[str]=None, *c: float, **d: bool) -> Dict[str, Any]:
    ...
print(get_type_hints(g), g.__annotations__, list[int].__origin__, list[int]() == [], is_typeddict(TD))
print(ForwardRef('X'), AnyStr, Text, IO, Pattern, Match[str], DefaultDict[str, int], Counter[str])
print(Deque[int], ContextManager[int], Awaitable[int], Hashable)
try:
    assert_never(1)
except AssertionError as e:
    print(e)
