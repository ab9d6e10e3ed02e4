"""A figure: axes in a grid, drawn as one SVG document."""
from matplotlib import rcParams
from matplotlib import _grid
from matplotlib.artist import Text
from matplotlib.axes import Axes
from matplotlib.axes3d import Axes3D
from matplotlib.text import escape


class GridSpec:
    """Places in a grid of axes; a slice takes the place where it begins."""

    def __init__(self, nrows, ncols, figure=None, **kw):
        self.nrows, self.ncols, self.figure = nrows, ncols, figure

    def __getitem__(self, key):
        r, c = key if isinstance(key, tuple) else divmod(key, self.ncols)
        r, c = ((k.start or 0) if isinstance(k, slice) else k for k in (r, c))
        return self.nrows, self.ncols, (r % self.nrows) * self.ncols + c % self.ncols + 1


class ColorBar:
    def __init__(self, ax):
        self.ax = ax

    set_label = set_ticks = set_ticklabels = lambda self, *args, **kw: None


class Figure:
    def __init__(self, figsize=None, dpi=None, **kw):
        self.figsize = tuple(figsize or rcParams["figure.figsize"])
        self.cells, self.axes, self.title, self.current, self.twins = [], [], "", None, []

    def __repr__(self):
        w, h = self.size()
        return f"<Figure size {w}x{h} with {len(self.axes)} Axes>"

    def size(self):
        return round(self.figsize[0] * 100), round(self.figsize[1] * 100)

    def add_subplot(self, rows=1, cols=1, index=1, projection=None, **kw):
        if isinstance(rows, tuple):  # a place in a grid
            rows, cols, index = rows
        elif rows > 9 and cols == 1:
            rows, cols, index = rows // 100, rows // 10 % 10, rows % 10
        for a, at in zip(self.axes, self.cells):
            if at == (rows, cols, index):
                self.current = a
                return a
        if projection == "polar":
            raise ValueError("polar axes are not drawn here; use x = r*cos(t), y = r*sin(t) on plain ones")
        ax = Axes3D(self) if projection == "3d" else Axes(self)
        ax.has_grid = bool(rcParams.get("axes.grid"))
        self.axes.append(ax)
        self.cells.append((rows, cols, index))
        self.current = ax
        return ax

    def gca(self):
        return self.current or self.add_subplot()

    def subplots(self, nrows=1, ncols=1, squeeze=True, **kw):
        grid = [[self.add_subplot(nrows, ncols, r * ncols + c + 1) for c in range(ncols)] for r in range(nrows)]
        return _grid.shaped(grid, squeeze)

    def suptitle(self, text, **kw):
        self.title = str(text)
        return Text(0.5, 0.98, self.title)

    def add_gridspec(self, nrows=1, ncols=1, **kw):
        return GridSpec(nrows, ncols, self)

    def add_axes(self, rect=None, **kw):
        return self.add_subplot(**kw)

    def add_twin(self, ax, k=0):
        """New axes over ax that share its x (k 0)."""
        twin = Axes(self)
        self.axes.append(twin)
        self.cells.append(self.cells[self.axes.index(ax)])
        self.twins.append((ax, twin, k))
        twin.cycle, self.current = ax.cycle, twin
        return twin

    def legend(self, *args, **kw):
        return self.gca().legend(*args, **kw)

    def text(self, x, y, s, **kw):
        return self.gca().text(x, y, s, transform=Axes.transAxes, **kw)

    def set_size_inches(self, w, h=None, **kw):
        self.figsize = (w, h) if h is not None else tuple(w)

    def colorbar(self, mappable, ax=None, label=None, **kw):
        mappable.axes.color_bar = mappable
        return ColorBar(mappable.axes)

    def tight_layout(self, *args, **kw):
        pass

    subplots_adjust = autofmt_xdate = align_labels = set_dpi = set_tight_layout = tight_layout

    def get_size_inches(self):
        import numpy as np
        return np.array(self.figsize, float)

    def clf(self):
        self.cells, self.axes, self.current, self.twins = [], [], None, []

    def svg(self):
        w, h = self.size()
        w, h = int(w * 0.72), int(h * 0.72)
        top = 26 if self.title else 0
        out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" font-family="DejaVu Sans, Helvetica, Arial, sans-serif" font-size="11">',
               f'<rect width="{w}" height="{h}" fill="#fff"/>']
        if self.title:
            out.append(f'<text x="{w / 2}" y="18" text-anchor="middle" font-size="15">{escape(self.title)}</text>')
        for ax, (rows, cols, index) in zip(self.axes, self.cells):
            r, c = divmod(index - 1, cols)
            cw, ch = w / cols, (h - top) / rows
            out.append(ax.svg(c * cw, top + r * ch, cw, ch))
        return "".join(out) + "</svg>"

    _repr_svg_ = svg

    def savefig(self, fname, **kw):
        if str(fname).endswith((".png", ".jpg", ".jpeg", ".pdf", ".eps")):
            raise ValueError("figures are saved as SVG here: give the file a name that ends in .svg")
        with open(fname, "w") as f:
            f.write(self.svg())
