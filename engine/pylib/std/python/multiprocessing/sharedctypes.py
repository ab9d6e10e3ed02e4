"""Numbers that several processes read and write."""

import pickle

import _process

from multiprocessing import synchronize

__all__ = ['Value', 'Array', 'RawValue', 'RawArray']

_integers = set('bBhHiIlLqQ')


class SynchronizedBase:
    """A list of numbers in a box, which is taken out to be read or written."""

    def __init__(self, values, convert, lock):
        self._box, self._kind, self._lock = _process.box(), convert, lock
        _process.put(self._box, pickle.dumps(values))

    def _change(self, change):
        values = pickle.loads(_process.get(self._box, None))
        try:
            return change(values)
        finally:
            _process.put(self._box, pickle.dumps(values))

    def _convert(self, value):
        return int(value) if self._kind else float(value)

    def get_lock(self):
        return self._lock

    def get_obj(self):
        return self

    def acquire(self, *args):
        return self._lock.acquire(*args)

    def release(self):
        self._lock.release()

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *args):
        return self._lock.__exit__(*args)


class Synchronized(SynchronizedBase):
    """One number."""

    @property
    def value(self):
        return self._change(lambda values: values[0])

    @value.setter
    def value(self, new):
        new = self._convert(new)
        self._change(lambda values: values.__setitem__(0, new))


class SynchronizedArray(SynchronizedBase):
    """Several numbers."""

    def __len__(self):
        return self._change(len)

    def __getitem__(self, i):
        return self._change(lambda values: values[i])

    def __setitem__(self, i, new):
        new = [self._convert(x) for x in new] if isinstance(i, slice) else self._convert(new)
        self._change(lambda values: values.__setitem__(i, new))

    def __iter__(self):
        return iter(self[:])


def _lock(lock):
    return synchronize.RLock() if lock is True else lock or None


def Value(typecode, *args, lock=True):
    """One number of a type, as 'i' or 'd'."""
    whole = str(typecode)[-1:] in _integers
    return Synchronized([args[0] if args else 0], whole, _lock(lock))


def Array(typecode, size_or_initializer, *, lock=True):
    """Numbers of a type."""
    whole = str(typecode)[-1:] in _integers
    values = [0] * size_or_initializer if isinstance(size_or_initializer, int) else list(size_or_initializer)
    return SynchronizedArray(values if whole else [float(x) for x in values], whole, _lock(lock))


def RawValue(typecode, *args):
    return Value(typecode, *args, lock=False)


def RawArray(typecode, size_or_initializer):
    return Array(typecode, size_or_initializer, lock=False)
