"""Operations on blocks, element by element: types, shapes, and where the elements are."""
from ..errors import Mistake
from ..language import dtypes as tl
from ..language.dtypes import pointer_type
from .layout import Layout
from .values import Block, Const, Scalar, cast_code, constant_code, constant_type, described, promoted


def full(t, shape):
    """The layout of whole blocks of a shape."""
    key = tuple(shape)
    if key not in t.__dict__.setdefault('layouts', {}):
        t.layouts[key] = Layout(key, t.threads)
    return t.layouts[key]


def typed(v):
    return constant_type(v.value) if isinstance(v, Const) else v.dtype


def common(shapes):
    """The shape that several shapes are broadcast to."""
    rank = max(len(s) for s in shapes)
    shapes = [(1,) * (rank - len(s)) + tuple(s) for s in shapes]
    result = []
    for i, axes in enumerate(zip(*shapes)):
        big = [n for n in axes if n != 1]
        if any(n != big[0] for n in big):
            raise Mistake('Cannot make_shape_compatible: incompatible dimensions at index %d: %s' % (i, ' and '.join(map(str, dict.fromkeys(axes)))), cause='ValueError')
        result.append(big[0] if big else 1)
    return tuple(result)


def preferred(t, values, shape=None):
    """The layout in which several blocks meet: what a reduction left stays where it is."""
    shape = shape or values[0].shape
    whole = full(t, shape)
    if any(v.shape != shape and v.codes is not None for v in values):
        return whole
    for v in values:
        if v.codes is not None and v.layout != whole:
            return v.layout
    return whole


def elementwise(t, dtype, code, values):
    """A block, or a scalar, of code(…) for the elements of values, which are broadcast to one shape."""
    lists = [v for v in values if isinstance(v, Block)]
    if not lists:
        return Scalar(dtype, code(*[v.code for v in values]))
    shape = common([v.shape for v in lists])
    if all(v.made for v in lists):
        def made(*c):
            return code(*[at(v, c, shape) if isinstance(v, Block) else v.code for v in values])
    else:
        made = None
    if all(v.codes is None for v in lists):
        return Block(dtype, shape, made=made)
    layout = preferred(t, lists, shape)
    columns = [codes(t, v, shape, layout) if isinstance(v, Block) else [v.code] * len(layout.coordinates) for v in values]
    return Block(dtype, shape, layout, [code(*row) for row in zip(*columns)], made)


def at(v, c, shape):
    """The code of a made block's element at a place of a larger shape."""
    c = c[len(c) - len(v.shape):] if len(v.shape) < len(c) else c
    return v.made(*['0' if n == 1 else x for n, x in zip(v.shape, c)])


def codes(t, v, shape, layout):
    """The codes of a block's elements, broadcast to a shape, in a layout."""
    if v.codes is not None and v.shape == shape and v.layout == layout:
        return v.codes
    if v.made is not None:
        return [at(v, c, shape) for c in layout.coordinates]
    padded = (1,) * (len(shape) - len(v.shape)) + v.shape
    dropped = tuple(d for d, (n, m) in enumerate(zip(padded, shape)) if n == 1 and m > 1)
    if not dropped and v.elements == full(t, shape).elements and v.layout == full(t, v.shape) and layout == full(t, shape):
        return v.codes  # axes of one element change nothing
    if layout == full(t, shape) and dropped:
        part = Layout(shape, t.threads, dropped)
        source = v.codes if v.layout == part else moved(t, v, part, padded, dropped)
        return [source[g] for g in part.group]
    return moved(t, v, layout, padded, dropped)


def linear(shape, c):
    """The code of a place's number, row by row."""
    terms, s = [], 1
    for n, x in reversed(list(zip(shape, c))):
        if n > 1 and x != '0':
            terms.append(x if s == 1 else '%s * %d' % (x, s))
        s *= n
    return ' + '.join(terms) or '0'


def scratch(t, ctype, size, word='scratch'):
    """Shared memory that the translator uses."""
    name = '__%s_%s' % (word, ctype.replace(' ', '_').replace('*', 'p').strip('_'))
    if ctype.endswith('*'):
        name, ctype = '__%s_address' % word, 'unsigned long long'
    t.scratch[name] = ctype, max(size, t.scratch.get(name, (0, 0))[1])
    return name


def put(t, v, name, shape=None):
    """Writes a block to shared memory, each element once, row by row; axes that are broadcast have one element."""
    layout, pointer = v.layout, v.dtype.is_ptr()
    kept = [d for d in range(len(layout.shape)) if d not in layout.dropped]
    guards = []
    for d in layout.dropped:
        low, high = layout.bits(d)
        if high > low:
            guards.append('(__t & %d) == 0' % (high - low))
    if layout.elements < t.threads:
        guards.append('__t < %d' % layout.elements)
    shape = [layout.shape[d] for d in kept]
    stores = ['%s[%s] = %s;' % (name, linear(shape, c), '(unsigned long long)%s' % x if pointer else x) for c, x in zip(layout.coordinates, v.codes)]
    for i in range(0, len(stores), 16):
        t.emit('%s{ %s }' % ('if (%s) ' % ' && '.join(guards) if guards else '', ' '.join(stores[i:i + 16])))


def moved(t, v, layout, padded, dropped):
    """The elements of a block for the threads of another layout, through shared memory."""
    v = t.bind(v)
    name = scratch(t, v.dtype.ctype, v.elements)
    put(t, v, name)
    t.emit('__syncthreads();')
    left = [n for d, n in enumerate(padded) if d not in dropped]
    places = [[x for d, x in enumerate(c) if d not in dropped] if len(c) == len(padded) else list(c) for c in layout.coordinates]
    back = '(%s)' % v.dtype.ctype if v.dtype.is_ptr() else ''
    read = ['%s%s[%s]' % (back, name, linear(left, c)) for c in places]
    result = t.bind(Block(v.dtype, v.shape, layout, read), '__m')
    t.emit('__syncthreads();')
    return result.codes


SIGNS = {'add': '+', 'sub': '-', 'mul': '*', 'truediv': '/', 'floordiv': '/', 'mod': '%', 'and_': '&', 'or_': '|', 'xor': '^', 'lshift': '<<', 'rshift': '>>',
         'eq': '==', 'ne': '!=', 'lt': '<', 'le': '<=', 'gt': '>', 'ge': '>='}
COMPARE = {'eq', 'ne', 'lt', 'le', 'gt', 'ge'}
BITS = {'and_', 'or_', 'xor', 'lshift', 'rshift'}


def check_operand(v):
    if isinstance(v, Const) and not isinstance(v.value, (bool, int, float)):
        raise Mistake('cannot convert %r of type %s to tensor' % (v.value, type(v.value)), cause='TypeError')
    if not isinstance(v, (Const, Scalar, Block)):
        raise Mistake('unexpected type %s' % described(v))


def coded(v, t):
    """An operand as a value of a type."""
    if isinstance(v, Const):
        return Scalar(t, constant_code(v.value, t))
    return v


def binary(tr, name, a, b):
    """a operator b for scalars and blocks, one of which is no constant."""
    check_operand(a)
    check_operand(b)
    ta, tb = typed(a), typed(b)
    if ta.is_ptr() or tb.is_ptr():
        return pointer(tr, name, a, b, ta, tb)
    if name == 'pow':
        raise Mistake('unsupported operator: Pow')
    t = promoted(ta, tb, isinstance(a, Const), isinstance(b, Const), name in ('truediv', 'mod'))
    if name == 'truediv' and t.is_int():
        t = tl.float32
    if name == 'floordiv' and not t.is_int() or name in BITS and not t.is_int():
        if name == 'floordiv':
            raise Mistake('unexpected type %s' % t, cause='TypeError')
        raise Mistake('invalid operands of type %s and %s' % (ta, tb), cause='IncompatibleTypeErrorImpl')
    if name in ('floordiv', 'mod') and t.is_int() and ta.kind != tb.kind and not isinstance(a, Const) and not isinstance(b, Const) and 'b' not in (ta.kind, tb.kind):
        raise Mistake('Cannot use %s because they have different signedness;this is unlikely to result in a useful answer. Cast them to the same signedness.' % {'floordiv': '//', 'mod': '%'}[name])
    if t.kind == 'b' and name not in BITS and name not in COMPARE:
        t = tl.int32
    result = tl.int1 if name in COMPARE else t
    sign = SIGNS[name]
    if t.kind == 'b' and sign in ('&', '|'):
        sign *= 2

    def code(x, y):
        x, y = cast_code(x, one, t), cast_code(y, two, t)
        if name == 'mod' and t.is_floating():
            return 'fmod%s(%s, %s)' % ('f' if t == tl.float32 else '', x, y)
        if t in (tl.float16, tl.bfloat16) and name not in COMPARE:
            return '((%s)((float)%s %s (float)%s))' % (t.ctype, x, sign, y)
        if t.primitive_bitwidth in (8, 16) and t.is_int() and name not in COMPARE:
            return '((%s)(%s %s %s))' % (t.ctype, x, sign, y)
        return '(%s %s %s)' % (x, sign, y)
    one, two = (t if isinstance(v, Const) else v.dtype for v in (a, b))
    return elementwise(tr, result, code, [coded(a, t), coded(b, t)])


def pointer(tr, name, a, b, ta, tb):
    if name in COMPARE and ta == tb:
        return elementwise(tr, tl.int1, lambda x, y: '(%s %s %s)' % (x, SIGNS[name], y), [a, b])
    if ta.is_ptr() and tb.is_ptr():
        raise Mistake('cannot add pointers together', cause='TypeError')
    offset = tb if ta.is_ptr() else ta
    if name not in ('add', 'sub') or not offset.is_int() or name == 'sub' and tb.is_ptr():
        raise Mistake('invalid operands of type %s and %s' % (ta, tb), cause='IncompatibleTypeErrorImpl')
    p, i = (a, b) if ta.is_ptr() else (b, a)
    i = coded(i, tl.int32)
    return elementwise(tr, p.dtype, lambda x, y: '(%s %s %s)' % (x, SIGNS[name], y), [p, i])


def unary(tr, word, v):
    t = v.dtype
    if t.is_ptr():
        raise Mistake('wrong type argument to unary %s (%s)' % (word, t), cause='ValueError')
    if word == 'Not':
        if isinstance(v, Block):
            return elementwise(tr, tl.int1, lambda x: '(!%s)' % x, [cast(tr, v, tl.int1)])
        return Scalar(tl.int1, '(!%s)' % tr.condition(v))
    if word == 'UAdd':
        return v
    if word == 'Invert':
        if not t.is_int():
            raise Mistake('wrong type argument to unary invert (%s)' % t, cause='ValueError')
        return elementwise(tr, t, (lambda x: '(!%s)' % x) if t.kind == 'b' else (lambda x: '((%s)~%s)' % (t.ctype, x)), [v])
    return elementwise(tr, t, lambda x: '((%s)-(float)%s)' % (t.ctype, x) if t in (tl.float16, tl.bfloat16) else '(-%s)' % x, [v])


def logical(tr, sign, a, b):
    check_operand(a)
    check_operand(b)
    a, b = (cast(tr, coded(v, typed(v)), tl.int1) for v in (a, b))
    return elementwise(tr, tl.int1, lambda x, y: '(%s %s %s)' % (x, sign, y), [a, b])


def cast(tr, v, t):
    """A value as one of another type."""
    if isinstance(v, Const):
        return Scalar(t, constant_code(v.value, t))
    if v.dtype == t:
        return v
    source = v.dtype

    def code(x):
        if source.kind == 'f' and t in (tl.float16, tl.bfloat16) or source in (tl.float16, tl.bfloat16):
            x = '(float)%s' % x if source != tl.float32 else x
            return '((%s)%s)' % (t.ctype, x) if t != tl.float32 else '(%s)' % x
        return cast_code(x, source, t)
    return elementwise(tr, t, code, [v])
