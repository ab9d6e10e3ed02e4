"""Shapes: axes added, moved and removed, arrays joined."""

from _numpy import asarray, AxisError, broadcast_to, concatenate, empty, ndarray
from numpy.core.numeric import zeros


def shape(a):
    return asarray(a).shape


def ndim(a):
    return a.ndim if isinstance(a, ndarray) else asarray(a).ndim


def size(a, axis=None):
    a = asarray(a)
    return a.size if axis is None else a.shape[axis]


def reshape(a, newshape, order="C"):
    return asarray(a).reshape(newshape, order=order)


def ravel(a, order="C"):
    return asarray(a).ravel(order)


def transpose(a, axes=None):
    return asarray(a).transpose(axes)


def squeeze(a, axis=None):
    return asarray(a).squeeze(axis)


def _axis(axis, n):
    if not -n <= axis < n:
        raise AxisError(f"axis {axis} is out of bounds for array of dimension {n}")
    return axis % n


def expand_dims(a, axis):
    a = asarray(a)
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    n = a.ndim + len(axes)
    axes = [_axis(x, n) for x in axes]
    rest = iter(a.shape)
    return a.reshape([1 if d in axes else next(rest) for d in range(n)])


def swapaxes(a, axis1, axis2):
    a = asarray(a)
    order = list(range(a.ndim))
    i, j = _axis(axis1, a.ndim), _axis(axis2, a.ndim)
    order[i], order[j] = order[j], order[i]
    return a.transpose(order)


def moveaxis(a, source, destination):
    a = asarray(a)
    source = [_axis(x, a.ndim) for x in (source if isinstance(source, (tuple, list)) else (source,))]
    destination = [_axis(x, a.ndim) for x in (destination if isinstance(destination, (tuple, list)) else (destination,))]
    order = [n for n in range(a.ndim) if n not in source]
    for dest, src in sorted(zip(destination, source)):
        order.insert(dest, src)
    return a.transpose(order)


def rollaxis(a, axis, start=0):
    return moveaxis(a, axis, start - (start > axis))


def atleast_1d(*arys):
    out = [asarray(a) if ndim(a) else asarray(a).reshape(1) for a in arys]
    return out[0] if len(out) == 1 else out


def atleast_2d(*arys):
    out = [asarray(a) if ndim(a) > 1 else asarray(a).reshape(1, -1) for a in arys]
    return out[0] if len(out) == 1 else out


def broadcast_shapes(*shapes):
    return broadcast_arrays(*[empty(s) for s in shapes])[0].shape if shapes else ()


def broadcast_arrays(*args):
    args = [asarray(a) for a in args]
    total = 0
    for a in args:
        total = zeros(a.shape, bool) | total if a.ndim else total
    target = total.shape if isinstance(total, ndarray) else ()
    return [broadcast_to(a, target) for a in args]


def stack(arrays, axis=0, out=None):
    arrays = [asarray(a) for a in arrays]
    if not arrays:
        raise ValueError("need at least one array to stack")
    if len({a.shape for a in arrays}) != 1:
        raise ValueError("all input arrays must have the same shape")
    return concatenate([expand_dims(a, axis) for a in arrays], axis)


def hstack(tup):
    arrays = [atleast_1d(a) for a in tup]
    return concatenate(arrays, 0 if arrays and arrays[0].ndim == 1 else 1)


def vstack(tup):
    return concatenate([atleast_2d(a) for a in tup], 0)


row_stack = vstack


def dstack(tup):
    return concatenate([a.reshape(a.shape + (1,)) if a.ndim == 2 else a for a in (atleast_2d(x) for x in tup)], 2)


def column_stack(tup):
    return concatenate([asarray(a).reshape(-1, 1) if ndim(a) < 2 else asarray(a) for a in tup], 1)


def atleast_3d(*arys):
    out = [a.reshape((1, -1, 1)[:3] if a.ndim < 2 else a.shape + (1,) * (3 - a.ndim)) if a.ndim < 3 else a for a in map(asarray, arys)]
    return out[0] if len(out) == 1 else out
