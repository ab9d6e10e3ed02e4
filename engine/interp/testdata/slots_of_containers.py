"""Subclasses of containers with __slots__ have these and no __dict__."""


class Base(list):
    __slots__ = ['x', 'y']


class Dict(Base):
    __slots__ = ['__dict__', 'z']


class Open(Base):
    pass


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


for base in list, dict, set, frozenset, bytearray, Base, Dict, Open, ValueError:
    class A(base):
        __slots__ = ['mark', '__private']

        def hide(self):
            self.__private = 1
            return self.__private
    a = A()
    attempt(lambda: a.mark)
    a.mark = [1]
    print(base.__name__, a.mark, hasattr(a, '__dict__'), a.hide())
    attempt(lambda: setattr(a, 'colour', 1))
    attempt(lambda: a.colour)
    attempt(lambda: delattr(a, 'mark'))
    attempt(lambda: delattr(a, 'mark'))
    attempt(lambda: a.mark)

b = Base([1])
b.x = 2
attempt(lambda: b.__dict__)
attempt(lambda: b.__reduce_ex__(2)[2])
attempt(lambda: Base().__reduce_ex__(2)[2])
attempt(lambda: vars(Base()))
attempt(lambda: setattr(b, '__class__', list))
