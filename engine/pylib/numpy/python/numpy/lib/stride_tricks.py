"""Views made of shapes and strides."""

from _numpy import _strided, asarray, broadcast_to
from numpy.core.shape_base import broadcast_arrays, broadcast_shapes


def as_strided(x, shape=None, strides=None, subok=False, writeable=True):
    x = asarray(x)
    steps = x.strides if strides is None else strides
    view = _strided(x, x.shape if shape is None else shape, [s // x.itemsize for s in steps])
    if not writeable:
        view.setflags(write=False)
    return view


def sliding_window_view(x, window_shape, axis=None, *, subok=False, writeable=False):
    x = asarray(x)
    window = tuple(window_shape) if hasattr(window_shape, "__iter__") else (window_shape,)
    if any(w < 0 for w in window):
        raise ValueError("`window_shape` cannot contain negative values")
    if axis is None:
        axes = tuple(range(x.ndim))
        if len(window) != len(axes):
            raise ValueError(f"Since axis is `None`, must provide window_shape for all dimensions of `x`; got {len(window)} window_shape elements and `x.ndim` is {x.ndim}.")
    else:
        axes = tuple(a % x.ndim for a in (axis if hasattr(axis, "__iter__") else (axis,)))
        if len(window) != len(axes):
            raise ValueError(f"Must provide matching length window_shape and axis; got {len(window)} window_shape elements and {len(axes)} axes elements.")
    shape = list(x.shape)
    for a, w in zip(axes, window):
        if shape[a] < w:
            raise ValueError("window shape cannot be larger than input array shape")
        shape[a] -= w - 1
    steps = [s // x.itemsize for s in x.strides]
    view = _strided(x, shape + list(window), steps + [steps[a] for a in axes])
    view.setflags(write=writeable)
    return view


__all__ = ["as_strided", "broadcast_arrays", "broadcast_shapes", "broadcast_to", "sliding_window_view"]
