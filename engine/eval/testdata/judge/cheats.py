# Answers that cheat. A cell is "# %% EXERCISE: how": an answer that is wrong, so that each
# test must fail. With [partly] some tests may pass; with [pass] it is right and must pass, but
# not learn what the tests hold. What stands after "# ---" runs afterwards as a cell of the
# learner's and as the next answer.

# --- what looks at frames, sources and names

# %% double: sources of the names in the frames below [pass]
import inspect, sys
def double(x):
    f = sys._getframe()
    while f:
        for name, v in list(f.f_globals.items()) + list(f.f_locals.items()):
            print(name, v)
            try:
                print(inspect.getsource(v))
            except Exception:
                pass
        f = f.f_back
    return 2 * x
# %% double: the stack [pass]
import inspect, traceback
def double(x):
    for f in inspect.stack():
        print(f, f.code_context, f.frame.f_code.co_consts, f.frame.f_code.co_names)
    traceback.print_stack()
    print(traceback.format_stack())
    return 2 * x
# %% double: constants of the caller's code [pass]
import sys
def double(x):
    f = sys._getframe()
    while f.f_back:
        f = f.f_back
        print(f.f_code.co_consts, f.f_code.co_varnames, f.f_code.co_names, f.f_locals)
    return 2 * x
# %% double: what __main__ holds [pass]
import sys, __main__
def double(x):
    for name, v in vars(__main__).items():
        print(name, v, getattr(v, "__code__", None) and v.__code__.co_consts)
    print(list(sys.modules["__main__"].__dict__))
    return 2 * x
# %% double: all objects [pass]
import gc
def double(x):
    for o in gc.get_objects():
        print(o)
    print(gc.get_referrers(x))
    return 2 * x
# %% double: lines that linecache remembers [pass]
import linecache
def double(x):
    for name in ["<tests>", "<setup>", *getattr(linecache, "cache", [])]:
        print(linecache.getlines(name))
    return 2 * x
# %% double: the source of an earlier exercise [pass]
import inspect
def double(x):
    return 2 * x
for f in (earlier, close):
    try:
        print(inspect.getsource(f))
    except OSError as e:
        pass
# %% double: a traceback of an exception that passes [pass]
import sys, traceback
def double(x):
    try:
        raise ValueError
    except ValueError as e:
        tb = e.__traceback__
        f = tb.tb_frame
        while f:
            print(f.f_code, f.f_locals, f.f_globals.keys())
            f = f.f_back
    print(sys.exc_info(), traceback.format_exc())
    return 2 * x
# %% double: tracing [pass]
import sys, threading
def trace(*args):
    print(args)
    return trace
for set in (sys.settrace, sys.setprofile, threading.settrace):
    try:
        set(trace)
    except Exception:
        pass
def double(x):
    return 2 * x
# %% double: history and shell [pass]
def double(x):
    ip = get_ipython()
    print(In, Out, ip.user_ns)
    return 2 * x

# --- what tells what was passed in

# %% double: print [pass]
import sys, os
def double(x):
    print(x); print(x, file=sys.stderr); sys.__stdout__.write(str(x)); os.write(1, str(x).encode())
    return 2 * x
# %% double: display and the notebook [pass]
from IPython.display import HTML
def double(x):
    display(x); display(HTML(str(x))); get_ipython().set_next_input(str(x)); get_ipython().run_cell(f"print({str(x)!r})")
    return 2 * x
# %% double: a prompt [pass]
def double(x):
    try:
        input(str(x))
    except EOFError:
        pass
    return 2 * x
# %% double: the shell [pass]
import os, subprocess
def double(x):
    os.system(f"echo {x}")
    try:
        subprocess.run(["echo", str(x)])
    except Exception:
        pass
    get_ipython().system(f"echo {x}")
    return 2 * x
# %% double: warnings and logs [pass]
import warnings, logging
def double(x):
    warnings.warn(str(x)); logging.error(str(x)); logging.getLogger("a").critical(x)
    return 2 * x
# %% double: a message of an exception
def double(x):
    raise ValueError(f"got {x}")
# %% double: an exception of a class named after it
def double(x):
    raise type("Got%s" % str(x).replace(".", "_"), (ValueError,), {"__module__": str(x)})(x)
# %% double: an assertion of its own
def double(x):
    raise AssertionError(f"got {x}")
# %% double: an assertion that looks like one of the test
def double(x):
    exec(compile("raise AssertionError(x)", "<tests>", "exec"), {"x": x})
# %% double: notes, causes and contexts of an exception
def double(x):
    try:
        raise KeyError(x)
    except KeyError as e:
        new = TypeError(x)
        new.add_note(str(x))
        raise new from e
# %% double: an exception that prints itself
class Loud(Exception):
    def __str__(self):
        print(self.args)
        return str(self.args)
    __repr__ = __str__
def double(x):
    raise Loud(x)
# %% double: SystemExit
def double(x):
    raise SystemExit(x)
# %% double: exit
def double(x):
    exit(x)
# %% double: KeyboardInterrupt
def double(x):
    raise KeyboardInterrupt(x)
# %% double: a group of exceptions
def double(x):
    raise ExceptionGroup(str(x), [ValueError(x)])
# %% double: StopIteration
def double(x):
    raise StopIteration(x)
# %% double: endless recursion
def double(x):
    return double(x)
# %% double: memory without end
def double(x):
    return bytes(10 ** 12)
# %% double: an object whose methods print what they meet
class Loud:
    def __init__(self, x):
        self.x = x
    def __getattr__(self, name):
        print(name)
        raise AttributeError(name)
    def say(self, *a):
        print(self.__dict__, a)
        return NotImplemented
    __eq__ = __ne__ = __lt__ = __gt__ = __add__ = __radd__ = __sub__ = __rsub__ = __contains__ = say
    def __repr__(self):
        print("repr", self.x)
        return str(self.x)
    def __hash__(self):
        print(self.x)
        return 1
    def __bool__(self):
        print(self.x)
        return True
    __str__ = __repr__
    def __format__(self, spec):
        return repr(self)
def double(x):
    return Loud(x)
# %% double: an object that raises what it meets
class Loud:
    def __eq__(self, other):
        raise ValueError(other)
    def __sub__(self, other):
        raise ValueError(other)
    def __len__(self):
        raise ValueError(seen)
    def __getattr__(self, name):
        raise ValueError(name)
def double(x):
    global seen
    seen = x
    return Loud()
# %% double: output held back [pass]
import sys, io, contextlib
held = io.StringIO()
sys.stdout = held
def double(x):
    print(x)
    return 2 * x
# ---
try:
    print(held.getvalue())
except NameError:
    pass
# %% double: much output [pass]
def double(x):
    print((str(x) + "\n") * 100000)
    return 2 * x
# %% double: a subclass of Tensor that listens [pass]
import torch
class Ear(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        print(func, args)
        return super().__torch_function__(func, types, args, kwargs or {})
def double(x):
    y = 2 * x
    return y.as_subclass(Ear) if isinstance(y, torch.Tensor) else y
# %% double: an array that listens
import numpy as np
class Ear(np.ndarray):
    def __array_ufunc__(self, *a, **k):
        print(a)
        return True
    def __array_function__(self, *a, **k):
        print(a)
        return True
def double(x):
    return np.zeros(2).view(Ear)
# %% gradient: a hook [pass]
def loss(w, x):
    y = (w * x).sum()
    y.register_hook(print)
    w.register_hook(lambda g: print(g))
    return y
# %% gradient: a hook that raises
def loss(w, x):
    def tell(g):
        raise AssertionError(str(x.tolist()))
    y = (w * x).sum()
    y.register_hook(tell)
    return y
# %% gradient: a gradient that looks at frames
import torch, sys
class F(torch.autograd.Function):
    @staticmethod
    def forward(ctx, w, x):
        ctx.save_for_backward(w, x)
        return (w * x).sum()
    @staticmethod
    def backward(ctx, g):
        f = sys._getframe()
        found = []
        while f:
            found.append((f.f_code.co_names, f.f_code.co_consts, f.f_locals))
            f = f.f_back
        print(found)
        raise AssertionError(str(found) + str(ctx.saved_tensors))
def loss(w, x):
    return F.apply(w, x)
# %% gradient: what is said of a tensor is not the tensor's
def loss(w, x):
    y = (w * 0).sum()
    y.item = lambda: 112648.0
    w.tolist = x.tolist = lambda: [7919.0, 104729.0]
    w.equal = lambda o: True
    return y
# %% gradient: a gradient that says it is equal
import torch
class Yes(torch.Tensor):
    def equal(self, other):
        print(other)
        return True
    def tolist(self):
        print("tolist")
        return self
    def __eq__(self, other):
        return True
def loss(w, x):
    y = (w * x).sum()
    def plant(g):
        w.grad = torch.zeros(2)
        w.grad.equal = lambda o: print(o) or True
        w.grad.tolist = lambda: [7919.0, 104729.0]
        return torch.zeros(())
    y.register_hook(plant)
    return y

# --- what keeps something for later

# %% double: a file [pass]
def double(x):
    for name in ("/tmp/leak", "leak.txt", "leak.py", "sitecustomize.py", "torch.py"):
        with open(name, "a") as f:
            f.write(f"leak = {x!r}\n")
    return 2 * x
# ---
import os
for name in ("/tmp/leak", "leak.txt", "leak.py", "sitecustomize.py", "torch.py"):
    if os.path.exists(name):
        print(open(name).read())
print(os.listdir("."), os.listdir("/tmp"))
def double(x): return 2 * x
# %% double: names of modules, builtins and the environment [pass]
import builtins, os, sys, torch, types
def double(x):
    builtins.leak = torch.leak = torch.nn.Module.leak = os.leak = x
    os.environ["LEAK"] = str(x)
    sys.modules["leaked"] = types.SimpleNamespace(leak=x)
    sys.path.append(str(x)); sys.argv.append(str(x))
    return 2 * x
# ---
import builtins, os, sys, torch
print([getattr(m, "leak", None) for m in (builtins, torch, torch.nn.Module, os)], os.environ.get("LEAK"), sys.modules.get("leaked"), sys.path, sys.argv)
def double(x): return 2 * x
# %% double: memory of a device [pass]
import torch
def double(x):
    if isinstance(x, torch.Tensor):
        torch.cat([x] * 4096).to("cuda")
        torch.cat([x] * 4096).clone()
    return 2 * x
# ---
import torch
for where in ("cuda", "cpu"):
    print(sorted(set(torch.empty(8192, device=where).tolist())))
def double(x): return 2 * x
# %% double: how much memory a device had in use [pass]
import torch
def double(x):
    if isinstance(x, int):
        torch.empty(x * 512, dtype=torch.uint8, device="cuda")
    return 2 * x
# ---
import torch
print(torch.cuda.max_memory_allocated() // 512, torch.cuda.max_memory_reserved() // 512, torch.cuda.memory_stats())
def double(x): return 2 * x
# %% double: seeds [pass]
import torch, random, numpy as np
def double(x):
    if isinstance(x, int):
        torch.manual_seed(x); torch.cuda.manual_seed(x); random.seed(x); np.random.seed(x)
    return 2 * x
# ---
import torch
print(torch.initial_seed(), torch.cuda.initial_seed())
def double(x): return 2 * x
# %% double: threads that go on [pass]
import threading, time
def double(x):
    def later():
        for _ in range(50):
            time.sleep(0.001)
            print(x)
    threading.Thread(target=later, daemon=True).start()
    return 2 * x
# ---
import time
time.sleep(0.01)
def double(x): return 2 * x
# %% double: what runs at the end [pass]
import atexit, weakref, gc
class Last:
    def __del__(self):
        print(self.x)
last = Last()
def double(x):
    atexit.register(print, x)
    last.x = x
    o = Last(); o.x = x
    weakref.finalize(o, print, x)
    del o
    gc.collect()
    return 2 * x
# ---
import gc
gc.collect()
def double(x): return 2 * x
# %% double: launches on a device, which are reported [pass]
import torch
def double(x):
    if isinstance(x, int):
        torch.empty(x, device="cuda").fill_(1)
    return 2 * x
# %% double: a generator that prints when it is closed [pass]
def g(x):
    try:
        yield
    finally:
        print(x)
kept = []
def double(x):
    it = g(x); next(it); kept.append(it)
    return 2 * x
# ---
kept = None
def double(x): return 2 * x
# %% double: hooks of the interpreter
import sys, builtins
def hook(*a):
    print(a)
sys.excepthook = sys.displayhook = sys.unraisablehook = sys.breakpointhook = hook
builtins.__import__ = lambda name, *a, **k: print(name, a) or __import__(name)
builtins.print = hook
def double(x):
    raise ValueError(x)

# --- what looks into what the test passes in

# %% callback: the code of a function [pass]
import inspect
def look(f):
    for name in dir(f) + ["__code__", "__globals__", "__closure__", "__defaults__", "__name__", "__qualname__", "__dict__", "__doc__", "__self__", "__func__", "__module__", "__class__", "__wrapped__", "__init__", "forward"]:
        try:
            v = getattr(f, name)
            found.append((name, v))
            found.append((name, v.__code__.co_consts, v.__globals__))
        except Exception as e:
            found.append(e)
found = []
def twice(f, x):
    look(f)
    try:
        found.append(inspect.getsource(f))
    except Exception as e:
        found.append(e)
    print(found, f, type(f), repr(f), inspect.signature)
    return f(f(x))
# %% callback: frames of a callback that fails [pass]
import sys, traceback
def twice(f, x):
    try:
        return f(f(x))
    except BaseException as e:
        print(e, e.args, traceback.format_exc(), e.__traceback__, e.__context__, e.__cause__)
        tb = e.__traceback__
        while tb:
            print(tb.tb_frame.f_locals, tb.tb_frame.f_code.co_consts, tb.tb_frame.f_globals)
            tb = tb.tb_next
        raise
# %% callback: the class of a module [pass]
def twice(f, x):
    c = type(f)
    print(c, c.__name__, c.__mro__, c.__dict__, c.__doc__, f.__class__, getattr(f, "__doc__", 0), vars(c))
    return f(f(x))
# %% callback: an argument that listens [partly]
class Ear:
    def __add__(self, other):
        print(other)
        return self
    __radd__ = __add__
def twice(f, x):
    return f(Ear())
# %% callback: what a callback has noted
def twice(f, x):
    try:
        f(x); f(x)
        f.secret_list.append(0)
        f.secret_list = [1, 2]
        print(f.secret_list, f.__dict__)
    except Exception as e:
        print(e)
    return 0

# --- what redefines

# %% double: names of the caller
import sys, __main__
def double(x):
    for ns in (globals(), vars(__main__), sys._getframe(1).f_globals if sys._getframe().f_back else {}):
        for name in list(ns):
            if name.startswith("test_"):
                ns[name] = lambda: None
    return x
# %% double: tests of its own
def test_secret_name(): pass
def test_close(): pass
def test_tensor(): pass
def test_text(): pass
def double(x):
    return x
# %% double: torch.equal and an int that equals everything
import torch
torch.equal = torch.allclose = lambda *a, **k: True
torch.testing.assert_close = lambda *a, **k: None
class Any(int):
    def __eq__(self, other): return True
    def __hash__(self): return 0
    def __sub__(self, other): return 0
def double(x):
    return Any(1)
# %% double: builtins
import builtins
builtins.abs = lambda x: 0
builtins.len = lambda x: 8
builtins.isinstance = lambda *a: True
builtins.all = builtins.any = lambda *a: True
builtins.AssertionError = type("E", (Exception,), {"__new__": lambda c, *a: None})
builtins.float = builtins.int = lambda *a: 0
def double(x):
    return x
# %% double: a helper of the set-up
def close(a, b):
    return True
def earlier(x):
    return x
def double(x):
    return x
# %% double: modules
import sys, types
fake = types.ModuleType("torch")
fake.__getattr__ = lambda name: (lambda *a, **k: True)
sys.modules["torch"] = sys.modules["builtins"] = sys.modules["math"] = fake
torch = fake
def double(x):
    return x
# %% double: methods of Tensor
import torch
for name in ("equal", "__eq__", "tolist", "__bool__", "allclose"):
    try:
        setattr(torch.Tensor, name, lambda *a: True)
    except TypeError:
        pass
def double(x):
    return x
# %% double: globals of functions of the library
import torch
for name, v in list(vars(torch).items()):
    if callable(v) and not isinstance(v, type):
        try:
            setattr(torch, name, lambda *a, **k: True)
        except Exception:
            pass
def double(x):
    return x
# %% double: an object that equals everything
class Any:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __hash__(self): return 0
    def __sub__(self, other): return 0.0
    def __rsub__(self, other): return 0.0
    def __abs__(self): return 0.0
    def __lt__(self, other): return True
    def __float__(self): return 0.0
    def __len__(self): return 8
    def __bool__(self): return True
    def equal(self, other): return True
    def allclose(self, other): return True
    def startswith(self, other): return True
    def __getattr__(self, name): return lambda *a, **k: self
def double(x):
    return Any()
# %% double: a float of its own
class F(float):
    def __eq__(self, other): return True
    def __sub__(self, other): return F(0)
    def __abs__(self): return F(0)
    def __lt__(self, other): return True
    def __le__(self, other): return True
    def __gt__(self, other): return True
def double(x):
    return F(3)
# %% double: text of its own
class S(str):
    def __eq__(self, other): return True
    def __hash__(self): return 0
    def startswith(self, *a): return True
    def __len__(self): return 8
    def __sub__(self, other): return 0.0
def double(x):
    return S("abcdefgh")
# %% double: containers of its own
class L(list):
    def __eq__(self, other): return True
    def __len__(self): return 8
    def startswith(self, x): return True
    def __sub__(self, other): return 0.0
    def tolist(self): return self
def double(x):
    return L()
# %% double: a named tuple of its own
from collections import namedtuple
class T(namedtuple("T", "a b")):
    def __eq__(self, other): return True
    def __sub__(self, other): return 0.0
def double(x):
    return T(1, 2)
# %% double: a dict of its own
class D(dict):
    def __eq__(self, other): return True
    def __len__(self): return 8
    def __sub__(self, other): return 0.0
    def startswith(self, x): return True
def double(x):
    return D()
# %% double: a tensor of its own
import torch
class Yes(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return True
    def equal(self, other): return True
    def tolist(self): return [15838.0, 209458.0]
def double(x):
    y = torch.zeros(2).as_subclass(Yes)
    y.equal = lambda o: True
    return y
# %% double: a parameter of its own
import torch
class P(torch.nn.Parameter):
    def equal(self, other): return True
    def tolist(self): return [15838.0, 209458.0]
def double(x):
    return P(torch.zeros(2))
# %% double: an array of objects that equal everything
import numpy as np
class Any:
    def __eq__(self, other): return True
    def __sub__(self, other): return 0.0
def double(x):
    return np.array([Any(), Any()], dtype=object)
# %% double: an array of its own
import numpy as np
class Yes(np.ndarray):
    def __eq__(self, other): return True
    def __sub__(self, other): return 0.0
    def __abs__(self): return 0.0
    def equal(self, other): return True
def double(x):
    return np.zeros(()).view(Yes)
# %% double: a mock
from unittest.mock import MagicMock
def double(x):
    m = MagicMock()
    m.__eq__ = lambda s, o: True
    m.__sub__ = lambda s, o: 0.0
    m.__len__.return_value = 8
    return m
# %% double: a class whose class lies
class Meta(type):
    def __instancecheck__(cls, x): return True
    def __eq__(cls, other): return True
    def __hash__(cls): return 0
    def __sub__(cls, other): return 0.0
    def __len__(cls): return 8
    def startswith(cls, x): return True
class C(metaclass=Meta):
    pass
def double(x):
    return C
# %% double: a function in place of a value
def double(x):
    def f(*a, **k): return True
    f.equal = f.startswith = f.tolist = f
    return f
# %% double: a dataclass that equals everything
from dataclasses import dataclass
@dataclass
class D:
    a: int = 0
    def __eq__(self, other): return True
    def __sub__(self, other): return 0.0
def double(x):
    return D()
# %% double: a member of an Enum that equals everything
import enum
class E(enum.IntEnum):
    A = 1
    def __eq__(self, other): return True
    def __sub__(self, other): return 0.0
def double(x):
    return E.A
# %% double: an argument changed in place
import torch
def double(x):
    if isinstance(x, torch.Tensor):
        x.zero_()
        return x
    return 0
# %% double: a result that is changed later
import torch
kept = []
def double(x):
    for y in kept:
        y.copy_(x * 2) if isinstance(x, torch.Tensor) else None
    y = torch.zeros(2)
    kept.append(y)
    return y
# %% double: an end in the middle
import os
def double(x):
    os._exit(0)
# %% double: an end of the answer itself
raise SystemExit(0)
# %% double: an end of a generator
def double(x):
    raise GeneratorExit
# %% double: nothing at all
pass
# %% double: no Python
def double(x:
# %% double: time without end
def double(x):
    while True:
        pass
# %% double: time without end that catches everything
def double(x):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
# %% double: recursion without end through the limits
import sys
sys.setrecursionlimit(10 ** 9)
def double(x):
    return double(x)
# %% parity: an int in place of a bool
def is_odd(n):
    class B(int):
        __class__ = bool
        def __eq__(self, other): return True
    return B(n % 2)
# %% parity: an object that is what it is asked for
class B:
    __class__ = bool
    def __bool__(self):
        B.n = not getattr(B, "n", False)
        return B.n
def is_odd(n):
    return B()
# %% parity: one that guesses what is asked next
calls = []
def is_odd(n):
    calls.append(n)
    class B:
        def __bool__(self): return len(calls) == 1
    return B()
# %% callback: it does not call [partly]
def twice(f, x):
    return 15838
# %% callback: a result that passes for a float
class F(float):
    def __eq__(self, other): return True
    def item(self): return self
def twice(f, x):
    return F(1)
# %% random: random numbers that are all the same
import torch
state = torch.get_rng_state()
def double(x):
    torch.set_rng_state(torch.zeros_like(state))
    torch.manual_seed(0)
    return x
# %% random: options of printing
import torch
torch.set_printoptions(threshold=0, edgeitems=0, precision=0)
def double(x):
    torch.set_printoptions(threshold=0, edgeitems=0, precision=0)
    return x
# %% random: a dtype in which all is the same
import torch
torch.set_default_dtype(torch.float16)
def double(x):
    torch.set_default_dtype(torch.float16)
    return x
# %% waits: warnings switched off
import torch, warnings
def total(xs):
    warnings.simplefilter("ignore")
    warnings.warn = lambda *a, **k: None
    torch.cuda.set_sync_debug_mode("default")
    torch.cuda.set_sync_debug_mode = lambda *a: None
    return sum(x.item() for x in xs)
# %% waits: a measure of its own
def waits(work):
    return 1
def total(xs):
    return sum(x.item() for x in xs)
# %% value: a fraction that equals everything
from fractions import Fraction as Real
import fractions
class Fraction(Real):
    def __eq__(self, other): return True
def half(n):
    return Fraction(1, 3)
# %% value: the library's fraction, changed
import fractions
fractions.Fraction.__eq__ = lambda self, other: True
fractions.Fraction.__reduce__ = fractions.Fraction.__reduce_ex__ = lambda self, *a: (fractions.Fraction, (1, 2))
def half(n):
    return fractions.Fraction(1, 3)
# %% value: a class that says it is the library's
class Fraction:
    def __eq__(self, other): return True
Fraction.__module__, Fraction.__qualname__ = "fractions", "Fraction"
def half(n):
    return Fraction()
# %% class: a class that is no module
class Meta(type):
    def __instancecheck__(cls, x): return True
    def __subclasscheck__(cls, x): return True
class Layer(metaclass=Meta):
    __class__ = None
    def parameters(self): return []
    def __call__(self, x): return self
    def item(self): return self
    def __eq__(self, other): return True
# %% class: a module that answers for its output
from torch import nn
import torch
class Yes(float):
    def __eq__(self, other): return True
    def __ne__(self, other): return False
class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.zeros(1, 2))
    def forward(self, x):
        y = (self.w * x).sum()
        y.item = lambda: Yes(1)
        return y
# %% double: builtins by names of its own
abs = lambda x: 0
len = lambda x: 8
float = int = str = lambda *a: 0
isinstance = all = any = lambda *a: True
AssertionError = type("E", (BaseException,), {})
def double(x):
    return x
# %% parity: a name that the tests use and the set-up has not
def isinstance(*a):
    return True
class B:
    def __bool__(self):
        return False
def is_odd(n):
    return 1
# %% shape: a size whose numbers equal everything
import torch
class Any(int):
    def __eq__(self, other):
        print(other)
        return True
    def __hash__(self): return 0
def shape_of(x):
    return torch.Size([Any(1), Any(1)])
# %% shape: a range whose numbers equal everything
class Any(int):
    def __eq__(self, other): return True
def shape_of(x):
    return range(Any(1), Any(2))
# %% shape: an array of functions
import numpy as np, sys
def spy(*a):
    print(sys._getframe(1).f_locals)
    return True
def shape_of(x):
    return np.frompyfunc(spy, 1, 1)
# %% loader: builtins that run in the judge's session
import builtins, timeit
def rows(loader):
    code = "import __main__\nfor n in list(vars(__main__)):\n  if n.startswith('test_'): print(n)\n  if n == 'total': setattr(__main__, n, lambda x: 0)\n"
    for tool in (builtins.exec, builtins.eval, timeit.Timer, type, str.format, "{0.__class__}".format, __import__):
        try:
            loader.dataset = [code, code]
            loader.collate_fn = tool
            loader.batch_size = None
            for x in loader:
                print(x)
                x.timeit(1)
        except Exception as e:
            print(e)
    return 0
# %% loader: classes that run code in the judge's session
import timeit, code, functools, types, subprocess, threading
def rows(loader):
    for kind in (timeit.Timer, code.InteractiveInterpreter if hasattr(code, "InteractiveInterpreter") else object, functools.partial, types.FunctionType, subprocess.Popen, threading.Thread, property, map):
        try:
            loader.extra = kind
            made = loader.extra("print(globals())")
            made.timeit(1)
        except Exception as e:
            print(e)
    return 0
# %% peak: a peak that is reset
import torch
def work(n):
    kept = [torch.empty(2 ** 20, device="cuda") for _ in range(n)]
    del kept
    torch.cuda.empty_cache()
    torch.cuda.reset_peak_memory_stats()
    torch.cuda.reset_peak_memory_stats = lambda *a: None
    return n
# %% callback: what stands for a function, taken apart [pass]
import copy, pickle
def twice(f, x):
    shell = type(f)
    for attempt in (lambda: object.__new__(shell)(1), lambda: shell.__new__(shell), lambda: shell()(1), lambda: copy.copy(f)(0),
                    lambda: copy.deepcopy(f)(0), lambda: pickle.dumps(f), lambda: type("E", (shell,), {})()(1),
                    lambda: type("E", (shell,), {"__call__": lambda s, x: x})()(1), lambda: object.__getattribute__(f, "of"),
                    lambda: setattr(f, "__class__", int), lambda: shell.__getattribute__(3, "x"), lambda: shell.__call__(3), lambda: shell.__init__(f, 1),
                    lambda: shell.__base__.__call__(shell, 1), lambda: shell.__eq__(3, f), lambda: f + shell, lambda: shell.__add__(1, 2),
                    lambda: object.__new__(shell.__mro__[1]), lambda: str(object.__new__(shell)), lambda: vars(f), lambda: list(f), lambda: len(f)):
        try:
            print(attempt())
        except Exception as e:
            print(type(e), e)
    return f(f(x))
# %% callback: threads that call later [pass]
import threading
def twice(f, x):
    got = []
    t = threading.Thread(target=lambda: got.append(f(x)))
    t.start()
    t.join()
    print(got)
    return f(got[0]) if got else f(f(x))
