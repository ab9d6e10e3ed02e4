"""Limits of the number types, and how types relate."""

from _numpy import dtype, generic, result_type, shares_memory


class finfo:
    _values = {
        "float16": (16, 0.000977, -65504.0, 65504.0, 6.104e-05, 3),
        "float32": (32, 1.1920928955078125e-07, -3.4028234663852886e+38, 3.4028234663852886e+38, 1.1754943508222875e-38, 6),
        "float64": (64, 2.220446049250313e-16, -1.7976931348623157e+308, 1.7976931348623157e+308, 2.2250738585072014e-308, 15),
    }

    def __init__(self, dtype):
        self.dtype = _dtype(dtype)
        make = self.dtype.type
        self.bits, eps, lo, hi, tiny, self.precision = self._values[self.dtype.name]
        self.eps = make(2.0 ** -10 if self.bits == 16 else eps)
        self.min, self.max, self.tiny = make(lo), make(hi), make(tiny)
        self.smallest_normal = self.tiny

    def __repr__(self):
        return f"finfo(resolution=1e-{self.precision:02d}, min={self.min}, max={self.max}, dtype={self.dtype})"


class iinfo:
    def __init__(self, type):
        self.dtype = _dtype(type)
        if self.dtype.kind not in "iu":
            raise ValueError(f"Invalid integer data type {self.dtype.kind!r}.")
        self.bits = self.dtype.itemsize * 8
        self.min = 0 if self.dtype.kind == "u" else -(1 << self.bits - 1)
        self.max = (1 << self.bits) - 1 if self.dtype.kind == "u" else (1 << self.bits - 1) - 1
        self.kind = self.dtype.kind

    def __repr__(self):
        return f"iinfo(min={self.min}, max={self.max}, dtype={self.dtype})"


_dtype = dtype


def issubdtype(arg1, arg2):
    a = arg1 if isinstance(arg1, type) and issubclass(arg1, generic) else _dtype(arg1).type
    b = arg2 if isinstance(arg2, type) and issubclass(arg2, generic) else _dtype(arg2).type
    return issubclass(a, b)


def promote_types(a, b):
    return result_type(_dtype(a).type, _dtype(b).type)


def can_cast(from_, to, casting="safe"):
    return promote_types(from_, to) == _dtype(to)


def may_share_memory(a, b):
    return shares_memory(a, b)


class _flags(dict):
    def __init__(self, c, f, own, write):
        super().__init__(C_CONTIGUOUS=c, F_CONTIGUOUS=f, OWNDATA=own, WRITEABLE=write, ALIGNED=True, WRITEBACKIFCOPY=False)

    def __getattr__(self, name):
        try:
            return self[name.upper()]
        except KeyError:
            raise AttributeError(name) from None

    def __repr__(self):
        return "\n".join(f"  {k} : {v}" for k, v in self.items()) + "\n"
