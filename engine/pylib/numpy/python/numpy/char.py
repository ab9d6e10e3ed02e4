"""Functions of arrays of text, element by element."""

from _numpy import _sentence, array, asarray
from numpy.core.shape_base import broadcast_arrays


def _each(f, a, *others):
    a, *others = broadcast_arrays(asarray(a), *(asarray(x) for x in others))
    return array([f(*row) for row in zip(*(x.ravel().tolist() for x in (a, *others)))]).reshape(a.shape)[()]


def _method(name):
    def f(a, *args):
        return _each(lambda s, *rest: getattr(s, name)(*rest), a, *args)
    f.__name__, f.__doc__ = name, _sentence("char." + name)
    return f


upper, lower, capitalize, title, swapcase = (_method(n) for n in ("upper", "lower", "capitalize", "title", "swapcase"))
isalpha, isdigit, isalnum, isspace, isupper, islower, isnumeric, isdecimal, istitle = (
    _method(n) for n in ("isalpha", "isdigit", "isalnum", "isspace", "isupper", "islower", "isnumeric", "isdecimal", "istitle"))
count, find, rfind, index, rindex, startswith, endswith = (
    _method(n) for n in ("count", "find", "rfind", "index", "rindex", "startswith", "endswith"))
center, ljust, rjust, zfill, expandtabs = (_method(n) for n in ("center", "ljust", "rjust", "zfill", "expandtabs"))


def _wide(a, f, *args):
    """f's results in text as wide as a's, which NumPy keeps."""
    a = asarray(a)
    return _each(f, a, *args).astype(a.dtype)


def strip(a, chars=None):
    return _wide(a, lambda s: s.strip(chars))


def lstrip(a, chars=None):
    return _wide(a, lambda s: s.lstrip(chars))


def rstrip(a, chars=None):
    return _wide(a, lambda s: s.rstrip(chars))


def add(x1, x2):
    x1, x2 = asarray(x1), asarray(x2)
    return _each(lambda a, b: a + b, x1, x2).astype(f"U{(x1.dtype.itemsize + x2.dtype.itemsize) // 4}")


def multiply(a, i):
    return _each(lambda s, n: s * int(n), a, i)


def mod(a, values):
    return _each(lambda s, v: s % v, a, values)


def replace(a, old, new, count=-1):
    return _each(lambda s: s.replace(old, new, -1 if count is None else count), a)


def join(sep, seq):
    return _each(lambda s, words: s.join(words), sep, seq)


def str_len(a):
    return _each(len, a)


def _lists(f, a):
    a = asarray(a)
    out = array([None] * a.size, dtype=object)
    for i, s in enumerate(a.ravel().tolist()):
        out[i] = f(s)
    return out.reshape(a.shape)[()]


def split(a, sep=None, maxsplit=-1):
    return _lists(lambda s: s.split(sep, -1 if maxsplit is None else maxsplit), a)


def rsplit(a, sep=None, maxsplit=-1):
    return _lists(lambda s: s.rsplit(sep, -1 if maxsplit is None else maxsplit), a)


def splitlines(a, keepends=False):
    return _lists(lambda s: s.splitlines(keepends), a)


def partition(a, sep):
    a = asarray(a)
    return array([s.partition(sep) for s in a.ravel().tolist()]).reshape(a.shape + (3,))


def equal(x1, x2):
    return asarray(x1) == asarray(x2)


def not_equal(x1, x2):
    return asarray(x1) != asarray(x2)


def encode(a, encoding="utf-8", errors="strict"):
    return array([s.encode(encoding, errors) for s in asarray(a).ravel().tolist()], dtype=object).reshape(asarray(a).shape)
