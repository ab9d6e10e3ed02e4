# Slots of classes that are made alike, and of those that only look so.
class Base:
    def __len__(self): return 1
    def __add__(self, o): return "base+"


class Plain(Base): pass
class Alike(Base): pass
class Own(Base):
    def __add__(self, o): return "own+"
class OwnToo(Base):
    def __add__(self, o): return "own too+"
print(Plain() + 1, Alike() + 1, Own() + 1, OwnToo() + 1, len(Own()))

# None switches off, the method of object is not one written in Python.
class Unhashable(Base):
    __hash__ = None
class Hashable(Unhashable):
    __hash__ = object.__hash__
class Deeper(Hashable): pass
for c in Unhashable, Hashable, Deeper:
    try:
        print(c.__name__, hash(c()) is not None)
    except TypeError as e:
        print(e)

# What a base gets or loses later, its subclasses have or have not.
Base.__neg__ = lambda self: type(self).__name__
print(-Plain(), -OwnToo())
class Late(Base): pass
print(-Late())
del Base.__neg__
for c in Plain, Late:
    try:
        print(-c())
    except TypeError as e:
        print(e)
class After(Base): pass
try:
    -After()
except TypeError as e:
    print(e)
Own.__add__ = lambda self, o: "new own+"
class Below(Own): pass
print(Own() + 1, Below() + 1, OwnToo() + 1)

# A metaclass may choose another order of search than one base has.
class Other:
    def __len__(self): return 7
class Meta(type):
    def mro(cls):
        found = super().mro()
        return [found[0], Other, *found[1:]] if cls.__name__ == "Turned" else found
class Turned(Base, metaclass=Meta): pass
class Straight(Base, metaclass=Meta): pass
print(len(Turned()), len(Straight()))

# Bases that change.
class A: pass
class B(A): pass
class C(A): pass
class Loud:
    def __call__(self): return "called"
class LoudA(Loud): pass
B.__bases__ = (LoudA,)
print(B()(), callable(C()))
class D(B): pass
print(D()())
