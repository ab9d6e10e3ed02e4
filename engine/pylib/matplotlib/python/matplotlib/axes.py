"""One pair of axes: what is drawn on it, and how that becomes SVG."""
import math

import _matplotlib
from matplotlib._legend import legend, place
from matplotlib.cm import get_cmap
from matplotlib.text import escape

CYCLE = ["#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf"]
LETTERS = {"b": "#0000ff", "g": "#008000", "r": "#ff0000", "c": "#00bfbf", "m": "#bf00bf", "y": "#bfbf00", "k": "#000000", "w": "#ffffff"}
DASHES = {"--": "6,3", "-.": "7,2,2,2", ":": "2,3", "dashed": "6,3", "dashdot": "7,2,2,2", "dotted": "2,3"}


def floats(x):
    if hasattr(x, "detach"):
        x = x.detach().cpu()
    if hasattr(x, "tolist"):
        x = x.tolist()
    if isinstance(x, (int, float)):
        return [float(x)]
    return [float(v) for v in x]


def color(c, default="#000000"):
    if c is None:
        return default
    if isinstance(c, str):
        if len(c) == 2 and c[0] == "C" and c[1].isdigit():
            return CYCLE[int(c[1])]
        if c.startswith("tab:"):
            names = "blue orange green red purple brown pink gray olive cyan".split()
            return CYCLE[names.index(c[4:])]
        return LETTERS.get(c) or (c if not c.replace(".", "").isdigit() else "#" + f"{int(float(c) * 255):02x}" * 3)
    return "#" + "".join(f"{round(float(v) * 255):02x}" for v in list(c)[:3])


def parse_format(fmt):
    style, marker, col = None, None, None
    for s in ("--", "-.", "-", ":"):
        if s in fmt:
            style, fmt = s, fmt.replace(s, "", 1)
            break
    if len(fmt) == 2 and fmt[0] == "C" and fmt[1].isdigit():
        return style, None, fmt
    for ch in fmt:
        if ch in LETTERS:
            col = ch
        else:
            marker = ch
    return style, marker, col


def nice_ticks(lo, hi, n=6):
    if not hi > lo:
        return [lo]
    raw = (hi - lo) / n
    base = 10.0 ** math.floor(math.log10(raw))
    step = next((m * base for m in (1, 2, 2.5, 5, 10) if m * base >= raw * 0.999), 10 * base)
    k = math.ceil(lo / step - 1e-9)
    out = []
    while k * step <= hi + step * 1e-9:
        out.append(k * step)
        k += 1
    return out


def labels(ticks):
    if not ticks:
        return []
    if max(abs(t) for t in ticks) >= 1e6:
        return [f"{t:.3g}" for t in ticks]
    step = min((b - a for a, b in zip(ticks, ticks[1:])), default=1)
    digits = 0
    while digits < 8 and abs(round(step, digits) - step) > abs(step) * 1e-6:
        digits += 1
    return [f"{t:.{digits}f}".replace("-", "\u2212") if abs(t) > 1e-12 else f"{0:.{digits}f}" for t in ticks]


class Artist:
    """One thing on the axes: data for the limits, and a function that writes SVG."""

    def __init__(self, ax, x=(), y=(), draw=None, label=None, key=""):
        self.axes, self.x, self.y, self.draw, self.label, self.key = ax, x, y, draw, label, key

    def set_label(self, label):
        self.label = label

    def get_label(self):
        return self.label

    def remove(self):
        self.axes.artists.remove(self)


class Axes:
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
        self.visible, self.color_bar = True, None

    clear = cla

    def next_color(self):
        self.cycle += 1
        return CYCLE[(self.cycle - 1) % len(CYCLE)]

    def add(self, *args, **kwargs):
        a = Artist(self, *args, **kwargs)
        self.artists.append(a)
        return a

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
        c = color(kw.get("color", kw.get("c", col)), None) or self.next_color()
        width = kw.get("linewidth", kw.get("lw", 1.5))
        size = kw.get("markersize", kw.get("ms", 6)) / 2
        look = f'fill="none" stroke="{c}" stroke-width="{width}" stroke-linejoin="round" opacity="{kw.get("alpha", 1) or 1}"'
        if style in DASHES:
            look += f' stroke-dasharray="{DASHES[style]}"'

        def draw(px, py):
            parts, run = [], []
            for a, b in zip(x, y):
                p = px(a), py(b)
                if all(math.isfinite(v) for v in p):
                    run.append(p)
                elif run:
                    parts.append(run)
                    run = []
            parts.append(run)
            svg = ""
            if style not in ("none", "None", " ", ""):
                svg += "".join(f'<polyline {look} points="{" ".join(f"{a:.2f},{b:.2f}" for a, b in run)}"/>' for run in parts if run)
            if marker and marker not in ("None", "none"):
                svg += "".join(mark(marker, a, b, size, c) for run in parts for a, b in run)
            return svg
        key = f'<line x1="0" x2="22" y1="0" y2="0" {look}/>' if style != "none" else mark(marker, 11, 0, size, c)
        return self.add(x, y, draw, label, key)

    def scatter(self, x, y, s=36, c=None, marker="o", cmap=None, alpha=None, label=None, color=None, **kw):
        x, y = floats(x), floats(y)
        if len(x) != len(y):
            raise ValueError("x and y must be the same size")
        c = color if color is not None else c
        if c is None or isinstance(c, (str, tuple)) and not (isinstance(c, tuple) and len(c) == len(x)):
            colors = [globals()["color"](c, None) or self.next_color()] * len(x)
        elif isinstance(list(c)[0], str):
            colors = [globals()["color"](v) for v in c]
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

    def bars(self, lefts, bottoms, widths, heights, c, alpha, label, edge="none"):
        def draw(px, py):
            svg = ""
            for x, y, w, h in zip(lefts, bottoms, widths, heights):
                x0, x1, y0, y1 = px(x), px(x + w), py(y), py(y + h)
                svg += f'<rect x="{min(x0, x1):.2f}" y="{min(y0, y1):.2f}" width="{abs(x1 - x0):.2f}" height="{abs(y1 - y0):.2f}"/>'
            return f'<g fill="{c}" stroke="{edge}" opacity="{1 if alpha is None else alpha}">{svg}</g>'
        x = [*lefts, *(a + b for a, b in zip(lefts, widths))]
        y = [*bottoms, *(a + b for a, b in zip(bottoms, heights))]
        return self.add(x, y, draw, label, f'<rect width="22" height="8" y="-4" fill="{c}"/>')

    def bar(self, x, height, width=0.8, bottom=0, color=None, alpha=None, label=None, align="center", edgecolor="none", **kw):
        heights = floats(height)
        names = [v for v in x] if not isinstance(x, (int, float)) else [x]
        if names and isinstance(names[0], str):
            self.x_ticks = (list(range(len(names))), names)
            names = range(len(names))
        left = [v - width / 2 if align == "center" else v for v in floats(names)]
        bottoms = floats(bottom) if not isinstance(bottom, (int, float)) else [float(bottom)] * len(heights)
        c = globals()["color"](color if not isinstance(color, list) else color[0], None) or self.next_color()
        return self.bars(left, bottoms, [width] * len(left), heights, c, alpha, label, edgecolor)

    def barh(self, y, width, height=0.8, color=None, alpha=None, label=None, **kw):
        names, widths = list(y), floats(width)
        if names and isinstance(names[0], str):
            self.y_ticks = (list(range(len(names))), names)
            names = range(len(names))
        low = [v - height / 2 for v in floats(names)]
        return self.bars([0.0] * len(low), low, widths, [height] * len(low), globals()["color"](color, None) or self.next_color(), alpha, label)

    def hist(self, x, bins=10, range=None, density=False, color=None, alpha=None, label=None, edgecolor="none", **kw):
        import numpy as np
        many = isinstance(x, (list, tuple)) and x and not isinstance(x[0], (int, float)) and np.ndim(x[0]) == 1
        data = [np.asarray(floats(v)) for v in (x if many else [x])]
        edges = np.histogram_bin_edges(np.concatenate(data), bins, range)
        names = label if isinstance(label, (list, tuple)) else [label] * len(data)
        out = []
        for i, (d, name) in enumerate(zip(data, names)):
            n, _ = np.histogram(d, edges, density=density)
            out.append(n)
            w = np.diff(edges) * (0.8 / len(data) if many else 1)
            c = globals()["color"](color, None) or self.next_color()
            left = edges[:-1] + (i * w + np.diff(edges) * 0.1 if many else 0)
            patches = self.bars(left.tolist(), [0.0] * len(n), w.tolist(), floats(n), c, alpha, name, edgecolor)
        return (out if many else out[0]), edges, patches

    def imshow(self, X, cmap=None, vmin=None, vmax=None, **kw):
        import numpy as np
        if hasattr(X, "detach"):
            X = X.detach().cpu().numpy()
        a = np.asarray(X)
        a = a.squeeze(-1) if a.ndim == 3 and a.shape[-1] == 1 else a
        if a.ndim not in (2, 3) or a.ndim == 3 and a.shape[2] not in (3, 4):
            raise TypeError(f"Invalid shape {a.shape} for image data")
        h, w = a.shape[:2]
        out = np.full((h, w, 4), 255, dtype=np.uint8)
        lo, hi = 0.0, 1.0
        cm = get_cmap(cmap)
        if a.ndim == 2:
            f = a.astype(np.float64)
            lo, hi = float(f.min() if vmin is None else vmin), float(f.max() if vmax is None else vmax)
            table = np.array([cm.rgb(i / 255) for i in range(256)], dtype=np.uint8)
            out[:, :, :3] = table[np.clip((f - lo) / ((hi - lo) or 1) * 255 + 0.5, 0, 255).astype(np.int64)]
        else:
            out[:, :, :a.shape[2]] = a if a.dtype == np.uint8 else np.clip(a * (255 if a.dtype.kind == "f" else 1), 0, 255).astype(np.uint8)
        data = _matplotlib.png(out.tobytes(), w, h)
        self.image, self.x_lim, self.y_lim = (w, h), (-0.5, w - 0.5), (h - 0.5, -0.5)

        def draw(px, py):
            x0, y0 = px(-0.5), py(-0.5)
            return (f'<image x="{x0:.2f}" y="{y0:.2f}" width="{px(w - 0.5) - x0:.2f}" height="{py(h - 0.5) - y0:.2f}" '
                    f'preserveAspectRatio="none" style="image-rendering:pixelated" href="data:image/png;base64,{data}"/>')
        art = self.add((), (), draw)
        art.cmap, art.limits = cm, (lo, hi)
        return art

    matshow = imshow

    def fill_between(self, x, y1, y2=0, color=None, alpha=None, label=None, **kw):
        x, y1 = floats(x), floats(y1)
        y2 = [float(y2)] * len(x) if isinstance(y2, (int, float)) else floats(y2)
        c = globals()["color"](color, None) or self.next_color()

        def draw(px, py):
            points = [*zip(x, y1), *reversed(list(zip(x, y2)))]
            text = " ".join(f"{px(a):.2f},{py(b):.2f}" for a, b in points)
            return f'<polygon fill="{c}" opacity="{1 if alpha is None else alpha}" points="{text}"/>'
        return self.add([*x, *x], [*y1, *y2], draw, label, f'<rect width="22" height="8" y="-4" fill="{c}"/>')

    def errorbar(self, x, y, yerr=None, fmt="", label=None, **kw):
        x, y = floats(x), floats(y)
        e = [0.0] * len(x) if yerr is None else floats(yerr) * (len(x) if isinstance(yerr, (int, float)) else 1)
        line = self.line(x, y, fmt, label, **{k: v for k, v in kw.items() if k != "capsize"})
        for a, b, d in zip(x, y, e):
            self.line([a, a], [b - d, b + d], color=CYCLE[(self.cycle - 1) % len(CYCLE)])
        return line

    def axhline(self, y=0, xmin=0, xmax=1, **kw):
        return self.across(lambda px, py: ((self.box[0], py(y)), (self.box[2], py(y))), (), (y,), kw)

    def axvline(self, x=0, ymin=0, ymax=1, **kw):
        return self.across(lambda px, py: ((px(x), self.box[1]), (px(x), self.box[3])), (x,), (), kw)

    def across(self, ends, x, y, kw):
        c = color(kw.get("color", kw.get("c")), None) or CYCLE[0]
        look = f'stroke="{c}" stroke-width="{kw.get("linewidth", kw.get("lw", 1.5))}"'
        style = kw.get("linestyle", kw.get("ls", "-"))
        look += f' stroke-dasharray="{DASHES[style]}"' if style in DASHES else ""

        def draw(px, py):
            (a, b), (c, d) = ends(px, py)
            return f'<line x1="{a:.2f}" y1="{b:.2f}" x2="{c:.2f}" y2="{d:.2f}" {look}/>'
        return self.add(x, y, draw, kw.get("label"), f'<line x2="22" {look}/>')

    def text(self, x, y, s, fontsize=10, color="black", ha="start", va="baseline", **kw):
        anchor = {"center": "middle", "right": "end"}.get(kw.get("horizontalalignment", ha), "start")
        size = fontsize if isinstance(fontsize, (int, float)) else 10
        return self.add((), (), lambda px, py: f'<text x="{px(x):.2f}" y="{py(y):.2f}" font-size="{size * 1.3}" text-anchor="{anchor}" '
                        f'fill="{globals()["color"](color)}">{escape(str(s))}</text>')

    def annotate(self, text, xy, xytext=None, **kw):
        return self.text(*(xytext or xy), text)

    # Settings

    def set_title(self, text, **kw):
        self.title = str(text)

    def set_xlabel(self, text, **kw):
        self.x_label = str(text)

    def set_ylabel(self, text, **kw):
        self.y_label = str(text)

    def set_xlim(self, left=None, right=None, **kw):
        self.x_lim = tuple(left) if right is None and hasattr(left, "__len__") else (left, right)

    def set_ylim(self, bottom=None, top=None, **kw):
        self.y_lim = tuple(bottom) if top is None and hasattr(bottom, "__len__") else (bottom, top)

    def get_xlim(self):
        return self.limits(0)

    def get_ylim(self):
        return self.limits(1)

    def set_xscale(self, scale, **kw):
        self.x_scale = scale

    def set_yscale(self, scale, **kw):
        self.y_scale = scale

    def set_xticks(self, ticks, labels=None, **kw):
        self.x_ticks = (floats(ticks), labels)

    def set_yticks(self, ticks, labels=None, **kw):
        self.y_ticks = (floats(ticks), labels)

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
        if names:
            shown = [a for a in self.artists if a.key]
            for a, name in zip(shown, names):
                a.label = name

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

    def set_aspect(self, *args, **kw):
        pass

    def tick_params(self, *args, **kw):
        pass

    invert_yaxis = lambda self: self.set_ylim(*reversed(self.limits(1)))

    # Drawing

    def limits(self, k):
        fixed, scale = (self.x_lim, self.x_scale) if k == 0 else (self.y_lim, self.y_scale)
        data = [v for a in self.artists for v in (a.x if k == 0 else a.y) if math.isfinite(v) and (scale != "log" or v > 0)]
        lo, hi = (min(data), max(data)) if data else (0.0, 1.0) if scale != "log" else (1.0, 10.0)
        if scale == "log":
            edge = (hi / lo) ** 0.05 if hi > lo else 2.0
            lo, hi = lo / edge, hi * edge
        else:
            edge = (hi - lo) * 0.05 or abs(hi) * 0.05 or 0.05
            lo, hi = lo - edge, hi + edge
        if fixed:
            lo, hi = (float(d if f is None else f) for f, d in zip(fixed, (lo, hi)))
        return lo, hi if hi != lo else lo + 1.0

    def scale(self, k, a, b):
        lo, hi = self.limits(k)
        if (self.x_scale if k == 0 else self.y_scale) == "log":
            lo, hi = math.log10(max(lo, 1e-300)), math.log10(max(hi, 1e-299))
            return lambda v: a + (math.log10(v) - lo) / ((hi - lo) or 1) * (b - a) if v > 0 else math.nan
        return lambda v: a + (v - lo) / (hi - lo) * (b - a)

    def ticks(self, k, room):
        fixed = self.x_ticks if k == 0 else self.y_ticks
        lo, hi = sorted(self.limits(k))
        if fixed:
            names = fixed[1] if fixed[1] is not None else labels(fixed[0])
            return [(t, str(n)) for t, n in zip(fixed[0], names) if lo <= t <= hi]
        if (self.x_scale if k == 0 else self.y_scale) == "log":
            first, last = math.ceil(math.log10(lo) - 1e-9), math.floor(math.log10(hi) + 1e-9)
            return [(10.0 ** e, f"1e{e}" if abs(e) > 3 else f"{10.0 ** e:g}") for e in range(first, last + 1)]
        ticks = nice_ticks(lo, hi, max(2, min(7, int(room / 45))))
        if self.image:
            ticks = [t for t in ticks if t == int(t)]
        return list(zip(ticks, labels(ticks)))

    def svg(self, x, y, w, h):
        left, top = (52 + (14 if self.y_label else 0), 26 if self.title else 10) if self.visible else (4, 22 if self.title else 4)
        right, bottom = (70 if self.color_bar else 12), (28 + (16 if self.x_label else 0) if self.visible else 4)
        x0, y0, x1, y1 = x + left, y + top, x + w - right, y + h - bottom
        if self.image:
            k = min((x1 - x0) / self.image[0], (y1 - y0) / self.image[1])
            cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
            x0, x1 = cx - k * self.image[0] / 2, cx + k * self.image[0] / 2
            y0, y1 = cy - k * self.image[1] / 2, cy + k * self.image[1] / 2
        self.box = x0, y0, x1, y1
        px, py = self.scale(0, x0, x1), self.scale(1, y1, y0)
        name = f"clip{id(self)}"
        out = [f'<clipPath id="{name}"><rect x="{x0}" y="{y0}" width="{x1 - x0}" height="{y1 - y0}"/></clipPath>']
        if self.visible:
            out += self.frame(px, py)
        out += [f'<g clip-path="url(#{name})">', *(a.draw(px, py) for a in self.artists), "</g>"]
        if self.visible:
            out.append(f'<rect x="{x0:.1f}" y="{y0:.1f}" width="{x1 - x0:.1f}" height="{y1 - y0:.1f}" fill="none" stroke="#000" stroke-width="0.8"/>')
        if self.title:
            out.append(f'<text x="{(x0 + x1) / 2:.1f}" y="{y0 - 8:.1f}" text-anchor="middle" font-size="14">{escape(self.title)}</text>')
        if self.has_legend:
            out.append(legend(self, px, py))
        if self.color_bar:
            out.append(self.bar_svg())
        return "".join(out)

    def frame(self, px, py):
        x0, y0, x1, y1 = self.box
        out = []
        for t, name in self.ticks(0, x1 - x0):
            p = px(t)
            if self.has_grid:
                out.append(f'<line x1="{p:.1f}" x2="{p:.1f}" y1="{y0:.1f}" y2="{y1:.1f}" stroke="#b0b0b0" stroke-width="0.8"/>')
            out.append(f'<line x1="{p:.1f}" x2="{p:.1f}" y1="{y1:.1f}" y2="{y1 + 4:.1f}" stroke="#000"/><text x="{p:.1f}" y="{y1 + 17:.1f}" text-anchor="middle">{escape(name)}</text>')
        for t, name in self.ticks(1, y1 - y0):
            p = py(t)
            if self.has_grid:
                out.append(f'<line x1="{x0:.1f}" x2="{x1:.1f}" y1="{p:.1f}" y2="{p:.1f}" stroke="#b0b0b0" stroke-width="0.8"/>')
            out.append(f'<line x1="{x0 - 4:.1f}" x2="{x0:.1f}" y1="{p:.1f}" y2="{p:.1f}" stroke="#000"/><text x="{x0 - 7:.1f}" y="{p + 4:.1f}" text-anchor="end">{escape(name)}</text>')
        if self.x_label:
            out.append(f'<text x="{(x0 + x1) / 2:.1f}" y="{y1 + 35:.1f}" text-anchor="middle">{escape(self.x_label)}</text>')
        if self.y_label:
            cx, cy = x0 - 46, (y0 + y1) / 2
            out.append(f'<text x="{cx:.1f}" y="{cy:.1f}" text-anchor="middle" transform="rotate(-90 {cx:.1f} {cy:.1f})">{escape(self.y_label)}</text>')
        return out

    def bar_svg(self):
        cm, (lo, hi) = self.color_bar.cmap, self.color_bar.limits
        x, y0, y1 = self.box[2] + 10, self.box[1], self.box[3]
        h = (y1 - y0) / 64
        out = "".join(f'<rect x="{x:.1f}" y="{y1 - (i + 1) * h:.2f}" width="14" height="{h + 0.5:.2f}" fill="#%02x%02x%02x"/>' % cm.rgb(i / 63) for i in range(64))
        ticks = nice_ticks(lo, hi, 5)
        return out + "".join(f'<text x="{x + 18:.1f}" y="{y1 - (t - lo) / ((hi - lo) or 1) * (y1 - y0) + 4:.1f}">{n}</text>' for t, n in zip(ticks, labels(ticks)))


def mark(kind, x, y, r, c):
    if kind in ("s", "D"):
        return f'<rect x="{x - r:.2f}" y="{y - r:.2f}" width="{2 * r:.2f}" height="{2 * r:.2f}" fill="{c}"/>'
    if kind in ("x", "+", "X", "*"):
        d = r if kind != "+" else 0
        e = r
        return f'<path d="M{x - e:.2f} {y - d:.2f}L{x + e:.2f} {y + d:.2f}M{x - d:.2f} {y + e:.2f}L{x + d:.2f} {y - e:.2f}" stroke="{c}" stroke-width="1.5"/>'
    if kind in ("^", "v"):
        s = 1 if kind == "^" else -1
        return f'<path d="M{x - r:.2f} {y + s * r:.2f}L{x + r:.2f} {y + s * r:.2f}L{x:.2f} {y - s * r:.2f}Z" fill="{c}"/>'
    return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{r / 2 if kind in ".," else r:.2f}" fill="{c}"/>'
