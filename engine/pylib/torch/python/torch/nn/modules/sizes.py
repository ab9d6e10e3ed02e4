"""Arguments that may be one number for all dimensions or a tuple of numbers."""

from collections import abc


def ntuple(n):
    """A function that repeats a number n times and makes a tuple of anything iterable."""
    def parse(x):
        if isinstance(x, abc.Iterable):
            return tuple(x)
        return (x,) * n
    return parse


_single, _pair, _triple, _quadruple = (ntuple(n) for n in (1, 2, 3, 4))


def doubled(sizes):
    """(a, b) as (b, b, a, a), the order in which F.pad takes its amounts."""
    return [size for size in reversed(sizes) for _ in range(2)]
