"""From a Python function and the types of its arguments to CUDA C++, whose #line directives name the lines of the function."""
import ast
import re

from ..core import types
from ..core.types import Array, Number, Opaque, Tuple, boolean, int64
from . import mathematics, operators
from .errors import Mistake, located, no_implementation
from .intrinsics import INTRINSICS, attribute
from .values import Items, Thing, Value, View, cast, literal, truth, unified

UNSUPPORTED = {
    ast.With: 'with', ast.Try: 'try', ast.ClassDef: 'class', ast.FunctionDef: 'def within a kernel', ast.Lambda: 'lambda', ast.Delete: 'del', ast.Global: 'global',
    ast.Nonlocal: 'nonlocal', ast.Import: 'import', ast.ImportFrom: 'import', ast.Yield: 'yield', ast.Raise: 'raise', ast.List: 'list', ast.Dict: 'dict', ast.Set: 'set',
    ast.ListComp: 'list comprehension', ast.DictComp: 'dict comprehension', ast.SetComp: 'set comprehension', ast.GeneratorExp: 'generator expression',
    ast.JoinedStr: 'f-string', ast.NamedExpr: ':=', ast.Starred: '*', ast.Match: 'match',
}
RESERVED = set('''alignas and auto bool break case catch char class const constexpr continue default delete do double else enum extern float for goto half if inline int long mutable
new not operator or private protected public register return short signed sizeof static struct switch template this throw true try typedef typename union unsigned using virtual
void volatile while warpSize threadIdx blockIdx blockDim gridDim main min max abs'''.split())


def spelled(name):
    """A variable's name in C++."""
    return name + '_' if name in RESERVED or name.startswith('__') or not name.isascii() else name


class Kernel:
    """A translation: the functions of a kernel and what they need of its arguments."""

    def __init__(self, source, arguments):
        self.source = source
        self.functions, self.texts = {}, []
        main = Function(self, source, arguments, is_kernel=True)
        body = main.text()
        self.extents = [(e.path, e.word, e.axis) for e in main.used]
        self.text = '\n'.join(['#include <gputour/python.h>'] + self.texts + [body]) + '\n'

    def device(self, dispatcher, arguments):
        """The name and the result's type of a device function for arguments of these types."""
        key = id(dispatcher), tuple(str(v.type) for v in arguments)
        if key not in self.functions:
            self.functions[key] = dispatcher, None
            name = '%s__%d' % (spelled(dispatcher.__name__), len(self.functions))
            f = Function(self, dispatcher.source(), [v.type for v in arguments], name=name)
            self.texts.append(f.text())
            self.functions[key] = dispatcher, (name, f.result)
        if self.functions[key][1] is None:
            raise Mistake('cuda.jit does not support recursion here: %s calls itself' % dispatcher.__name__)
        return self.functions[key][1]


class Function:
    """The translation of one function. It runs over the body until the types of its variables stand, and then once
    more to write the code."""

    def __init__(self, kernel, source, arguments, is_kernel=False, name=None):
        self.kernel, self.source, self.is_kernel = kernel, source, is_kernel
        self.name = name or spelled(source.name)
        self.variables, self.natural, self.result, self.counters = {}, {}, None, 0
        self.views, self.given = {}, {}
        self.parameters, self.all_extents = [], []
        self.bind(arguments)
        self.stores = {}
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                self.stores[node.id] = self.stores.get(node.id, 0) + 1
        self.own_counters = self.counting()

    # Parameters.

    def bind(self, arguments):
        a = self.source.tree.args
        if a.vararg or a.kwarg or a.kwonlyargs:
            raise Mistake('a kernel takes no *args, **kwargs or keyword-only arguments here', self.source.header)
        names = [p.arg for p in a.posonlyargs + a.args]
        if len(names) != len(arguments):
            raise Mistake('%s takes %d arguments, %d were given' % (self.source.name, len(names), len(arguments)), self.source.header)
        for i, (name, type) in enumerate(zip(names, arguments)):
            self.given[name] = self.parameter((i,), spelled(name), type)

    def parameter(self, path, name, type):
        """A parameter of C++ for each number and each array; path says where it is among the arguments."""
        if isinstance(type, Number):
            self.parameters.append((type.ctype, name))
            return Value(type, name)
        if isinstance(type, Tuple):
            return Items(self.parameter(path + (k,), '%s_%d' % (name, k), t) for k, t in enumerate(type.types))
        if isinstance(type, Array):
            self.parameters.append((type.dtype.ctype + '*', name))
            shape = [Extent(self, path, name, 'shape', d) for d in range(type.ndim)]
            strides = [Extent(self, path, name, 'stride', d) for d in range(type.ndim)] if type.layout != 'C' else None
            self.all_extents += shape + (strides or [])
            return ArgumentView(type, name, shape, strides)
        return Thing(None)

    # The body.

    def text(self):
        try:
            for self.passes in range(20):
                before = dict(self.variables), dict(self.natural), self.result
                self.run()
                if before == (self.variables, self.natural, self.result):
                    break
            else:
                raise Mistake('the types of the variables do not come to rest')
        except Mistake as m:
            raise located(m, self.source) from None
        result = 'void' if self.is_kernel or self.result is None else self.result_type(self.result)
        head = ('extern "C" __global__ ' if self.is_kernel else '__device__ ') + result
        parameters = ['%s %s' % p for p in self.parameters]
        parameters += ['long long %s' % e.code for e in (self.used if self.is_kernel else self.all_extents)]
        declared = [self.declaration(n, t) for n, t in self.variables.items() if n not in self.given and n not in self.own_counters]
        declared += ['%s = %s;' % (self.declaration(n, t)[:-1], self.given[n].code) for n, t in self.variables.items() if n in self.given and isinstance(t, Number)]
        lines = ['#line %d' % self.source.header, '%s %s(%s) { %s' % (head, self.name, ', '.join(parameters), ' '.join(d for d in declared if d))]
        return '\n'.join(lines + self.out + ['#line %d' % self.source.last, '}'])

    def run(self):
        self.out, self.used, self.temporary, self.shared, self.target, self.line = [], [], 0, 0, None, self.source.header
        self.depth, self.sure, self.met = 0, set(), set()  # what is first set outside of all branches is looked at without a check
        self.block(self.source.tree.body, top=True)

    def declaration(self, name, type):
        name = self.variable_name(name)
        if isinstance(type, Number):
            return '%s %s%s;' % (type.ctype, name, ' = 0' * (name in self.sure))
        if isinstance(type, Tuple):
            return ' '.join(self.declaration('%s_%d' % (name, i), t) for i, t in enumerate(type.types))
        if isinstance(type, Array):
            if name in self.views:
                return ''
            return ' '.join(['%s* %s;' % (type.dtype.ctype, name)] + ['long long %s_%s_%d;' % (name, w, d) for w in ('shape', 'stride') for d in range(type.ndim)])
        return ''

    def variable_name(self, name):
        """A variable in C++; a parameter that is given values is a variable of its own."""
        return spelled(name) + ('_now' if name in self.given else '')

    def emit(self, line, code):
        self.out += ['#line %d' % line, code]

    def block(self, body, top=False):
        for i, node in enumerate(body):
            if top and i == 0 and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
                continue  # its documentation
            try:
                self.line = node.lineno
                self.depth += not top
                self.statement(node)
                self.depth -= not top
            except Mistake as m:
                m.line = m.line or node.lineno
                raise

    def statement(self, node):
        method = getattr(self, 'statement_' + type(node).__name__, None)
        if method is None:
            self.unsupported(node)
        method(node)

    def unsupported(self, node):
        what = UNSUPPORTED.get(type(node), type(node).__name__)
        raise Mistake("'%s' is not supported in a kernel." % what, getattr(node, 'lineno', None), unsupported=True)

    def statement_Pass(self, node):
        self.emit(node.lineno, ';')

    def statement_Break(self, node):
        self.emit(node.lineno, 'break;')

    def statement_Continue(self, node):
        self.emit(node.lineno, 'continue;')

    def statement_Expr(self, node):
        v = self.expression(node.value)
        if isinstance(v, Value):
            self.emit(node.lineno, v.code + ';')

    def statement_Return(self, node):
        v = self.expression(node.value) if node.value else Thing(None)
        nothing = isinstance(v, Thing) and v.object is None
        if self.is_kernel:
            if not nothing:
                raise Mistake("No conversion from %s to none for '$return_value', defined at None" % v.type)
            return self.emit(node.lineno, 'return;')
        if nothing:
            return self.emit(node.lineno, 'return;')
        type = v.type if self.result is None else unified(self.result, v.type)
        if type is None or isinstance(type, (Array, Opaque)):
            raise Mistake('Can\'t unify return type from the following types: %s, %s' % (self.result, v.type) if type is None else 'a device function cannot return %s' % type)
        self.result = type
        if isinstance(type, Tuple):
            code = '{%s r; %s return r; }' % (self.result_type(type), ' '.join('r.m%d = %s;' % (i, cast(x, t)) for i, (x, t) in enumerate(zip(v.items, type.types))))
            return self.emit(node.lineno, code)
        self.emit(node.lineno, 'return %s;' % cast(v, type))

    def result_type(self, type):
        if isinstance(type, Number):
            return type.ctype
        if not all(isinstance(t, Number) for t in type.types):
            raise Mistake('a device function returns numbers and tuples of numbers here, not %s' % type, self.source.header)
        name = '__tuple_' + '_'.join(t.name for t in type.types)
        text = 'struct %s { %s };' % (name, ' '.join('%s m%d;' % (t.ctype, i) for i, t in enumerate(type.types)))
        if text not in self.kernel.texts:
            self.kernel.texts.insert(0, text)
        return name

    def statement_Assert(self, node):
        self.emit(node.lineno, 'assert(%s);' % truth(self.expression(node.test)))

    # Assignments.

    def statement_Assign(self, node):
        self.target = spelled(node.targets[0].id) if isinstance(node.targets[0], ast.Name) else None
        value = self.expression(node.value)
        self.target = None
        if len(node.targets) > 1:
            value = self.kept(node.lineno, value)
        for target in node.targets:
            self.assign(target, value, node.lineno)

    def statement_AnnAssign(self, node):
        if node.value is not None:
            self.assign(node.target, self.expression(node.value), node.lineno)

    def statement_AugAssign(self, node):
        load = ast.copy_location(type(node.target)(**{f: getattr(node.target, f) for f in node.target._fields if f != 'ctx'}, ctx=ast.Load()), node.target)
        old, new = self.expression(load), self.expression(node.value)
        value = operators.binary(node.op, old, new)
        sign = operators.BINARY[type(node.op)][1]
        if isinstance(node.target, ast.Subscript) and isinstance(old, Value) and value.type == old.type == new.type and sign in ('+', '-', '*'):
            return self.emit(node.lineno, '%s %s= %s;' % (old.code, sign, new.code))
        self.assign(node.target, value, node.lineno)

    def assign(self, target, value, line):
        if isinstance(target, ast.Name):
            return self.assign_name(target.id, value, line)
        if isinstance(target, ast.Subscript):
            array = self.expression(target.value)
            place = self.element(array, target.slice, store=True)
            if not isinstance(place, Value):
                raise Mistake('a kernel assigns to elements, one at a time; %s is %s' % (ast.unparse(target), place.type))
            if not isinstance(value.type, Number):
                raise Mistake(no_implementation('<built-in function setitem>', [array.type, self.expression(target.slice).type, value.type]))
            return self.emit(line, '%s = %s;' % (place.code, cast(value, place.type)))
        if isinstance(target, (ast.Tuple, ast.List)):
            return self.unpack(target, value, line)
        raise Mistake('a kernel cannot assign to %s' % ast.unparse(target))

    def unpack(self, target, value, line):
        if isinstance(value, View) and value.declared is False:
            raise Mistake('failed to unpack %s' % value.type)
        if not isinstance(value, Items) or len(value.items) != len(target.elts):
            raise Mistake('failed to unpack %s' % value.type)
        if any(isinstance(n, ast.Name) and self.reads(value, spelled(n.id)) for n in ast.walk(target)):
            value = self.kept(line, value)
        for t, v in zip(target.elts, value.items):
            self.assign(t, v, line)

    @staticmethod
    def reads(value, name):
        """Whether the code of a value names a variable."""
        if isinstance(value, Items):
            return any(Function.reads(v, name) for v in value.items)
        return re.search(r'\b%s\b' % name, getattr(value, 'code', None) or getattr(value, 'pointer', '')) is not None

    def kept(self, line, value):
        """The value in variables that nothing changes, so that it can be used later, or twice."""
        if isinstance(value, Items):
            return Items(self.kept(line, v) for v in value.items)
        if isinstance(value, View):
            return self.kept_view(line, value)
        if not isinstance(value, Value) or value.known is not None:
            return value
        self.temporary += 1
        name = '__t%d' % self.temporary
        self.emit(line, '%s %s = %s;' % (value.type.ctype, name, value.code))
        return Value(value.type, name, natural=value.natural)

    def kept_view(self, line, view):
        if view.declared:
            return view
        self.temporary += 1
        name = '__t%d' % self.temporary
        self.out.append('%s* %s;' % (view.dtype.ctype, name))
        for word in ('shape', 'stride'):
            self.out += ['long long %s_%s_%d;' % (name, word, d) for d in range(len(view.shape))]
        self.store(name, view, view.type, line)
        return self.variable(name, view.type, False)

    def assign_name(self, name, value, line):
        type = value.type
        if isinstance(value, Thing):
            raise Mistake("a kernel's variable cannot hold %s: '%s'" % (type, name))
        before = self.variables.get(name) or (self.given[name].type if name in self.given else None)
        now = type if before is None else unified(before, type)
        if now is None:
            raise Mistake("Cannot unify %s and %s for '%s', defined at %s (%d)" % (before, type, name, self.source.file, line))
        self.variables[name] = now
        fixed = isinstance(value, View) and (value.declared or any(value is v for v in self.given.values()))
        if fixed and self.stores.get(name) == 1 and name not in self.given:
            self.views[name] = value
            return
        first = self.given[name].natural if name in self.given else True
        self.natural[name] = bool(self.natural.get(name, first) and value.natural)
        if self.depth == 0 and name not in self.met:
            self.sure.add(self.variable_name(name))
        self.met.add(name)
        self.store(self.variable_name(name), value, now, line)

    def store(self, name, value, type, line):
        if isinstance(type, Tuple):
            for i, (v, t) in enumerate(zip(value.items, type.types)):
                self.store('%s_%d' % (name, i), v, t, line)
        elif isinstance(type, Array):
            codes = ['%s = %s;' % (name, value.first)]
            for word, list in (('shape', value.shape), ('stride', value.strides)):
                codes += ['%s_%s_%d = %s;' % (name, word, d, e) for d, e in enumerate(list)]
            self.emit(line, ' '.join(codes))
        else:
            self.emit(line, '%s = %s;' % (name, cast(value, type)))

    # Control.

    def statement_If(self, node):
        test = self.expression(node.test)
        if isinstance(test, Value) and test.known is not None:
            self.block(node.body if test.known else node.orelse)
            return
        if isinstance(test, Thing):
            self.block(node.body if test.object else node.orelse)
            return
        self.emit(node.lineno, 'if (%s) {' % truth(test))
        self.block(node.body)
        if node.orelse:
            self.out.append('} else {')
            self.block(node.orelse)
        self.out.append('}')

    def statement_While(self, node):
        if node.orelse:
            raise Mistake("'else' of a loop is not supported in a kernel here", unsupported=True)
        before = len(self.out)
        test = truth(self.expression(node.test))
        setup, self.out = self.out[before:], self.out[:before]
        if setup:  # a call that needs statements of its own
            self.emit(node.lineno, 'while (true) { %s if (!%s) break;' % (' '.join(setup), test))
        else:
            self.emit(node.lineno, 'while (%s) {' % test)
        self.block(node.body)
        self.out.append('}')

    def counting(self):
        """The variables that are nothing but counters of loops: given values by for alone, read in its body alone."""
        inside, outside = {}, set()

        def walk(node, loops):
            if isinstance(node, ast.Name):
                if isinstance(node.ctx, ast.Store) or node.id not in loops:
                    outside.add(node.id)
            elif isinstance(node, ast.For) and isinstance(node.target, ast.Name):
                inside[node.target.id] = True
                walk(node.iter, loops)
                for n in node.body:
                    walk(n, loops | {node.target.id})
            else:
                for child in ast.iter_child_nodes(node):
                    walk(child, loops)
        for n in self.source.tree.body:
            walk(n, frozenset())
        return {n for n in inside if n not in outside and n not in self.given}

    def statement_For(self, node):
        if node.orelse:
            raise Mistake("'else' of a loop is not supported in a kernel here", unsupported=True)
        call = node.iter
        function = self.expression(call.func) if isinstance(call, ast.Call) else None
        if function is None and isinstance(node.target, ast.Name):
            return self.each(node, self.expression(call))
        if not isinstance(function, Thing) or function.object is not range or call.keywords or not isinstance(node.target, ast.Name):
            raise Mistake('a loop of a kernel goes over range(…) here, not over %s' % ast.unparse(call))
        bounds = [self.expression(a) for a in call.args]
        if not 1 <= len(bounds) <= 3 or any(not isinstance(v.type, Number) or v.type.kind == 'f' for v in bounds):
            raise Mistake(no_implementation("<class 'range'>", [v.type for v in bounds]))
        start, stop = (literal(0), bounds[0]) if len(bounds) == 1 else bounds[:2]
        step = bounds[2] if len(bounds) == 3 else literal(1)
        if step.known == 0:
            raise Mistake('range() arg 3 must not be zero')
        name = node.target.id
        self.counters += 1
        own = name in self.own_counters
        counter = spelled(name) if own else '__i%d' % self.counters
        forward = step.known is not None and step.known > 0
        self.natural[name] = bool(self.natural.get(name, True) and start.natural and forward)
        self.variables[name] = int64
        setup = 'long long %s = %s' % (counter, cast(start, int64))
        end, by = cast(stop, int64), cast(step, int64)
        if stop.known is None:
            setup += ', __n%d = %s' % (self.counters, end)
            end = '__n%d' % self.counters
        if step.known is None:
            setup += ', __s%d = %s' % (self.counters, by)
            by = '__s%d' % self.counters
        test = '%s %s %s' % (counter, '<' if forward else '>', end)
        if step.known is None:
            test = '(%s > 0 ? %s < %s : %s > %s)' % (by, counter, end, counter, end)
        go = '++%s' % counter if step.known == 1 else '%s += %s' % (counter, by)
        self.emit(node.lineno, 'for (%s; %s; %s) {' % (setup, test, go))
        if not own:
            self.emit(node.lineno, '%s = %s;' % (self.variable_name(name), counter))
        self.block(node.body)
        self.out.append('}')

    def each(self, node, items):
        """A loop over a tuple of numbers."""
        type = items.items[0].type if isinstance(items, Items) and items.items else None
        for v in items.items[1:] if type else []:
            type = type and unified(type, v.type)
        if not isinstance(type, Number):
            raise Mistake('a loop of a kernel goes over range(…) or a tuple of numbers here, not over %s' % ast.unparse(node.iter))
        self.counters += 1
        self.own_counters.discard(node.target.id)
        list, n = '__v%d' % self.counters, '__i%d' % self.counters
        self.out.append('%s %s[%d];' % (type.ctype, list, len(items.items)))
        self.emit(node.lineno, ' '.join('%s[%d] = %s;' % (list, i, cast(v, type)) for i, v in enumerate(items.items)))
        self.emit(node.lineno, 'for (int %s = 0; %s < %d; ++%s) {' % (n, n, len(items.items), n))
        element = Value(type, '%s[%s]' % (list, n), natural=all(v.natural for v in items.items))
        self.assign_name(node.target.id, element, node.lineno)
        self.block(node.body)
        self.out.append('}')

    # Expressions.

    def expression(self, node):
        method = getattr(self, 'expression_' + type(node).__name__, None)
        if method is None:
            self.unsupported(node)
        try:
            return method(node)
        except Mistake as m:
            m.line = m.line or getattr(node, 'lineno', None)
            raise

    def expression_Constant(self, node):
        return self.frozen(node.value, repr(node.value))

    def frozen(self, x, what):
        """A Python object that a kernel names."""
        if isinstance(x, (bool, int, float)):
            return literal(x)
        if isinstance(x, tuple):
            return Items(self.frozen(v, what) for v in x)
        name = getattr(getattr(x, 'dtype', None), 'name', None)
        if name in types.numbers and getattr(x, 'shape', None) == ():
            v = literal(x.item())
            return Value(types.numbers[name], cast(v, types.numbers[name]), v.known, v.natural)
        return Thing(x)

    def expression_Name(self, node):
        name = node.id
        if name in self.views:
            return self.views[name]
        if name in self.variables:
            return self.variable(self.variable_name(name) if name not in self.own_counters else spelled(name), self.variables[name], self.natural.get(name))
        if name in self.given:
            return self.given[name]
        if name in self.stores and self.passes == 0:
            return Value(boolean, spelled(name))  # its type comes with the next pass
        if name in self.stores:
            raise Mistake("local variable '%s' referenced before assignment" % name)
        try:
            x = self.source.meaning(name)
        except AttributeError:
            raise Mistake("NameError: name '%s' is not defined" % name) from None
        except ValueError:
            raise Mistake("NameError: free variable '%s' referenced before assignment in enclosing scope" % name) from None
        v = self.frozen(x, name)
        if isinstance(v, Thing) and not self.callable(x):
            raise Mistake("Untyped global name '%s': Cannot determine Numba type of %r" % (name, type(x)))
        return v

    @staticmethod
    def callable(x):
        from .dispatch import Dispatcher
        if x is None or isinstance(x, (str, Dispatcher, Number)) or type(x).__name__ == 'module' or isinstance(x, type) or INTRINSICS.known(x):
            return True
        return type(x).__name__ == 'builtin_function_or_method' or getattr(x, '__module__', '') in ('math', 'numpy', 'builtins')

    def variable(self, name, type, natural):
        if isinstance(type, Tuple):
            return Items(self.variable('%s_%d' % (name, i), t, natural) for i, t in enumerate(type.types))
        if isinstance(type, Array):
            axes = range(type.ndim)
            return View(type.dtype, name, ['%s_shape_%d' % (name, d) for d in axes], ['%s_stride_%d' % (name, d) for d in axes], 'A')
        return Value(type, name, natural=bool(natural))

    def expression_Tuple(self, node):
        return Items(self.expression(e) for e in node.elts)

    def expression_BinOp(self, node):
        return operators.binary(node.op, self.expression(node.left), self.expression(node.right))

    def expression_UnaryOp(self, node):
        return operators.unary(node.op, self.expression(node.operand))

    def expression_Compare(self, node):
        left, parts = self.expression(node.left), []
        for op, right in zip(node.ops, node.comparators):
            right = self.expression(right)
            parts.append(operators.compare(op, left, right))
            left = right
        if len(parts) == 1:
            return parts[0]
        return Value(boolean, '(%s)' % ' && '.join(p.code for p in parts))

    def expression_BoolOp(self, node):
        values = [self.expression(v) for v in node.values]
        conjunction = isinstance(node.op, ast.And)
        if all(v.type == boolean for v in values):
            return Value(boolean, '(%s)' % (' && ' if conjunction else ' || ').join(v.code for v in values))
        result = values[-1]
        for v in reversed(values[:-1]):
            t = unified(v.type, result.type)
            if not isinstance(t, Number):
                raise Mistake(no_implementation('<built-in function %s>' % ('and' if conjunction else 'or'), [v.type, result.type]))
            yes, no = (result, v) if conjunction else (v, result)
            result = Value(t, '(%s ? %s : %s)' % (truth(v), cast(yes, t), cast(no, t)))
        return result

    def expression_IfExp(self, node):
        test, yes, no = self.expression(node.test), self.expression(node.body), self.expression(node.orelse)
        t = unified(yes.type, no.type)
        if not isinstance(t, Number):
            raise Mistake('Cannot unify %s and %s' % (yes.type, no.type))
        return Value(t, '(%s ? %s : %s)' % (truth(test), cast(yes, t), cast(no, t)), natural=yes.natural and no.natural)

    def expression_Attribute(self, node):
        return attribute(self, self.expression(node.value), node.attr)

    def expression_Slice(self, node):
        if node.lower or node.upper or node.step:
            raise Mistake('a kernel takes whole axes with : here; write the bounds of a slice into the index')
        return Thing(slice(None))

    def expression_Subscript(self, node):
        return self.element(self.expression(node.value), node.slice)

    def element(self, array, index, store=False):
        if isinstance(array, Items):
            return self.member(array, self.expression(index))
        if not isinstance(array, View):
            raise Mistake(no_implementation('<built-in function %s>' % ('setitem' if store else 'getitem'), [array.type, self.expression(index).type]))
        parts = [self.expression(e) for e in index.elts] if isinstance(index, ast.Tuple) else [self.expression(index)]
        if len(parts) == 1 and isinstance(parts[0], Items):
            parts = parts[0].items
        return self.at(array, parts, 'setitem' if store else 'getitem')

    def member(self, items, index):
        n = index.known
        if not isinstance(n, int):
            raise Mistake('a tuple of a kernel has to be indexed by a constant')
        if not -len(items.items) <= n < len(items.items):
            raise Mistake('tuple index out of range')
        return items.items[n]

    def at(self, array, parts, word='getitem'):
        """An element of an array, or what is left of it with fewer indices."""
        kinds = [v.type for v in parts]
        index = Tuple(kinds) if len(parts) > 1 else kinds[0]
        if len(parts) > len(array.shape):
            why = 'NumbaTypeError: cannot index %s with %d indices: %s' % (array.type, len(parts), index)
            raise Mistake(no_implementation('<built-in function %s>' % word, [array.type, index], why))
        for v in parts:
            whole = isinstance(v, Thing) and v.object == slice(None)
            if not whole and not (isinstance(v, Value) and v.type.kind in 'iu'):
                why = 'NumbaTypeError: Unsupported array index type %s in [%s]' % (v.type, v.type)
                raise Mistake(no_implementation('<built-in function %s>' % word, [array.type, index], why))
        if array.declared and len(parts) == len(array.shape) and all(isinstance(v, Value) for v in parts):
            return Value(array.dtype, array.pointer + ''.join('[%s]' % self.index(array, v, d) for d, v in enumerate(parts)))
        terms, shape, strides = [], [], []
        for d in range(len(array.shape)):
            if d >= len(parts) or isinstance(parts[d], Thing):
                shape.append(array.shape[d])
                strides.append(array.strides[d])
                continue
            i = self.index(array, parts[d], d)
            if d > 0 or len(array.shape) > 1 and len(parts) < len(array.shape):
                i = '__within(%s, %s, "%s%s")' % (i, array.shape[d], array.name, ' (axis %d)' % d if len(array.shape) > 1 else '')
            stride = str(array.strides[d])
            terms.append(i if stride == '1' else '%s * %s' % (i, stride))
        if not shape:
            base = array.first
            return Value(array.dtype, '%s[%s]' % (base, ' + '.join(terms)))
        layout = 'C' if array.layout == 'C' and all(isinstance(v, Value) for v in parts) else 'A'
        return View(array.dtype, '(%s + %s)' % (array.first, ' + '.join(terms)) if terms else array.first, shape, strides, layout, name=array.name)

    def index(self, array, v, axis):
        """The code of an index, counted from the end where it is negative."""
        if v.known is not None and v.known < 0:
            return '(%s - %d)' % (array.shape[axis], -v.known)
        code = cast(v, int64)
        return code if v.natural else '%s(%s, %s)' % ('__wrap', code, array.shape[axis])

    def expression_Call(self, node):
        if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
            raise Mistake("a call of a kernel takes no * or ** here")
        function = self.expression(node.func)
        arguments = [self.expression(a) for a in node.args]
        named = {k.arg: self.expression(k.value) for k in node.keywords}
        if not isinstance(function, Thing):
            raise Mistake('%s is %s, which cannot be called' % (ast.unparse(node.func), function.type))
        return self.call(function.object, arguments, named, node)

    def call(self, function, arguments, named, node):
        from .dispatch import Dispatcher
        if isinstance(function, Dispatcher):
            return self.call_device(function, arguments, named)
        if INTRINSICS.known(function):
            return INTRINSICS.call(self, function, arguments, named, node)
        if not named:
            result = mathematics.call(function, arguments)
            if result is not None:
                return result
        t = types.of_dtype(function) if isinstance(function, (Number, type)) else None
        if t is not None and len(arguments) == 1 and isinstance(arguments[0].type, Number):
            return Value(t, cast(arguments[0], t), natural=arguments[0].natural)
        if function is len and len(arguments) == 1:
            v = arguments[0]
            if isinstance(v, Items):
                return literal(len(v.items))
            if isinstance(v, View):
                return Value(int64, str(v.shape[0]), natural=True)
        if function is print:
            return self.call_print(arguments, node)
        raise Mistake(no_implementation(repr(function), [v.type for v in arguments]))

    def call_device(self, dispatcher, arguments, named):
        if named:
            raise Mistake('a device function takes no keyword arguments here')
        if not dispatcher.device and not dispatcher.may_be_device:
            raise Mistake("Untyped global name '%s': it is a kernel; only functions with @cuda.jit(device=True) can be called" % dispatcher.__name__)
        name, result = self.kernel.device(dispatcher, arguments)
        codes, more = [], []
        for v in arguments:
            self.pass_on(v, codes, more)
        code = '%s(%s)' % (name, ', '.join(codes + more))
        if result is None:
            return Value(None, code)
        if isinstance(result, Tuple):
            self.temporary += 1
            kept = '__t%d' % self.temporary
            self.out.append('%s %s = %s;' % (self.result_type(result), kept, code))
            return Items(Value(t, '%s.m%d' % (kept, i)) for i, t in enumerate(result.types))
        return Value(result, code)

    def pass_on(self, v, codes, more):
        """The codes of an argument of a device function; of arrays also all extents, in the order of its parameters."""
        if isinstance(v, Items):
            for x in v.items:
                self.pass_on(x, codes, more)
        elif isinstance(v, View):
            codes.append(v.first)
            more += [str(e) for e in v.shape] + ([str(e) for e in v.strides] if v.layout != 'C' else [])
        elif isinstance(v, Value):
            codes.append(v.code)

    def call_print(self, arguments, node):
        formats, codes = [], []
        for v in arguments:
            if isinstance(v, Thing) and isinstance(v.object, str):
                formats.append(v.object.replace('%', '%%').replace('\\', '\\\\').replace('"', '\\"').replace('\n', '\\n'))
            elif isinstance(v.type, Number):
                t = v.type
                formats.append({'f': '%f', 'u': '%llu'}.get(t.kind, '%lld'))
                codes.append(cast(v, types.float64 if t.kind == 'f' else types.uint64 if t.kind == 'u' else int64))
            else:
                raise Mistake(no_implementation('<built-in function print>', [v.type]))
        return Value(None, 'printf(%s)' % ', '.join(['"%s\\n"' % ' '.join(formats)] + codes))


class Extent:
    """A length or a stride of an array that is an argument, as a parameter of its own; its text says that it is used."""

    def __init__(self, function, path, name, word, axis):
        self.function, self.path, self.word, self.axis = function, path, word, axis
        self.code = '%s_%s_%d' % (name, word, axis)

    def __str__(self):
        f = self.function
        if self not in f.used:
            f.used.append(self)
        return self.code


class Product:
    """A stride of an array whose rows follow each other: the product of the lengths of the axes behind."""

    def __init__(self, lengths):
        self.lengths = lengths

    def __str__(self):
        return ' * '.join(map(str, self.lengths)) or '1'


class ArgumentView(View):
    def __init__(self, type, name, shape, strides):
        strides = strides or [Product(shape[d + 1:]) for d in range(type.ndim)]
        super().__init__(type.dtype, name, shape, strides, type.layout)
