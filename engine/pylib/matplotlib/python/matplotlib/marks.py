"""Lines, points, words and arrows on axes."""
import math

from matplotlib.artist import MARKERS, Annotation, Artist, Text, floats, font_size, mark, parse_format
from matplotlib.cm import get_cmap
from matplotlib.colors import CYCLE, color as color_of
from matplotlib.layout import FONT
from matplotlib.lines import Line2D, either
from matplotlib.text import markup, width as text_width


class PathCollection(Artist):
    """The points of a scatter plot."""

    def set_offsets(self, points):
        self.x, self.y = floats([p[0] for p in points]), floats([p[1] for p in points])

    def get_offsets(self):
        import numpy as np
        return np.array(list(zip(self.x, self.y)))


PathCollection.__module__ = "matplotlib.collections"

class Marks:
    def plot(self, *args, data=None, **kwargs):
        if data is not None:
            args = [data[a] if isinstance(a, str) and a in data else a for a in args]
        out, args = [], list(args)
        while args:
            y = args.pop(0)
            x = None
            if args and not isinstance(args[0], str):
                x, y = y, args.pop(0)
            fmt = args.pop(0) if args and isinstance(args[0], str) else ""
            ys, xs = _columns(y), _columns(x) if x is not None else None
            for i, column in enumerate(ys):
                column = self.ranges[1].numbers(column)
                places = [float(n) for n in range(len(column))] if xs is None else self.ranges[0].numbers(xs[i % len(xs)])
                names = kwargs.get("label")
                own = {"label": names[i]} if isinstance(names, (list, tuple)) and len(names) == len(ys) > 1 else {}
                out.append(self.line(places, column, fmt, **{**kwargs, **own}))
        return out

    def semilogy(self, *args, base=10, **kw):
        self.set_yscale("log")
        return self.plot(*args, **kw)

    def semilogx(self, *args, base=10, **kw):
        self.set_xscale("log")
        return self.plot(*args, **kw)

    def loglog(self, *args, base=10, **kw):
        self.set_xscale("log")
        return self.semilogy(*args, **kw)

    def line(self, x, y, fmt="", label=None, **kw):
        if len(x) != len(y):
            raise ValueError(f"x and y must have same first dimension, but have shapes ({len(x)},) and ({len(y)},)")
        style, marker, shade = parse_format(fmt)
        marker = either(kw, "marker", default=marker)
        if style is None and marker and "linestyle" not in kw and fmt:
            style = "None"
        own = {"linestyle": either(kw, "linestyle", "ls", default=style), "marker": marker, "color": either(kw, "color", "c", default=shade) or self.next_color()}
        rest = {k: v for k, v in kw.items() if k not in ("linestyle", "ls", "marker", "color", "c")}
        art = Line2D(x, y, axes=self, label=label, **own, **rest)
        self.artists.append(art)
        return art

    def scatter(self, x, y, s=None, c=None, marker="o", cmap=None, norm=None, vmin=None, vmax=None, alpha=None, label=None, color=None, edgecolors=None, linewidths=None, **kw):
        x, y = self.ranges[0].numbers(_flat(x)), self.ranges[1].numbers(_flat(y))
        if len(x) != len(y):
            raise ValueError("x and y must be the same size")
        if marker not in MARKERS:
            raise ValueError(f"Unrecognized marker style {marker!r}")
        c, limits, scale = color if color is not None else c, None, None
        if c is None or isinstance(c, str) or isinstance(c, tuple) and len(c) in (3, 4) and len(c) != len(x):
            tints = [color_of(c, None) or self.next_fill()]
        else:
            tints, limits, scale = _tints(_rows(c), len(x), cmap, norm, vmin, vmax)
        sizes = [36.0] if s is None else [float(s)] if isinstance(s, (int, float)) else floats(_flat(s))
        edge = "" if edgecolors in (None, "face", "none") else f' stroke="{color_of(edgecolors if isinstance(edgecolors, str) else edgecolors[0])}" stroke-width="{float(linewidths or 1)}"'

        def draw(px, py):
            dots = [mark(marker or "o", px(a), py(b), math.sqrt(max(sizes[i % len(sizes)], 0)) / 2, tints[i % len(tints)]) for i, (a, b) in enumerate(zip(art.x, art.y))
                    if math.isfinite(px(a)) and math.isfinite(py(b))]
            return f'<g opacity="{1.0 if alpha is None else float(alpha)}"{edge}>' + "".join(dots) + "</g>"
        art = self.add(x, y, draw, label, mark(marker, 11, 0, 3, tints[0] if tints else "#000"), kind=PathCollection)
        art.cmap, art.limits = scale, limits
        return art

    def axhline(self, y=0, xmin=0, xmax=1, **kw):
        y = self.ranges[1].numbers([y])[0]
        return self.ruled(lambda px, py: (self.along(0, xmin), py(y), self.along(0, xmax), py(y)), (), (y,), kw)

    def axvline(self, x=0, ymin=0, ymax=1, **kw):
        x = self.ranges[0].numbers([x])[0]
        return self.ruled(lambda px, py: (px(x), self.along(1, ymin), px(x), self.along(1, ymax)), (x,), (), kw)

    def along(self, k, share):
        """The place at a share of the box's width or height."""
        x0, y0, x1, y1 = self.box
        return y1 - share * (y1 - y0) if k else x0 + share * (x1 - x0)

    def ruled(self, ends, x, y, kw):
        art = Line2D(x, y, axes=self, ends=ends, **{"color": CYCLE[0], **kw} if either(kw, "color", "c") is None else kw)
        self.artists.append(art)
        return art

    def axhspan(self, ymin, ymax, xmin=0, xmax=1, **kw):
        return self.band(lambda px, py: (self.along(0, xmin), py(ymin), self.along(0, xmax), py(ymax)), (), (ymin, ymax), kw)

    def axvspan(self, xmin, xmax, ymin=0, ymax=1, **kw):
        return self.band(lambda px, py: (px(xmin), self.along(1, ymin), px(xmax), self.along(1, ymax)), (xmin, xmax), (), kw)

    def band(self, corners, x, y, kw):
        c = color_of(either(kw, "color", "facecolor", "fc"), None) or CYCLE[0]
        look = f'fill="{c}" opacity="{float(either(kw, "alpha", default=1))}"'

        def draw(px, py):
            a, b, c2, d = corners(px, py)
            return f'<rect x="{min(a, c2):.2f}" y="{min(b, d):.2f}" width="{abs(c2 - a):.2f}" height="{abs(d - b):.2f}" {look}/>'
        return self.add(x, y, draw, kw.get("label"), f'<rect width="22" height="8" y="-4" {look}/>')

    def hlines(self, y, xmin, xmax, colors=None, linestyles="solid", **kw):
        ends = [v * len(floats(y)) if len(v) == 1 else v for v in (floats(xmin), floats(xmax))]
        return [self.line([a, b], [v, v], color=colors or CYCLE[0], linestyle=linestyles, **kw) for v, a, b in zip(floats(y), *ends)][-1]

    def vlines(self, x, ymin, ymax, colors=None, linestyles="solid", **kw):
        ends = [v * len(floats(x)) if len(v) == 1 else v for v in (floats(ymin), floats(ymax))]
        return [self.line([v, v], [a, b], color=colors or CYCLE[0], linestyle=linestyles, **kw) for v, a, b in zip(floats(x), *ends)][-1]

    def axline(self, xy1, xy2=None, slope=None, **kw):
        (x, y), k = xy1, slope if slope is not None else (xy2[1] - xy1[1]) / (xy2[0] - xy1[0])
        return self.ruled(lambda px, py: (lambda lo, hi: (px(lo), py(y + k * (lo - x)), px(hi), py(y + k * (hi - x))))(*self.limits(0)), (x,), (y,), kw)

    transAxes, transData = object(), object()

    def text(self, x, y, s, fontdict=None, ha="left", va="baseline", bbox=None, rotation=0, transform=None, kind=Text, **kw):
        anchor = {"center": "middle", "right": "end"}.get(kw.get("horizontalalignment", ha), "start")
        drop = {"center": 0.35, "top": 0.8, "center_baseline": 0.35}.get(kw.get("verticalalignment", va), 0)
        art = kind(x, y, str(s), self).styled({"fontdict": fontdict, **kw})
        art.set_rotation(rotation)
        size = art.size or FONT
        within = transform is not None and transform is not self.transData

        def draw(px, py):
            a, b = (self.along(0, x), self.along(1, y)) if within else (px(self.ranges[0].numbers([x])[0]), py(self.ranges[1].numbers([y])[0]))
            if not (math.isfinite(a) and math.isfinite(b)):
                return ""
            turn = f' transform="rotate({-float(art.rotation):g} {a:.2f} {b:.2f})"' if art.rotation else ""
            rows = art.text.split("\n")
            top = b + drop * size - (len(rows) - 1) * size * 1.2 * (0.5 if drop == 0.35 else 0 if drop else 1)
            back = behind(bbox, anchor, a, top, size, rows) if bbox else ""
            return back + "".join(f'<text x="{a:.2f}" y="{top + i * size * 1.2:.2f}" text-anchor="{anchor}" {art.look(FONT)}{turn}>{markup(row, size)}</text>' for i, row in enumerate(rows))
        art.draw, art.free = draw, True
        self.artists.append(art)
        return art

    def annotate(self, text, xy, xytext=None, arrowprops=None, textcoords=None, xycoords="data", **kw):
        if textcoords in ("offset points", "offset pixels") and xytext is not None:
            dx, dy = xytext
            art = self.text(*xy, text, kind=Annotation, **kw)
            inner = art.draw
            art.draw = lambda px, py: f'<g transform="translate({dx:g} {-dy:g})">{inner(px, py)}</g>'
            return art
        if xycoords == "axes fraction":
            kw["transform"] = self.transAxes
        if arrowprops is not None and xytext is not None:
            shade = color_of(arrowprops.get("color", arrowprops.get("facecolor")))
            plain = arrowprops.get("arrowstyle") == "-"
            place = self.ranges[0].numbers, self.ranges[1].numbers
            (x0,), (y0,), (x1,), (y1,) = place[0]([xytext[0]]), place[1]([xytext[1]]), place[0]([xy[0]]), place[1]([xy[1]])
            art = self.add((), (), lambda px, py: arrow(px(x0), py(y0), px(x1), py(y1), shade, 0 if plain else 8))
            art.free = True
        return self.text(*(xytext or xy), text, kind=Annotation, **kw)

    def arrow(self, x, y, dx, dy, color=None, fc=None, ec=None, **kw):
        shade = color_of(color or ec or fc)
        return self.add((x, x + dx), (y, y + dy), lambda px, py: arrow(px(x), py(y), px(x + dx), py(y + dy), shade))

    def quiver(self, *args, color="k", scale=None, **kw):
        flat = [[float(v) for v in _flat(a)] for a in args[:4]]
        if len(flat) == 2:
            h, w = len(args[0]), len(args[0][0])
            flat = [[float(i) for _ in range(h) for i in range(w)], [float(j) for j in range(h) for _ in range(w)], *flat]
        x, y, u, v = flat
        longest = max((math.hypot(a, b) for a, b in zip(u, v)), default=1) or 1
        size = max(max(x) - min(x), max(y) - min(y), 1e-12) / max(math.sqrt(len(x)), 1) / longest
        if kw.get("scale_units") in ("xy", "x") and scale:
            size = 1 / scale
        shades = [color_of(color)] if isinstance(color, (str, tuple)) else [color_of(c) for c in color]

        def draw(px, py):
            return "".join(arrow(px(a), py(b), px(a + du * size), py(b + dv * size), shades[i % len(shades)]) for i, (a, b, du, dv) in enumerate(zip(x, y, u, v)))
        return self.add(x, y, draw)

    def quiverkey(self, *args, **kw):
        """Keys of arrows are not drawn."""

    def fill(self, *args, color=None, alpha=None, label=None, **kw):
        from matplotlib.patches import Polygon
        out = []
        for x, y in zip(args[::2], args[1::2]):
            c = color_of(either(kw, "facecolor", "fc", default=color), None) or self.next_fill()
            out.append(self.add_patch(Polygon(list(zip(floats(x), floats(y))), color=c, alpha=alpha, label=label)))
        return out


def behind(box, anchor, x, top, size, rows):
    """The box behind words."""
    w = max(text_width(r, size) for r in rows)
    left = x - {"middle": w / 2, "end": w}.get(anchor, 0)
    pad = size * 0.3
    face, edge = color_of(either(box, "facecolor", "fc", default="C0")), color_of(either(box, "edgecolor", "ec", default="k"))
    round_ = 4 if "round" in str(box.get("boxstyle", "")) else 0
    return (f'<rect x="{left - pad:.2f}" y="{top - size * 0.85 - pad:.2f}" width="{w + 2 * pad:.2f}" height="{size * 1.2 * len(rows) - size * 0.1 + 2 * pad:.2f}" rx="{round_}" '
            f'fill="{face}" opacity="{float(either(box, "alpha", default=1))}" stroke="{edge}"/>')


def arrow(x0, y0, x1, y1, c, head=8):
    """A line with a head, in the drawing's own units."""
    if not all(math.isfinite(v) for v in (x0, y0, x1, y1)):
        return ""
    length = math.hypot(x1 - x0, y1 - y0) or 1
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    size = min(head, length * 0.4)
    left, right = (x1 - size * ux - size * 0.4 * uy, y1 - size * uy + size * 0.4 * ux), (x1 - size * ux + size * 0.4 * uy, y1 - size * uy - size * 0.4 * ux)
    return (f'<path d="M{x0:.2f} {y0:.2f}L{x1:.2f} {y1:.2f}M{left[0]:.2f} {left[1]:.2f}L{x1:.2f} {y1:.2f}L{right[0]:.2f} {right[1]:.2f}" '
            f'fill="none" stroke="{c}" stroke-width="1.2"/>')


def _rows(a):
    if hasattr(a, "detach"):
        a = a.detach().cpu()
    return a.tolist() if hasattr(a, "tolist") else list(a)


def _flat(a):
    """The numbers in nested lists or arrays; words and dates stay."""
    if isinstance(a, (str, int, float)) or hasattr(a, "toordinal"):
        return [a]
    if hasattr(a, "detach") or hasattr(a, "tolist"):
        a = _rows(a)
    return [v for row in a for v in _flat(row)] if isinstance(a, (list, tuple, range)) else [a] if isinstance(a, (int, float)) else _flat(list(a))


def _columns(a):
    """The columns of a matrix, or the one line given."""
    if isinstance(a, (str, int, float)) or hasattr(a, "toordinal"):
        return [[a]]
    rows = _rows(a)
    if not isinstance(rows, list):
        return [[rows]]
    if rows and isinstance(rows[0], (list, tuple)):
        return [list(column) for column in zip(*rows)]
    return [rows]


def _tints(c, n, cmap, norm, vmin, vmax):
    """The colours of n points from a list of colours or of numbers, and the scale they are on."""
    if c and (isinstance(c[0], str) or isinstance(c[0], (list, tuple)) and len(c[0]) in (3, 4)):
        tints, limits, scale = [color_of(v) for v in c], None, None
    else:
        values = [float(v) for v in _flat(c)]
        lo = (norm.vmin if norm and norm.vmin is not None else min(values, default=0)) if vmin is None else vmin
        hi = (norm.vmax if norm and norm.vmax is not None else max(values, default=1)) if vmax is None else vmax
        scale, limits = get_cmap(cmap), (float(lo), float(hi))
        tints = ["#%02x%02x%02x" % scale.rgb((v - lo) / ((hi - lo) or 1)) for v in values]
    if len(tints) not in (1, n):
        raise ValueError(f"'c' argument has {len(tints)} elements, which is inconsistent with 'x' and 'y' with size {n}.")
    return tints, limits, scale
