def p(f, *a):
    try: print(f(*a))
    except Exception as e: print(type(e).__name__, e)
# containers that change while they are compared or walked
def clearing(box):
    class C:
        def __eq__(self, other):
            box.clear()
            return False
        def __hash__(self): return 1
    return C()
for method in 'index', 'count', '__contains__', 'remove':
    l = []
    l.extend([clearing(l), 2, 3])
    p(getattr(l, method), 9)
s = set()
c = clearing(s)
s.add(c)
p(s.add, 1)
p(lambda: s & {1, c})
d = {0: 0}
def grow():
    for i in d: d[i + 1] = 0
p(grow)

for make in (lambda: iter([1, 2, 3]), lambda: reversed([1, 2, 3]), lambda: iter('aé'), lambda: iter({1: 2, 3: 4}), lambda: reversed({1: 2, 3: 4}),
             lambda: iter({1, 2}), lambda: iter(b'abc'), lambda: reversed((1, 2)), lambda: iter({1: 2}.items())):
    it = make()
    print(it.__length_hint__(), next(it), it.__length_hint__(), len(list(it)), it.__length_hint__())
# methods of built-in classes used as special methods
class A: pass
A.__repr__ = A.__str__
try: repr(A())
except RecursionError: print('too deep')
class Doc:
    def __get__(self, obj, cls): return 'doc of ' + cls.__name__
class B: __doc__ = Doc()
print(B.__doc__, B().__doc__)
class E:
    def __hash__(self): return hash('name')
    def __eq__(self, other): return False
a = A()
a.__dict__[E()] = 1
a.name = 2
print(a.name, {1} | {2}, set.__ror__({1}, {2}))
class I(int):
    def __pow__(self, other, mod=None): return ('I', mod)
print(pow(I(2), 3, 5), I(2) ** 3, int.__pow__(2, 'a', 3))
p(pow, 1j, 2, 3)
p(pow, 2.0, 2, 3)
