"""triton.language: what kernels are written in. The functions mean something inside @triton.jit alone."""
from .dtypes import (
    bfloat16, constexpr, dtype, float16, float32, float64, int1, int8, int16, int32, int64, pointer_type, uint8, uint16, uint32, uint64,
)


class Builtin:
    """A function of the language, by its name."""

    def __init__(self, name):
        self.__name__ = self.name = name

    def __call__(self, *args, **kwargs):
        raise ValueError("Did you forget to add @triton.jit ? (`_builder` argument must be provided outside of JIT functions.)")

    def __repr__(self):
        return '<triton.language.%s>' % self.name


class Namespace:
    """A module of the language whose functions have the names of others: tl.math."""


NAMES = '''abs advance arange argmax argmin atomic_add atomic_and atomic_cas atomic_max atomic_min atomic_or atomic_xchg atomic_xor broadcast broadcast_to
cdiv ceil clamp cos debug_barrier device_assert device_print dot erf exp exp2 expand_dims fdiv floor fma full load log log2 max max_constancy max_contiguous maximum
min minimum multiple_of num_programs program_id rand rand4x randint randint4x randn randn4x range ravel reshape rsqrt sigmoid sin softmax sqrt static_assert static_print
static_range store sum tanh trans umulhi view where xor_sum zeros zeros_like'''.split()
for _name in NAMES:
    globals()[_name] = Builtin(_name)

math = Namespace()
for _name in 'abs ceil cos div_rn erf exp exp2 fdiv floor fma log log2 max min rsqrt sin sqrt sqrt_rn tanh umulhi'.split():
    setattr(math, _name, Builtin({'div_rn': 'fdiv', 'sqrt_rn': 'sqrt', 'max': 'maximum', 'min': 'minimum'}.get(_name, _name)))


class tensor:
    """The class of the values of kernels, for annotations."""


def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    raise AttributeError("module 'triton.language' has no attribute '%s' here" % name)
