"""A student's program: exceptions."""
import traceback, sys
class AppError(Exception):
    def __init__(self, msg, code=1): super().__init__(msg); self.code = code
    def __str__(self): return f"[{self.code}] {super().__str__()}"
class Sub(AppError): pass
try: raise Sub("bad", 7)
except AppError as e: print(e, repr(e), e.args, e.code)
def f(x):
    try: return 10 / x
    except ZeroDivisionError as e: raise ValueError("no zero") from e
    except TypeError: return "type"
    else: print("never")
    finally: print("finally", x)
print(f(2), f("a"))
try: f(0)
except ValueError as e: print(repr(e.__cause__)); print(len(traceback.format_exc().splitlines()))
try:
    try: {}["x"]
    except KeyError: [][1]
except IndexError as e: print(repr(e.__context__), e)
def g():
    try: return "try"
    finally: return "fin"
print(g())
for i in range(3):
    try:
        if i == 1: continue
        if i == 2: break
    finally: print("loop", i)
else: print("no")
try: raise ExceptionGroup("eg", [ValueError(1), TypeError("t"), ExceptionGroup("in", [ValueError(2)])])
except* ValueError as e: print("VE", e.exceptions)
except* TypeError as e: print("TE", e.exceptions)
try: assert 1 == 2, "math"
except AssertionError as e: print(e); e.add_note("a note"); print(e.__notes__)
print(traceback.format_exception_only(ValueError("x")), sys.exc_info())
for code in ("int('x')", "[1,2][5]", "{'a':1}['b']", "None.foo", "'a' + 1", "1 + 'a'", "len(5)", "undefined", "(1,2)[0] = 1", "import nope", "f(1,2,3)", "range(1.5)", "'abc'.foo()", "[].remove(1)", "int([])", "float('q')", "open('/nope')", "x = (1", "sorted([1,'a'])", "max([])", "dict([1])", "set([[]])", "'%d' % 'a'", "chr(-1)", "ord('ab')", "''.join([1])", "next(iter([]))", "a, b = 1, 2, 3", "a, b = 1", "print(1, foo=2)", "sum(['a'])", "round('a')", "abs('x')", "10 ** 400 * 1.0", "[1] * 'a'", "{[]: 1}", "f()", "f(y=1)", "lambda: (yield) = 1", "'a'.encode('zz')", "int('9' * 5000)"):
    try: exec(code)
    except BaseException as e: print(code[:20], "->", type(e).__name__, str(e)[:150])
def rec(n): return rec(n + 1)
try: rec(0)
except RecursionError as e: print(e)
def outer():
    def inner(a, b): return a / b
    return [inner(i, 0) for i in (1,)]
