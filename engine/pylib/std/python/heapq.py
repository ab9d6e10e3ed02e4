"""A heap in a list: heap[k] <= heap[2*k+1] and heap[k] <= heap[2*k+2]."""

from _heapq import heappush, heappop, heapify, heapreplace, heappushpop

__all__ = ['heappush', 'heappop', 'heapify', 'heapreplace', 'merge', 'nlargest', 'nsmallest', 'heappushpop']


def merge(*iterables, key=None, reverse=False):
    """Merges sorted inputs into one sorted iterator."""
    runs = []
    for order, iterable in enumerate(iterables):
        it = iter(iterable)
        for value in it:
            runs.append([value if key is None else key(value), order, value, it])
            break
    while runs:
        best = runs[0]
        for run in runs[1:]:
            if (best[0] < run[0]) if reverse else (run[0] < best[0]):
                best = run
        yield best[2]
        for value in best[3]:
            best[2] = value
            best[0] = value if key is None else key(value)
            break
        else:
            runs.remove(best)


def nsmallest(n, iterable, key=None):
    """The n smallest items, in order: sorted(iterable, key=key)[:n]."""
    items = list(iterable)
    return sorted(items, key=key)[:len(items) if n >= len(items) else max(n, 0)]


def nlargest(n, iterable, key=None):
    """The n largest items, largest first: sorted(iterable, key=key, reverse=True)[:n]."""
    items = list(iterable)
    return sorted(items, key=key, reverse=True)[:len(items) if n >= len(items) else max(n, 0)]
