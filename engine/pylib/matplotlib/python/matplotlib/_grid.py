"""A small array of axes, indexed as NumPy's arrays of objects are."""


class Grid:
    def __init__(self, items, shape):
        self.items, self.shape = items, shape
        self.ndim, self.size = len(shape), len(items)

    def __len__(self):
        return self.shape[0]

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def __getitem__(self, key):
        if isinstance(key, tuple):
            out = self
            for n, k in enumerate(key):
                if isinstance(k, slice):
                    rest = key[n + 1:]
                    rows = [row[rest] if rest else row for row in list(out)[k]]
                    return Grid(rows, (len(rows),))
                out = out[k]
            return out
        if isinstance(key, slice):
            rows = list(self)[key]
            if self.ndim == 1:
                return Grid(rows, (len(rows),))
            return Grid([a for row in rows for a in row], (len(rows), self.shape[1]))
        n = self.shape[0]
        if not -n <= key < n:
            raise IndexError(f"index {key} is out of bounds for axis 0 with size {n}")
        if self.ndim == 1:
            return self.items[key]
        cols = self.shape[1]
        key %= n
        return Grid(self.items[key * cols:(key + 1) * cols], (cols,))

    def flatten(self):
        return Grid(self.items, (len(self.items),))

    ravel = flatten

    @property
    def flat(self):
        return iter(self.items)

    def reshape(self, *shape):
        return Grid(self.items, shape[0] if isinstance(shape[0], tuple) else shape) if -1 not in shape else self.flatten()


def shaped(grid, squeeze):
    rows, cols = len(grid), len(grid[0])
    items = [a for row in grid for a in row]
    if squeeze and len(items) == 1:
        return items[0]
    if squeeze and (rows == 1 or cols == 1):
        return Grid(items, (len(items),))
    return Grid(items, (rows, cols))
