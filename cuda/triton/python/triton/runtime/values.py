"""What an expression of a Triton kernel stands for."""
from ..errors import Mistake
from ..language import dtypes as tl
from ..language.dtypes import constexpr, dtype, pointer_type


class Const:
    """A Python object that is known when the kernel is compiled."""
    shape = ()

    def __init__(self, value):
        self.value = value.value if isinstance(value, constexpr) else value


class Tuple:
    """Several values."""

    def __init__(self, items):
        self.items = list(items)


class Scalar:
    """One number or address, the same for all threads of a program: code of C++."""
    shape = ()

    def __init__(self, dtype, code):
        self.dtype, self.code = dtype, code


class Block:
    """A block of values. It is codes, one for each group of its layout; or made, a function from the codes of a place to the
    code of the element there, which needs no threads to agree; or both."""

    def __init__(self, dtype, shape, layout=None, codes=None, made=None):
        self.dtype, self.shape, self.layout, self.codes, self.made = dtype, tuple(shape), layout, codes, made

    @property
    def elements(self):
        n = 1
        for k in self.shape:
            n *= k
        return n


def described(v):
    """A value's type as Triton's messages say it."""
    if isinstance(v, Block):
        return '<[%s], %s>' % (', '.join(map(str, v.shape)), v.dtype)
    if isinstance(v, Scalar):
        return str(v.dtype)
    if isinstance(v, Const):
        return 'constexpr[%s]' % (v.value,)
    return type(v).__name__


def floating(x, t):
    if x != x:
        code = '__nan()'
    elif x in (float('inf'), float('-inf')):
        code = '(%s__infinity())' % ('-' if x < 0 else '')
    else:
        code = '(%r)' % float(x) if x < 0 else repr(float(x))
    return '((%s)%s)' % (t.ctype, code)


def constant_type(x):
    """The type of a Python number that becomes a value."""
    if isinstance(x, bool):
        return tl.int1
    if isinstance(x, int):
        if -2**31 <= x < 2**31:
            return tl.int32
        if 2**31 <= x < 2**32:
            return tl.uint32
        if -2**63 <= x < 2**63:
            return tl.int64
        if 2**63 <= x < 2**64:
            return tl.uint64
        raise Mistake('Nonrepresentable integer %d.' % x)
    if isinstance(x, float):
        return tl.float32
    raise Mistake('cannot convert %r of type %s to tensor' % (x, type(x)))


def constant_code(x, t):
    if t.kind == 'f':
        return floating(float(x), t)
    if t.kind == 'b':
        return 'true' if x else 'false'
    if not isinstance(x, (int, bool)):
        return '((%s)%s)' % (t.ctype, floating(x, tl.float32))
    x = int(x)
    if t == tl.int32 and -2**31 < x:
        return str(x) if x >= 0 else '(%d)' % x
    if t.kind == 'u':
        return '((%s)%dULL)' % (t.ctype, x % 2**t.primitive_bitwidth)
    return '((%s)%s)' % (t.ctype, '%dLL' % x if x > -2**63 else '(-%dLL - 1)' % (2**63 - 1))


def cast_code(code, source, target):
    """The code of a number as one of another type."""
    if source == target:
        return code
    if target.kind == 'b':
        return '(%s != 0)' % code
    return '((%s)%s)' % (target.ctype, code)


KINDS = 'buif'


def promoted(a, b, a_is_python, b_is_python, division=False):
    """The type in which two numbers meet (computation_type_impl of triton/language/semantic.py)."""
    if a_is_python != b_is_python:
        number, other = (a, b) if a_is_python else (b, a)
        if KINDS.index(number.kind) <= KINDS.index(other.kind):
            if division and other in (tl.float16, tl.bfloat16):
                return tl.float32
            return other
    if tl.float64 in (a, b):
        return tl.float64
    if tl.float32 in (a, b):
        return tl.float32
    if tl.float16 in (a, b):
        return tl.float32 if division or tl.bfloat16 in (a, b) else tl.float16
    if tl.bfloat16 in (a, b):
        return tl.float32 if division else tl.bfloat16
    if a.kind == 'b' or b.kind == 'b':
        return b if a.kind == 'b' else a
    if a.kind != b.kind:
        signed, unsigned = (a, b) if a.kind == 'i' else (b, a)
        return unsigned if unsigned.primitive_bitwidth >= signed.primitive_bitwidth else signed
    return a if a.primitive_bitwidth >= b.primitive_bitwidth else b
