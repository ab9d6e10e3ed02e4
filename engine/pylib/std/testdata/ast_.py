import ast

source = '''"""What this is."""
import os.path as p, sys
from ..a import *
x: int = 1
a = b, *c = 1, (2, 3)
@deco(1)
def f(a, b=1, /, c: int=2, *args, d, e=3, **kw) -> 'int':
    """doc 'of' f"""
    nonlocal_ = yield a
    return a, b
class C(B, metaclass=M, *z, **kw):
    y += ~x ** -2 @ m
    del x.y, x[1:2, ::3], x[...]
for i, j in [(1, 2)]:
    continue
else:
    while x < 1 <= 3 is not None: break
if a or b and not c or d: pass
elif (n := 10) > 5: assert x, 'msg'
else: raise X from e
with open(f) as g, h: pass
try: pass
except (A, B) as e: pass
else: pass
finally: pass
try: pass
except* E: pass
match p:
    case {'k': v, **rest} if v: pass
    case [1, *_, -2] | Point(0, y=1) | None | a.b: pass
    case str() as s: pass
    case _: pass
print(lambda x, *y, z=1: (yield), f"a'{x!r:>{w}}{{b}}{y=}" 'c', sum(i for i in x if i if j for k in l), *a, k=1, **b)
{i for i in x}, {k: v for k, v in x}, {1: 2, **d}, {1, *b}, 1.5, 2j, b'x', True, 'é' + x if y else z
'''
tree = ast.parse(source)
text = ast.unparse(tree)
print(text)
print(ast.dump(ast.parse(text)) == ast.dump(tree))
print(ast.dump(ast.parse('x = f(1)[a]', 'cell'), indent=2))
print(ast.dump(ast.parse('é + "ü"', mode='eval'), include_attributes=True))
print(ast.dump(ast.parse('(1, 2)', mode='eval'), annotate_fields=False), ast.dump(ast.Constant(1)), ast.dump(ast.Name('x', ast.Load()), False))


class Names(ast.NodeVisitor):
    def __init__(self):
        self.found = []

    def visit_FunctionDef(self, node):
        self.found.append(node.name + '()')
        self.generic_visit(node)

    def visit_Name(self, node):
        self.found.append(node.id)

    def visit_Str(self, node):
        self.found.append(repr(node.s))


names = Names()
names.visit(ast.parse('def f(x):\n    return g("s") + x'))
print(names.found, [type(n).__name__ for n in ast.walk(ast.parse('f(-x)'))])


class Double(ast.NodeTransformer):
    def visit_Constant(self, node):
        return ast.copy_location(ast.Constant(node.value * 2), node)

    def visit_Pass(self, node):
        return None

    def visit_Expr(self, node):
        return [self.generic_visit(node), ast.Expr(ast.Constant('more'))]


tree = Double().visit(ast.parse('pass\nx = 1 + f(2)\nprint(x)'))
print(ast.unparse(ast.fix_missing_locations(tree)))
space = {'f': lambda n: n * 10}
exec(compile(tree, '<tree>', 'exec'), space)
print(space['x'], eval(compile(ast.fix_missing_locations(ast.Expression(ast.BinOp(ast.Constant(2), ast.Pow(), ast.Constant(10)))), '<e>', 'eval')))
print(type(compile('a + b', '<s>', 'eval', ast.PyCF_ONLY_AST)).__name__)

function = ast.parse(source).body[5]
print(ast.get_docstring(function), ast.get_docstring(ast.parse(source)), [a.arg for a in function.args.args], function.lineno, function.end_lineno)
print(ast.get_source_segment(source, function.args.defaults[1]), ast.get_source_segment(source, function.body[-1]))
print([ast.unparse(d) for d in function.decorator_list], list(name for name, _ in ast.iter_fields(function)))
print(ast.Name._fields, ast.Name._attributes, ast.stmt.__mro__[1].__name__, isinstance(ast.Constant(1), ast.Num), ast.Str('a').s)
print(ast.increment_lineno(ast.parse('x'), 3).body[0].lineno)
for text in ('[1, -2, 3.5, 1+2j, None, {"a": (1,)}, {1}, set(), b"x"]', ' 1', 'f()', '1 + 1', '{**{}}', '[a]', '-"a"'):
    try:
        print(repr(ast.literal_eval(text)))
    except ValueError as e:
        print(type(e).__name__, str(e).split(' at 0x')[0])
print(ast.literal_eval(ast.parse('[1, 2]', mode='eval')))
for make in (lambda: ast.parse('x ='), lambda: ast.Name('a', ast.Load(), 3), lambda: ast.dump(1), lambda: ast.get_docstring(ast.Name('a')),
             lambda: compile(ast.fix_missing_locations(ast.Module([ast.Assign([], ast.Constant(1))], [])), '', 'exec'), lambda: ast.Name(id=1, ctx=2).missing):
    try:
        make()
    except Exception as e:
        print(type(e).__name__, e)
subject, rest = ast.Name('a', ast.Load()), [ast.Pass()]
for statement in (ast.Expr(ast.Name(None, ast.Load())), ast.Expr(ast.Attribute(subject, None, ast.Load())), ast.ImportFrom(None, [ast.alias('x', None)], 1),
                  ast.Match(subject, [ast.match_case(ast.MatchAs(ast.MatchAs(None, 'x'), None), None, rest)]),
                  ast.Match(subject, [ast.match_case(ast.MatchMapping([], [], None), None, rest), ast.match_case(ast.MatchAs(None, None), None, rest)])):
    try:
        print(type(compile(ast.fix_missing_locations(ast.Module([statement], [])), '', 'exec')).__name__)
    except ValueError as e:
        print(e)
