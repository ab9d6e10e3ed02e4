import collections.abc
import pickle
import types
import typing
from typing import *

T, U = TypeVar('T'), TypeVar('U')
P, Ts = ParamSpec('P'), TypeVarTuple('Ts')


def t(make):
    try:
        print(repr(make()))
    except Exception as e:
        print(type(e).__name__, e)


class C(Generic[T, Unpack[Ts]]):
    pass


class D(Generic[T, P]):
    pass


class Z(Generic[P]):
    pass


for alias in (list[T], tuple[T, U], tuple[*Ts], tuple[T, *Ts], tuple[T, *Ts, U], Tuple[T, U], Tuple[Unpack[Ts]], dict[str, list[T]],
              List[Union[T, int]], T | None, list[T] | U, C[T, Unpack[Ts]], Callable[[T], U], Callable[P, T], Callable[[Unpack[Ts]], T],
              collections.abc.Callable[[T], U], collections.abc.Callable[P, T], collections.abc.Callable[Concatenate[int, P], T],
              Callable[Concatenate[T, P], U], Annotated[T, 'm'], D[T, P], Z[P], ClassVar[T], list[int], tuple[()], Literal[1], Type[T]):
    print(alias, alias.__parameters__)
    for args in (int, str), (int,), (int, str, float), ([int, str], bool), (..., int), ([int], [str]), (), (*tuple[int, str],), (*tuple[int, ...], str), ('X',), ((), int):
        t(lambda: alias[args])
    t(lambda: alias[int])
for x in tuple[*tuple[int, ...]], *tuple[int, str], *Tuple[int, T], *Ts, *list[int]:
    print(x, getattr(x, '__unpacked__', '-'), getattr(x, '__typing_unpacked_tuple_args__', '-'), x == tuple[int, str], get_origin(x), get_args(x))
for made in (lambda: Generic[T, T], lambda: Generic[int], lambda: Generic[Ts], lambda: Generic[()], lambda: Protocol[T][int], lambda: C[()], lambda: list[int][str],
             lambda: Union[()], lambda: Optional[int, str], lambda: List[int, str], lambda: Dict[int], lambda: Callable[int], lambda: List[ClassVar[int]],
             lambda: List[Union], lambda: List[Generic], lambda: ClassVar[ClassVar[int]], lambda: Concatenate[int], lambda: Unpack[int], lambda: Annotated[int],
             lambda: TypeVar('X', int), lambda: TypeVar('X', int, str, bound=int), lambda: TypeVar('X', bound=Optional), lambda: Required[int, str],
             lambda: iter(Callable), lambda: iter(Union[int, str]), lambda: List[int](), lambda: Union(), lambda: ForwardRef('a b'),
             lambda: isinstance(3, List[int]), lambda: isinstance([], list[int]), lambda: issubclass(list, list[int]), lambda: Any()):
    t(made)


class Two(List[U], Generic[U, T]):
    pass


print(Two.__parameters__, Two.__mro__)
t(lambda: types.new_class('Three', (Generic[T], List[U])))


@runtime_checkable
class Closes(Protocol):
    def close(self): ...


@runtime_checkable
class Named(Protocol):
    name: str


class Plain(Protocol):
    def f(self): ...


class File:
    def close(self): ...


class NoClose(File):
    close = None


class Person:
    def __init__(self):
        self.name = 'x'


for obj in File(), NoClose(), Person(), 3:
    t(lambda: (isinstance(obj, Closes), isinstance(obj, Named)))
    t(lambda: issubclass(type(obj), Closes))
    t(lambda: isinstance(obj, Plain))
t(lambda: issubclass(3, Closes)); t(lambda: Closes()); t(lambda: type('X', (Protocol, File), {}))


class Movie(TypedDict, Generic[T], total=False):
    title: Required[str]
    year: Annotated[NotRequired[T], 'y']


class Sequel(Movie[int]):
    of: 'Movie'


print(Movie.__required_keys__, Movie.__optional_keys__, Sequel.__total__, sorted(Sequel.__optional_keys__), get_type_hints(Sequel), Movie[int], Movie(title='x'))
t(lambda: type('X', (Movie, File), {})); t(lambda: TypedDict('X', {'a': 1}, b=int)); t(lambda: TypedDict('X', {'a': (1, 2)}))


class Pair(NamedTuple, Generic[T]):
    a: T
    b: 'Pair[int]' = None


print(Pair.__mro__, Pair[int](3), Pair(1).b, get_type_hints(Pair)); t(lambda: Pair[int, str])


class Node:
    next: 'Optional[Node]'
    kinds: ClassVar['list[Node]'] = []
    both: Annotated['int | list[Annotated[str, 1]]', 2]


def function(*args: *Ts, a: 'Node' = None, b: None = None, **kw: List['Node']): ...


print(get_type_hints(Node)); print(get_type_hints(Node, include_extras=True))
del function.__annotations__['args']
print(get_type_hints(function)); print(get_type_hints(types)); print(get_type_hints(len)); t(lambda: get_type_hints(3))
Id = NewType('Id', int)
print(Id, Id(3), Id.__supertype__, pickle.loads(pickle.dumps(Id)) is Id, Id | None); t(lambda: type('X', (Id,), {}) if False else types.new_class('X', (Id,)))
for x in List[int], Union[int, str], Optional[str], Literal[1, 'a'], Annotated[int, 3], Callable[[int], str], list[int], dict[str, int], Unpack[Ts], T, P, Ts, Any, Generic[T], C[int, str]:
    print(x, pickle.loads(pickle.dumps(x)) == x, getattr(x, '__name__', None), x.__module__)
print(pickle.loads(pickle.dumps(int | str)) == (int | str))
t(lambda: ForwardRef('int') == ForwardRef('int')); t(lambda: ForwardRef('A', module='m')); t(lambda: typing.get_overloads(t))
t(lambda: assert_never('x' * 200))

# the annotation of *args may be one item of what it names
def f(*args: *Ts): pass
print(f.__annotations__)
def g(*args: *tuple[int, ...]): pass
print(g.__annotations__)
def h(*args: *(1,)): pass
print(h.__annotations__)
try:
    def k(*args: *(1, 2)): pass
except ValueError as e: print(e)
try:
    def k(*args: *5): pass
except TypeError as e: print(e)
exec("from __future__ import annotations\ndef f(*args: *Ts): pass\nprint(f.__annotations__)")
