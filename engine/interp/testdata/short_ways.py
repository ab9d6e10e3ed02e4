# What has a short way in common cases: its corners are those of the long one.
for r in [range(0), range(3), range(5, 0, -2), range(0, 7, 3), range(-2**61, 2**61, 2**60), range(2**62, 2**63 - 1, 2**61),
          range(2**70, 2**70 + 3), range(-2**63, 2**63 - 1, 2**62), range(4, 4), range(9, -9, -4)]:
    print(r, list(reversed(r)), [x in r for x in (0, 1, 3, 6, 5, -1, -3, 2**61, -2**61, 2**62, 2**70, True)])
it = reversed(range(4))
print(next(it), it.__length_hint__(), list(it), list(it), type(it).__name__)

print(abs(0), abs(-0.0), abs(-2**63), abs(2**63 - 1), abs(True), abs(-1.5), abs(float('-inf')), abs(3 - 4j))
try:
    abs('x')
except TypeError as e:
    print(e)


class Backwards(list):
    def __iter__(self):
        return reversed(self)


xs = [1, 2]
t = tuple(xs)
xs.append(3)
print(t, tuple(xs), tuple(Backwards([1, 2, 3])), tuple([]), tuple([1]), tuple(list(range(9))))

# Defaults of functions written in Go.
d = {'a': 1}
print(d.get('b'), d.get('b', 2), d.get('a'), [1, 2, 3].pop(), [1, 2, 3].pop(0), ' x '.strip(), 'xax'.strip('x'), 'a b'.split(None, 1))
for f in (lambda: d.get(), lambda: d.get(1, 2, 3), lambda: [].pop(1, 2), lambda: dict.get(1, 2), lambda: [].pop()):
    try:
        f()
    except (TypeError, IndexError) as e:
        print(type(e).__name__, e)


class Key:
    """Its comparison calls functions with defaults while one is under way."""
    def __hash__(self):
        return 1

    def __eq__(self, other):
        return [d.get('zzz'), {'q': 5}.get('q'), [7, 8].pop()] == [None, 5, 8]


k = {Key(): 'found'}
print(k.get(Key(), 'default'), {Key(): 3}.pop(Key(), 4), k.setdefault(Key()))


# Methods that are looked up and not called at once, in one place for several classes.
class A:
    def f(self):
        return 'A.f', self.x

    def __init__(self, x):
        self.x = x


class B(A):
    def f(self):
        return 'B.f', self.x


def take(o):
    return o.f


a, b = A(1), B(2)
for o in (a, a, b, a, b, b):
    print(take(o)(), end=' ')
a.f = lambda: 'own'
print(take(a)(), take(b)())
A.f = lambda self: 'new'
print(take(A(3))(), take(b)())
del B.f
print(take(b)(), take(a)(), take(b).__self__ is b, take(b) == take(b), take(b) is take(b))
append = [f for f in map(lambda l: l.append, ([], [1], [1, 2]))]
for f in append:
    f(0)
    print(f.__self__)
