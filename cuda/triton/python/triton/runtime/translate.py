"""From a Triton function and what it is launched with to CUDA C++, in which each thread has its elements of every block."""
import ast
import operator

from ..errors import Mistake, UnsupportedLanguageConstruct
from ..language import dtypes as tl
from ..language.dtypes import constexpr, dtype, pointer_type
from . import blocks, builtins
from .values import Block, Const, Scalar, Tuple, cast_code, described

UNSUPPORTED = {'Break': 'break', 'Continue': 'continue', 'With': 'with', 'Try': 'try', 'Raise': 'raise', 'Lambda': 'lambda', 'Import': 'import', 'FunctionDef': 'nested functions',
               'ListComp': 'list comprehension', 'Dict': 'dict', 'Yield': 'yield', 'Delete': 'del', 'Starred': '*'}
OPERATORS = {ast.Add: 'add', ast.Sub: 'sub', ast.Mult: 'mul', ast.Div: 'truediv', ast.FloorDiv: 'floordiv', ast.Mod: 'mod', ast.Pow: 'pow', ast.BitAnd: 'and_', ast.BitOr: 'or_',
             ast.BitXor: 'xor', ast.LShift: 'lshift', ast.RShift: 'rshift', ast.Eq: 'eq', ast.NotEq: 'ne', ast.Lt: 'lt', ast.LtE: 'le', ast.Gt: 'gt', ast.GtE: 'ge'}
# Names of C++ and of the translator's own.
RESERVED = set('''alignas and auto bool break case char class const continue default delete do double else enum extern float for goto half if inline int long new not or private public
register return short signed sizeof static struct switch template this throw true try typedef union unsigned using virtual void volatile while main min max abs'''.split())


class Ended(Exception):
    """A return that ends the function that is being translated."""

    def __init__(self, value):
        self.value = value


class Translation:
    """The text of one kernel. out holds its lines; what every thread needs at the beginning goes to head."""

    def __init__(self, source, arguments, threads):
        self.source, self.threads = source, threads
        self.out, self.head, self.scratch, self.names = [], {}, {}, {}
        self.stack, self.depth = [source], 0
        parameters, names = [], {}
        for name, v in arguments.items():
            if isinstance(v, dtype):
                code = self.fresh(name)
                parameters.append('%s %s' % (v.ctype, code))
                v = Scalar(v, code)
            names[name] = v
        self.scope, self.parameters = names, parameters
        self.line = source.header
        self.loads = any(isinstance(n, ast.Attribute) and n.attr == 'load' for n in ast.walk(source.tree))
        try:
            self.block(source.tree.body)
        except Ended:
            pass
        except Mistake as m:
            raise m.told(self.stack[-1]) from None

    def text(self, name):
        shared = ['__shared__ %s %s[%d];' % (t, n, size) for n, (t, size) in self.scratch.items()]
        top = 'extern "C" __global__ void %s(%s) { int __t = threadIdx.x; %s' % (self.spelled(name), ', '.join(self.parameters), ' '.join(shared + list(self.head.values())))
        first = '#line %d' % self.source.header
        return '\n'.join(['#include <gputour/triton.h>', first, top] + self.out + ['#line %d' % self.source.last, ' ', '}']) + '\n'

    @property
    def shared_bytes(self):
        size = {'bool': 1, 'signed char': 1, 'unsigned char': 1, 'half': 2, '__nv_bfloat16': 2, 'short': 2, 'int': 4, 'unsigned int': 4, 'float': 4}
        return sum(size.get(t, 8) * n for t, n in self.scratch.values())

    # Names and lines.

    def spelled(self, name):
        return name + '_' if name in RESERVED or name.startswith('__') or not name.isascii() else name

    def fresh(self, name):
        """A name of C++ that is not taken yet."""
        name = self.spelled(name)
        n = self.names.get(name, 0)
        self.names[name] = n + 1
        return '%s__%d' % (name, n) if n else name

    def mark(self, node):
        """What follows comes from the line of a node: of the kernel, if another function is being inlined."""
        if len(self.stack) == 1:
            self.line = node.lineno
        self.step = True

    def emit(self, code):
        """Writes code; the first of a line of the function is a step, what follows belongs to it."""
        if self.step:
            self.out += ['#line %d' % self.line, code]
            self.step = False
        else:
            self.out += ['#line %d' % self.line, ' ' + code]

    step = True
    hint = '__v'  # the variable that the statement gives a value

    def bind(self, value, name='__v'):
        """The value in variables, so that using it twice computes it once."""
        if isinstance(value, Tuple):
            return Tuple(self.bind(v, name) for v in value.items)
        if isinstance(value, Scalar):
            if value.code.isidentifier():
                return value
            n = self.fresh(name)
            self.emit('%s %s = %s;' % (value.dtype.ctype, n, value.code))
            return Scalar(value.dtype, n)
        if isinstance(value, Block):
            codes, layout = value.codes, value.layout
            if codes is None:
                layout = blocks.full(self, value.shape)
                codes = [value.made(*c) for c in layout.coordinates]
            if not all(c.isidentifier() for c in codes):
                stem = self.fresh(name)
                names = [stem] if len(codes) == 1 else ['%s_%d' % (stem, i) for i in range(len(codes))]
                star = '*' if value.dtype.is_ptr() else ''
                base = value.dtype.element_ty.ctype if star else value.dtype.ctype
                for i in range(0, len(codes), 16):
                    self.emit('%s %s;' % (base, ', '.join('%s%s = %s' % (star, n, c) for n, c in zip(names[i:i + 16], codes[i:i + 16]))))
                codes = names
            return Block(value.dtype, value.shape, layout, codes, value.made)
        return value

    # Statements.

    def block(self, body):
        for node in body:
            self.statement(node)

    def statement(self, node):
        method = getattr(self, 'statement_' + type(node).__name__, None)
        self.located(node, method or self.unsupported)

    def located(self, node, method):
        try:
            return method(node)
        except Mistake as m:
            m.node = m.node or node
            raise

    def unsupported(self, node):
        raise Mistake('unsupported AST node type: %s' % type(node).__name__, node, UnsupportedLanguageConstruct)

    def statement_Pass(self, node):
        pass

    def statement_Expr(self, node):
        self.mark(node)
        if isinstance(node.value, ast.Constant):
            return
        v = self.expression(node.value)
        if isinstance(v, Scalar) and not v.code.isidentifier():
            self.bind(v)

    def statement_Assign(self, node):
        self.mark(node)
        self.hint = node.targets[0].id if isinstance(node.targets[0], ast.Name) else '__v'
        value = self.expression(node.value)
        self.hint = '__v'
        for target in node.targets:
            self.assign(target, value)

    def statement_AnnAssign(self, node):
        self.mark(node)
        if node.value is not None:
            self.assign(node.target, self.expression(node.value))

    def statement_AugAssign(self, node):
        self.mark(node)
        if not isinstance(node.target, ast.Name):
            raise Mistake('a value of a kernel has no elements to assign to; use tl.store')
        old = self.expression(ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target))
        self.assign(node.target, self.binary(node.op, old, self.expression(node.value)))

    def assign(self, target, value):
        if isinstance(target, (ast.Tuple, ast.List)):
            if not isinstance(value, Tuple) or len(value.items) != len(target.elts):
                raise Mistake('cannot unpack %s into %d values' % (described(value), len(target.elts)))
            kept = [self.bind(v) if not isinstance(v, Const) else v for v in value.items]
            for t, v in zip(target.elts, kept):
                self.assign(t, v)
        elif isinstance(target, ast.Name):
            self.scope[target.id] = self.bind(value, target.id)
        else:
            raise Mistake('a value of a kernel has no elements to assign to; use tl.store')

    def statement_Return(self, node):
        self.mark(node)
        value = self.expression(node.value) if node.value else Const(None)
        if self.depth == 0:
            if len(self.stack) == 1:
                self.emit('return;')
            raise Ended(value)
        if len(self.stack) > 1 or not (isinstance(value, Const) and value.value is None):
            raise Mistake('a return within a branch that is decided when the kernel runs is not supported here')
        self.emit('return;')

    def statement_Assert(self, node):
        self.mark(node)
        test = self.expression(node.test)
        if isinstance(test, Const):
            if not test.value:
                raise Mistake('assertion failed: ' + ast.unparse(node.test))
        else:
            self.emit('assert(%s);' % self.condition(test))

    # Branches and loops.

    def condition(self, v):
        """The code of a scalar as a condition."""
        if isinstance(v, Const):
            return 'true' if v.value else 'false'
        if not isinstance(v, Scalar):
            raise Mistake('Boolean value of Tensor with more than one value is ambiguous')
        return v.code if v.dtype == tl.int1 else '(%s != 0)' % v.code

    def statement_If(self, node):
        self.mark(node)
        test = self.expression(node.test)
        if isinstance(test, Const):
            return self.block(node.body if test.value else node.orelse)
        before, out = self.scope, self.out
        code = self.condition(test)
        parts, ends = [], []
        for body in (node.body, node.orelse):
            self.scope, self.out = dict(before), []
            self.depth += 1
            self.step = True
            self.block(body)
            self.depth -= 1
            parts.append(self.out)
            ends.append(self.scope)
        returns = [bool(body) and isinstance(body[-1], ast.Return) for body in (node.body, node.orelse)]
        going = [i for i in (0, 1) if not returns[i]]
        self.scope, self.out, self.step = dict(before), out, True
        self.mark(node)
        places = self.merged(before, [ends[i] for i in going])
        self.emit('if (%s) {' % code)
        for i, part in enumerate(parts):
            if i == 1 and not part and not places:
                continue
            self.out += ['} else {'] * i + part
            self.step = False
            for name, place in places.items() if i in going else ():
                self.fill(place, self.value_of(ends[i][name]))
        self.out.append('}')
        self.scope.update(places)

    def merged(self, before, ends):
        """Places for the variables that a branch changes, by the scopes in which its sides end."""
        places = {}
        for name in dict.fromkeys(n for e in ends for n in e):
            values = [e.get(name) for e in ends]
            if all(v is before.get(name) for v in values):
                continue
            if None in values:
                self.scope.pop(name, None)
                continue
            if all(isinstance(v, Const) and v.value is values[0].value for v in values):
                self.scope[name] = values[0]
                continue
            values = [self.value_of(v) for v in values]
            if described(values[0]) != described(values[-1]):
                raise Mistake('Mismatched type for %s between then block (%s) and else block (%s)' % (name, described(values[0]), described(values[-1])), cause='AssertionError')
            v = values[0]
            self.step = False
            places[name] = self.place(name, v.dtype, v.shape, blocks.preferred(self, values) if isinstance(v, Block) else None)
        return places

    def value_of(self, v):
        return builtins.to_value(v) if isinstance(v, Const) else v

    def place(self, name, dtype, shape, layout):
        """Variables for a value that changes: a scalar, or a block in a layout."""
        stem = self.fresh(name)
        if layout is None:
            self.emit('%s %s;' % (dtype.ctype, stem))
            return Scalar(dtype, stem)
        n = len(layout.coordinates)
        names = [stem] if n == 1 else ['%s_%d' % (stem, i) for i in range(n)]
        star = '*' if dtype.is_ptr() else ''
        base = dtype.element_ty.ctype if star else dtype.ctype
        self.emit('%s %s;' % (base, ', '.join(star + n for n in names)))
        return Block(dtype, shape, layout, names)

    def fill(self, place, value):
        """Gives a place a value."""
        if isinstance(place, Scalar):
            if value.code != place.code:
                self.emit('%s = %s;' % (place.code, value.code))
            return
        codes = blocks.codes(self, value, place.shape, place.layout)
        moves = ['%s = %s;' % (n, c) for n, c in zip(place.codes, codes) if n != c]
        for i in range(0, len(moves), 16):
            self.emit('{ %s }' % ' '.join(moves[i:i + 16]))

    @staticmethod
    def assigned(body):
        names = {}
        for n in body:
            for x in ast.walk(n):
                if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store):
                    names[x.id] = True
        return names

    def loop(self, node, header, test=None, extra=None):
        """A loop whose header is C++; what it changes of variables from before is kept in places."""
        carried = [n for n in self.assigned(node.body) if n in self.scope and not (extra and n in extra)]
        before = {n: self.value_of(self.scope[n]) for n in carried}
        for n in carried:
            if not isinstance(before[n], (Scalar, Block)):
                raise Mistake('the loop changes %s, which is %s' % (n, described(before[n])))
        layouts = {n: v.layout or blocks.full(self, v.shape) if isinstance(v, Block) else None for n, v in before.items()}
        out, scope, names = self.out, self.scope, dict(self.names)
        for _ in range(4):
            self.out, self.names, self.step = [], dict(names), False
            places = {n: self.place(n, v.dtype, v.shape, layouts[n]) for n, v in before.items()}
            for n, v in before.items():
                self.fill(places[n], v)
            self.scope = {**scope, **places, **(extra or {})}
            self.mark(node)
            self.emit(header)
            if test is not None:
                self.mark(node)
                self.emit('if (!%s) break;' % self.condition(self.expression(test)))
            self.depth += 1
            self.block(node.body)
            self.depth -= 1
            ends = {n: self.value_of(self.scope[n]) for n in carried}
            better = self.loop_layouts(before, ends, layouts)
            if better == layouts:
                break
            layouts = better
        changed = {n: v for n, v in ends.items() if v is not places[n]}
        used = {c for v in changed.values() for c in (v.codes or [] if isinstance(v, Block) else [v.code])}
        taken = {c for n in changed for c in (places[n].codes if isinstance(places[n], Block) else [places[n].code])}
        self.step = False
        if used & taken or any(isinstance(v, Block) and v.codes is None for v in changed.values()):
            changed = {n: self.kept(v, places[n]) for n, v in changed.items()}
        for n, v in changed.items():
            self.fill(places[n], v)
        self.out.append('}')
        self.out = out + self.out
        self.scope = {**scope, **places}
        self.step = True

    def kept(self, v, place):
        """A value in variables of its own, before the places that it may name are given others."""
        if isinstance(v, Scalar):
            n = self.fresh('__v')
            self.emit('%s %s = %s;' % (v.dtype.ctype, n, v.code))
            return Scalar(v.dtype, n)
        codes = blocks.codes(self, v, place.shape, place.layout)
        fresh = self.place('__v', v.dtype, place.shape, place.layout)
        self.fill(fresh, Block(v.dtype, v.shape, place.layout, codes))
        return fresh

    def loop_layouts(self, before, ends, layouts):
        better = {}
        for n, v in before.items():
            end = ends[n]
            if described(end) != described(v):
                text = 'Loop-carried variable %s has initial type %s but is re-assigned to %s in loop! Please make sure that the type stays consistent.'
                raise Mistake(text % (n, described(v), described(end)), cause='AssertionError')
            better[n] = end.layout or layouts[n] if isinstance(v, Block) else None
        return better

    def statement_While(self, node):
        if node.orelse:
            raise Mistake("'else' of a loop is not supported")
        self.mark(node)
        self.loop(node, 'while (true) {', node.test)

    def statement_For(self, node):
        if node.orelse:
            raise Mistake("'else' of a loop is not supported")
        self.mark(node)
        call = node.iter
        function = self.expression(call.func).value if isinstance(call, ast.Call) else None
        word = 'range' if function is range else getattr(function, 'name', None)
        if word not in ('range', 'static_range') or not isinstance(node.target, ast.Name):
            raise Mistake('Only `range` and `static_range` iterators are currently supported')
        bounds = [self.expression(a) for a in call.args]
        start, stop = (Const(0), bounds[0]) if len(bounds) == 1 else bounds[:2]
        by = bounds[2] if len(bounds) == 3 else Const(1)
        if word == 'static_range':
            if not all(isinstance(v, Const) for v in bounds):
                raise Mistake('static_range needs bounds that are constexpr')
            for i in range(start.value, stop.value, by.value):
                self.scope[node.target.id] = Const(i)
                self.block(node.body)
            return
        if isinstance(by, Const) and by.value == 0:
            raise Mistake('range() arg 3 must not be zero')
        values = [self.value_of(v) for v in (start, stop, by)]
        if not all(isinstance(v, Scalar) and v.dtype.is_int() for v in values):
            raise Mistake('For loop bounds and step must all be ints, are (%s, %s, %s)' % tuple(described(v) for v in (start, stop, by)))
        t = tl.int64 if tl.int64 in [v.dtype for v in values] else tl.int32
        name, end = self.fresh(node.target.id), self.fresh('__n')
        up = not isinstance(by, Const) or by.value > 0  # a step that is known only when the kernel runs has to be positive
        sign = '<' if up else '>'
        go = '++%s' % name if isinstance(by, Const) and by.value == 1 else '%s += %s' % (name, self.bind(values[2]).code)
        header = 'for (%s %s = %s, %s = %s; %s %s %s; %s) {' % (t.ctype, name, values[0].code, end, values[1].code, name, sign, end, go)
        self.loop(node, header, extra={node.target.id: Scalar(t, name)})

    # Expressions.

    def expression(self, node):
        method = getattr(self, 'expression_' + type(node).__name__, None)
        return self.located(node, method or self.unsupported)

    def expression_Constant(self, node):
        return Const(node.value)

    def expression_JoinedStr(self, node):
        return Const(ast.unparse(node))

    def expression_Tuple(self, node):
        return Tuple(self.expression(e) for e in node.elts)

    expression_List = expression_Tuple

    def expression_Name(self, node):
        if node.id in self.scope:
            return self.scope[node.id]
        try:
            x = self.stack[-1].meaning(node.id)
        except AttributeError:
            raise Mistake("NameError('%s is not defined')" % node.id) from None
        if isinstance(x, constexpr):
            return Const(x.value)
        if self.usable(x):
            return Const(x)
        text = "NameError('Cannot access global variable %s from within @jit\\'ed function. Triton kernels can only access global variables that are instanstiated as constexpr (`x = triton.language.constexpr(42)`).')"
        raise Mistake(text % node.id)

    @staticmethod
    def usable(x):
        from .jit import JITFunction
        return isinstance(x, (JITFunction, dtype)) or type(x).__name__ in ('module', 'Builtin', 'Namespace') or x in (range, float, int, bool, min, max, len, print, abs, isinstance) \
            if not isinstance(x, (int, float, str)) else False

    def expression_Attribute(self, node):
        v = self.expression(node.value)
        if isinstance(v, Const):
            if not hasattr(v.value, node.attr):
                raise Mistake("AttributeError(\"%s has no attribute '%s'\")" % (getattr(v.value, '__name__', repr(v.value)), node.attr))
            return Const(getattr(v.value, node.attr))
        return builtins.attribute(self, v, node.attr)

    def expression_BinOp(self, node):
        return self.binary(node.op, self.expression(node.left), self.expression(node.right))

    def binary(self, op, a, b):
        name = OPERATORS[type(op)] if type(op) in OPERATORS else None
        if name is None:
            raise Mistake('unsupported operator: %s' % type(op).__name__)
        if isinstance(a, Const) and isinstance(b, Const):
            try:
                return Const(getattr(operator, name)(a.value, b.value))
            except (TypeError, ArithmeticError, ValueError) as e:
                raise Mistake('%s(%r)' % (type(e).__name__, str(e))) from None
        if isinstance(a, Tuple) and isinstance(b, Tuple) and name == 'add':
            return Tuple(a.items + b.items)
        return blocks.binary(self, name, a, b)

    def expression_UnaryOp(self, node):
        v = self.expression(node.operand)
        if isinstance(v, Const):
            return Const({ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.invert, ast.Not: operator.not_}[type(node.op)](v.value))
        return blocks.unary(self, type(node.op).__name__, v)

    def expression_Compare(self, node):
        if len(node.ops) != 1:
            raise Mistake('simultaneous multiple comparison is not supported')
        a, op, b = self.expression(node.left), node.ops[0], self.expression(node.comparators[0])
        if isinstance(op, (ast.Is, ast.IsNot)):
            same = isinstance(a, Const) and isinstance(b, Const) and a.value is b.value
            return Const(same == isinstance(op, ast.Is))
        if isinstance(op, (ast.In, ast.NotIn)):
            raise Mistake('unsupported operator: %s' % type(op).__name__)
        return self.binary(op, a, b)

    def expression_BoolOp(self, node):
        values, result = [], None
        for n in node.values:
            v = self.expression(n)
            if isinstance(v, Const) and bool(v.value) == isinstance(node.op, ast.Or) and not values:
                return v
            if not isinstance(v, Const) or n is node.values[-1] and not values:
                values.append(v)
        result = values[0]
        for v in values[1:]:
            result = blocks.logical(self, '&&' if isinstance(node.op, ast.And) else '||', result, v)
        return result

    def expression_IfExp(self, node):
        test = self.expression(node.test)
        if isinstance(test, Const):
            return self.expression(node.body if test.value else node.orelse)
        self.condition(test)
        return builtins.where(self, test, self.expression(node.body), self.expression(node.orelse))

    def expression_Slice(self, node):
        if node.lower or node.upper or node.step:
            raise Mistake('unsupported tensor index: a block is indexed with : and None alone')
        return Const(slice(None))

    def expression_Subscript(self, node):
        v = self.expression(node.value)
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        parts = [self.expression(p) for p in parts]
        if isinstance(v, Tuple):
            return v.items[parts[0].value]
        if isinstance(v, Const):
            return Const(v.value[parts[0].value])
        return builtins.index(self, v, parts)

    def expression_Call(self, node):
        function = self.expression(node.func)
        if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
            raise Mistake('a call takes no * or ** here')
        arguments = [self.expression(a) for a in node.args]
        named = {k.arg: self.expression(k.value) for k in node.keywords}
        if isinstance(function, builtins.Method):
            return function.call(self, arguments, named)
        return self.call(function.value if isinstance(function, Const) else function, arguments, named)

    def call(self, function, arguments, named):
        from .jit import JITFunction
        if isinstance(function, JITFunction):
            return self.inline(function, arguments, named)
        return builtins.call(self, function, arguments, named)

    def inline(self, function, arguments, named):
        """A call of another @triton.jit function: its body stands where it is called."""
        source = function.source
        if len(self.stack) > 30:
            raise Mistake('the calls are nested too deeply: %s calls itself?' % function.__name__)
        scope = function.bound(arguments, named)
        scope = {n: self.bind(v, n) if isinstance(v, (Scalar, Block)) else v for n, v in scope.items()}
        outer, depth, self.scope, self.depth = self.scope, self.depth, scope, 0
        self.stack.append(source)
        result = Const(None)
        try:
            self.block(source.tree.body)
        except Ended as e:
            result = e.value
        self.stack.pop()
        self.scope, self.depth = outer, depth
        return self.bind(result)
