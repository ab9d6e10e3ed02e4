"""Grids that axes are placed in."""


class SubplotSpec:
    """Cells of a grid, from row and column to row and column, ends included."""

    def __init__(self, grid, rows, columns):
        self.grid, self.rows, self.columns = grid, rows, columns

    def bounds(self):
        """Left, top, right and bottom as shares of the figure."""
        across, down = self.grid.edges(self.grid.width_ratios), self.grid.edges(self.grid.height_ratios)
        x0, y0, x1, y1 = self.grid.within.bounds() if self.grid.within else (0.0, 0.0, 1.0, 1.0)
        return (x0 + across[self.columns[0]] * (x1 - x0), y0 + down[self.rows[0]] * (y1 - y0),
                x0 + across[self.columns[1] + 1] * (x1 - x0), y0 + down[self.rows[1] + 1] * (y1 - y0))

    def key(self):
        return self.grid.nrows, self.grid.ncols, self.rows, self.columns, tuple(round(v, 9) for v in self.bounds())

    def subgridspec(self, nrows, ncols, **kw):
        return GridSpec(nrows, ncols, within=self, **kw)


class GridSpec:
    """Rows and columns; an index gives one cell, a slice several."""

    def __init__(self, nrows=1, ncols=1, figure=None, width_ratios=None, height_ratios=None, within=None, **kw):
        self.nrows, self.ncols, self.figure, self.within = nrows, ncols, figure, within
        self.width_ratios, self.height_ratios = width_ratios or [1] * ncols, height_ratios or [1] * nrows
        for name, given, n in (("width_ratios", self.width_ratios, ncols), ("height_ratios", self.height_ratios, nrows)):
            if len(given) != n:
                raise ValueError(f"Expected the given number of {name.split('_')[0]} ratios to match the number of {'columns' if n == ncols else 'rows'} of the grid")

    def edges(self, ratios):
        total, at, out = sum(ratios), 0.0, [0.0]
        for r in ratios:
            at += r / total
            out.append(at)
        return out

    def __getitem__(self, key):
        if not isinstance(key, tuple):
            first, last = _span(key, self.nrows * self.ncols)
            (r0, c0), (r1, c1) = divmod(first, self.ncols), divmod(last, self.ncols)
            return SubplotSpec(self, (r0, r1), (min(c0, c1), max(c0, c1)))
        return SubplotSpec(self, _span(key[0], self.nrows), _span(key[1], self.ncols))

    def subplots(self, sharex=False, sharey=False, squeeze=True, **kw):
        return self.figure.subplots(self.nrows, self.ncols, sharex=sharex, sharey=sharey, squeeze=squeeze, grid=self)

    update = tight_layout = lambda self, *args, **kw: None


def _span(key, n):
    """The first and the last of the cells that an index or a slice names."""
    if isinstance(key, slice):
        start, stop, _ = key.indices(n)
        return start, max(stop - 1, start)
    if not -n <= key < n:
        raise IndexError(f"index {key} is out of bounds for axis 0 with size {n}")
    return key % n, key % n


class GridSpecFromSubplotSpec(GridSpec):
    def __init__(self, nrows, ncols, subplot_spec, **kw):
        super().__init__(nrows, ncols, within=subplot_spec, **kw)
