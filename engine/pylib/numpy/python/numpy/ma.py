"""Masked arrays: values of which some do not count."""

import numpy as np

nomask = np.bool_(False)


class MaskedConstant:
    """The type of masked, which stands for an element that does not count."""

    def __repr__(self):
        return "masked"

    def __str__(self):
        return "--"


masked = MaskedConstant()

_FILL = {"f": 1e20, "i": 999999, "u": 999999, "b": True, "c": 1e20 + 0j, "U": "N/A", "O": "?"}


class MaskedArray:
    """Values and a mask of those that do not count."""

    __array_priority__ = 15
    __hash__ = None

    def __init__(self, data, mask=False, dtype=None, fill_value=None, copy=False):
        own = data.mask if isinstance(data, MaskedArray) else False
        self.data = np.array(data.data if isinstance(data, MaskedArray) else data, dtype=dtype)
        self.mask = np.broadcast_to(np.asarray(mask, bool) | own, self.data.shape).copy()
        self.fill_value = _FILL[self.data.dtype.kind] if fill_value is None else fill_value

    shape, dtype, ndim, size = (property(lambda self, n=n: getattr(self.data, n)) for n in ("shape", "dtype", "ndim", "size"))
    T = property(lambda self: MaskedArray(self.data.T, self.mask.T))

    def __len__(self):
        return len(self.data)

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def filled(self, fill_value=None):
        out = self.data.copy()
        out[self.mask] = self.fill_value if fill_value is None else fill_value
        return out

    def compressed(self):
        return self.data[~self.mask]

    def count(self, axis=None):
        return (~self.mask).sum(axis)

    def __str__(self):
        return str(_words(self))

    def __repr__(self):
        one = self.data.ndim < 2
        text = np.array2string(_words(self), separator=", ", prefix="             data=" if one else "  data=")
        mask = np.array2string(self.mask, separator=", ", prefix="             mask=") if self.mask.any() else "False"
        fill = self.fill_value
        if one:
            return f"masked_array(data={text},\n             mask={mask},\n       fill_value={fill})"
        mask = mask.replace("\n" + " " * 19, "\n" + " " * 8)
        return f"masked_array(\n  data={text},\n  mask={mask},\n  fill_value={fill})"

    def __getitem__(self, key):
        data, mask = self.data[key], self.mask[key]
        if np.ndim(mask) == 0:
            return masked if mask else data
        return MaskedArray(data, mask, fill_value=self.fill_value)

    def __setitem__(self, key, value):
        if value is masked:
            self.mask[key] = True
        else:
            self.data[key], self.mask[key] = getattr(value, "data", value) if isinstance(value, MaskedArray) else value, getattr(value, "mask", False)

    def _reduce(self, name, axis, empty, **kw):
        if axis is None:
            values = self.compressed()
            return getattr(values, name)(**kw) if len(values) else masked
        data = self.data.copy()
        data[self.mask] = empty
        return MaskedArray(getattr(data, name)(axis=axis, **kw), self.mask.all(axis))

    def sum(self, axis=None):
        return self._reduce("sum", axis, 0)

    def prod(self, axis=None):
        return self._reduce("prod", axis, 1)

    def max(self, axis=None):
        return self._reduce("max", axis, self.data.min())

    def min(self, axis=None):
        return self._reduce("min", axis, self.data.max())

    def mean(self, axis=None):
        if axis is None:
            return self._reduce("mean", None, 0)
        return self.sum(axis) / self.count(axis)

    def var(self, axis=None, ddof=0):
        if axis is None:
            return self._reduce("var", None, 0, ddof=ddof)
        away = self - np.expand_dims(self.mean(axis).data, axis)
        return (away * away).sum(axis) / (self.count(axis) - ddof)

    def std(self, axis=None, ddof=0):
        v = self.var(axis, ddof)
        return v if v is masked else MaskedArray(np.sqrt(v.data), v.mask) if isinstance(v, MaskedArray) else np.sqrt(v)

    def tolist(self):
        return [None if m else v for v, m in zip(self.data.tolist(), self.mask.tolist())] if self.ndim == 1 else [r.tolist() for r in self]

    def astype(self, dtype):
        return MaskedArray(self.data.astype(dtype), self.mask)

    def copy(self):
        return MaskedArray(self.data, self.mask, fill_value=self.fill_value)

    def reshape(self, *shape):
        return MaskedArray(self.data.reshape(*shape), self.mask.reshape(*shape))

    def __array__(self, dtype=None):
        return np.asarray(self.data, dtype)


class _Word:
    """Words that an array of objects shows as they are."""

    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return self.text


def _words(a):
    text = a.data.astype(object)
    for place in np.argwhere(a.mask).tolist():
        text[tuple(place)] = _Word("--")
    return text


def _operator(name):
    import operator

    def f(self, *other):
        others = [np.asarray(getattr(o, "data", o) if isinstance(o, MaskedArray) else o) for o in other]
        mask = self.mask
        for o in other:
            if isinstance(o, MaskedArray):
                mask = mask | o.mask
        with np.errstate(all="ignore"):
            if name[:3] == "__r" and hasattr(operator, "__" + name[3:]):
                data = getattr(operator, "__" + name[3:])(others[0], self.data)
            else:
                data = getattr(operator, name)(self.data, *others)
        return MaskedArray(data, mask | ~np.isfinite(data) if data.dtype.kind == "f" and "div" in name else mask)
    return f


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow"):
    setattr(MaskedArray, f"__{_name}__", _operator(f"__{_name}__"))
    setattr(MaskedArray, f"__r{_name}__", _operator(f"__r{_name}__"))
for _name in ("lt", "le", "gt", "ge", "eq", "ne", "neg", "abs"):
    setattr(MaskedArray, f"__{_name}__", _operator(f"__{_name}__"))


def array(data, dtype=None, copy=False, mask=False, fill_value=None):
    return MaskedArray(data, mask, dtype, fill_value)


masked_array = array


def masked_where(condition, a, copy=True):
    return MaskedArray(a, np.asarray(condition))


def masked_invalid(a, copy=True):
    a = np.asarray(a)
    return MaskedArray(a, ~np.isfinite(a))


def masked_equal(x, value, copy=True):
    return MaskedArray(x, np.asarray(x) == value, fill_value=value)


def masked_greater(x, value, copy=True):
    return MaskedArray(x, np.asarray(x) > value)


def masked_less(x, value, copy=True):
    return MaskedArray(x, np.asarray(x) < value)


def masked_outside(x, v1, v2, copy=True):
    x = np.asarray(x)
    return MaskedArray(x, (x < min(v1, v2)) | (x > max(v1, v2)))


def masked_inside(x, v1, v2, copy=True):
    x = np.asarray(x)
    return MaskedArray(x, (x >= min(v1, v2)) & (x <= max(v1, v2)))


def is_masked(x):
    return isinstance(x, MaskedArray) and bool(x.mask.any())


def isMaskedArray(x):
    return isinstance(x, MaskedArray)


isMA = isMaskedArray


def getmask(a):
    return a.mask if isinstance(a, MaskedArray) else nomask


def getdata(a):
    return a.data if isinstance(a, MaskedArray) else np.asarray(a)


def filled(a, fill_value=None):
    return a.filled(fill_value) if isinstance(a, MaskedArray) else np.asarray(a)


def mean(a, axis=None):
    return array(a).mean(axis) if not isinstance(a, MaskedArray) else a.mean(axis)


def sum(a, axis=None):
    return array(a).sum(axis) if not isinstance(a, MaskedArray) else a.sum(axis)
