"""A figure: axes in a grid, drawn as one SVG document."""
from matplotlib import rcParams
from matplotlib import _grid
from matplotlib.axes import Axes
from matplotlib.text import escape


class Figure:
    def __init__(self, figsize=None, dpi=None, **kw):
        self.figsize = tuple(figsize or rcParams["figure.figsize"])
        self.cells, self.axes, self.title, self.current = [], [], "", None

    def __repr__(self):
        w, h = self.size()
        return f"<Figure size {w}x{h} with {len(self.axes)} Axes>"

    def size(self):
        return round(self.figsize[0] * 100), round(self.figsize[1] * 100)

    def add_subplot(self, rows=1, cols=1, index=1, **kw):
        if rows > 9 and cols == 1:
            rows, cols, index = rows // 100, rows // 10 % 10, rows % 10
        for a, at in zip(self.axes, self.cells):
            if at == (rows, cols, index):
                self.current = a
                return a
        ax = Axes(self)
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

    def set_size_inches(self, w, h=None, **kw):
        self.figsize = (w, h) if h is not None else tuple(w)

    def colorbar(self, mappable, ax=None, **kw):
        mappable.axes.color_bar = mappable

    def tight_layout(self, *args, **kw):
        pass

    subplots_adjust = autofmt_xdate = tight_layout

    def clf(self):
        self.cells, self.axes, self.current = [], [], None

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
        if str(fname).endswith((".png", ".jpg", ".pdf")):
            raise ValueError("figures are saved as SVG here: give the file a name that ends in .svg")
        with open(fname, "w") as f:
            f.write(self.svg())
