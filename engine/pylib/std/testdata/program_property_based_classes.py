import abc, typing, dataclasses, enum, copy, pickle

class Shape(abc.ABC):
    count: typing.ClassVar[int] = 0

    def __new__(cls, *a, **k):
        Shape.count += 1
        return super().__new__(cls)

    @property
    @abc.abstractmethod
    def area(self) -> float:
        ...

    def __lt__(self, o):
        return self.area < o.area

    def __repr__(self):
        return f"{type(self).__name__}({', '.join((f'{k}={v!r}' for k, v in vars(self).items()))})"

class Sq(Shape):

    def __init__(self, s):
        self.s = s

    @property
    def area(self):
        return self.s ** 2

    @area.setter
    def area(self, v):
        self.s = v ** 0.5

    @area.deleter
    def area(self):
        self.s = 0

    @staticmethod
    def unit():
        return Sq(1)

    @classmethod
    def of(cls, a):
        o = cls(0)
        o.area = a
        return o
s = Sq(3)
s.area = 16
print(s, s.area, Sq.of(25), Sq.unit(), min([Sq(2), Sq(1)]), Shape.count, copy.copy(s))
print(copy.deepcopy([s])[0], pickle.loads(pickle.dumps(s)))
del s.area
print(s)
try:
    Shape()
except TypeError as e:
    print(e)
