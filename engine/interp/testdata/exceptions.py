def f1():
    try:
        raise ValueError(1)
    except ValueError:
        try:
            raise KeyError(2)
        except KeyError as e:
            print(type(e.__context__).__name__, e.__cause__)
        try:
            raise KeyError(2) from TypeError('c')
        except KeyError as e:
            print(type(e.__context__).__name__, type(e.__cause__).__name__, e.__suppress_context__)
f1()
def f2():
    for i in range(3):
        try:
            if i == 1: continue
            if i == 2: break
            print('body', i)
        finally:
            print('fin', i)
    else:
        print('noelse')
    return 'done'
print(f2())
def f3():
    while True:
        try:
            return 'a'
        finally:
            break
    return 'b'
print(f3())
def f4():
    try:
        1/0
    except ZeroDivisionError as e:
        msg = str(e)
    try:
        print(e)
    except NameError as n:
        print(n)
    return msg
print(f4())
def f5():
    try:
        raise ValueError('v')
    except ValueError:
        try:
            raise
        except ValueError as e2:
            print('re', e2)
    try:
        raise
    except RuntimeError as e:
        print(e)
f5()
class CM:
    def __init__(self, n, sup=False): self.n = n; self.sup = sup
    def __enter__(self): print('enter', self.n); return self
    def __exit__(self, t, v, tb): print('exit', self.n, t.__name__ if t else None); return self.sup
def f6():
    with CM(1) as a, CM(2, True) as b:
        print(a.n, b.n)
        raise ValueError('z')
    print('after')
    with CM(3):
        return 'ret'
print(f6())
try:
    with CM(4): 1/0
except ZeroDivisionError: print('zde')
try:
    with 5: pass
except TypeError as e: print(e)

# An OSError keeps its arguments, whatever comes after.
try:
    try: raise OSError(2, 'msg', 'file')
    except OSError as e: raise RuntimeError(repr(e), [1, 2], 3) from e
except RuntimeError as e: print(repr(e.__cause__), e.args)
try:
    try: raise KeyError
    except (ValueError, (KeyError, IndexError)): print('caught')
except TypeError as e: print(e)
class NoAdd: __add__ = None; __eq__ = None
for f in (lambda: NoAdd() + 1, lambda: NoAdd() == NoAdd()):
    try: f()
    except TypeError as e: print(e)
class Empty(str):
    def __len__(self): return 0
print(bool(Empty('a')), hasattr(str, '__bool__'))
