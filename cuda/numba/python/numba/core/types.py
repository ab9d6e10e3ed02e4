"""Numba's types, as far as kernels have them."""
import numpy as np


class Type:
    name = '?'

    def __repr__(self):
        return self.name

    __str__ = __repr__

    def __eq__(self, other):
        return isinstance(other, Type) and self.name == other.name

    def __hash__(self):
        return hash(self.name)

    def __call__(self, *args):
        if all(isinstance(a, Type) for a in args):
            return Signature(self, args)  # void(float32[:], …)
        return self.cast(*args)


class Number(Type):
    def __init__(self, name, kind, bits, ctype):
        self.name, self.kind, self.bits, self.ctype = name, kind, bits, ctype

    def __getitem__(self, key):
        """float32[:, :]: an array of the type."""
        keys = key if isinstance(key, tuple) else (key,)
        if not all(isinstance(k, slice) for k in keys):
            raise KeyError('Can only index numba types with slices with no start or stop, got %r.' % (key,))
        return Array(self, len(keys), 'C' if keys[-1].step == 1 else 'A')

    def cast(self, value):
        return getattr(np, 'bool_' if self.kind == 'b' else self.name)(value)

    @property
    def dtype(self):
        return np.dtype(bool if self.kind == 'b' else self.name)


class Array(Type):
    def __init__(self, dtype, ndim, layout):
        self.dtype, self.ndim, self.layout = dtype, ndim, layout
        self.name = 'array(%s, %dd, %s)' % (dtype, ndim, layout)


class Tuple(Type):
    def __init__(self, items):
        self.types = tuple(items)
        if len(set(self.types)) == 1:
            self.name = 'UniTuple(%s x %d)' % (self.types[0], len(self.types))
        else:
            self.name = 'Tuple(%s)' % ', '.join(map(str, self.types))


class Opaque(Type):
    """The type of what is no value of a kernel: a function, a module, None, a text."""

    def __init__(self, name):
        self.name = name

    def cast(self, *args):
        raise TypeError('%s makes no value' % self.name)


class Signature:
    def __init__(self, result, args):
        self.return_type, self.args = result, tuple(args)

    def __repr__(self):
        return '(%s) -> %s' % (', '.join(map(str, self.args)), self.return_type)


void = none = Opaque('none')
unicode_type = Opaque('unicode_type')
boolean = Number('bool', 'b', 8, 'bool')
int8, int16 = Number('int8', 'i', 8, 'signed char'), Number('int16', 'i', 16, 'short')
int32, int64 = Number('int32', 'i', 32, 'int'), Number('int64', 'i', 64, 'long long')
uint8, uint16 = Number('uint8', 'u', 8, 'unsigned char'), Number('uint16', 'u', 16, 'unsigned short')
uint32, uint64 = Number('uint32', 'u', 32, 'unsigned int'), Number('uint64', 'u', 64, 'unsigned long long')
float32, float64 = Number('float32', 'f', 32, 'float'), Number('float64', 'f', 64, 'double')
numbers = {t.name: t for t in (boolean, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32, float64)}
bool_ = boolean
intp = intc = int_ = int64
intc = int32
uintp = uint = uint64
float_ = double = float64
byte = uint8
i1, i2, i4, i8, u1, u2, u4, u8, f4, f8, b1 = int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32, float64, boolean


def of_dtype(dtype):
    """The type of a dtype or of a class such as np.float32; None where there is none."""
    if isinstance(dtype, Number):
        return dtype
    if isinstance(dtype, Type):
        return None
    try:
        return numbers.get(np.dtype(dtype).name)
    except TypeError:
        return None
