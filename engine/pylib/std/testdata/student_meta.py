"""A student's program: meta."""
class Registry(type):
    classes = {}
    def __new__(m, name, bases, ns, **kw):
        c = super().__new__(m, name, bases, ns); m.classes[name] = c; c.kw = kw; return c
    def __init__(c, name, bases, ns, **kw): super().__init__(name, bases, ns)
    def __call__(c, *a): print("making", c.__name__); return super().__call__(*a)
    def __len__(c): return 42
class A(metaclass=Registry, tag="x"):
    def __init__(self, v=0): self.v = v
class B(A): pass
print(Registry.classes, A.kw, B(3).v, len(A), type(B))
class Sub:
    subs = []
    def __init_subclass__(cls, /, label=None, **k): super().__init_subclass__(**k); cls.subs.append((cls.__name__, label))
class S1(Sub, label="one"): pass
class S2(S1): pass
print(Sub.subs)
class Desc:
    def __set_name__(self, owner, name): self.name = name; print("named", name, owner.__name__)
    def __get__(self, obj, owner=None): return self if obj is None else obj.__dict__.get(self.name, "unset")
    def __set__(self, obj, v):
        if not isinstance(v, int): raise TypeError(f"{self.name} must be int, not {type(v).__name__}")
        obj.__dict__[self.name] = v
    def __delete__(self, obj): del obj.__dict__[self.name]
class D:
    x = Desc(); y = Desc()
d = D(); d.x = 3; print(d.x, d.y, type(D.x).__name__, d.__dict__)
class Single(type):
    _i = {}
    def __call__(cls, *a, **k):
        if cls not in cls._i: cls._i[cls] = super().__call__(*a, **k)
        return cls._i[cls]
class Conf(metaclass=Single): pass
print(Conf() is Conf(), A.__mro__, B.mro())
X = type("X", (A,), {"hello": lambda self: "hi"}); print(X(1).hello(), X)
class Dyn:
    def __getattr__(self, n):
        if n.startswith("get_"): return lambda: n[4:]
        raise AttributeError(f"no {n}")
    def __getitem__(self, k): return k
    def __contains__(self, k): return k == 1
    def __call__(self, *a): return a
y = Dyn(); print(y.get_foo(), y[1:2, ...], 1 in y, y(1, 2), hasattr(y, "zz"))
