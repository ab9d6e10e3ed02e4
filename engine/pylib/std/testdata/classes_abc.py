from abc import *

class A(ABC):

    @abstractmethod
    def f(self):
        """doc"""

    @property
    @abstractmethod
    def p(self):
        ...

    @classmethod
    @abstractmethod
    def c(cls):
        ...
for k in (A,):
    try:
        k()
    except TypeError as e:
        print(e)

class B(A):

    def f(self):
        return super().f()
try:
    B()
except TypeError as e:
    print(e)

class C(B):
    p = 1

    @classmethod
    def c(cls):
        return 'c'
print(C().f(), C.c(), sorted(A.__abstractmethods__), C.__abstractmethods__, isinstance(C(), A))

@A.register
class V:
    pass
print(issubclass(V, A), isinstance(V(), A))

class S(ABC):

    @classmethod
    def __subclasshook__(cls, k):
        return hasattr(k, 'quack') or NotImplemented

class D:

    def quack(s):
        ...
print(issubclass(D, S), isinstance(D(), S), issubclass(int, S), get_cache_token.__name__)
print(update_abstractmethods.__name__)

class M(metaclass=ABCMeta):

    @abstractmethod
    def one(s):
        ...
try:
    M()
except TypeError as e:
    print(e)

@abstractmethod
def fn():
    ...
print(fn.__isabstractmethod__)
