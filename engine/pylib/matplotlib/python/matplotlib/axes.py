"""One pair of axes: what is drawn on it, and its settings."""
import math

from matplotlib._legend import place
from matplotlib.artist import Artist, CYCLE, DASHES, Line2D, Text, color as color_of, floats, mark, parse_format
from matplotlib.axis import Axis, Spines
from matplotlib.charts import Charts
from matplotlib.cm import get_cmap
from matplotlib.fields import Fields
from matplotlib.layout import Layout
from matplotlib.text import escape


def runs(px, py, x, y):
    """The stretches of a line between points that have no place."""
    run = []
    for a, b in zip(x, y):
        p = px(a), py(b)
        if all(math.isfinite(v) for v in p):
            run.append(p)
        elif run:
            yield run
            run = []
    if run:
        yield run


class Axes(Charts, Fields, Layout):
    def __init__(self, figure):
        self.figure = figure
        self.cla()

    def cla(self):
        self.artists, self.cycle = [], 0
        self.title = self.x_label = self.y_label = ""
        self.x_lim = self.y_lim = None
        self.x_scale = self.y_scale = "linear"
        self.x_ticks = self.y_ticks = None
        self.has_grid = self.has_legend = self.image = False
        self.visible, self.color_bar, self.aspect, self.side, self.face = True, None, None, "left", None
        self.margin = [0.05, 0.05]
        self.xaxis, self.yaxis, self.spines = Axis(self, 0), Axis(self, 1), Spines()

    clear = cla

    def next_color(self):
        self.cycle += 1
        return CYCLE[(self.cycle - 1) % len(CYCLE)]

    def add(self, *args, kind=Artist, **kwargs):
        a = kind(self, *args, **kwargs)
        self.artists.append(a)
        return a

    @property
    def lines(self):
        return [a for a in self.artists if isinstance(a, Line2D)]

    # What is drawn

    def plot(self, *args, **kwargs):
        out, args = [], list(args)
        while args:
            y = args.pop(0)
            x = None
            if args and not isinstance(args[0], str):
                x, y = y, args.pop(0)
            fmt = args.pop(0) if args and isinstance(args[0], str) else ""
            if hasattr(y, "detach"):
                y = y.detach().cpu().numpy()
            columns = list(zip(*y.tolist())) if getattr(y, "ndim", 1) == 2 else [y]
            for column in columns:
                ys = floats(column)
                out.append(self.line(list(range(len(ys))) if x is None else floats(x), ys, fmt, **kwargs))
        return out

    def line(self, x, y, fmt="", label=None, **kw):
        if len(x) != len(y):
            raise ValueError(f"x and y must have same first dimension, but have shapes ({len(x)},) and ({len(y)},)")
        style, marker, col = parse_format(fmt)
        style = kw.get("linestyle", kw.get("ls", style)) or ("-" if not marker else "none")
        marker = kw.get("marker", marker)
        c = color_of(kw.get("color", kw.get("c", col)), None) or self.next_color()
        width = kw.get("linewidth", kw.get("lw", 1.5))
        size = kw.get("markersize", kw.get("ms", 6)) / 2
        look = f'fill="none" stroke="{c}" stroke-width="{width}" stroke-linejoin="round" opacity="{kw.get("alpha", 1) or 1}"'
        if style in DASHES:
            look += f' stroke-dasharray="{DASHES[style]}"'

        def draw(px, py):
            svg = ""
            for run in runs(px, py, art.x, art.y):
                if style not in ("none", "None", " ", ""):
                    svg += f'<polyline {look} points="{" ".join(f"{a:.2f},{b:.2f}" for a, b in run)}"/>'
                if marker and marker not in ("None", "none"):
                    svg += "".join(mark(marker, a, b, size, c) for a, b in run)
            return svg
        key = f'<line x1="0" x2="22" y1="0" y2="0" {look}/>' if style != "none" else mark(marker, 11, 0, size, c)
        art = self.add(x, y, draw, label, key, kind=Line2D)
        art.color = c
        return art

    def scatter(self, x, y, s=36, c=None, marker="o", cmap=None, alpha=None, label=None, color=None, **kw):
        x, y = floats(x), floats(y)
        if len(x) != len(y):
            raise ValueError("x and y must be the same size")
        c = color if color is not None else c
        if c is None or isinstance(c, (str, tuple)) and not (isinstance(c, tuple) and len(c) == len(x)):
            colors = [color_of(c, None) or self.next_color()] * len(x)
        elif isinstance(list(c)[0], str):
            colors = [color_of(v) for v in c]
        else:
            values = floats(c)
            lo, hi = min(values), max(values)
            cm = get_cmap(cmap)
            colors = ["#%02x%02x%02x" % cm.rgb((v - lo) / ((hi - lo) or 1)) for v in values]
        sizes = [float(s)] * len(x) if isinstance(s, (int, float)) else floats(s)

        def draw(px, py):
            dots = (mark(marker, px(a), py(b), math.sqrt(z) / 2, k) for a, b, z, k in zip(x, y, sizes, colors))
            return f'<g opacity="{1 if alpha is None else alpha}">' + "".join(dots) + "</g>"
        return self.add(x, y, draw, label, mark(marker, 11, 0, 3, colors[0] if colors else "#000"))

    def axhline(self, y=0, xmin=0, xmax=1, **kw):
        return self.across(lambda px, py: ((self.box[0], py(y)), (self.box[2], py(y))), (), (y,), kw)

    def axvline(self, x=0, ymin=0, ymax=1, **kw):
        return self.across(lambda px, py: ((px(x), self.box[1]), (px(x), self.box[3])), (x,), (), kw)

    def across(self, ends, x, y, kw):
        c = color_of(kw.get("color", kw.get("c")), None) or CYCLE[0]
        look = f'stroke="{c}" stroke-width="{kw.get("linewidth", kw.get("lw", 1.5))}"'
        style = kw.get("linestyle", kw.get("ls", "-"))
        look += f' stroke-dasharray="{DASHES[style]}"' if style in DASHES else ""

        def draw(px, py):
            (a, b), (c, d) = ends(px, py)
            return f'<line x1="{a:.2f}" y1="{b:.2f}" x2="{c:.2f}" y2="{d:.2f}" {look}/>'
        return self.add(x, y, draw, kw.get("label"), f'<line x2="22" {look}/>')

    def axhspan(self, ymin, ymax, xmin=0, xmax=1, **kw):
        return self.band(lambda px, py: (self.box[0], py(ymin), self.box[2], py(ymax)), (), (ymin, ymax), kw)

    def axvspan(self, xmin, xmax, ymin=0, ymax=1, **kw):
        return self.band(lambda px, py: (px(xmin), self.box[1], px(xmax), self.box[3]), (xmin, xmax), (), kw)

    def band(self, corners, x, y, kw):
        c = color_of(kw.get("color", kw.get("facecolor", kw.get("fc"))), None) or CYCLE[0]
        alpha = kw.get("alpha", 1)

        def draw(px, py):
            a, b, c2, d = corners(px, py)
            return f'<rect x="{min(a, c2):.2f}" y="{min(b, d):.2f}" width="{abs(c2 - a):.2f}" height="{abs(d - b):.2f}" fill="{c}" opacity="{alpha}"/>'
        return self.add(x, y, draw, kw.get("label"), f'<rect width="22" height="8" y="-4" fill="{c}" opacity="{alpha}"/>')

    def hlines(self, y, xmin, xmax, colors=None, linestyles="solid", **kw):
        return [self.line([float(xmin), float(xmax)], [v, v], color=colors or CYCLE[0], linestyle=linestyles, **kw) for v in floats(y)]

    def vlines(self, x, ymin, ymax, colors=None, linestyles="solid", **kw):
        return [self.line([v, v], [float(ymin), float(ymax)], color=colors or CYCLE[0], linestyle=linestyles, **kw) for v in floats(x)]

    def axline(self, xy1, xy2=None, slope=None, **kw):
        (x, y), k = xy1, slope if slope is not None else (xy2[1] - xy1[1]) / (xy2[0] - xy1[0])
        lo, hi = self.limits(0)
        return self.line([lo, hi], [y + k * (lo - x), y + k * (hi - x)], **kw)

    def text(self, x, y, s, fontsize=10, color="black", ha="start", va="baseline", bbox=None, rotation=0, **kw):
        anchor = {"center": "middle", "right": "end"}.get(kw.get("horizontalalignment", ha), "start")
        drop = {"center": 0.35, "top": 0.8, "middle": 0.35}.get(kw.get("verticalalignment", va), 0)
        size = (fontsize if isinstance(fontsize, (int, float)) else 10) * 1.3
        in_axes = kw.get("transform") is self.transAxes

        def draw(px, py):
            x0, y0, x1, y1 = self.box
            a, b = (x0 + x * (x1 - x0), y1 - y * (y1 - y0)) if in_axes else (px(float(x)), py(float(y)))
            turn = f' transform="rotate({-rotation} {a:.2f} {b:.2f})"' if isinstance(rotation, (int, float)) and rotation else ""
            back = ""
            if bbox:
                w = len(art.text) * size * 0.55
                left = a - {"middle": w / 2, "end": w}.get(anchor, 0)
                face = color_of(bbox.get("facecolor", bbox.get("fc", "w")))
                back = f'<rect x="{left - 3:.2f}" y="{b - size * (1 - drop):.2f}" width="{w + 6:.2f}" height="{size * 1.25:.2f}" rx="3" fill="{face}" opacity="{bbox.get("alpha", 1)}" stroke="{color_of(bbox.get("edgecolor", bbox.get("ec", "none")))}"/>'
            return f'{back}<text x="{a:.2f}" y="{b + drop * size:.2f}" font-size="{size:.1f}" text-anchor="{anchor}" fill="{color_of(color)}"{turn}>{escape(art.text)}</text>'
        art = Text(x, y, str(s), self, draw)
        self.artists.append(art)
        return art

    transAxes = object()

    def annotate(self, text, xy, xytext=None, arrowprops=None, **kw):
        for name in ("textcoords", "xycoords"):
            if kw.pop(name, "data") == "offset points" and xytext is not None:
                shift, xytext = xytext, None
                kw.setdefault("va", "bottom" if shift[1] >= 0 else "top")
        if arrowprops is not None and xytext is not None:
            self.add((), (), lambda px, py: arrow(px(xytext[0]), py(xytext[1]), px(xy[0]), py(xy[1]), color_of(arrowprops.get("color", arrowprops.get("facecolor")))))
        return self.text(*(xytext or xy), text, **kw)

    def arrow(self, x, y, dx, dy, color=None, **kw):
        return self.add((x, x + dx), (y, y + dy), lambda px, py: arrow(px(x), py(y), px(x + dx), py(y + dy), color_of(color)))

    def add_patch(self, patch):
        patch.axes = self
        self.artists.append(patch)
        return patch

    def bar_label(self, bars, labels=None, fmt="%g", **kw):
        for i, (x, y) in enumerate(bars.tops):
            words = str(labels[i]) if labels is not None else fmt % y if "%" in fmt else fmt.format(y)
            self.text(x, y, words, ha="center", va="bottom")

    # Settings

    def set_title(self, text, **kw):
        self.title = str(text)
        return Text(0.5, 1.0, self.title)

    def set_xlabel(self, text, **kw):
        self.x_label = str(text)
        return Text(0.5, 0, self.x_label)

    def set_ylabel(self, text, **kw):
        self.y_label = str(text)
        return Text(0, 0.5, self.y_label)

    def get_title(self):
        return self.title

    def get_xlabel(self):
        return self.x_label

    def get_ylabel(self):
        return self.y_label

    def set_xlim(self, left=None, right=None, xmin=None, xmax=None, **kw):
        left, right = left if xmin is None else xmin, right if xmax is None else xmax
        self.x_lim = tuple(left) if right is None and hasattr(left, "__len__") else (left, right)
        return self.limits(0)

    def set_ylim(self, bottom=None, top=None, ymin=None, ymax=None, **kw):
        bottom, top = bottom if ymin is None else ymin, top if ymax is None else ymax
        self.y_lim = tuple(bottom) if top is None and hasattr(bottom, "__len__") else (bottom, top)
        return self.limits(1)

    def get_xlim(self):
        return self.limits(0)

    def get_ylim(self):
        return self.limits(1)

    def set_xscale(self, scale, **kw):
        self.x_scale = scale

    def set_yscale(self, scale, **kw):
        self.y_scale = scale

    def set_xticks(self, ticks=None, labels=None, **kw):
        if ticks is not None:
            self.x_ticks = (floats(ticks), None if labels is None else [getattr(n, "text", n) for n in labels])

    def set_yticks(self, ticks=None, labels=None, **kw):
        if ticks is not None:
            self.y_ticks = (floats(ticks), None if labels is None else [getattr(n, "text", n) for n in labels])

    def set_xticklabels(self, names, **kw):
        self.x_ticks = (self.x_ticks[0] if self.x_ticks else list(range(len(names))), list(names))

    def set_yticklabels(self, names, **kw):
        self.y_ticks = (self.y_ticks[0] if self.y_ticks else list(range(len(names))), list(names))

    def set(self, **kw):
        for name, value in kw.items():
            getattr(self, "set_" + name)(value)

    def grid(self, visible=True, *args, **kw):
        self.has_grid = visible is None or bool(visible)

    def legend(self, *args, loc="best", **kw):
        self.has_legend, self.legend_place = True, place(loc)
        names = kw.get("labels") or (args[-1] if args else None)
        if len(args) == 2:
            for handle, name in zip(*args):
                handle.label = name
        elif names and not isinstance(names[0], str):
            names = None  # handles, which have their labels
        elif names:
            shown = [a for a in self.artists if a.key]
            for a, name in zip(shown, names):
                a.label = name
        return self

    def axis(self, arg=None, **kw):
        if arg in ("off", False):
            self.visible = False
        elif arg in ("on", True):
            self.visible = True
        elif arg is not None and not isinstance(arg, str):
            self.x_lim, self.y_lim = tuple(arg[:2]), tuple(arg[2:])
        return (*self.limits(0), *self.limits(1))

    def set_axis_off(self):
        self.visible = False

    def set_axis_on(self):
        self.visible = True

    def set_aspect(self, aspect, *args, **kw):
        self.aspect = aspect

    def get_legend_handles_labels(self):
        shown = [a for a in self.artists if a.label and not str(a.label).startswith("_")]
        return shown, [a.label for a in shown]

    def twinx(self):
        """Axes over these with the same x and a y axis at the right."""
        twin = self.figure.add_twin(self)
        twin.side = "right"
        return twin

    def twiny(self):
        return self.figure.add_twin(self)

    def margins(self, *args, x=None, y=None, **kw):
        x, y = (args * 2)[:2] if args else (x, y)
        self.margin = [self.margin[0] if x is None else x, self.margin[1] if y is None else y]

    def get_xaxis(self):
        return self.xaxis

    def get_yaxis(self):
        return self.yaxis

    def set_facecolor(self, c):
        self.face = color_of(c)

    def minorticks_on(self):
        """Only the major ticks are drawn."""

    relim = autoscale_view = autoscale = set_axisbelow = label_outer = lambda self, *args, **kw: None

    def tick_params(self, *args, **kw):
        pass

    invert_yaxis = lambda self: self.set_ylim(*reversed(self.limits(1)))


def arrow(x0, y0, x1, y1, c):
    """A line with a head, in the drawing's own units."""
    length = math.hypot(x1 - x0, y1 - y0) or 1
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    size = min(8, length * 0.4)
    left, right = (x1 - size * ux - size * 0.4 * uy, y1 - size * uy + size * 0.4 * ux), (x1 - size * ux + size * 0.4 * uy, y1 - size * uy - size * 0.4 * ux)
    return (f'<path d="M{x0:.2f} {y0:.2f}L{x1:.2f} {y1:.2f}M{left[0]:.2f} {left[1]:.2f}L{x1:.2f} {y1:.2f}L{right[0]:.2f} {right[1]:.2f}" '
            f'fill="none" stroke="{c}" stroke-width="1.2"/>')
