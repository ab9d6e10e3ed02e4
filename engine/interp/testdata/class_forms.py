def p(f, *a):
    try: print(f(*a))
    except Exception as e: print(type(e).__name__, e)
# an mro() of the metaclass
class M(type):
    def mro(c): return [c, object]
class A: x = 1
class B(A, metaclass=M): pass
print(B.__mro__, hasattr(B, 'x'), type.mro(B))
class Bad(type):
    def mro(c): return [c, 5]
p(lambda: Bad('C', (), {}))
# the instance dictionary and weak references
class P: pass
o = P()
o.__dict__ = {'z': 5}
print(o.z)
del o.__dict__
print(o.__dict__, o.__weakref__, sorted(P.__dict__))
class S: __slots__ = ()
print(hasattr(S(), '__dict__'), hasattr(S(), '__weakref__'))
for slots in ('__dict__', '__dict__'), ('__weakref__', '__weakref__'): p(lambda: type('T', (), {'__slots__': slots}))
p(lambda: type('a\0b', (), {}))
# __new__ by a descriptor, super() of a proxy, a class method in a class method
class N:
    @classmethod
    def __new__(*args): return args
print(N(1, 2) == (N, N, 1, 2))
class Q(P):
    def f(self): return super(Q, self).__class__
class Proxy:
    def __init__(self, o): self.o = o
    __class__ = property(lambda self: Q)
print(Q.f(Proxy(Q())))
class W:
    @classmethod
    @classmethod
    def f(cls): return cls.__name__
print(W.f())
# docstrings of properties
class D:
    x = property(doc='given')
    @x.getter
    def x(self): return 1
    @property
    def y(self): 'of y'
    @y.getter
    def y(self): 'of another y'
print(D.x.__doc__, D.y.__doc__)
class Sub(property): 'of the class'
print(Sub(lambda self: 1, doc=None).__doc__, Sub(D.y.fget).__doc__)
def rebind():
    class X: pass
    class Y(X): pass
    X.__bases__ = (Y,)
p(rebind)
p(lambda: P().__init__(1))
class Z:
    def __complex__(self): return 1
p(complex, Z())
class Slotted(set): __slots__ = ('x', '__dict__')
s = Slotted([1])
s.x, s.y = 2, 3
print(s, s.x, s.y)
# hooks may change the class they are called for
class Sets:
    def __init__(self, name, to): self.name, self.to = name, to
    def __set_name__(self, owner, name): setattr(owner, self.name, self.to)
class Removes(Sets):
    def __set_name__(self, owner, name): delattr(owner, self.name)
class C:
    a = Sets('b', 1)
    b = Sets('a', 2)
    c = Removes('d', 0)
    d = Removes('c', 0)
print(C.a, C.b, hasattr(C, 'c'), hasattr(C, 'd'))
for slots in "'a b'", "'1a'", "('a', 'a')", "['b', 'b', 'c']":
    try: exec(f'class S: __slots__ = {slots}'); print(slots, 'fine')
    except TypeError as e: print(slots, e)
class Slotted: __slots__ = 'a'
for f in Slotted.a.__get__, Slotted.a.__set__:
    try: f(3, 1)
    except TypeError as e: print(e)
