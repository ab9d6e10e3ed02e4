"""Methods of ufuncs, and reductions with a mask or an initial value."""

import operator

import numpy as np
from _numpy import asarray, broadcast_to, divide, maximum, sqrt, square, subtract
from numpy.core.shape_base import _axis, moveaxis, ravel, stack

_reductions = {"add": "sum", "multiply": "prod", "maximum": "max", "minimum": "min", "logical_and": "all", "logical_or": "any"}
_ufunc_of = {"sum": "add", "prod": "multiply", "max": "maximum", "min": "minimum", "all": "logical_and", "any": "logical_or"}


def _store(result, out):
    if out is None:
        return result
    out = out[0] if isinstance(out, tuple) else out
    if out.shape != np.shape(result):
        raise ValueError(f"output parameter for reduction operation has the wrong shape {np.shape(result)}")
    out[...] = result
    return out


def _mask(a, where):
    a, where = np.broadcast_arrays(a, asarray(where, bool))
    return a, where


def _reduce_where(name, a, axis, *rest):
    """A reduction of the elements where a mask is true, begun with an initial value."""
    if name in ("std", "var"):
        return _spread_where(name, a, axis, *rest)
    if name == "mean":
        return _mean_where(a, axis, *rest)
    if name in ("sum", "prod"):
        dtype, out, keepdims, initial, where = rest
    elif name in ("any", "all"):
        (out, keepdims, where), dtype, initial = rest, None, None
    else:
        (out, keepdims, initial, where), dtype = rest, None
    return _reduce(getattr(np, _ufunc_of[name]), a, axis, dtype, out, keepdims, initial, where)


def _reduce(f, a, axis, dtype, out, keepdims, initial, where):
    a, name = asarray(a), _reductions[f.__name__]
    if where is not True:
        if initial is None and name in ("max", "min"):
            raise ValueError(f"reduction operation '{f.__name__}' does not have an identity, so to use a where mask one has to specify 'initial'")
        a, where = _mask(a, where)
        a = np.where(where, a, asarray(initial if name in ("max", "min") else f.identity, a.dtype))
    if initial is not None and name in ("max", "min") and a.size == 0:
        shape = [1 if axis is None or d in np.atleast_1d(axis) % a.ndim else n for d, n in enumerate(a.shape)]
        r = np.full(shape, initial, a.dtype)
        r = r if keepdims else r.reshape([n for d, n in enumerate(shape) if axis is not None and d not in np.atleast_1d(axis) % a.ndim])[()]
    else:
        kwargs = {"dtype": dtype} if dtype is not None and name in ("sum", "prod") else {}
        r = getattr(a, name)(axis, keepdims=keepdims, **kwargs)
        if initial is not None:
            r = f(r, initial)
    return _store(r, out)


def _mean_where(a, axis, dtype, out, keepdims, where):
    a, where = _mask(asarray(a), where)
    n = where.sum(axis, keepdims=keepdims)
    if np.any(n == 0):
        import warnings
        warnings.warn("Mean of empty slice.", RuntimeWarning, stacklevel=2)
    total = a.sum(axis, dtype or (float if a.dtype.kind in "iub" else None), keepdims=keepdims, where=where)
    return _store(divide(total, n), out)


def _spread_where(name, a, axis, dtype, out, ddof, keepdims, where):
    a, where = _mask(asarray(a), where)
    n = where.sum(axis, keepdims=keepdims)
    gap = subtract(a, _mean_where(a, axis, dtype, None, True, where))
    squares = (gap * gap.conj()).real if gap.dtype.kind == "c" else square(gap)
    r = squares.sum(axis, keepdims=keepdims, where=where) / maximum(n - ddof, 0)
    return _store(sqrt(r) if name == "std" else r, out)


def _ufunc_reduce(f, a, axis=0, dtype=None, out=None, keepdims=False, initial=None, where=True):
    a = asarray(a)
    if f.nin != 2:
        raise ValueError("reduce only supported for binary functions")
    if f.__name__ in _reductions and a.dtype.kind != "O":
        if a.ndim == 0 and axis == 0:
            axis = None
        return _reduce(f, a, axis, dtype, out, keepdims, initial, where)
    axes = range(a.ndim) if axis is None else [_axis(x, a.ndim) for x in (axis if isinstance(axis, tuple) else (axis,))]
    if dtype is not None:
        a = a.astype(dtype)
    shape = [1 if d in axes else n for d, n in enumerate(a.shape)]
    rows = moveaxis(a, list(axes), list(range(len(axes))))
    rows = rows.reshape((-1,) + rows.shape[len(axes):])
    keep = None if where is True else moveaxis(broadcast_to(where, a.shape), list(axes), list(range(len(axes)))).reshape(rows.shape)
    r = None if initial is None else initial
    if r is None and (len(rows) == 0 or keep is not None):
        if f.identity is None:
            raise ValueError(f"zero-size array to reduction operation {f.__name__} which has no identity")
        r = np.full(rows.shape[1:], f.identity, a.dtype if a.dtype.kind not in "b" else None)
    for i, x in enumerate(rows):
        step = x if r is None else f(r, x)
        r = step if keep is None else np.where(keep[i], step, r)
    return _store(asarray(r).reshape(shape) if keepdims else r, out)


def _ufunc_accumulate(f, a, axis=0, dtype=None, out=None):
    a = asarray(a)
    if f.nin != 2:
        raise ValueError("accumulate only supported for binary functions")
    if a.ndim == 0:
        raise TypeError("cannot accumulate on a scalar")
    if f.__name__ in ("add", "multiply") and a.dtype.kind in "iufcb":
        return (a.cumsum if f.__name__ == "add" else a.cumprod)(axis, dtype, out)
    a = moveaxis(a.astype(f(a[:0], a[:0]).dtype if dtype is None else dtype), axis, 0)
    steps = [a[0]] if len(a) else []
    for x in a[1:]:
        steps.append(f(steps[-1], x))
    return _store(moveaxis(stack(steps), 0, axis) if steps else a, out)


def _ufunc_reduceat(f, a, indices, axis=0, dtype=None, out=None):
    a = asarray(a)
    axis = _axis(axis, a.ndim)
    head, n = (slice(None),) * axis, a.shape[axis]
    starts = [operator.index(i) for i in asarray(indices).tolist()]
    for i in starts:
        if not 0 <= i < n:
            raise IndexError(f"index {i} out-of-bounds in {f.__name__}.reduceat [0, {n})")
    parts = []
    for i, j in zip(starts, starts[1:] + [n]):
        parts.append(f.reduce(a[head + (slice(i, j),)], axis, dtype) if i < j else a[head + (i,)])
    return _store(stack([asarray(p) for p in parts], axis), out)


def _ufunc_at(f, a, indices, b=None):
    if isinstance(indices, (tuple, slice)) or asarray(indices).dtype == bool:
        places = np.arange(a.size).reshape(a.shape)[indices]
        flat, where = a.reshape(-1), places.ravel().tolist()
        values = None if b is None else np.broadcast_to(b, places.shape).ravel()
        for k, i in enumerate(where):
            flat[i] = f(flat[i]) if b is None else f(flat[i], values[k])
        return
    ix = asarray(indices)
    if b is not None and np.shares_memory(a, asarray(b)):
        b = np.copy(b)
    values = None if b is None else np.broadcast_to(b, ix.shape + a.shape[1:]).reshape((-1,) + a.shape[1:])
    for k, i in enumerate(ravel(ix).tolist()):
        a[i] = f(a[i]) if b is None else f(a[i], values[k])
