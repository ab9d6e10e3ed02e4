# Who asks an iterable for its length, and what other objects may act as classes.


class Sized:
    def __len__(self):
        print('len', end=' ')
        return 3

    def __iter__(self):
        print('iter', end=' ')
        return iter('abc')


def take(*args):
    return args


x = Sized()
y = []
print(list(x))
print(tuple(x))
print([*x], (0, *x), take(*x))
print(sorted(x), dict.fromkeys(x), '-'.join(x), max(x))
y.extend(x)
y += x
y[1:2] = x
print(y)
a, *b = x
print(a, b, [i for i in x], 'c' in x)


class Guess:
    def __init__(self, hint):
        self.hint = hint

    def __iter__(self):
        return iter(())

    def __length_hint__(self):
        if isinstance(self.hint, Exception):
            raise self.hint
        return self.hint


for hint in (0, 5, NotImplemented, TypeError('no'), 'text', -1, ValueError('given up')):
    try:
        print(list(Guess(hint)))
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)


class Kind:
    def __init__(self, *bases):
        self.bases = bases

    @property
    def __bases__(self):
        return self.bases


class Thing:
    def __init__(self, kind):
        self.kind = kind

    @property
    def __class__(self):
        return self.kind


base = Kind()
derived = Kind(Kind(), Kind(base))
print(issubclass(derived, base), issubclass(base, derived), isinstance(Thing(derived), base), isinstance(5, base), issubclass(derived, int))
for wrong in ('issubclass(Thing(5), int)', 'issubclass(derived, 5)', 'isinstance(5, Kind(1).bases)', 'isinstance(5, Thing(3))'):
    try:
        print(eval(wrong))
    except TypeError as e:
        print(e)


def f():
    pass


f.__dict__ = {'a': 1}
print(f.a, f.__dict__)
for change in ('f.__dict__ = 5', 'del f.__dict__', 'f.__builtins__ = 1'):
    try:
        exec(change)
    except (TypeError, AttributeError) as e:
        print(e)

try:
    try:
        raise ExceptionGroup('g', [ValueError(1), TypeError(2)])
    except* (ValueError, TypeError):
        raise KeyError(3)
except BaseException as e:
    print(repr(e))
try:
    raise ExceptionGroup('g', [ValueError(1), TypeError(2)])
except* ValueError as e:
    raise SyntaxError(3)
except* TypeError as e:
    raise SyntaxError from e
