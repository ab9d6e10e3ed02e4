"""A figure: axes in a grid, drawn as one SVG document."""
import _matplotlib
from matplotlib import _grid, rcParams
from matplotlib.artist import Text
from matplotlib.axes import Axes
from matplotlib.axes3d import Axes3D
from matplotlib.colors import color as color_of
from matplotlib.gridspec import GridSpec, SubplotSpec
from matplotlib.layout import text_at
from matplotlib.projections import PolarAxes
from matplotlib.ticker import labels, nice_ticks

PROJECTIONS = {None: Axes, "rectilinear": Axes, "3d": Axes3D, "polar": PolarAxes}
FORMATS = ("jpeg", "jpg", "pdf", "png", "svg")


class ColorBar:
    """The scale of colours at the right of axes."""

    def __init__(self, mappable, label=None, ticks=None):
        self.mappable, self.label, self.ticks, self.names = mappable, label, ticks, None
        self.ax = mappable.axes

    def scale(self):
        """The ticks with their names."""
        lo, hi = self.mappable.limits
        ticks = self.ticks if self.ticks is not None else nice_ticks(lo, hi, 5)
        return list(zip(ticks, self.names or labels(ticks)))

    def set_label(self, label, **kw):
        self.label = str(label)

    def set_ticks(self, ticks, labels=None, **kw):
        self.ticks = list(ticks)
        if labels is not None:
            self.set_ticklabels(labels)

    def set_ticklabels(self, labels, **kw):
        self.names = [str(n) for n in labels]

    def remove(self):
        self.ax.color_bar = None

    minorticks_on = update_ticks = lambda self, *args, **kw: None


class Figure:
    def __init__(self, figsize=None, dpi=None, facecolor=None, **kw):
        self.figsize = tuple(float(v) for v in figsize or rcParams["figure.figsize"])
        if any(not 0 < v < 1000 for v in self.figsize):
            raise ValueError(f"figure size must be positive finite not {self.figsize}")
        self.dpi = float(dpi or rcParams["figure.dpi"])
        self.title, self.face, self.words = Text(0.5, 0.98, ""), color_of(facecolor, "#fff"), []
        self.clf()

    def clf(self, *args, **kw):
        self.axes, self.places, self.current, self.current_image = [], {}, None, None

    clear = clf

    def __repr__(self):
        w, h = self.size()
        return f"<Figure size {w}x{h} with {len(self.axes)} Axes>"

    def __str__(self):
        w, h = self.size()
        return f"Figure({w}x{h})"

    def size(self):
        return round(self.figsize[0] * self.dpi), round(self.figsize[1] * self.dpi)

    # Axes and their places: a cell of a grid, or a rectangle

    def add_subplot(self, *args, projection=None, polar=False, sharex=None, sharey=None, **kw):
        spec = _spec(args)
        kind = PROJECTIONS.get("polar" if polar else projection)
        if kind is None:
            raise ValueError(f"Unknown projection {projection!r}")
        for a in self.axes:
            place = self.places.get(id(a))
            if isinstance(place, SubplotSpec) and place.key() == spec.key() and type(a) is kind:
                self.current = a
                return a
        return self.join(kind(self, (sharex, sharey)), spec, kw)

    def join(self, ax, place, kw=None):
        self.axes.append(ax)
        self.places[id(ax)] = place
        self.current = ax
        ax.set(**{k: v for k, v in (kw or {}).items() if k not in ("label", "frameon", "zorder")})
        return ax

    def add_axes(self, rect=(0.125, 0.11, 0.775, 0.77), projection=None, polar=False, **kw):
        if isinstance(rect, Axes):
            return self.join(rect, (0.0, 0.0, 1.0, 1.0))
        left, bottom, w, h = (float(v) for v in rect)
        ax = self.join(PROJECTIONS["polar" if polar else projection](self), (left, 1 - bottom - h, left + w, 1 - bottom), kw)
        ax.exact = True
        return ax

    def add_twin(self, ax, k):
        """New axes over ax that share its x (k 0) or its y (k 1)."""
        twin = Axes(self, (ax, None) if k == 0 else (None, ax))
        twin.host, twin.shares, twin.cycle = ax, k, 0
        return self.join(twin, self.places[id(ax)])

    def bounds(self, ax):
        place = self.places[id(ax)]
        return place.bounds() if isinstance(place, SubplotSpec) else place

    def place_of(self, ax):
        """Left, bottom, width and height as matplotlib's default margins and gaps give them."""
        place = self.places[id(ax)]
        if not isinstance(place, SubplotSpec) or place.grid.within:
            x0, y0, x1, y1 = self.bounds(ax)
            return x0, 1 - y1, x1 - x0, y1 - y0
        left, right = _stretch(0.125, 0.9, place.grid.width_ratios, place.columns)
        top, bottom = _stretch(0.88, 0.11, place.grid.height_ratios, place.rows)
        return left, bottom, right - left, top - bottom

    def outer(self, ax):
        """Whether ax stands in the last row, and in the first column, of its grid."""
        place = self.places[id(ax)]
        return (place.rows[1] == place.grid.nrows - 1, place.columns[0] == 0) if isinstance(place, SubplotSpec) else (True, True)

    def delaxes(self, ax):
        self.axes.remove(ax)
        self.current = self.axes[-1] if self.axes else None

    def gca(self, **kw):
        return self.current or self.add_subplot()

    def sca(self, ax):
        self.current = ax

    def subplots(self, nrows=1, ncols=1, *, sharex=False, sharey=False, squeeze=True, width_ratios=None, height_ratios=None, subplot_kw=None, gridspec_kw=None, grid=None):
        given = gridspec_kw or {}
        grid = grid or GridSpec(nrows, ncols, self, width_ratios or given.get("width_ratios"), height_ratios or given.get("height_ratios"))
        rows = []
        for r in range(nrows):
            rows.append([])
            for c in range(ncols):
                ax = self.add_subplot(grid[r, c], sharex=_mate(rows, r, c, sharex), sharey=_mate(rows, r, c, sharey), **(subplot_kw or {}))
                ax.named = [sharex not in (True, "all", "col") or r == nrows - 1, sharey not in (True, "all", "row") or c == 0]
                rows[-1].append(ax)
        self.current = rows[0][0] if nrows * ncols == 1 else self.current
        return _grid.shaped(rows, squeeze)

    def subplot_mosaic(self, mosaic, width_ratios=None, height_ratios=None, gridspec_kw=None, empty_sentinel=".", **kw):
        rows = [list(r) for r in (mosaic.split() if isinstance(mosaic, str) else mosaic)]
        given = gridspec_kw or {}
        grid, places = GridSpec(len(rows), len(rows[0]), self, width_ratios or given.get("width_ratios"), height_ratios or given.get("height_ratios")), {}
        for r, row in enumerate(rows):
            for c, name in enumerate(row):
                if name != empty_sentinel:
                    places.setdefault(name, []).append((r, c))
        return {name: self.add_subplot(grid[min(r for r, _ in cells):max(r for r, _ in cells) + 1, min(c for _, c in cells):max(c for _, c in cells) + 1])
                for name, cells in places.items()}

    def add_gridspec(self, nrows=1, ncols=1, **kw):
        return GridSpec(nrows, ncols, self, **kw)

    # Words and settings

    def suptitle(self, t, **kw):
        self.title.set_text(t)
        return self.title.styled(kw)

    def supxlabel(self, t, **kw):
        return self.text(0.5, 0.01, t, ha="center", **kw)

    def supylabel(self, t, **kw):
        return self.text(0.02, 0.5, t, va="center", rotation=90, **kw)

    def text(self, x, y, s, ha="left", rotation=0, **kw):
        art = Text(x, y, str(s)).styled({k: v for k, v in kw.items() if k != "transform"})
        self.words.append((art, {"center": "middle", "right": "end"}.get(ha, "start"), rotation))
        return art

    def legend(self, *args, **kw):
        return self.gca().legend(*args, **kw)

    def colorbar(self, mappable, ax=None, cax=None, label=None, ticks=None, **kw):
        first = ax.flat[0] if hasattr(ax, "flat") else ax[0] if isinstance(ax, (list, tuple)) else ax
        if isinstance(ax, (list, tuple)) or hasattr(ax, "flat"):
            first = list(ax.flat if hasattr(ax, "flat") else ax)[-1]
        mappable.axes = mappable.axes or first or self.gca()
        if getattr(mappable, "limits", None) is None:
            raise ValueError("the colours of these points or lines come from no numbers, so there is no scale to draw")
        bar = ColorBar(mappable, label, ticks)
        (first or mappable.axes).color_bar = bar
        return bar

    def set_size_inches(self, w, h=None, **kw):
        self.figsize = (float(w), float(h)) if h is not None else tuple(float(v) for v in w)

    def get_size_inches(self):
        import numpy as np
        return np.array(self.figsize, float)

    def set_figwidth(self, w):
        self.figsize = (float(w), self.figsize[1])

    def set_figheight(self, h):
        self.figsize = (self.figsize[0], float(h))

    def set_dpi(self, dpi):
        self.dpi = float(dpi)

    def set_facecolor(self, c):
        self.face = color_of(c)

    def get_axes(self):
        return list(self.axes)

    tight_layout = subplots_adjust = autofmt_xdate = align_labels = set_tight_layout = set_constrained_layout = set_layout_engine = align_xlabels = align_ylabels = lambda self, *args, **kw: None

    @property
    def canvas(self):
        return Canvas(self)

    def show(self, *args, **kw):
        import builtins
        getattr(builtins, "display", print)(self)

    def svg(self):
        w, h = self.figsize[0] * 72, self.figsize[1] * 72
        top = 28 * (self.title.text.count("\n") + 1) if self.title.text else 0
        out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{w:g}" height="{h:g}" viewBox="0 0 {w:g} {h:g}" font-family="DejaVu Sans, Helvetica, Arial, sans-serif" font-size="11">',
               f'<rect width="{w:g}" height="{h:g}" fill="{self.face}"/>']
        if self.title.text:
            out.append(text_at(w / 2, top - 10, self.title, "middle", size=15))
        for ax in self.axes:
            x0, y0, x1, y1 = self.bounds(ax)
            low = 0 if ax.exact else top
            out.append(ax.svg(x0 * w, low + y0 * (h - low), (x1 - x0) * w, (y1 - y0) * (h - low)))
        out += [text_at(art.at[0] * w, (1 - art.at[1]) * h, art, anchor, -(turn if isinstance(turn, (int, float)) else 90)) for art, anchor, turn in self.words]
        return "".join(out) + "</svg>"

    _repr_svg_ = svg

    def savefig(self, fname, *, dpi=None, format=None, transparent=None, **kw):
        """Writes the figure to a path or a file: as SVG, or dpi dots to the inch as PNG, JPEG or a PDF page of that picture."""
        name = fname if isinstance(fname, str) else getattr(fname, "__fspath__", lambda: "")()
        format = format or (name.rpartition(".")[2] if "." in name.rpartition("/")[2] else "png")
        if format not in FORMATS:
            raise ValueError(f"Format {format!r} is not supported (supported formats: {', '.join(FORMATS)})")
        if name and "." not in name.rpartition("/")[2]:
            name += "." + format
        svg = self.svg()
        scale = float(self.dpi if dpi in (None, "figure") else dpi) / 72
        if format == "pdf" and dpi is None:
            scale = 300 / 72
        data = svg.encode() if format == "svg" else _matplotlib.rasterize(svg, scale) if format == "png" else _matplotlib.document(svg, scale, format)
        if name:
            with open(name, "wb") as f:
                f.write(data)
        else:
            fname.write(data)


class Canvas:
    """What programs ask of a figure's canvas."""

    def __init__(self, figure):
        self.figure = figure

    def buffer_rgba(self):
        import numpy as np
        data, w, h = _matplotlib.pixels(_matplotlib.rasterize(self.figure.svg(), self.figure.dpi / 72))
        return np.frombuffer(data, dtype=np.uint8).reshape(h, w, 4)

    def get_width_height(self):
        return self.figure.size()

    draw = draw_idle = flush_events = mpl_connect = lambda self, *args, **kw: None


def _stretch(first, last, ratios, cells):
    """Where cells begin and end between two margins, a fifth of a cell's size apart."""
    n, whole = len(ratios), last - first
    size = whole / (n + 0.2 * (n - 1))
    unit = size * n / sum(ratios)
    begins = [first + unit * sum(ratios[:i]) + 0.2 * size * i for i in range(n)]
    return begins[cells[0]], begins[cells[1]] + unit * ratios[cells[1]]


def _spec(args):
    """The cells that add_subplot's arguments name."""
    if len(args) == 1 and isinstance(args[0], SubplotSpec):
        return args[0]
    if not args:
        args = (1, 1, 1)
    elif len(args) == 1 and isinstance(args[0], int):
        if not 100 <= args[0] <= 999:
            raise ValueError(f"Single argument to subplot must be a three-digit integer, not {args[0]}")
        args = (args[0] // 100, args[0] // 10 % 10, args[0] % 10)
    if len(args) != 3:
        raise TypeError(f"add_subplot() takes 1 or 3 positional arguments but {len(args)} were given")
    rows, columns, num = args
    first, last = num if isinstance(num, tuple) else (num, num)
    if not 1 <= first <= last <= rows * columns:
        raise ValueError(f"num must be 1 <= num <= {rows * columns}, not {num}")
    return GridSpec(rows, columns)[first - 1:last]


def _mate(rows, r, c, share):
    """The axes that those in row r and column c share a direction with."""
    if share in (True, "all") and (r or c):
        return rows[0][0]
    if share == "row" and c:
        return rows[r][0]
    if share == "col" and r:
        return rows[0][c]
    return None
