def p(f,*a,**k):
    try: print(f(*a,**k))
    except BaseException as e: print(type(e).__name__, e)
for base, arg in (float,2.5),(tuple,[1,2]),(list,[1,2]),(frozenset,[1]),(bytes,b'a'),(complex,1):
    class I(base):
        def __init__(self, a, newarg=None): self.newarg = newarg
    class N(base):
        def __new__(cls, a, newarg=None):
            self = super().__new__(cls, a); self.newarg = newarg; return self
    class P(base): pass
    def mk(c):
        x = c(arg, newarg=3); return x, getattr(x,'newarg',None)
    if base not in (bytes, complex): p(mk, I)
    p(mk, N); 
    if base not in (bytes,complex): p(mk, P)
class F(float):
    def __float__(self): return 42.0
print(float(F(1)), F(1)+1, hash(''), hash(b''), (-0.0)**float('-inf'))
p(lambda: 0.0 ** -1)
def m(v):
    match v:
        case bytearray(z): return 'ba', z
        case [a, *b]: return a, b
        case _: return 'no'
print(m(bytearray(b'x')), m(memoryview(b'abc')), m(b'abc'))
print(type({'a':1}.__class__.__dict__ | {}), len({} | type('X',(),{'zz':1}).__dict__) > 0)
p(lambda: print << 1)
p(compile, '1\n2', 'f', 'single'); p(compile,'x=1;y=2','f','single') if 0 else None
def f():
    x=1
    def g(): return x
    return g
class X(int):
    def __index__(self): return 7
p(lambda: print(1, sep=1)); p(lambda: print(1,end=2)); p(lambda: print(1,file=3)); p(lambda: print(1,foo=2)); print(1,2,sep='',end='|\n'); print(1,2,sep=None,end=None)
class W:
    def write(self,s): out.append(s)
out=[]; print(1,'a',file=W()); print(out)
for call in ('enumerate()', 'enumerate(iterable=[1])', 'enumerate(start=1)', 'enumerate([], 1, start=2)', 'enumerate([], iterable=2)',
             '[1].sort(reverse=None)', 'sorted([1], reverse="x")', 'sorted([1, 2], reverse=2)', 'bytearray(b"abc").extend("x")', 'bytearray().extend("")',
             'bytes([300])', 'bytearray([300])', 'bytes(None)', 'bytearray(None)'):
    p(lambda: (lambda v: v if isinstance(v, list) or v is None else list(v))(eval(call)))
for v in 'str', 5, None, [1, 'a'], [300], 3.5, b'x':
    b = bytearray(b'abc')
    p(b.__setitem__, slice(1, 2), v)
    print(b)
b = bytearray(b'ab')
try: b += b
except BufferError as e: print(e)
s = b'abc'
print(s.strip() is s, s.strip(b'a') is s)
t, s, b = (1, 2), 'abc', b'abc'
print(t[:] is t, t * 1 is t, t + () is t, s[:] is s, b[:] is b, t[::-1], (1,)[::-1], str(errors='strict') == '')
print(repr(bytearray(b"a'b")), repr(bytearray(b"""a'"b""")), repr(bytearray(b'a"b')))
class Items:
    def __getitem__(self, i): return i
p(reversed, Items())
# arguments that fit no parameter
for call in ("'a'.upper(1, foo=2)", "'a'.count(foo=1)", "'a'.lstrip(1, 2, foo=1)", "'a'.encode(1, 2, foo=1)", "'a'.expandtabs(1, foo=2)", "'a'.encode(foo=1)",
             "[].sort(1, 2, 3)", "[].sort(1)", "[].sort(foo=1)", "sorted([], 1, 2, 3)", "sorted()", "int.from_bytes(1, 2, 3, 4)", "int.from_bytes(foo=1)",
             "set().difference(foo=1)", "abs(1, 2, foo=1)", "ord(1, 2, foo=1)", "globals(1, foo=2)", "pow(1, foo=2)", "round(foo=1)", "round(1, 2, 3)",
             "compile(1, foo=2)", "memoryview(foo=1)", "int.__add__(1, foo=1)", "(5).__hash__(1, foo=1)", "list(1, 2, foo=1)", "print(foo=1)",
             "'a'.split(1, 2, 3)", "'a'.split(sep=',', maxsplit=1, foo=2)", "int(1, 2, 3)", "str(1, 2, 3, 4)", "bytes(1, 2, 3, 4)", "dict(1, 2)", "enumerate(foo=1)"):
    p(lambda: eval(call))
