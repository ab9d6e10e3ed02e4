"""What numba.cuda offers inside kernels, and the attributes of what kernels hold."""
from ..core import types
from ..core.types import Number, boolean, float32, float64, int32, int64, uint32
from .errors import Mistake, no_implementation
from .values import Items, Thing, Value, View, cast, literal

AXES = {'x': 0, 'y': 1, 'z': 2}


class Intrinsic:
    """A function or an index of numba.cuda, which means something in kernels alone."""

    def __init__(self, name):
        self.__name__ = self.name = name

    def __call__(self, *args, **kwargs):
        raise TypeError('%s is for kernels: a function with @cuda.jit calls it' % self.name)

    def __getattr__(self, attribute):
        if attribute.startswith('__'):
            raise AttributeError(attribute)
        if self.name.endswith(('Idx', 'Dim')) and attribute in AXES:
            raise TypeError('%s.%s is for kernels: there is no thread on the host' % (self.name, attribute))
        full = self.name + '.' + attribute
        if full in INTRINSICS.table:
            return INTRINSICS.named(full)
        raise AttributeError("%s has no attribute '%s'" % (self.name, attribute))

    def __repr__(self):
        return '<%s>' % self.name


class Table:
    """The intrinsics by name: functions of the translator, the call's values and its keywords."""

    def __init__(self):
        self.table, self.made = {}, {}

    def named(self, name):
        if name not in self.made:
            self.made[name] = Intrinsic(name)
        return self.made[name]

    def known(self, x):
        return isinstance(x, Intrinsic)

    def add(self, name, function):
        self.table[name] = function

    def call(self, f, intrinsic, arguments, named, node):
        function = self.table.get(intrinsic.name)
        if function is None:
            raise Mistake('%s cannot be called' % intrinsic.name)
        try:
            return function(f, *arguments, **named)
        except TypeError as e:
            if 'argument' not in str(e):
                raise
            raise Mistake(no_implementation(repr(intrinsic), [v.type for v in arguments])) from None


INTRINSICS = Table()


def attribute(f, v, name):
    """value.name in a kernel."""
    if isinstance(v, View):
        return of_array(v, name)
    if not isinstance(v, Thing):
        raise Mistake("Unknown attribute '%s' of type %s" % (name, v.type))
    x = v.object
    if isinstance(x, Intrinsic) and x.name in INDICES and name in AXES:
        return Value(int64, '(long long)%s.%s' % (INDICES[x.name], name), natural=True)
    try:
        found = getattr(x, name)
    except AttributeError:
        raise Mistake("Unknown attribute '%s' of type %s" % (name, v.type)) from None
    if isinstance(found, Intrinsic) and found.name in SCALARS:
        return Value(int64, SCALARS[found.name], natural=True)
    return f.frozen(found, name)


def of_array(a, name):
    if name == 'shape':
        return Items(Value(int64, str(n), known_length(n), True) for n in a.shape)
    if name == 'ndim':
        return literal(len(a.shape))
    if name == 'size':
        return Value(int64, '(%s)' % ' * '.join(str(n) for n in a.shape), natural=True)
    if name == 'strides':
        return Items(Value(int64, '(%s * %d)' % (n, a.dtype.bits // 8)) for n in a.strides)
    if name == 'T':
        return View(a.dtype, a.first, a.shape[::-1], a.strides[::-1], 'A', name=a.name)
    if name == 'dtype':
        return Thing(a.dtype)
    raise Mistake("Unknown attribute '%s' of type %s" % (name, a.type))


def known_length(n):
    return n if isinstance(n, int) else None


INDICES = {'threadIdx': 'threadIdx', 'blockIdx': 'blockIdx', 'blockDim': 'blockDim', 'gridDim': 'gridDim'}
SCALARS = {'laneid': '((long long)(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32)', 'warpsize': '32LL'}


def grid(f, ndim):
    return over(ndim, lambda x: '((long long)blockIdx.%s * blockDim.%s + threadIdx.%s)' % (x, x, x))


def gridsize(f, ndim):
    return over(ndim, lambda x: '((long long)gridDim.%s * blockDim.%s)' % (x, x))


def over(ndim, code):
    if ndim.known not in (1, 2, 3):
        raise Mistake('argument can only be 1, 2, 3')
    values = [Value(int64, code(x), natural=True) for x in 'xyz'[:ndim.known]]
    return values[0] if ndim.known == 1 else Items(values)


def shape_of(what, shape):
    items = shape.items if isinstance(shape, Items) else [shape]
    lengths = [v.known for v in items]
    if any(not isinstance(n, int) for n in lengths):
        why = 'the shape must be a constant: a number in the source, or a global that is an int or a tuple of ints'
        raise Mistake(no_implementation('<function %s.array>' % what, [shape.type], why))
    return lengths


def dtype_of(dtype):
    t = types.of_dtype(dtype.object) if isinstance(dtype, Thing) else None
    if t is None:
        raise Mistake('cuda.shared.array and cuda.local.array need a dtype such as numba.float32, not %s' % dtype.type)
    return t


def array(word):
    def function(f, shape, dtype):
        t, lengths = dtype_of(dtype), shape_of('cuda.' + ('shared' if word else 'local'), shape)
        f.shared += 1
        name = 'shared_%d' % f.shared if f.target is None else f.target
        if word and lengths == [0]:
            f.emit(f.line, 'extern __shared__ %s %s[];' % (t.ctype, name))
            return View(t, name, [0], [1])
        if any(n < 1 for n in lengths):
            raise Mistake('the shape %s has an axis without elements' % (tuple(lengths),))
        f.emit(f.line, '%s%s %s%s;' % (word, t.ctype, name, ''.join('[%d]' % n for n in lengths)))
        strides = [1]
        for n in reversed(lengths[1:]):
            strides.insert(0, strides[0] * n)
        return View(t, name, lengths, strides, declared=True)
    return function


def plain(name, result=None):
    """A function of CUDA that takes ints as they are."""
    return lambda f, *a: Value(result, '%s(%s)' % (name, ', '.join(cast(v, int32) for v in a)))


def fence(name):
    return lambda f: Value(None, name + '()')


def syncwarp(f, mask=None):
    return Value(None, '__syncwarp(%s)' % (cast(mask, uint32) if mask else '0xffffffff'))


def shuffle(name):
    def function(f, mask, value, lane):
        if not isinstance(value.type, Number):
            raise Mistake(no_implementation('<%s>' % name, [value.type]))
        return Value(value.type, '%s(%s, %s, %s)' % (name, cast(mask, uint32), value.code, cast(lane, int32)))
    return function


def vote(name, result):
    return lambda f, mask, test: Value(result, '%s(%s, %s)' % (name, cast(mask, uint32), cast(test, int32)))


def atomic(name, kinds):
    def function(f, array, index, value):
        place = f.at(array, index.items if isinstance(index, Items) else [index])
        t = place.type
        if not isinstance(place, Value) or t.kind not in kinds or t.bits < 32:
            raise Mistake(no_implementation('<class cuda.atomic.%s>' % name, [array.type, index.type, value.type]))
        return Value(t, update(f, name, place, cast(value, t)))
    return function


def update(f, name, place, code):
    """The call of an atomic function of CUDA."""
    t, p = place.type, '&' + place.code
    if t.kind == 'f' and name in ('max', 'min'):
        return '%s(%s, %s)' % ('__atomic_%s_%d' % (name, t.bits), p, code)
    if t.kind == 'f' and name == 'sub':
        return 'atomicAdd(%s, -(%s))' % (p, code)
    if name == 'sub' and t.bits == 64:
        name, code = 'add', '-(%s)' % code
    if t == int64 and name not in ('max', 'min'):
        return '(long long)%s((unsigned long long*)%s, (unsigned long long)(%s))' % (CUDA_ATOMICS[name], p, code)
    return '%s(%s, %s)' % (CUDA_ATOMICS[name], p, code)


CUDA_ATOMICS = {'add': 'atomicAdd', 'sub': 'atomicSub', 'max': 'atomicMax', 'min': 'atomicMin', 'and_': 'atomicAnd', 'or_': 'atomicOr', 'xor': 'atomicXor',
                'exch': 'atomicExch', 'inc': 'atomicInc', 'dec': 'atomicDec'}


def compare_and_swap(f, array, old, value):
    return cas(f, array, literal(0), old, value)


def cas(f, array, index, old, value):
    place = f.at(array, index.items if isinstance(index, Items) else [index])
    t = place.type
    if not isinstance(place, Value) or t.kind == 'f' or t.bits < 32:
        raise Mistake(no_implementation('<class cuda.atomic.cas>', [array.type, old.type, value.type]))
    if t == int64:
        code = '(long long)atomicCAS((unsigned long long*)&%s, (unsigned long long)(%s), (unsigned long long)(%s))' % (place.code, cast(old, t), cast(value, t))
    else:
        code = 'atomicCAS(&%s, %s, %s)' % (place.code, cast(old, t), cast(value, t))
    return Value(t, code)


def count(name, wide):
    def function(f, v):
        if not isinstance(v.type, Number) or v.type.kind == 'f':
            raise Mistake(no_implementation('<%s>' % name, [v.type]))
        long = v.type.bits == 64
        return Value(int64, '(long long)%s(%s)' % (wide if long else name, cast(v, int64 if long else int32)), natural=True)
    return function


def fma(f, a, b, c):
    t = float32 if all(v.type == float32 for v in (a, b, c)) else float64
    return Value(t, '%s(%s)' % ('fmaf' if t == float32 else 'fma', ', '.join(cast(v, t) for v in (a, b, c))))


def selp(f, test, yes, no):
    return Value(yes.type, '(%s ? %s : %s)' % (cast(test, boolean), yes.code, cast(no, yes.type)))


def root(name):
    def function(f, v):
        t = float32 if v.type == float32 else float64
        return Value(t, '%s%s(%s)' % (name, 'f' if t == float32 else '', cast(v, t)))
    return function


for name in list(INDICES) + list(SCALARS) + ['shared', 'local', 'atomic', 'const']:
    INTRINSICS.add(name, None)
for name, function in {
    'grid': grid, 'gridsize': gridsize, 'shared.array': array('__shared__ '), 'local.array': array(''),
    'syncthreads': fence('__syncthreads'), 'threadfence': fence('__threadfence'), 'threadfence_block': fence('__threadfence_block'), 'threadfence_system': fence('__threadfence_system'),
    'syncthreads_count': plain('__syncthreads_count', int32), 'syncthreads_and': plain('__syncthreads_and', int32), 'syncthreads_or': plain('__syncthreads_or', int32),
    'syncwarp': syncwarp, 'shfl_sync': shuffle('__shfl_sync'), 'shfl_up_sync': shuffle('__shfl_up_sync'), 'shfl_down_sync': shuffle('__shfl_down_sync'), 'shfl_xor_sync': shuffle('__shfl_xor_sync'),
    'all_sync': vote('__all_sync', boolean), 'any_sync': vote('__any_sync', boolean), 'ballot_sync': vote('__ballot_sync', uint32), 'activemask': lambda f: Value(uint32, '__activemask()'),
    'popc': count('__popc', '__popcll'), 'clz': count('__clz', '__clzll'), 'ffs': count('__ffs', '__ffsll'), 'fma': fma, 'selp': selp, 'cbrt': root('cbrt'), 'rsqrt': root('rsqrt'),
    'atomic.add': atomic('add', 'iuf'), 'atomic.sub': atomic('sub', 'iuf'), 'atomic.max': atomic('max', 'iuf'), 'atomic.min': atomic('min', 'iuf'), 'atomic.and_': atomic('and_', 'iu'),
    'atomic.or_': atomic('or_', 'iu'), 'atomic.xor': atomic('xor', 'iu'), 'atomic.exch': atomic('exch', 'iuf'), 'atomic.inc': atomic('inc', 'u'), 'atomic.dec': atomic('dec', 'u'),
    'atomic.compare_and_swap': compare_and_swap, 'atomic.cas': cas,
}.items():
    INTRINSICS.add(name, function)
