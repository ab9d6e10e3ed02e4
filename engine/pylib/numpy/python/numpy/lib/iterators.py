"""Walking through arrays."""

from _numpy import asarray
from numpy.core.shape_base import broadcast_arrays, broadcast_shapes


class nditer:
    """The elements of one or several arrays in turn, as arrays without dimensions."""

    def __init__(self, op, flags=None, op_flags=None, order="K", **kw):
        self.operands = tuple(broadcast_arrays(*op)) if isinstance(op, (list, tuple)) else (asarray(op),)
        self.several = isinstance(op, (list, tuple))
        from numpy import ndindex
        self.places = list(ndindex(self.operands[0].shape))
        self.at, self.itersize = 0, len(self.places)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return False

    finished = property(lambda self: self.at >= self.itersize)
    multi_index = property(lambda self: self.places[self.at])
    iterindex = index = property(lambda self: self.at)

    @property
    def value(self):
        p = self.places[self.at]
        out = tuple(a[p + (...,)] for a in self.operands)
        return out if self.several else out[0]

    def __getitem__(self, i):
        return self.operands[i][self.places[self.at] + (...,)]

    def iternext(self):
        self.at += 1
        return not self.finished

    def __iter__(self):
        while not self.finished:
            yield self.value
            self.at += 1


class broadcast:
    """Arrays stretched to one shape, element by element."""

    def __init__(self, *args):
        self.arrays = broadcast_arrays(*args)
        self.shape = broadcast_shapes(*(asarray(a).shape for a in args))
        self.ndim = self.nd = len(self.shape)
        self.size = self.arrays[0].size

    def __iter__(self):
        return zip(*(a.ravel() for a in self.arrays))


def iterable(y):
    try:
        iter(y)
    except TypeError:
        return False
    return True
