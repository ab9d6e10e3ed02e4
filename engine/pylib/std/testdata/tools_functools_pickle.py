import copy
import functools
import operator
import pickle


def again(x):
    return pickle.loads(pickle.dumps(x)), copy.copy(x), copy.deepcopy(x)


add = functools.partial(operator.add, 2)
for made in again(add):
    print(made(3), made.args, made.keywords)
add.note = 'kept'
print(again(add)[0].note)
for getter in (operator.itemgetter(1), operator.itemgetter(0, 1), operator.attrgetter('real'), operator.methodcaller('split', ','),
               operator.methodcaller('split', sep=',')):
    print([repr(made) for made in again(getter)][1:])
print(operator.length_hint([1, 2]), operator.length_hint(iter([1, 2, 3])), operator.length_hint(object(), 7))


@functools.lru_cache
def square(n):
    return n * n


print(all(made is square for made in again(square)))


@functools.total_ordering
class Age:
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        return self.n == other.n

    def __lt__(self, other):
        return self.n < other.n


print(Age.__ge__.__name__, Age.__ge__.__qualname__, Age(2) >= Age(1), Age(1) > Age(1))


class Cell:
    def set(self, state, /, note=''):
        return self, state, note

    alive = functools.partialmethod(set, True)
    named = functools.partialmethod(alive, note='n')

    @classmethod
    def make(cls, n):
        return cls, n

    two = functools.partialmethod(make, 2)


c = Cell()
print(c.alive()[1:], c.named()[1:], Cell.two(), c.two() == (Cell, 2))
print(type(Cell.__dict__['alive']).__name__, repr(Cell.__dict__['named'])[:24])


@functools.singledispatch
def kind(x):
    return 'any'


@kind.register
def _(x: int | str):
    return 'int or str'


@kind.register(list | tuple)
def _(x):
    return 'row'


print(kind(1), kind('a'), kind([]), kind(()), kind(2.5))
for wrong in (lambda: kind.register(1), lambda: kind.register(1, print), lambda: kind()):
    try:
        wrong()
    except TypeError as e:
        print(e)

p = functools.partial(print)
p.__setstate__((p, (), {}, {}))
print(repr(p))
