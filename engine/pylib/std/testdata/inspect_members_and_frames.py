# inspect: closures, generators, members, class trees, signatures, frames
import inspect, sys
x = 10
def outer(a, b=2, *args, c, d=4, **kw):
    "doc"
    y = a
    def inner(z):
        return len([x, y, z]) + undefined_name
    return inner
f = outer(1, c=3)
print(inspect.getclosurevars(f))
def gen():
    got = yield 1
    yield 2
g = gen(); print(inspect.getgeneratorstate(g)); next(g); print(inspect.getgeneratorstate(g), inspect.getgeneratorlocals(g)); list(g); print(inspect.getgeneratorstate(g))
class A:
    "class doc"
    attr = 1
    def m(self, p): "m doc"; return p
    @classmethod
    def c(cls): pass
    @staticmethod
    def s(q): pass
    @property
    def p(self): return 1
class B(A):
    def m(self, p): return 2
print(inspect.ismethodwrapper('x'.__str__), inspect.ismethodwrapper(len), inspect.isgetsetdescriptor(type.__dict__['__name__']), inspect.ismemberdescriptor(A.p), inspect.isgetsetdescriptor(A.p))
print([m[0] for m in inspect.getmembers(B, inspect.isfunction)], [m[0] for m in inspect.getmembers(B()) if not m[0].startswith('_')])
print([(a.name, a.kind, a.defining_class.__name__) for a in inspect.classify_class_attrs(B) if not a.name.startswith('_')])
print(inspect.getdoc(B.m), inspect.getdoc(A), inspect.getmro(B), inspect.getclasstree([A, B]))
print(inspect.getfullargspec(outer), inspect.signature(outer), inspect.signature(B.m), inspect.signature(B().m))
print(inspect.getattr_static(B(), 'p').__class__, inspect.isdatadescriptor(A.p), inspect.isroutine(len), inspect.isbuiltin(len), inspect.isabstract(A))
sig = inspect.signature(outer)
for p in sig.parameters.values(): print(p.name, p.kind, p.default is p.empty, p.kind.description)
b = sig.bind(1, 2, 3, c=4, e=5); b.apply_defaults(); print(b.arguments, b.args, b.kwargs)
for bad in (lambda: sig.bind(), lambda: sig.bind(1), lambda: sig.bind(1, c=1, a=2)):
    try: bad()
    except TypeError as e: print(e)
print(inspect.getmembers_static(A, lambda v: isinstance(v, property)) != [], [n for n, v in inspect.getmembers_static(A) if not n.startswith('__')])
def where(): return inspect.currentframe().f_back.f_lineno, inspect.stack()[1].function, inspect.getframeinfo(inspect.currentframe()).function
print(where()[1:], inspect.getmodule(outer) is sys.modules['__main__'], inspect.getmodulename('/a/b/c.py'), inspect.cleandoc('  a\n    b\n    c'))
print(inspect.iscoroutinefunction(outer), inspect.isgeneratorfunction(gen), inspect.isgenerator(g), inspect.iscoroutine(g), inspect.isawaitable(g), inspect.isasyncgenfunction(gen))
