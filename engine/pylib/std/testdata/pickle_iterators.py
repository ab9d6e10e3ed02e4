import pickle, copy, operator
def show(make):
    it = make(); next(it)
    for proto in (2, 4):
        again = pickle.loads(pickle.dumps(it, proto))
        print(type(again).__name__.replace('longrange', 'range'), list(again), end=' ')
    c = copy.copy(it); print(next(c, None), list(it), list(c))
    print(it.__reduce__()[0].__name__)
class S:
    def __getitem__(self, i):
        if i > 3: raise IndexError
        return i * i
for make in [lambda: iter([1,2,3]), lambda: reversed([1,2,3]), lambda: iter((1,2,3)), lambda: iter('a\u00e9b'), lambda: iter('abc'), lambda: iter(b'abc'), lambda: iter(bytearray(b'abc')),
    lambda: iter(range(1, 9, 3)), lambda: iter({1:2,3:4}), lambda: iter({1:2,3:4}.items()), lambda: iter({5,6}), lambda: reversed((1,2,3)), lambda: reversed(range(4)), 
    lambda: enumerate('abc', 5), lambda: zip('abc', (1,2,3)), lambda: map(str, [1,2,3]), lambda: filter(None, [1,2,3]), lambda: reversed({1:2, 3:4}), lambda: iter(range(2**70, 2**70+3))]:
    try: show(make)
    except Exception as e: print(type(e).__name__, e)
it = iter([1]); list(it); print(it.__reduce__()[1:])
it = iter((1,)); list(it); print(it.__reduce__()[1:])
it = iter(int, 0); list(it); print(it.__reduce__()[1:])
it = iter(list, 1); print(it.__reduce__()[1:])
it = iter([1,2,3]); it.__setstate__(2); print(list(it))
it = reversed([1,2,3]); it.__setstate__(0); print(list(it))
for f in (str.upper, len, [1].append, 'x'.join, dict.fromkeys, operator.add, str.__add__, (5).__add__):
    r = f.__reduce__()
    print(r if isinstance(r, str) else (r[0].__name__, r[1]))
    print(copy.deepcopy(f) == f)
for make in (lambda: iter(b'ab'), lambda: iter(bytearray(b'ab'))):
    it = make()
    list(it)
    print(it.__length_hint__(), list(it), it.__reduce__()[1:], list(copy.copy(it)))
