"""Methods of ufuncs: reduce, accumulate, at."""

from _numpy import asarray
from numpy.core.numeric import indices
from numpy.core.shape_base import moveaxis, ndim, ravel, stack
from numpy.core.fromnumeric import all, any, max, min, prod, sum

_reductions = {"add": sum, "multiply": prod, "maximum": max, "minimum": min, "logical_and": all, "logical_or": any}


def _ufunc_reduce(f, a, axis=0, dtype=None, out=None, keepdims=False):
    a = asarray(a)
    if f.__name__ in _reductions:
        return _reductions[f.__name__](a, axis, keepdims=keepdims)
    a = moveaxis(a, axis, 0)
    r = a[0]
    for x in a[1:]:
        r = f(r, x)
    return r


def _ufunc_accumulate(f, a, axis=0, dtype=None, out=None):
    a = moveaxis(asarray(a), axis, 0)
    out = [a[0]]
    for x in a[1:]:
        out.append(f(out[-1], x))
    return moveaxis(stack(out), 0, axis)


def _ufunc_at(f, a, indices, b=None):
    ix = ravel(indices).tolist()
    for k, i in enumerate(ix):
        a[i] = f(a[i]) if b is None else f(a[i], ravel(b)[k] if ndim(b) else b)
