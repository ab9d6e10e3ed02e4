"""Walking through arrays."""

from _numpy import asarray, empty
from numpy.core.shape_base import broadcast_arrays, broadcast_shapes
from numpy.lib.index_tricks import ndindex


class nditer:
    """The elements of one or several arrays in turn, as arrays without dimensions."""

    def __init__(self, op, flags=None, op_flags=None, op_dtypes=None, order="K", casting="safe", op_axes=None, itershape=None, buffersize=0):
        self.several = isinstance(op, (list, tuple))
        given = list(op) if self.several else [op]
        made = [None if x is None else asarray(x) for x in given]
        shape = broadcast_shapes(*(a.shape for a in made if a is not None))
        kind = next((a.dtype for a in made if a is not None), None)
        self.operands = tuple(empty(shape, kind) if a is None else a if a.shape == shape else broadcast_arrays(a, empty(shape))[0] for a in made)
        self.shape, self.ndim, self.nop = shape, len(shape), len(made)
        self.flags, self.dtypes = set(flags or ()), tuple(a.dtype for a in self.operands)
        self.external = "external_loop" in self.flags
        self.places = self._order(order, shape, self.operands[0])
        if self.external:
            self.places = [...]
        self.at, self.itersize = 0, len(self.places)
        self.begun = False

    @staticmethod
    def _order(order, shape, first):
        columns = order == "F" or order == "K" and first.flags.f_contiguous and not first.flags.c_contiguous
        if columns:
            return [p[::-1] for p in ndindex(shape[::-1])]
        return list(ndindex(shape))

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return False

    def close(self):
        pass

    def reset(self):
        self.at, self.begun = 0, False

    def copy(self):
        other = object.__new__(nditer)
        other.__dict__.update(self.__dict__)
        return other

    finished = property(lambda self: self.at >= self.itersize)
    multi_index = property(lambda self: self.places[self.at])
    iterindex = property(lambda self: self.at)

    @property
    def index(self):
        if "f_index" not in self.flags:
            return self._flat(self.places[self.at], self.shape)
        return self._flat(self.places[self.at][::-1], self.shape[::-1])

    @staticmethod
    def _flat(place, shape):
        n = 0
        for i, d in zip(place, shape):
            n = n * d + i
        return n

    @property
    def value(self):
        p = self.places[self.at]
        if self.external:
            out = tuple(a.ravel("K") for a in self.operands)
        else:
            out = tuple(a[p + (...,)] for a in self.operands)
        return out if self.several else out[0]

    def __getitem__(self, i):
        p = self.places[self.at]
        return self.operands[i][...] if self.external else self.operands[i][p + (...,)]

    def __setitem__(self, i, value):
        p = self.places[self.at]
        self.operands[i][... if self.external else p] = value

    def __len__(self):
        return self.itersize

    def iternext(self):
        self.at += 1
        return not self.finished

    def __iter__(self):
        return self

    def __next__(self):
        if self.begun:
            self.at += 1
        self.begun = True
        if self.finished:
            raise StopIteration
        return self.value


class broadcast:
    """Arrays stretched to one shape, element by element."""

    def __init__(self, *args):
        self._arrays = broadcast_arrays(*args)
        self.shape = broadcast_shapes(*(asarray(a).shape for a in args))
        self.ndim = self.nd = len(self.shape)
        self.numiter = len(args)
        self.size = self._arrays[0].size if args else 1
        self.reset()

    def reset(self):
        self.index, self._rows = 0, zip(*(a.ravel() for a in self._arrays))

    iters = property(lambda self: tuple(iter(a.ravel()) for a in self._arrays))

    def __iter__(self):
        return self

    def __next__(self):
        row = next(self._rows)
        self.index += 1
        return row


def iterable(y):
    try:
        iter(y)
    except TypeError:
        return False
    return True
