"""Where to insert into a sorted list."""

from _bisect import bisect_left, bisect_right

__all__ = ['bisect', 'bisect_left', 'bisect_right', 'insort', 'insort_left', 'insort_right']


def insort_right(a, x, lo=0, hi=None, *, key=None):
    """Inserts x after its equals."""
    a.insert(bisect_right(a, x if key is None else key(x), lo, hi, key=key), x)


def insort_left(a, x, lo=0, hi=None, *, key=None):
    """Inserts x before its equals."""
    a.insert(bisect_left(a, x if key is None else key(x), lo, hi, key=key), x)


bisect = bisect_right
insort = insort_right
