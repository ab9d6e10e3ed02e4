def p(f, *a):
    try: print(f(*a))
    except BaseException as e: print(type(e).__name__, e, repr(e.__context__))
def g():
    while True:
        try: yield
        except ValueError as e: print('caught', repr(e))
def start():
    it = g()
    next(it)
    return it
for args in (ValueError, TypeError(1)), (ValueError, ValueError(2), None), (ValueError(1), 'x'), (ValueError, 'x', 23), (ValueError, (1, 2)), (5,), (int,), ('x',):
    p(start().throw, *args)
def inner(): yield
def outer():
    try: raise KeyError('a')
    except Exception: yield from inner()
it = outer()
next(it)
p(it.throw, ValueError)
def handling():
    try: yield
    except ValueError:
        yield 1
        yield 2
        raise
it = handling()
next(it)
try: raise ValueError
except ValueError as e: print(it.throw(e))
print(next(it))
p(next, it)
f = lambda: (yield 1)
it = f()
next(it)
p(it.send, 2)
it.__name__, it.__qualname__ = 'name', 'qual'
print(it.__name__, it.__qualname__, repr(it)[:22])
p(setattr, it, '__name__', 1)
class Sub:
    def __iter__(self): return self
    def __next__(self): return 1
    def close(self): print('running', d.gi_running)
def delegate(): yield from Sub()
d = delegate()
next(d)
d.close()
# a circle of contexts that the program made is walked once
try:
    try: raise ValueError(1)
    except ValueError as e:
        a, b, c = KeyError(1), KeyError(2), KeyError(3)
        e.__context__, a.__context__, b.__context__, c.__context__ = a, b, c, a
        raise TypeError(2)
except TypeError as e: print(repr(e.__context__.__context__))
# an iterator that a generator delegates to gets what throw() was given, as it is
class Catcher:
    def __iter__(self): return self
    def __next__(self): return 1
    def throw(self, *args):
        print('throw', args)
        return 2
def catching(): yield from Catcher()
for args in (5,), (KeyError,), (KeyError, 'x'), ('a', 'b'):
    it = catching()
    next(it)
    p(it.throw, *args)
class Steady:
    def __iter__(self): return self
    def __next__(self): return 1
def steady(): yield from Steady()
it = steady()
next(it)
p(it.throw, 5)
p(next, it)
p(it.throw, KeyError)
p(next, it)
