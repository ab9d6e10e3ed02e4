from dataclasses import dataclass
from typing import *
import typing

T, K, V = TypeVar('T'), TypeVar('K', bound=int), TypeVar('V', int, str)
P, Ts = ParamSpec('P'), TypeVarTuple('Ts')
for form in (Callable[P, T], Callable[..., T], Annotated[int, 'm', 3], P.args, P.kwargs, Unpack[Ts], Concatenate[int, P], int | None, list[T], Generic[T]):
    print(repr(form), get_origin(form), get_args(form), getattr(form, '__parameters__', None))
print(Dict[str, T][int], Union[T, str][int], Callable[[T], T][int], Optional[T][str], Tuple[T, K][int, str], Annotated[T, 1][int],
      Callable[P, T][[int, str], float], list[T][int], dict[str, list[T]][int], list[list[T] | None][int])


class Box(Generic[T]):
    def __init__(self, v: T) -> None:
        self.v = v


class Pair(Box[T], Generic[T, K]):
    pass


class Array(Generic[Unpack[Ts]]):
    pass


class Task(Generic[P, T]):
    pass


print(Box[int], Pair[str, int], Array[int, str], Array[()], Array[int, Unpack[Ts]], Task[[int, str], bool], Task[..., int], Task.__parameters__)


@runtime_checkable
class Named(Protocol):
    name: str


@dataclass
class Person(Named):
    name: str


print(Person('x'), isinstance(Person('x'), Named))


class Parent:
    a: int


class Child(Parent):
    c: 'ClassVar[List[Child]]' = []


def annotated(a: int, b: 'Optional[str]' = None, *args: 'List[int]', c: Annotated[int, 'x'] = 1, **k: float) -> 'Box[int]': ...


@no_type_check
def unchecked(a: 'not a type') -> 1: ...


print(get_type_hints(annotated), get_type_hints(annotated, include_extras=True)['c'], get_type_hints(Child), get_type_hints(Child.__init__), get_type_hints(unchecked))
for make in (lambda: Named(), lambda: issubclass(Person, Named), lambda: List[int, str], lambda: Box[int, str], lambda: list[int][str], lambda: dict[T, K][int],
             lambda: Annotated[int], lambda: Annotated(), lambda: Generic[int], lambda: Array[int][str], lambda: Callable[int]):
    try:
        print(make())
    except Exception as e:
        print(type(e).__name__, e)
