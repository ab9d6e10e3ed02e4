"""The types of Triton's values."""


class dtype:
    """A number's type: its name in messages, its kind (b, u, i, f), its bits and its name in C++."""

    def __init__(self, name, kind, bits, ctype):
        self.name, self.kind, self.primitive_bitwidth, self.ctype = name, kind, bits, ctype

    def is_floating(self):
        return self.kind == 'f'

    def is_int(self):
        return self.kind in 'iub'

    def is_int_signed(self):
        return self.kind == 'i'

    def is_int_unsigned(self):
        return self.kind == 'u'

    def is_ptr(self):
        return False

    @property
    def itemsize(self):
        return self.primitive_bitwidth // 8

    @property
    def scalar(self):
        return self

    def __eq__(self, other):
        return isinstance(other, dtype) and self.name == other.name

    def __hash__(self):
        return hash(self.name)

    def __repr__(self):
        return self.name

    __str__ = __repr__


class pointer_type(dtype):
    def __init__(self, element_ty):
        super().__init__('pointer<%s>' % element_ty, 'p', 64, element_ty.ctype + '*')
        self.element_ty = element_ty

    def is_ptr(self):
        return True


int1 = dtype('int1', 'b', 1, 'bool')
int8, int16, int32, int64 = (dtype('int%d' % n, 'i', n, c) for n, c in ((8, 'signed char'), (16, 'short'), (32, 'int'), (64, 'long long')))
uint8, uint16, uint32, uint64 = (dtype('uint%d' % n, 'u', n, c) for n, c in ((8, 'unsigned char'), (16, 'unsigned short'), (32, 'unsigned int'), (64, 'unsigned long long')))
float16, bfloat16, float32, float64 = dtype('fp16', 'f', 16, 'half'), dtype('bf16', 'f', 16, '__nv_bfloat16'), dtype('fp32', 'f', 32, 'float'), dtype('fp64', 'f', 64, 'double')


class constexpr:
    """A value that is known when a kernel is compiled; as an annotation, a parameter that is."""

    def __init__(self, value):
        self.value = value.value if isinstance(value, constexpr) else value

    def __repr__(self):
        return 'constexpr[%s]' % (self.value,)

    def __index__(self):
        return self.value
