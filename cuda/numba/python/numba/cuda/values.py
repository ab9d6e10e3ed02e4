"""What an expression of a kernel stands for: C++ code with Numba's type."""
from ..core import types
from ..core.types import Array, Number, Opaque, Tuple, boolean, float32, float64, int64, uint64
from .errors import Mistake


class Value:
    """A number: code of C++. known is its value where that is known, natural says that it is never negative."""

    def __init__(self, type, code, known=None, natural=False):
        self.type, self.code, self.known = type, code, known
        self.natural = natural or type is not None and isinstance(type, Number) and type.kind in 'ub'


class Items:
    """A tuple of values."""
    natural = known = None

    def __init__(self, items):
        self.items = list(items)

    @property
    def type(self):
        return Tuple(v.type for v in self.items)


class View:
    """An array: code of a pointer, and codes of its shape and of its strides in elements. A declared one is an array of
    C++, which is indexed axis by axis."""
    natural = known = None

    def __init__(self, dtype, pointer, shape, strides, layout='C', declared=False, name=''):
        self.dtype, self.pointer, self.shape, self.strides, self.declared = dtype, pointer, list(shape), list(strides), declared
        self.layout, self.name = layout, name or pointer

    @property
    def type(self):
        return Array(self.dtype, len(self.shape), self.layout)

    @property
    def first(self):
        """A pointer to the first element."""
        return '(&%s%s)' % (self.pointer, '[0]' * len(self.shape)) if self.declared else self.pointer


class Thing:
    """A Python object that is no value of a kernel: a function, a module, a text, None."""
    natural = known = None

    def __init__(self, object):
        self.object = object

    @property
    def type(self):
        o = self.object
        if o is None:
            return types.none
        if isinstance(o, str):
            return types.unicode_type
        if isinstance(o, Number):
            return Opaque('class(%s)' % o)
        return Opaque('Module(%r)' % o if type(o).__name__ == 'module' else 'Function(%r)' % o)


def literal(x):
    """A number of the source, or of the surroundings, which Numba freezes."""
    if isinstance(x, bool):
        return Value(boolean, 'true' if x else 'false', x)
    if isinstance(x, int):
        if not -2**63 <= x < 2**64:
            raise Mistake('Int value is too large: %d' % x)
        if x >= 2**63:
            return Value(uint64, '%dULL' % x, x)
        return Value(int64, '(-%dLL - 1)' % (2**63 - 1) if x == -2**63 else '%dLL' % x if x >= 0 else '(%dLL)' % x, x, x >= 0)
    return Value(float64, floating(x), x, x >= 0)


def floating(x):
    if x != x:
        return '((double)__nan())'
    if x in (float('inf'), float('-inf')):
        return '(%s(double)__infinity())' % ('-' if x < 0 else '')
    text = repr(float(x))
    return '(%s)' % text if x < 0 else text


def unified(a, b):
    """The type of a variable that is given values of both; None where there is none."""
    if a == b:
        return a
    if isinstance(a, Tuple) and isinstance(b, Tuple) and len(a.types) == len(b.types):
        items = [unified(x, y) for x, y in zip(a.types, b.types)]
        return None if None in items else Tuple(items)
    if isinstance(a, Array) and isinstance(b, Array) and a.dtype == b.dtype and a.ndim == b.ndim:
        return Array(a.dtype, a.ndim, 'A')
    if not (isinstance(a, Number) and isinstance(b, Number)):
        return None
    if 'f' in (a.kind, b.kind):
        return arithmetic(a, b)
    if a.kind == b.kind:
        return a if a.bits >= b.bits else b
    if 'b' in (a.kind, b.kind):
        return b if a.kind == 'b' else a
    signed, unsigned = (a, b) if a.kind == 'i' else (b, a)
    if unsigned.bits < signed.bits:
        return signed
    return {8: types.int16, 16: types.int32, 32: int64}.get(unsigned.bits, float64)


def arithmetic(a, b):
    """The type in which numbers of two types are added: Numba's, which is NumPy's with integers of 64 bits."""
    if 'f' in (a.kind, b.kind):
        wide = [t for t in (a, b) if t == float64 or t.kind in 'iu' and t.bits > 16]
        return float64 if wide else float32
    return uint64 if a.kind == b.kind == 'u' else int64


def cast(value, type):
    """The code of a value as a number of a type."""
    if value.type == type:
        return value.code
    if value.known is not None and type.kind in 'iuf':
        x = value.known
        if type == float64:
            return floating(float(x))
        if type == float32:
            return '((float)%s)' % floating(float(x))
        if type == int64 and float(x).is_integer():
            return literal(int(x)).code
    if type.kind == 'b':
        return '(%s != 0)' % value.code
    return '((%s)%s)' % (type.ctype, value.code)


def truth(value):
    """The code of a value as a condition."""
    if isinstance(value, Items):
        return 'true' if value.items else 'false'
    if not isinstance(value, Value):
        raise Mistake('The truth of %s is not known in a kernel' % value.type)
    return value.code if value.type == boolean else '(%s != 0)' % value.code
