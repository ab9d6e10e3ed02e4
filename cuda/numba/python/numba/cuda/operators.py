"""The operators of Python on numbers, as Numba types and computes them."""
import ast

from ..core.types import Number, Tuple, boolean, float32, float64, int64, uint64
from .errors import Mistake, no_implementation
from .values import Items, Value, arithmetic, cast, literal, truth

# By the class of the tree: Python's name, and C++'s sign where it has one that does the same.
BINARY = {
    ast.Add: ('add', '+'), ast.Sub: ('sub', '-'), ast.Mult: ('mul', '*'), ast.Div: ('truediv', '/'), ast.FloorDiv: ('floordiv', None), ast.Mod: ('mod', None),
    ast.Pow: ('pow', None), ast.BitAnd: ('and_', '&'), ast.BitOr: ('or_', '|'), ast.BitXor: ('xor', '^'), ast.LShift: ('lshift', '<<'), ast.RShift: ('rshift', '>>'),
}
COMPARE = {ast.Eq: '==', ast.NotEq: '!=', ast.Lt: '<', ast.LtE: '<=', ast.Gt: '>', ast.GtE: '>='}
FOLD = {
    'add': lambda a, b: a + b, 'sub': lambda a, b: a - b, 'mul': lambda a, b: a * b, 'truediv': lambda a, b: a / b, 'floordiv': lambda a, b: a // b, 'mod': lambda a, b: a % b,
    'pow': lambda a, b: a ** b, 'and_': lambda a, b: a & b, 'or_': lambda a, b: a | b, 'xor': lambda a, b: a ^ b, 'lshift': lambda a, b: a << b, 'rshift': lambda a, b: a >> b,
}

def binary(operator, a, b):
    """a operator b. Where C++ has no sign for it there is a function in gputour/python.h."""
    name, sign = BINARY[type(operator)]
    if isinstance(a, Items) and isinstance(b, Items) and name == 'add':
        return Items(a.items + b.items)
    if not (isinstance(a.type, Number) and isinstance(b.type, Number)):
        raise Mistake(no_implementation('<built-in function %s>' % name, [a.type, b.type]))
    if a.known is not None and b.known is not None:
        try:
            return literal(FOLD[name](a.known, b.known))
        except (ArithmeticError, ValueError, TypeError) as e:
            raise Mistake('%s: %s' % (type(e).__name__, e)) from None
    if name in ('and_', 'or_', 'xor', 'lshift', 'rshift'):
        return bits(name, sign, a, b)
    if name == 'pow':
        return power(a, b)
    t = arithmetic(a.type, b.type)
    if name == 'truediv' and t.kind != 'f':
        t = float64
    x, y = cast(a, t), cast(b, t)
    natural = bool(a.natural and b.natural)
    if name in ('floordiv', 'mod'):
        return divided(name, t, x, y, natural)
    return Value(t, '(%s %s %s)' % (x, sign, y), natural=natural and name in ('add', 'mul', 'truediv'))


def divided(name, t, x, y, natural):
    if t.kind == 'f':
        if name == 'floordiv':
            return Value(t, '%s(%s / %s)' % ('floorf' if t == float32 else 'floor', x, y))
        return Value(t, '((%s)%s(%s, %s))' % (t.ctype, '__modf', x, y))
    if natural or t.kind == 'u':
        return Value(t, '(%s %s %s)' % (x, '/' if name == 'floordiv' else '%', y), natural=True)
    return Value(t, '%s(%s, %s)' % ('__floordiv' if name == 'floordiv' else '__mod', x, y))


def bits(name, sign, a, b):
    if 'f' in (a.type.kind, b.type.kind):
        raise Mistake(no_implementation('<built-in function %s>' % name, [a.type, b.type]))
    if a.type == b.type == boolean and name in ('and_', 'or_', 'xor'):
        return Value(boolean, '(%s %s %s)' % (a.code, {'&': '&&', '|': '||', '^': '!='}[sign], b.code))
    if name in ('lshift', 'rshift'):
        t = uint64 if a.type.kind == 'u' else int64
        return Value(t, '(%s %s %s)' % (cast(a, t), sign, cast(b, int64)), natural=name == 'rshift' and a.natural)
    t = arithmetic(a.type, b.type)
    return Value(t, '(%s %s %s)' % (cast(a, t), sign, cast(b, t)), natural=bool(a.natural and b.natural or sign == '&' and (a.natural or b.natural)))


def power(a, b):
    small = isinstance(b.known, int) and 1 <= b.known <= 4
    if a.type.kind == 'f' and b.type.kind != 'f' or small:
        t = a.type if a.type.kind == 'f' else int64
    else:
        t = arithmetic(a.type, b.type)
    if small and a.code.isidentifier():
        return Value(t, '(%s)' % ' * '.join([cast(a, t)] * b.known), natural=b.known % 2 == 0 or a.natural)
    if t.kind == 'f':
        return Value(t, '%s(%s, %s)' % ('powf' if t == float32 else 'pow', cast(a, t), cast(b, t)))
    return Value(t, '%s(%s, %s)' % ('__power', cast(a, int64), cast(b, int64)), natural=a.natural)


def unary(operator, v):
    if isinstance(operator, ast.Not):
        return Value(boolean, '(!%s)' % truth(v))
    name = {ast.USub: 'neg', ast.UAdd: 'pos', ast.Invert: 'invert'}[type(operator)]
    if not isinstance(v.type, Number) or name == 'invert' and v.type.kind == 'f':
        raise Mistake(no_implementation('<built-in function %s>' % name, [v.type]))
    if v.known is not None:
        return literal({'neg': lambda x: -x, 'pos': lambda x: +x, 'invert': lambda x: ~x}[name](v.known))
    if name == 'invert' and v.type == boolean:
        return Value(boolean, '(!%s)' % v.code)
    t = v.type if v.type.kind == 'f' else uint64 if v.type.kind == 'u' else int64
    return Value(t, '(%s%s)' % ({'neg': '-', 'pos': '+', 'invert': '~'}[name], cast(v, t)), natural=name == 'pos' and v.natural)


def compare(operator, a, b):
    if isinstance(operator, (ast.Is, ast.IsNot)):
        same = getattr(a, 'object', a) is getattr(b, 'object', b)
        return literal(same == isinstance(operator, ast.Is))
    sign = COMPARE.get(type(operator))
    if isinstance(a, Items) and isinstance(b, Items) and sign in ('==', '!='):
        if len(a.items) != len(b.items):
            return literal(sign == '!=')
        code = ' && '.join(compare(ast.Eq(), x, y).code for x, y in zip(a.items, b.items)) or 'true'
        return Value(boolean, '(%s(%s))' % ('' if sign == '==' else '!', code))
    if sign is None or not (isinstance(a.type, Number) and isinstance(b.type, Number)):
        names = {ast.Eq: 'eq', ast.NotEq: 'ne', ast.Lt: 'lt', ast.LtE: 'le', ast.Gt: 'gt', ast.GtE: 'ge', ast.In: 'contains', ast.NotIn: 'contains'}
        raise Mistake(no_implementation('<built-in function %s>' % names[type(operator)], [a.type, b.type]))
    t = arithmetic(a.type, b.type)
    return Value(boolean, '(%s %s %s)' % (cast(a, t), sign, cast(b, t)))
