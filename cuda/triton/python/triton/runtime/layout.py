"""Which thread holds which element of a block.

Element l of a block, counted row by row, is with thread l % T in slot l // T, where T is the number of threads; a block of fewer
elements is held several times. What a reduction leaves is held by the threads that held the elements it came from."""


class Layout:
    """How a block of a shape, without the axes that are dropped, lies on T threads. coordinates lists the groups: the
    places that a thread holds, each as code for every axis that is left."""

    def __init__(self, shape, threads, dropped=()):
        self.shape, self.threads, self.dropped = tuple(shape), threads, tuple(dropped)
        self.key = self.shape, self.dropped
        self.elements = 1
        for n in self.shape:
            self.elements *= n
        self.strides, s = [], self.elements
        for n in self.shape:
            s //= n
            self.strides.append(s)
        self.slots = max(1, self.elements // threads)
        self.all = [tuple(self.coordinate(e, d) for d in range(len(self.shape))) for e in range(self.slots)]
        self.coordinates, self.group = [], []
        index = {}
        for c in self.all:
            left = tuple(x for d, x in enumerate(c) if d not in self.dropped)
            if left not in index:
                index[left] = len(self.coordinates)
                self.coordinates.append(left)
            self.group.append(index[left])

    def __eq__(self, other):
        return isinstance(other, Layout) and self.key == other.key

    def coordinate(self, e, d):
        """The code of a thread's place on axis d in slot e."""
        n, s, t = self.shape[d], self.strides[d], self.threads
        if s >= t:
            return str(e * t // s % n)
        code = '__t' if s == 1 else '(__t / %d)' % s
        if n * s < t:
            return '(%s %% %d)' % (code, n) if n > 1 else '0'
        more = e % (n * s // t) * (t // s)
        return '(%s + %d)' % (code, more) if more else code

    def bits(self, d):
        """The part [low, high) of a thread's number that its place on axis d is taken from, as powers of two."""
        return min(self.strides[d], self.threads), min(self.strides[d] * self.shape[d], self.threads)
