"""The functions of triton.language, by name; each takes the translation and the values that it is called with."""
import builtins as python

from ..errors import CompileTimeAssertionFailure, Mistake
from ..language import Builtin
from ..language import dtypes as tl
from ..language.dtypes import dtype, pointer_type
from . import blocks
from .blocks import cast, coded, elementwise, full, put, scratch, typed
from .layout import Layout
from .values import Block, Const, Scalar, Tuple, constant_type, described, promoted

TABLE = {}
MAXIMUM = 1 << 20  # elements of a block


def builtin(function):
    TABLE[function.__name__.rstrip('_')] = function
    return function


class Method:
    """value.name, which is called next."""

    def __init__(self, value, name):
        self.value, self.name = value, name

    def call(self, tr, arguments, named):
        if self.name == 'to':
            return to(tr, self.value, *arguments, **named)
        return call(tr, Builtin(self.name), [self.value] + arguments, named)


METHODS = set('sum max min argmax argmin abs exp log sqrt sigmoid cos sin trans expand_dims broadcast_to reshape view'.split())


def attribute(tr, v, name):
    if isinstance(v, (Scalar, Block)):
        if name == 'dtype':
            return Const(v.dtype)
        if name == 'shape':
            return Tuple(Const(n) for n in v.shape)
        if name == 'T' and isinstance(v, Block):
            return trans(tr, v)
        if name == 'to' or name in METHODS:
            return Method(v, name)
    raise Mistake("AttributeError(\"'tensor' object has no attribute '%s'\")" % name)


def call(tr, function, arguments, named):
    if isinstance(function, dtype):
        raise Mistake("TypeError('%s is a type; write x.to(tl.…)')" % function)
    name = getattr(function, 'name', None) if isinstance(function, Builtin) else {min: 'minimum', max: 'maximum', abs: 'abs', float: 'float', int: 'int', print: 'device_print'}.get(function)
    if name == 'cdiv' or name in FOLDED and all(isinstance(v, Const) for v in arguments):
        values = [v.value for v in arguments + list(named.values())] if all(isinstance(v, Const) for v in arguments + list(named.values())) else None
        if values is not None:
            return Const(FOLDED[name](*values))
    if name not in TABLE:
        if all(isinstance(v, Const) for v in arguments) and callable(function) and not isinstance(function, Builtin):
            return Const(function(*[v.value for v in arguments], **{k: v.value for k, v in named.items()}))
        raise Mistake('%s is not supported in a kernel here' % (getattr(function, '__name__', None) or repr(function)))
    try:
        return TABLE[name](tr, *arguments, **named)
    except TypeError as e:
        if 'argument' not in str(e):
            raise
        raise Mistake('TypeError(%r)' % str(e).replace('()', '', 1)) from None


FOLDED = {'cdiv': lambda a, b: -(-a // b), 'minimum': python.min, 'maximum': python.max, 'abs': python.abs, 'float': float, 'int': int}


def known(v, what):
    """The value of what must be a constexpr."""
    if isinstance(v, Tuple):
        return tuple(known(x, what) for x in v.items)
    if not isinstance(v, Const):
        raise Mistake('%s must be of type tl.constexpr' % what)
    return v.value


def to_value(v):
    """A Python number as a value of a kernel."""
    if isinstance(v, Const):
        if isinstance(v.value, str) or v.value is None:
            raise Mistake('cannot convert %r of type %s to tensor' % (v.value, type(v.value)))
        t = constant_type(v.value)
        return coded(v, t)
    if not isinstance(v, (Scalar, Block)):
        raise Mistake('unexpected type %s' % described(v))
    return v


# Programs and blocks that are made.

def axis_letter(axis, caller):
    """The letter of a grid's axis."""
    n = known(axis, 'axis')
    if n not in (0, 1, 2):
        raise Mistake('%s axis must be 0, 1, or 2 but got %s' % (caller, n))
    return 'xyz'[n]


@builtin
def program_id(tr, axis):
    return Scalar(tl.int32, '(int)blockIdx.%s' % axis_letter(axis, 'program_id'))


@builtin
def num_programs(tr, axis):
    return Scalar(tl.int32, '(int)gridDim.%s' % axis_letter(axis, 'num_programs'))


@builtin
def arange(tr, start, end):
    if not isinstance(start, Const) or not isinstance(end, Const):
        raise Mistake("arange's arguments must be of type tl.constexpr")
    a, b = start.value, end.value
    if b <= a:
        raise Mistake("arange's end argument must be greater than the start argument")
    n = b - a
    if n & (n - 1):
        raise Mistake("arange's range must be a power of 2")
    size(n)
    return Block(tl.int32, (n,), made=lambda c: '(%s + %d)' % (c, a) if a else c)


def size(n):
    if n > MAXIMUM:
        raise Mistake('numel (%d) exceeds triton maximum tensor numel (%d)' % (n, MAXIMUM))


def shape_of(shape):
    lengths = known(shape, 'shape')
    lengths = tuple(lengths) if isinstance(lengths, (tuple, list)) else (lengths,)
    lengths = tuple(getattr(n, 'value', n) for n in lengths)
    total = 1
    for d, n in enumerate(lengths):
        if not isinstance(n, int):
            raise Mistake('Shape element %d must have type `constexpr[int]`, got `constexpr[%s]' % (d, type(n)))
        if n & (n - 1) or n < 1:
            raise Mistake('Shape element %d must be a power of 2' % d)
        total *= n
    size(total)
    return lengths


@builtin
def full_(tr, shape, value, dtype):
    lengths, t = shape_of(shape), known(dtype, 'dtype')
    v = coded(value, t) if isinstance(value, Const) else cast(tr, tr.bind(value), t)
    return Block(t, lengths, made=lambda *c: v.code)


@builtin
def zeros(tr, shape, dtype):
    return full_(tr, shape, Const(0), dtype)


@builtin
def zeros_like(tr, input):
    return Block(input.dtype, input.shape, made=lambda *c: coded(Const(0), input.dtype).code)


# Shapes.

def index(tr, v, parts):
    """v[:, None]: axes of one element are added."""
    if not isinstance(v, Block):
        raise Mistake('a scalar of a kernel cannot be indexed')
    axes = [n for n in parts]
    for n in axes:
        if not isinstance(n, Const) or n.value is not None and n.value != slice(None):
            raise Mistake('unsupported tensor index: %s' % described(n))
    if python.sum(n.value is not None for n in axes) > len(v.shape):
        raise Mistake('too many indices for a block of shape %s' % (list(v.shape),))
    for d, n in enumerate(axes):
        if n.value is None:
            v = expand_dims(tr, v, Const(d))
    return v


@builtin
def expand_dims(tr, input, axis):
    d = known(axis, 'axis')
    d += len(input.shape) + 1 if d < 0 else 0
    shape = input.shape[:d] + (1,) + input.shape[d:]
    made = input.made and (lambda *c: input.made(*c[:d], *c[d + 1:]))
    if input.codes is None:
        return Block(input.dtype, shape, made=made)
    layout = input.layout
    if layout == full(tr, input.shape):
        layout = full(tr, shape)
    return Block(input.dtype, shape, layout, input.codes, made)


def check_fits(v, shape):
    """Whether a value can be broadcast to a shape, axis by axis (broadcast_impl_shape of triton/language/semantic.py)."""
    if not isinstance(v, Block):
        return
    if len(v.shape) != len(shape):
        raise Mistake('Cannot broadcast, rank mismatch: %s, %s' % (list(v.shape), list(shape)), cause='ValueError')
    for d, (n, m) in enumerate(zip(v.shape, shape)):
        if n not in (1, m):
            raise Mistake('Cannot broadcast, the expanded size of the tensor (%d) must match the existing size (%d) at non-singleton dimension %d: %s, %s'
                          % (m, n, d, list(v.shape), list(shape)), cause='ValueError')


def broadcast_shape(tr, v, shape):
    if v.shape == shape:
        return v
    check_fits(v, shape)
    if v.codes is None:
        return Block(v.dtype, shape, made=lambda *c: blocks.at(v, c, shape))
    layout = full(tr, shape)
    return Block(v.dtype, shape, layout, blocks.codes(tr, v, shape, layout))


@builtin
def broadcast_to(tr, input, *shape):
    lengths = shape_of(shape[0] if len(shape) == 1 else Tuple(shape))
    v = to_value(input)
    if isinstance(v, Scalar):
        return full_(tr, Tuple(map(Const, lengths)), v, Const(v.dtype))
    return broadcast_shape(tr, v, lengths)


@builtin
def broadcast(tr, input, other):
    shape = blocks.common([input.shape, other.shape])
    return Tuple([broadcast_shape(tr, input, shape), broadcast_shape(tr, other, shape)])


def whole(tr, v):
    """A block with its elements in the layout of whole blocks, in variables."""
    layout = full(tr, v.shape)
    return tr.bind(Block(v.dtype, v.shape, layout, blocks.codes(tr, v, v.shape, layout)))


@builtin
def reshape(tr, input, *shape):
    lengths = shape_of(shape[0] if len(shape) == 1 else Tuple(shape))
    v = whole(tr, input)
    target = full(tr, lengths)
    if target.elements != v.elements:
        raise Mistake('reshape() cannot change total number of elements in tensor')
    return Block(v.dtype, lengths, target, v.codes)


@builtin
def view(tr, input, *shape):
    return reshape(tr, input, *shape)


@builtin
def ravel(tr, x):
    return reshape(tr, x, Const(x.elements))


@builtin
def trans(tr, input, *dims):
    if len(input.shape) != 2:
        raise Mistake('Only 2D tensors can be transposed')
    shape = input.shape[::-1]
    if input.made:
        return Block(input.dtype, shape, made=lambda a, b: input.made(b, a))
    v = whole(tr, input)
    name = scratch(tr, v.dtype.ctype, v.elements)
    put(tr, v, name)
    tr.emit('__syncthreads();')
    layout = full(tr, shape)
    read = ['%s%s[%s]' % ('(%s)' % v.dtype.ctype if v.dtype.is_ptr() else '', name, blocks.linear(input.shape, c[::-1])) for c in layout.coordinates]
    result = tr.bind(Block(v.dtype, shape, layout, read))
    tr.emit('__syncthreads();')
    return result


# Memory.

def addresses(p, what):
    if not isinstance(p, (Scalar, Block)) or not p.dtype.is_ptr():
        raise Mistake('Unsupported ptr type %s in `tl.%s`' % (described(p), what))


def agreed(tr, shape, *values):
    """Values in one layout of a shape, as lists of codes; None stays None."""
    present = [v for v in values if isinstance(v, Block)]
    layout = blocks.preferred(tr, present, shape)
    return layout, [None if v is None else blocks.codes(tr, v, shape, layout) if isinstance(v, Block) else [v.code] * len(layout.coordinates) for v in values]


def masked(mask, p, what):
    if mask is None or isinstance(mask, Const) and mask.value is None:
        return None
    if isinstance(mask, Const):
        return coded(mask, tl.int1)
    if isinstance(mask, Block) and not isinstance(p, Block):
        raise Mistake('Mask argument cannot be block type if pointer argument is not a block')
    if mask.dtype.kind not in ('biu' if what == 'load' else 'b'):
        raise Mistake('Mask must have boolean scalar type')
    check_fits(mask, p.shape)
    return mask


@builtin
def load(tr, pointer, mask=None, other=None, boundary_check=None, padding_option=None, cache_modifier=None, eviction_policy=None, volatile=None):
    addresses(pointer, 'load')
    t = pointer.dtype.element_ty
    mask = masked(mask, pointer, 'load')
    if other is not None and not (isinstance(other, Const) and other.value is None):
        if mask is None:
            raise Mistake('`other` cannot be provided without `mask`')
        if isinstance(other, Block) and not isinstance(pointer, Block):
            raise Mistake('Other argument cannot be block type if pointer argument is not a block')
        check_fits(other, pointer.shape)
        other = cast(tr, other, t)
    else:
        other = coded(Const(0), t) if mask is not None else None
    if isinstance(pointer, Scalar):
        code = '*%s' % pointer.code
        return tr.bind(Scalar(t, '(%s ? %s : %s)' % (mask.code, code, other.code) if mask else code), tr.hint)
    shape = pointer.shape
    layout, (p, m, o) = agreed(tr, shape, pointer, mask, other)
    codes = ['*%s' % x for x in p] if m is None else ['(%s ? *%s : %s)' % (c, x, y) for c, x, y in zip(m, p, o)]
    return tr.bind(Block(t, shape, layout, codes), tr.hint)


def written(tr, pointer, values, mask):
    """Codes of addresses, values and masks for a store: each element is with one thread."""
    shape = pointer.shape
    for v in values:
        check_fits(v, shape)
    layout = full(tr, shape)
    lists = [None if v is None else blocks.codes(tr, v, shape, layout) if isinstance(v, Block) else [v.code] * len(layout.coordinates) for v in [pointer, mask] + values]
    guard = '__t < %d' % layout.elements if layout.elements < tr.threads else None
    return layout, guard, lists


@builtin
def store(tr, pointer, value, mask=None, boundary_check=None, cache_modifier=None, eviction_policy=None):
    addresses(pointer, 'store')
    if isinstance(pointer, Scalar) and isinstance(value, Block):
        raise Mistake('Value argument cannot be block type if pointer argument is not a block')
    mask = masked(mask, pointer, 'store')
    value = cast(tr, value, pointer.dtype.element_ty)
    if isinstance(pointer, Scalar):
        value = tr.bind(value)
        return alone(tr, ['if (__t == 0%s) *%s = %s;' % (' && ' + mask.code if mask else '', pointer.code, value.code)])
    layout, guard, (p, m, x) = written(tr, pointer, [value], mask)
    stores = []
    for i, address in enumerate(p):
        test = ' && '.join(c for c in (guard, m and m[i]) if c)
        stores.append('%s*%s = %s;' % ('if (%s) ' % test if test else '', address, x[i]))
    if guard:
        return alone(tr, stores)
    for code in stores:
        tr.emit(code)
    return Const(None)


def alone(tr, stores):
    """Stores by some threads of what all have read, or will read: a program is one sequence of steps."""
    if tr.loads:
        tr.emit('__syncthreads();')
    for code in stores:
        tr.emit(code)
    if tr.loads:
        tr.emit('__syncthreads();')
    return Const(None)


def atomic(name, function, kinds):
    def perform(tr, pointer, val, mask=None, sem=None, scope=None):
        if not isinstance(pointer, (Scalar, Block)) or not pointer.dtype.is_ptr():
            raise Mistake('Pointer argument of store instruction is %s' % described(pointer))
        t = pointer.dtype.element_ty
        if t.kind not in kinds or t.primitive_bitwidth < 32 and not (t == tl.float16 and name == 'atomic_add'):
            raise Mistake('%s does not support %s' % (name, t))
        mask = masked(mask, pointer, name)
        val = cast(tr, val, t)
        return each(tr, pointer, [val], mask, lambda p, x: exchange(t, function, p, x), t)
    perform.__name__ = name
    return builtin(perform)


def exchange(t, function, p, *values):
    if t.kind == 'f' and function in ('atomicMax', 'atomicMin'):
        return '__atomic_%s_%d(%s, %s)' % (function[6:].lower(), t.primitive_bitwidth, p, ', '.join(values))
    if t == tl.int64 and function not in ('atomicMax', 'atomicMin'):
        return '(long long)%s((unsigned long long*)%s, %s)' % (function, p, ', '.join('(unsigned long long)%s' % v for v in values))
    return '%s(%s, %s)' % (function, p, ', '.join(values))


def each(tr, pointer, values, mask, code, t):
    """An atomic operation for each element; what was there before comes back. It orders memory as acq_rel does."""
    if isinstance(pointer, Scalar):
        name = scratch(tr, t.ctype, 1, 'one')
        tr.emit('__syncthreads();')  # all threads have read what stood there before
        tr.emit('if (__t == 0%s) { __threadfence(); %s[0] = %s; __threadfence(); }' % (' && ' + mask.code if mask else '', name, code(pointer.code, *[v.code for v in values])))
        tr.emit('__syncthreads();')
        result = tr.bind(Scalar(t, '%s[0]' % name if not mask else '(%s ? %s[0] : (%s)0)' % (mask.code, name, t.ctype)), '__old')
        tr.emit('__syncthreads();')
        return result
    layout, guard, lists = written(tr, pointer, values, mask)
    p, m, rest = lists[0], lists[1], lists[2:]
    place = tr.place('__old', t, pointer.shape, layout)
    tr.emit('__threadfence();')
    for i, address in enumerate(p):
        test = ' && '.join(c for c in (guard, m and m[i]) if c)
        tr.emit('%s%s = %s;' % ('if (%s) ' % test if test else '', place.codes[i], code(address, *[r[i] for r in rest])))
    tr.emit('__threadfence();')
    return place


for _name, _function, _kinds in (('atomic_add', 'atomicAdd', 'iuf'), ('atomic_max', 'atomicMax', 'iuf'), ('atomic_min', 'atomicMin', 'iuf'), ('atomic_and', 'atomicAnd', 'iu'),
                                 ('atomic_or', 'atomicOr', 'iu'), ('atomic_xor', 'atomicXor', 'iu'), ('atomic_xchg', 'atomicExch', 'iuf')):
    atomic(_name, _function, _kinds)


@builtin
def atomic_cas(tr, pointer, cmp, val, sem=None, scope=None):
    addresses(pointer, 'atomic_cas')
    t = pointer.dtype.element_ty
    if t.kind not in 'iu' or t.primitive_bitwidth < 32:
        raise Mistake('atomic_cas only supports elements with width {16, 32, 64}, here of ints of 32 and 64')
    return each(tr, pointer, [cast(tr, cmp, t), cast(tr, val, t)], None, lambda p, a, b: exchange(t, 'atomicCAS', p, a, b), t)


@builtin
def debug_barrier(tr):
    tr.emit('__syncthreads();')
    return Const(None)


# Element by element.

def floating(table):
    for name, code in table.items():
        def function(tr, x, name=name, code=code):
            v = to_value(x)
            if v.dtype not in (tl.float32, tl.float64):
                raise Mistake("Expected dtype ['fp32', 'fp64'] but got %s" % v.dtype)
            suffix = 'f' if v.dtype == tl.float32 else ''
            return elementwise(tr, v.dtype, lambda c: code.format(f=suffix, x=c), [v])
        TABLE[name] = function


floating({**{n: n + '{f}({x})' for n in 'exp exp2 log log2 cos sin sqrt rsqrt floor ceil erf tanh'.split()}, 'sigmoid': '(1 / (1 + exp{f}(-{x})))'})


@builtin
def abs(tr, x):
    v = to_value(x)
    if v.dtype.kind == 'u':
        return v
    return elementwise(tr, v.dtype, lambda c: ('fabsf(%s)' if v.dtype == tl.float32 else 'fabs(%s)') % c if v.dtype.kind == 'f' and v.dtype.primitive_bitwidth > 16 else '(%s < (%s)0 ? (%s)-%s : %s)' % (c, v.dtype.ctype, v.dtype.ctype, c, c), [v])


def met(tr, x, y, *more):
    """Values in the type in which they meet."""
    values = [x, y, *more]
    for v in values:
        blocks.check_operand(v)
    t, python_number = typed(values[0]), isinstance(values[0], Const)
    for v in values[1:]:
        t = promoted(t, typed(v), python_number, isinstance(v, Const))
        python_number = python_number and isinstance(v, Const)
    return t, [cast(tr, v, t) for v in values]


def extreme(word, sign):
    def function(tr, x, y, propagate_nan=None):
        t, values = met(tr, x, y)
        if t.kind == 'f' and t.primitive_bitwidth > 16:
            name = 'f%s%s' % (word, 'f' if t == tl.float32 else '')
            return elementwise(tr, t, lambda a, b: '%s(%s, %s)' % (name, a, b), values)
        return elementwise(tr, t, lambda a, b: '(%s %s %s ? %s : %s)' % (a, sign, b, a, b), [tr.bind(v) for v in values])
    return function


TABLE['maximum'], TABLE['minimum'] = extreme('max', '>'), extreme('min', '<')


@builtin
def clamp(tr, x, min, max, propagate_nan=None):
    return TABLE['minimum'](tr, TABLE['maximum'](tr, x, min), max)


@builtin
def where(tr, condition, x, y):
    t, (a, b) = pointers(x, y) or met(tr, x, y)
    test = cast(tr, to_value(condition), tl.int1)
    return elementwise(tr, t, lambda c, p, q: '(%s ? %s : %s)' % (c, p, q), [test, a, b])


def pointers(x, y):
    if all(isinstance(v, (Scalar, Block)) and v.dtype.is_ptr() for v in (x, y)):
        return x.dtype, (x, y)
    return None


@builtin
def fma(tr, x, y, z):
    t, values = met(tr, x, y, z)
    return elementwise(tr, t, lambda *c: 'fma%s(%s)' % ('f' if t == tl.float32 else '', ', '.join(c)), values)


@builtin
def fdiv(tr, x, y, ieee_rounding=False):
    if any(typed(v).kind != 'f' for v in (to_value(x), to_value(y))):
        raise Mistake('both operands of fdiv must have floating scalar type')
    return blocks.binary(tr, 'truediv', x, y)


@builtin
def umulhi(tr, x, y):
    t, values = met(tr, x, y)
    name = {32: '__umulhi', 64: '__umul64hi'}[t.primitive_bitwidth]
    return elementwise(tr, t, lambda a, b: '((%s)%s(%s, %s))' % (t.ctype, name, a, b), values)


@builtin
def cdiv(tr, x, div):
    up = blocks.binary(tr, 'sub', blocks.binary(tr, 'add', x, div), Const(1))
    return blocks.binary(tr, 'floordiv', up, div)


@builtin
def float_(tr, x):
    return to(tr, x, Const(tl.float32))


@builtin
def int_(tr, x):
    return to(tr, x, Const(tl.int32))


def to(tr, x, dtype, bitcast=Const(False), fp_downcast_rounding=None):
    t = known(dtype, 'dtype')
    if not isinstance(t, tl.dtype):
        raise Mistake('x.to() needs a type such as tl.float32, not %r' % (t,))
    if known(bitcast, 'bitcast'):
        names = {(tl.float32, tl.int32): '__float_as_int', (tl.int32, tl.float32): '__int_as_float', (tl.float32, tl.uint32): '__float_as_uint', (tl.uint32, tl.float32): '__uint_as_float'}
        if x.dtype.kind in 'iu' and t.kind in 'iu' and x.dtype.primitive_bitwidth == t.primitive_bitwidth:
            return cast(tr, x, t)
        if (x.dtype, t) not in names:
            raise Mistake('Cannot bitcast data-type of size %d to data-type of size %d' % (x.dtype.primitive_bitwidth, t.primitive_bitwidth))
        return elementwise(tr, t, lambda c: '%s(%s)' % (names[x.dtype, t], c), [x])
    return cast(tr, x, t)


# Reductions.

def combined(word, t):
    """The code that combines two elements."""
    if word == 'sum':
        return lambda a, b: '(%s + %s)' % (a, b)
    if word == 'xor_sum':
        return lambda a, b: '(%s ^ %s)' % (a, b)
    if t.kind == 'f':
        return lambda a, b: 'f%s%s(%s, %s)' % (word, 'f' if t == tl.float32 else '', a, b)
    return lambda a, b: '%s(%s, %s)' % (word, a, b)


def reduce(tr, v, axis, combine):
    """Combines the elements along an axis: within a thread, within a warp by shuffles, between warps through shared memory.
    v is a list of blocks of one layout, whose elements are combined together; combine takes and gives lists of codes."""
    layout = v[0].layout
    low, high = layout.bits(axis)
    dropped = (axis,)
    result = Layout(layout.shape, tr.threads, dropped)
    totals = []
    for g in range(len(result.coordinates)):
        members = [[b.codes[e] for b in v] for e in range(layout.slots) if result.group[e] == g]
        names = [tr.fresh('__r') for _ in v]
        tr.emit(' '.join('%s %s = %s;' % (b.dtype.ctype, n, c) for b, n, c in zip(v, names, members[0])))
        for m in members[1:]:
            tr.emit(combine(names, m))
        step = low
        while step < python.min(high, 32):
            others = [tr.fresh('__s') for _ in v]
            tr.emit(' '.join('%s %s = __shfl_xor_sync(0xffffffff, %s, %d);' % (b.dtype.ctype, o, n, step) for b, o, n in zip(v, others, names)))
            tr.emit(combine(names, others))
            step *= 2
        totals.append(names)
    if high > 32:
        across(tr, v, totals, python.max(low, 32), high, combine)
    return [Block(b.dtype, [n for d, n in enumerate(layout.shape) if d != axis], result, [names[i] for names in totals]) for i, b in enumerate(v)]


def across(tr, v, totals, low, high, combine):
    """Combines what the warps have found, for the threads whose numbers differ in the bits [low, high)."""
    buffers = []
    for i, b in enumerate(v):
        ctype = 'unsigned char' if b.dtype.ctype == 'bool' else b.dtype.ctype
        buffers.append(scratch(tr, ctype, len(totals) * tr.threads, 'warps%d' % i))
    for g, names in enumerate(totals):
        tr.emit(' '.join('%s[%d + __t] = %s;' % (buffer, g * tr.threads, n) for buffer, n in zip(buffers, names)))
    tr.emit('__syncthreads();')
    first = '(__t & %d)' % (tr.threads - 1 - (high - low))
    for g, names in enumerate(totals):
        tr.emit(' '.join('%s = %s[%d + %s];' % (n, buffer, g * tr.threads, first) for n, buffer in zip(names, buffers)))
        for k in range(low, high, low):
            tr.emit(combine(names, ['%s[%d + %s]' % (buffer, g * tr.threads + k, first) for buffer in buffers]))
    tr.emit('__syncthreads();')


def reduced(tr, input, axis, prepare, combine, finish, keep=False):
    v = input
    if not isinstance(v, Block):
        raise Mistake('a reduction needs a block, not %s' % described(v))
    if known(axis, 'axis') is None:
        v, d, one = reshape(tr, v, Const(v.elements)) if len(v.shape) > 1 else v, 0, True
    else:
        d = known(axis, 'axis')
        if not -len(v.shape) <= d < len(v.shape):
            raise Mistake('reduction axis must be < inputs rank (%d)' % len(v.shape))
        d %= len(v.shape)
    results = reduce(tr, [whole(tr, b) for b in prepare(v, d)], d, combine)
    if not results[0].shape:
        values = [Scalar(b.dtype, b.codes[0]) for b in results]
    else:
        values = [expand_dims(tr, b, Const(d)) for b in results] if keep else results
    return finish(values)


def simple(word):
    def function(tr, input, axis=Const(None), return_indices=Const(False), return_indices_tie_break_left=None, keep_dims=Const(False), dtype=None):
        if known(return_indices, 'return_indices'):
            return indexed(word, True)(tr, input, axis, keep_dims=keep_dims)
        v = input
        if isinstance(v, Block) and (v.dtype.kind == 'b' or v.dtype.kind in 'iu' and v.dtype.primitive_bitwidth < 32):
            v = cast(tr, v, tl.int32)  # as PyTorch does
        elif isinstance(v, Block) and v.dtype in (tl.float16, tl.bfloat16):
            narrow = v.dtype if word != 'sum' or v.dtype == tl.float16 else v.dtype
            return cast(tr, function(tr, cast(tr, v, tl.float32), axis, keep_dims=keep_dims), narrow)
        code = combined(word, v.dtype) if isinstance(v, Block) else None

        def combine(names, others):
            return '%s = %s;' % (names[0], code(names[0], others[0]))
        return reduced(tr, v, axis, lambda b, d: [b], combine, lambda values: values[0], known(keep_dims, 'keep_dims'))
    return function


def indexed(word, both=False):
    sign = '>' if word == 'max' else '<'

    def function(tr, input, axis=Const(None), tie_break_left=Const(True), keep_dims=Const(False)):
        def prepare(v, d):
            places = Block(tl.int32, v.shape, made=lambda *c: c[d])
            return [cast(tr, v, tl.float32) if v.dtype in (tl.float16, tl.bfloat16) else v, places]

        def combine(names, others):
            (a, i), (b, j) = names, others
            return 'if (%s %s %s || %s == %s && %s < %s) { %s = %s; %s = %s; }' % (b, sign, a, b, a, j, i, a, b, i, j)
        return reduced(tr, input, axis, prepare, combine, lambda values: Tuple(values) if both else values[1], known(keep_dims, 'keep_dims'))
    return function


for _word in ('sum', 'max', 'min', 'xor_sum'):
    TABLE[_word] = simple(_word)
TABLE['argmax'], TABLE['argmin'] = indexed('max'), indexed('min')


@builtin
def softmax(tr, x, ieee_rounding=False):
    z = tr.bind(blocks.binary(tr, 'sub', x, TABLE['max'](tr, x, Const(0))))
    e = tr.bind(TABLE['exp'](tr, z))
    return blocks.binary(tr, 'truediv', e, TABLE['sum'](tr, e, Const(0)))


# Products of matrices.

@builtin
def dot(tr, input, other, acc=None, input_precision=None, allow_tf32=None, max_num_imprecise_acc=None, out_dtype=Const(tl.float32)):
    a, b = input, other
    for v in (a, b):
        if not isinstance(v, Block) or len(v.shape) != 2:
            raise Mistake('Both inputs must be 2D; got %s and %s' % (described(a), described(b)))
    if a.dtype != b.dtype:
        raise Mistake('Both operands must be same dtype. Got %s and %s' % (a.dtype, b.dtype))
    (m, k), (k2, n) = a.shape, b.shape
    if k != k2:
        raise Mistake('First input shape (%s) and second input shape %s are not compatible for matmul (second index of first shape (%d) must be equal to first index of second shape (%d)'
                      % (list(a.shape), list(b.shape), k, k2))
    if m < 16 or k < 16 or n < 16:
        raise Mistake('Input shapes should have M >= 16, N >= 16 and K >= 16')
    t = tl.int32 if a.dtype.is_int() else known(out_dtype, 'out_dtype')
    if a.dtype == tl.float64:
        t = tl.float64
    if acc is not None and not (isinstance(acc, Const) and acc.value is None) and (acc.shape != (m, n) or acc.dtype != t):
        raise Mistake('the accumulator of a dot of %s and %s must be <[%d, %d], %s>, not %s' % (described(a), described(b), m, n, t, described(acc)))
    wide = t if t != tl.float16 else tl.float32
    names = []
    for v, word in ((a, 'left'), (b, 'right')):
        v = whole(tr, cast(tr, v, tl.float32) if v.dtype in (tl.float16, tl.bfloat16) else v)  # converted once, not for each product
        names.append(scratch(tr, v.dtype.ctype, v.elements, word))
        put(tr, v, names[-1])
    tr.emit('__syncthreads();')
    layout = full(tr, (m, n))
    start = blocks.codes(tr, cast(tr, acc, wide), (m, n), layout) if isinstance(acc, Block) else [coded(Const(0), wide).code] * len(layout.coordinates)
    place = tr.place('__d', wide, (m, n), layout)
    tr.fill(place, Block(wide, (m, n), layout, start))
    tr.emit('for (int __k = 0; __k < %d; ++__k) {' % k)
    made = {}

    def element(code):
        if code not in made:
            made[code] = tr.fresh('__e')
            tr.emit('%s %s = %s;' % (wide.ctype, made[code], code))
        return made[code]
    for name, (row, column) in zip(place.codes, layout.coordinates):
        x, y = element('%s[%s * %d + __k]' % (names[0], row, k)), element('%s[__k * %d + %s]' % (names[1], n, column))
        tr.emit('%s += %s * %s;' % (name, x, y))
    tr.emit('}')
    tr.emit('__syncthreads();')
    return cast(tr, place, t)


# Random numbers: Philox, as triton/language/random.py counts with it. An offset of 64 bits fills two words of the counter.

def random(name, t):
    def numbers(tr, words, seed, offset, n_rounds):
        rounds = known(n_rounds, 'n_rounds')
        s, o = cast(tr, to_value(seed), tl.uint64), to_value(offset)
        o = cast(tr, o if o.dtype.primitive_bitwidth == 64 else cast(tr, o, tl.uint32), tl.uint64)
        s, o = tr.bind(s), tr.bind(o)
        return [elementwise(tr, t, lambda x, y, k=k: '%s(%s, %s, %d, %d)' % (name, x, y, rounds, k), [s, o]) for k in range(words)]

    def one(tr, seed, offset, n_rounds=Const(10)):
        return numbers(tr, 1, seed, offset, n_rounds)[0]

    def four(tr, seed, offset, n_rounds=Const(10)):
        return Tuple(numbers(tr, 4, seed, offset, n_rounds))
    return one, four


for _word, _type in (('rand', tl.float32), ('randn', tl.float32), ('randint', tl.uint32)):
    TABLE[_word], TABLE[_word + '4x'] = random('__triton_' + _word, _type)


# Hints and messages.

for _word in ('multiple_of', 'max_contiguous', 'max_constancy'):
    TABLE[_word] = lambda tr, input, values: input


@builtin
def static_assert(tr, cond, msg=Const('')):
    if not isinstance(cond, Const) or not isinstance(cond.value, bool):
        raise Mistake('Assertion condition could not be determined at compile-time. Make sure that it depends only on `constexpr` values')
    if not cond.value:
        raise Mistake(known(msg, 'msg'), kind=CompileTimeAssertionFailure)
    return Const(None)


@builtin
def static_print(tr, *values, sep=Const(' '), end=Const('\n'), file=None, flush=None):
    print(*[v.value if isinstance(v, Const) else described(v) for v in values], sep=sep.value, end=end.value)
    return Const(None)


@builtin
def device_assert(tr, cond, msg=Const('')):
    v = to_value(cond)
    for code in [v.code] if isinstance(v, Scalar) else blocks.codes(tr, v, v.shape, full(tr, v.shape)):
        tr.emit('assert(%s);' % code)
    return Const(None)


@builtin
def device_print(tr, prefix, *values, hex=None):
    """As Triton prints: the program's index, the place in the block, the text and the number."""
    text = str(known(prefix, 'prefix')).replace('\\', '\\\\').replace('"', '\\"').replace('%', '%%')
    for v in map(to_value, values):
        t = v.dtype
        form, wide = {'f': ('%f', 'double'), 'u': ('%llu', 'unsigned long long'), 'p': ('%p', 'void*')}.get(t.kind, ('%lld', 'long long'))
        lists = [((), v.code)] if isinstance(v, Scalar) else list(zip(full(tr, v.shape).coordinates, blocks.codes(tr, v, v.shape, full(tr, v.shape))))
        limit = 1 if isinstance(v, Scalar) else v.elements
        for c, code in lists:
            index = ', '.join('%d' for _ in c)
            places = ''.join(', (int)(%s)' % x for x in c)
            guard = 'if (__t < %d) ' % limit if limit < tr.threads else ''
            tr.emit('%sprintf("pid (%%d, %%d, %%d) idx (%s)%s%s\\n", blockIdx.x, blockIdx.y, blockIdx.z%s, (%s)%s);' % (guard, index, text, form, places, wide, code))
    return Const(None)
