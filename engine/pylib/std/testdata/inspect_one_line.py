"""Sources in one line, and modules that nobody imported."""
import inspect, types, os, tempfile, importlib, sys
d = tempfile.mkdtemp(); sys.path.insert(0, d)
open(os.path.join(d, "one_line.py"), "w").write("def fn(a, b=2): return a\nx = 1\nclass C: pass\ny = 2\ndef g(a,\n      b): return 1\nz = 3\n")
import one_line
for thing in one_line.fn, one_line.C, one_line.g: print(repr(inspect.getsource(thing)))
print(types.ModuleType("m", "d"))
