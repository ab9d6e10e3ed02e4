"""Sources in one line, and modules that nobody imported."""
import inspect, types, os, tempfile, importlib, sys
d = tempfile.mkdtemp(); sys.path.insert(0, d)
open(os.path.join(d, "one_line.py"), "w").write("def fn(a, b=2): return a\nx = 1\nclass C: pass\ny = 2\ndef g(a,\n      b): return 1\nz = 3\n")
import one_line
for thing in one_line.fn, one_line.C, one_line.g: print(repr(inspect.getsource(thing)))
print(types.ModuleType("m", "d"))

import math
print(math, types.ModuleType("a", None))
open(os.path.join(d, "blocks.py"), "w").write('''
def mark(*a, **k): return lambda f: f

@mark(names=["a: (", 'b'],   # a comment with ( and :
      other={"k": 1})
# between
@mark()
def decorated(x: dict = {"a": [1, 2]},
              y="""a
b: ( """) -> "d:":
    """Text
at the left
"""
    if x:
        return [
1, 2]

    # the last comment of the body
# not of it

class A(dict,
        metaclass=type):
    x = """
y
"""

    def m(self): return self.x; y = 1
    def n(self):
        return \\
1
    p = 2
def after(): pass
h = mark(
  1)
def last():
    return "it's" 'a ' + f"{1!r:>{3}}"
''')
import blocks
for thing in blocks.decorated, blocks.A, blocks.A.m, blocks.A.n, blocks.after, blocks.last:
    print("---", inspect.getsourcelines(thing)[1])
    print(inspect.getsource(thing), end="")
