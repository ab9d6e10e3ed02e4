"""Limits of the number types, and how types relate."""

from _numpy import dtype as _dtype
from _numpy import generic, result_type, shares_memory


class finfo:
    """The limits of a floating-point type."""

    _values = {
        "float16": (16, 2.0 ** -10, 65504.0, 2.0 ** -14, 2.0 ** -24, 3, 10, 5, -14, 16),
        "float32": (32, 2.0 ** -23, 3.4028234663852886e+38, 2.0 ** -126, 2.0 ** -149, 6, 23, 8, -126, 128),
        "float64": (64, 2.0 ** -52, 1.7976931348623157e+308, 2.0 ** -1022, 5e-324, 15, 52, 11, -1022, 1024),
    }

    def __init__(self, dtype):
        kind = _dtype(dtype if not isinstance(dtype, (float, complex)) else type(dtype))
        name = {"complex64": "float32", "complex128": "float64"}.get(kind.name, kind.name)
        if name not in self._values:
            raise ValueError(f"data type {kind.type!r} not inexact")
        self.dtype = _dtype(name)
        make = self.dtype.type
        self.bits, eps, big, tiny, least, self.precision, self.nmant, self.nexp, self.minexp, self.maxexp = self._values[name]
        self.eps, self.max, self.min, self.epsneg = make(eps), make(big), make(-big), make(eps / 2)
        self.tiny = self.smallest_normal = make(tiny)
        self.smallest_subnormal = make(least)
        self.resolution = make(10.0 ** -self.precision)
        self.machep, self.negep, self.iexp = -self.nmant, -self.nmant - 1, self.nexp

    def __repr__(self):
        return f"finfo(resolution={self.resolution}, min={self._text(self.min)}, max={self._text(self.max)}, dtype={self.dtype})"

    def _text(self, x):
        return f"{float(x):.5e}" if self.bits == 16 else f"{float(x):.7e}" if self.bits == 32 else f"{float(x):.16e}"

    def __str__(self):
        rows = [("precision", self.precision, "resolution", self._text(self.resolution)), ("machep", self.machep, "eps", self._text(self.eps)),
                ("negep", self.negep, "epsneg", self._text(self.epsneg)), ("minexp", self.minexp, "tiny", self._text(self.tiny)),
                ("maxexp", self.maxexp, "max", self._text(self.max)), ("nexp", self.nexp, "min", "-max"),
                ("smallest_normal", self._text(self.smallest_normal), "smallest_subnormal", self._text(self.smallest_subnormal))]
        lines = [f"Machine parameters for {self.dtype}", "-" * 63]
        for a, x, b, y in rows[:-1]:
            lines.append(f"{a} = {x:>{12 - len(a)}}   {b + ' =':<13}{y}")
        a, x, b, y = rows[-1]
        return "\n".join(lines + [f"{a} = {x}   {b} = {y}", "-" * 63, ""])


class iinfo:
    """The limits of an integer type."""

    def __init__(self, type):
        kind = _dtype(type if not isinstance(type, (int, generic)) else type.__class__)
        self.dtype, self.kind, self.bits = kind, kind.kind, kind.itemsize * 8
        self.key = f"{self.kind}{self.bits}"
        if self.kind not in "iu":
            raise ValueError(f"Invalid integer data type {self.kind!r}.")
        self.min = 0 if self.kind == "u" else -(1 << self.bits - 1)
        self.max = (1 << self.bits) - 1 if self.kind == "u" else (1 << self.bits - 1) - 1

    def __repr__(self):
        return f"iinfo(min={self.min}, max={self.max}, dtype={self.dtype})"

    def __str__(self):
        return f"Machine parameters for {self.dtype}\n{'-' * 63}\nmin = {self.min}\nmax = {self.max}\n{'-' * 63}\n"


def issubdtype(arg1, arg2):
    a, b = (x if isinstance(x, type) and issubclass(x, generic) else _dtype(x).type for x in (arg1, arg2))
    return issubclass(a, b)


def issubclass_(arg1, arg2):
    try:
        return issubclass(arg1, arg2)
    except TypeError:
        return False


def obj2sctype(rep, default=None):
    if isinstance(rep, type) and issubclass(rep, generic):
        return rep
    if hasattr(rep, "dtype"):
        return rep.dtype.type
    try:
        return _dtype(rep).type
    except TypeError:
        import numpy as np
        return np.object_ if isinstance(rep, type) else default


def issubsctype(arg1, arg2):
    return issubclass(obj2sctype(arg1), obj2sctype(arg2))


def issctype(rep):
    if not isinstance(rep, (type, _dtype)):
        return False
    res = obj2sctype(rep)
    return res is not None and res.__name__ != "object_"


def sctype2char(sctype):
    kind = obj2sctype(sctype)
    if kind is None:
        raise ValueError("unrecognized type")
    return _dtype(kind).char


def promote_types(type1, type2):
    return result_type(_dtype(type1), _dtype(type2))


_rank = {"b": 0, "u": 1, "i": 2, "f": 3, "c": 4, "S": 5, "U": 6, "V": 7, "O": 8}


def can_cast(from_, to, casting="safe"):
    if casting not in ("no", "equiv", "safe", "same_kind", "unsafe"):
        raise ValueError(f"casting must be one of 'no', 'equiv', 'safe', 'same_kind', or 'unsafe' (got '{casting}')")
    to = _dtype(to)
    if isinstance(from_, (bool, int, float, complex, generic)) or getattr(from_, "ndim", 1) == 0 and hasattr(from_, "dtype") and not isinstance(from_, _dtype):
        low = min_scalar_type(from_)
        if low.kind == "u" and to.kind == "i":
            import numpy as np
            value = int(np.asarray(from_))
            if value <= iinfo(to).max:
                return True
        return _castable(low, to, casting)
    return _castable(from_.dtype if hasattr(from_, "dtype") and not isinstance(from_, type) else _dtype(from_), to, casting)


def _castable(a, b, casting):
    if casting == "unsafe" or a == b:
        return True
    if casting in ("no", "equiv"):
        return False
    if a.kind in "biufc" and b.kind in "biufc":
        safe = promote_types(a, b) == b
    else:
        safe = b.kind == "O" or a.kind == b.kind and a.itemsize <= b.itemsize or b.kind == "U" and a.kind in "biufcS" and promote_types(a, b) == b
    if safe or casting == "safe":
        return safe
    return a.kind == b.kind or _rank.get(a.kind, 9) <= _rank.get(b.kind, -1) and not (a.kind == "i" and b.kind == "u") and b.kind not in "SU"


def may_share_memory(a, b, max_work=None):
    return shares_memory(a, b)


class _flags(dict):
    """ndarray.flags: how an array lies in memory."""

    def __init__(self, c, f, own, write, array):
        super().__init__(C_CONTIGUOUS=c, F_CONTIGUOUS=f, OWNDATA=own, WRITEABLE=write, ALIGNED=True, WRITEBACKIFCOPY=False)
        object.__setattr__(self, "_array", array)

    def __missing__(self, name):
        short = {"C": "C_CONTIGUOUS", "F": "F_CONTIGUOUS", "O": "OWNDATA", "W": "WRITEABLE", "A": "ALIGNED", "X": "WRITEBACKIFCOPY"}
        if name in short:
            return self[short[name]]
        c, f = self["C_CONTIGUOUS"], self["F_CONTIGUOUS"]
        known = {"FNC": f and not c, "FORC": f or c, "FORTRAN": f, "CONTIGUOUS": c, "BEHAVED": True, "CARRAY": c, "FARRAY": f and not c}
        if name not in known:
            raise KeyError("Unknown flag")
        return known[name]

    def __getattr__(self, name):
        try:
            return self[name.upper()]
        except KeyError:
            raise AttributeError(f"'numpy.core.multiarray.flagsobj' object has no attribute '{name}'") from None

    def __setattr__(self, name, value):
        if name != "writeable":
            raise AttributeError(f"attribute '{name}' of 'numpy.core.multiarray.flagsobj' objects is not writable")
        self._array.setflags(write=value)
        self["WRITEABLE"] = bool(value)

    def __setitem__(self, name, value):
        if name in ("W", "WRITEABLE"):
            self._array.setflags(write=value)
        super().__setitem__("WRITEABLE" if name == "W" else name, bool(value))

    def __repr__(self):
        return "".join(f"  {k} : {v}\n" for k, v in self.items())

    __str__ = __repr__


typecodes = {"Character": "c", "Integer": "bhilqp", "UnsignedInteger": "BHILQP", "Float": "efdg", "Complex": "FDG",
             "AllInteger": "bBhHiIlLqQpP", "AllFloat": "efdgFDG", "Datetime": "Mm", "All": "?bhilqpBHILQPefdgFDGSUVOMm"}


def min_scalar_type(a, /):
    import numpy as np
    a = np.asarray(a)
    if a.ndim or a.dtype.kind not in "iufc":
        return a.dtype
    if a.dtype.kind in "fc":
        size = max(abs(a.real.item()), abs(a.imag.item()))
        small = not np.isfinite(size) or size < 65000
        if a.dtype.kind == "f":
            return _dtype("float16" if small else "float32" if size < 3.4e38 else "float64")
        return _dtype("complex64" if small or size < 3.4e38 else "complex128")
    v = int(a)
    for name in ("uint8", "uint16", "uint32", "uint64") if v >= 0 else ("int8", "int16", "int32", "int64"):
        if iinfo(name).min <= v <= iinfo(name).max:
            return _dtype(name)


def common_type(*arrays):
    kinds = [_dtype("float16")]
    for a in arrays:
        if a.dtype.kind not in "biufc":
            raise TypeError("can't get common type for non-numeric array")
        kinds.append(a.dtype if a.dtype.kind in "fc" else _dtype(float))
    return result_type(*kinds).type


def find_common_type(array_types, scalar_types):
    arrays, scalars = [_dtype(t) for t in array_types], [_dtype(t) for t in scalar_types]
    if not scalars or not arrays:
        return result_type(*(arrays or scalars))
    a, s = result_type(*arrays), result_type(*scalars)
    kind = {"b": 0, "u": 1, "i": 1, "f": 2, "c": 3}
    return s if kind.get(s.kind, 4) > kind.get(a.kind, 4) else a


def mintypecode(typechars, typeset="GDFgdf", default="d"):
    codes = [t if isinstance(t, str) else t.dtype.char for t in typechars] if not hasattr(typechars, "dtype") else [typechars.dtype.char]
    found = {t for t in codes if t in typeset}
    if not found:
        return default
    if "F" in found and "d" in found:
        return "D"
    return min(found, key="GDFgdf".index)


def typename(char):
    names = {"S1": "character", "?": "bool", "B": "unsigned char", "D": "complex double precision", "G": "complex long double precision",
             "F": "complex single precision", "I": "unsigned integer", "H": "unsigned short", "L": "unsigned long integer", "O": "object",
             "Q": "unsigned long long integer", "S": "string", "U": "unicode", "V": "void", "b": "signed char", "d": "double precision",
             "g": "long precision", "f": "single precision", "i": "integer", "h": "short", "l": "long integer", "q": "long long integer"}
    return names[char]


def _date(text):
    """The object of module datetime that an ISO text names."""
    import datetime
    text += "-01" * max(0, 2 - text.count("-")) if "T" not in text else ""
    return datetime.datetime.fromisoformat(text) if "T" in text else datetime.date.fromisoformat(text)
