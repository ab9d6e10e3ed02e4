# What becomes of attributes that are deleted, or set to what they cannot be.

e = ValueError(1)
for a in ('__suppress_context__', '__cause__', '__context__', '__traceback__', 'args', '__dict__', 'foo'):
    try: delattr(e, a); print(a, 'ok')
    except Exception as x: print(a, type(x).__name__, x)
for a, v in (('__suppress_context__', 5), ('__suppress_context__', False), ('args', 5), ('args', [1]), ('__traceback__', 5), ('__context__', 5)):
    try: setattr(e, a, v); print(a, getattr(e, a))
    except Exception as x: print(a, type(x).__name__, x)
try:
    try: 1/0
    except ZeroDivisionError as z: raise e
except ValueError as e:
    tb = e.__traceback__
    for v in (tb, 5, 'x', None):
        try: tb.tb_next = v; print('ok')
        except Exception as x: print(type(x).__name__, x)
    try: del tb.tb_next
    except TypeError as x: print(x)
u = UnicodeDecodeError('utf8', b'abc', 0, 1, 'r')
for a in ('start', 'end', 'object', 'encoding', 'reason'):
    try: delattr(u, a); print(a, 'ok')
    except Exception as x: print(a, type(x).__name__, x)
class C:
    x: int
print(C.__annotations__); del C.__annotations__
try: del C.__annotations__
except AttributeError as x: print(x)
print(C.__annotations__)
for c in (int, C):
    for a in ('__name__', '__bases__', '__module__', '__dict__', '__doc__', '__mro__', '__qualname__'):
        try: delattr(c, a); print(c.__name__, a, 'ok')
        except Exception as x: print(c.__name__, a, type(x).__name__, x)
def g(): yield
k = g()
for a in ('__name__', '__qualname__', 'gi_frame', 'gi_running', 'gi_code', 'gi_yieldfrom', 'x'):
    try: delattr(k, a); print(a, 'ok')
    except Exception as x: print(a, type(x).__name__, x)
    try: setattr(k, a, 5); print(a, 'ok')
    except Exception as x: print(a, type(x).__name__, x)
def f(x=1):
    def h(): return x
    return h
c = f().__closure__[0]; c.cell_contents = 5; print(c.cell_contents); del c.cell_contents
try: c.cell_contents
except ValueError as x: print(x)
try: del c.cell_contents; print('ok')
except ValueError as x: print(x)

group = ExceptionGroup('m', [e])
for a in ('message', 'exceptions'):
    for change in (lambda: delattr(group, a), lambda: setattr(group, a, 'x')):
        try: change(); print('ok')
        except Exception as x: print(a, type(x).__name__, x)
