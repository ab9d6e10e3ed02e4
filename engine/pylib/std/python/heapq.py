"""A heap in a list: heap[k] <= heap[2*k+1] and heap[k] <= heap[2*k+2]."""

__all__ = ['heappush', 'heappop', 'heapify', 'heapreplace', 'merge', 'nlargest', 'nsmallest', 'heappushpop']


def _check(heap, name):
    if not isinstance(heap, list):
        raise TypeError('%s() argument%s must be list, not %s'
                        % (name, '' if name in ('heappop', 'heapify') else ' 1', type(heap).__name__))


def heappush(heap, item):
    """Adds item, keeping the heap a heap."""
    _check(heap, 'heappush')
    heap.append(item)
    _rise(heap, 0, len(heap) - 1)


def heappop(heap):
    """Takes the smallest item off the heap."""
    _check(heap, 'heappop')
    if not heap:
        raise IndexError('index out of range')
    last = heap.pop()
    if not heap:
        return last
    smallest, heap[0] = heap[0], last
    _sink(heap, 0)
    return smallest


def heapreplace(heap, item):
    """Takes the smallest item and puts item in."""
    _check(heap, 'heapreplace')
    if not heap:
        raise IndexError('index out of range')
    smallest, heap[0] = heap[0], item
    _sink(heap, 0)
    return smallest


def heappushpop(heap, item):
    """Puts item in and takes the smallest."""
    _check(heap, 'heappushpop')
    if heap and heap[0] < item:
        item, heap[0] = heap[0], item
        _sink(heap, 0)
    return item


def heapify(x):
    """Makes the list a heap, in linear time."""
    _check(x, 'heapify')
    for i in reversed(range(len(x) // 2)):
        _sink(x, i)


def _rise(heap, start, at):
    item = heap[at]
    while at > start:
        parent = (at - 1) >> 1
        if not item < heap[parent]:
            break
        heap[at] = heap[parent]
        at = parent
    heap[at] = item


def _sink(heap, at):
    """Moves the smaller children up to a leaf, then lets the item rise: fewer comparisons than stopping early."""
    start, end, item = at, len(heap), heap[at]
    child = 2 * at + 1
    while child < end:
        right = child + 1
        if right < end and not heap[child] < heap[right]:
            child = right
        heap[at] = heap[child]
        at = child
        child = 2 * at + 1
    heap[at] = item
    _rise(heap, start, at)


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
