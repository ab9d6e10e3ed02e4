# class features
class Meta(type):
    def __new__(m, name, bases, ns, **kw):
        c = super().__new__(m, name, bases, ns)
        c.kw = kw
        return c
    def __init__(c, name, bases, ns, **kw): super().__init__(name, bases, ns)
    @classmethod
    def __prepare__(m, name, bases, **kw): return {'prepared': True}
    def __call__(cls, *a): 
        print('call', a)
        return super().__call__(*a)
class B(metaclass=Meta, z=1):
    def __init__(self, *a): self.a = a
    def __init_subclass__(cls, **kw):
        print('sub', cls.__name__)
        super().__init_subclass__(**kw)
class C(B): pass
print(B.kw, B.prepared, C(1, 2).a)
class D:
    def __set_name__(self, owner, name): print('set_name', owner.__name__, name)
    def __get__(self, obj, owner): return 42 if obj is not None else self
    def __set__(self, obj, v): print('set', v)
class E: d = D()
e = E(); e.d = 3; print(e.d)
class X:
    def __getattr__(self, n): return n.upper()
    def __call__(self, *a, **k): return (a, k)
    def __getitem__(self, i): return i
    def __len__(self): return 3
    def __contains__(self, v): return v == 1
    def __eq__(self, o): return True
    def __hash__(self): return 1
    def __bool__(self): return False
    def __iter__(self): return iter([1, 2])
    def __add__(self, o): return 'add'
    def __radd__(self, o): return 'radd'
    def __iadd__(self, o): return 'iadd'
    def __neg__(self): return 'neg'
    def __repr__(self): return 'XX'
    def __format__(self, s): return 'fmt' + s
xx = X()
print(xx.foo, xx(1, k=2), xx[3], xx[1:2], len(xx), 1 in xx, 2 in xx, xx == 5, not xx, list(xx), xx + 1, 1 + xx, -xx, f'{xx:abc}', f'{xx!r:>5}', xx)
xx += 1
print(xx)
