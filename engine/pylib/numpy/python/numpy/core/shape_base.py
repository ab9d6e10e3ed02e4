"""Shapes: axes added, moved and removed, arrays joined."""

import operator

from _numpy import asarray, AxisError, broadcast_to, concatenate, ndarray


def shape(a):
    return asarray(a).shape


def ndim(a):
    return a.ndim if isinstance(a, ndarray) else asarray(a).ndim


def size(a, axis=None):
    a = asarray(a)
    return a.size if axis is None else a.shape[axis]


def _array(a):
    return a if isinstance(a, ndarray) else asarray(a)


def reshape(a, newshape, order="C"):
    return _array(a).reshape(newshape, order=order)


def ravel(a, order="C"):
    return _array(a).ravel(order)


def transpose(a, axes=None):
    return _array(a).transpose(axes)


def squeeze(a, axis=None):
    return _array(a).squeeze(axis)


def _axis(axis, n, name=""):
    axis = operator.index(axis)
    if not -n <= axis < n:
        raise AxisError(f"{name + ': ' if name else ''}axis {axis} is out of bounds for array of dimension {n}")
    return axis % n


def _axes(axes, n, name=""):
    axes = [_axis(x, n, name) for x in (axes if isinstance(axes, (tuple, list)) else (axes,))]
    if len(set(axes)) != len(axes):
        raise ValueError(f"repeated axis in `{name}` argument" if name else "repeated axis")
    return axes


def expand_dims(a, axis):
    a = _array(a)
    n = a.ndim + len(axis if isinstance(axis, (tuple, list)) else (axis,))
    axes = _axes(axis, n)
    rest = iter(a.shape)
    return a.reshape([1 if d in axes else next(rest) for d in range(n)])


def swapaxes(a, axis1, axis2):
    a = _array(a)
    order = list(range(a.ndim))
    i, j = _axis(axis1, a.ndim), _axis(axis2, a.ndim)
    order[i], order[j] = order[j], order[i]
    return a.transpose(order)


def moveaxis(a, source, destination):
    a = _array(a)
    source, destination = _axes(source, a.ndim, "source"), _axes(destination, a.ndim, "destination")
    if len(source) != len(destination):
        raise ValueError("`source` and `destination` arguments must have the same number of elements")
    order = [n for n in range(a.ndim) if n not in source]
    for dest, src in sorted(zip(destination, source)):
        order.insert(dest, src)
    return a.transpose(order)


def rollaxis(a, axis, start=0):
    a = _array(a)
    axis = _axis(axis, a.ndim)
    if not -a.ndim <= start <= a.ndim:
        raise AxisError(f"'start' arg requires {-a.ndim} <= start < {a.ndim + 1}, but {start} was passed in")
    start = start + a.ndim if start < 0 else start
    return moveaxis(a, axis, start - (start > axis)) if axis != start else a


def _each(arys, f):
    out = [f(_array(a)) for a in arys]
    return out[0] if len(out) == 1 else out


def atleast_1d(*arys):
    return _each(arys, lambda a: a if a.ndim else a.reshape(1))


def atleast_2d(*arys):
    return _each(arys, lambda a: a if a.ndim > 1 else a.reshape(1, -1))


def atleast_3d(*arys):
    return _each(arys, lambda a: a if a.ndim > 2 else a.reshape((1, -1, 1) if a.ndim < 2 else a.shape + (1,)))


def broadcast_shapes(*args):
    shapes = [(s,) if isinstance(s, int) else tuple(s) for s in args]
    n = max((len(s) for s in shapes), default=0)
    out = [1] * n
    first = [0] * n
    for k, s in enumerate(shapes):
        for d, m in enumerate(s, n - len(s)):
            if out[d] == 1:
                out[d], first[d] = m, k
            elif m not in (1, out[d]):
                k0 = first[d]
                raise ValueError(f"shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg {k0} with shape {shapes[k0]} and arg {k} with shape {shapes[k]}.")
    return tuple(out)


def broadcast_arrays(*args, subok=False):
    args = [_array(a) for a in args]
    target = broadcast_shapes(*(a.shape for a in args))
    return [a if a.shape == target else broadcast_to(a, target) for a in args]


def _sequence(arrays):
    if not hasattr(arrays, "__getitem__"):
        raise TypeError('arrays to stack must be passed as a "sequence" type such as list or tuple.')
    return arrays


def stack(arrays, axis=0, out=None, *, dtype=None, casting="same_kind"):
    arrays = [_array(a) for a in _sequence(arrays)]
    if not arrays:
        raise ValueError("need at least one array to stack")
    if len({a.shape for a in arrays}) != 1:
        raise ValueError("all input arrays must have the same shape")
    axis = _axis(axis, arrays[0].ndim + 1)
    return concatenate([expand_dims(a, axis) for a in arrays], axis, out, dtype)


def hstack(tup, *, dtype=None, casting="same_kind"):
    arrays = [atleast_1d(a) for a in _sequence(tup)]
    return concatenate(arrays, 0 if arrays and arrays[0].ndim == 1 else 1, None, dtype)


def vstack(tup, *, dtype=None, casting="same_kind"):
    return concatenate([atleast_2d(a) for a in _sequence(tup)], 0, None, dtype)


row_stack = vstack


def dstack(tup):
    return concatenate([atleast_3d(a) for a in _sequence(tup)], 2)


def column_stack(tup):
    return concatenate([a.reshape(-1, 1) if a.ndim < 2 else a for a in map(_array, _sequence(tup))], 1)
