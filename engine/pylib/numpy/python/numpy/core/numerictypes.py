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


typecodes = {"Character": "c", "Integer": "bhilqp", "UnsignedInteger": "BHILQP", "Float": "efdg", "Complex": "FDG",
             "AllInteger": "bBhHiIlLqQpP", "AllFloat": "efdgFDG", "Datetime": "Mm", "All": "?bhilqpBHILQPefdgFDGSUVOMm"}


def min_scalar_type(a):
    import numpy as np
    a = np.asarray(a)
    if a.ndim or a.dtype.kind not in "iu":
        return a.dtype
    v = int(a)
    for name in ("uint8", "uint16", "uint32", "uint64") if v >= 0 else ("int8", "int16", "int32", "int64"):
        if iinfo(name).min <= v <= iinfo(name).max:
            return _dtype(name)


def common_type(*arrays):
    return result_type(*arrays, _dtype("float16")).type if any(a.dtype.kind in "fc" for a in arrays) else _dtype(float).type


def find_common_type(array_types, scalar_types):
    return result_type(*(_dtype(t).type for t in (*array_types, *scalar_types)))


def _date(text):
    """The object of module datetime that an ISO text names."""
    import datetime
    text += "-01" * max(0, 2 - text.count("-")) if "T" not in text else ""
    return datetime.datetime.fromisoformat(text) if "T" in text else datetime.date.fromisoformat(text)
