"""Artists: things on a pair of axes, and the colours, marks and ticks they are drawn with."""
import math

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
        self.visible = True

    def set_label(self, label):
        self.label = label

    def get_label(self):
        return self.label

    def set_visible(self, visible):
        self.visible = bool(visible)

    def set(self, **kw):
        for name, value in kw.items():
            getattr(self, "set_" + name, lambda value: None)(value)

    def remove(self):
        self.axes.artists.remove(self)


class Line2D(Artist):
    """A line through points, which may be moved."""

    def set_data(self, x, y=None):
        x, y = (x, y) if y is not None else x
        self.x, self.y = floats(x), floats(y)

    def set_xdata(self, x):
        self.x = floats(x)

    def set_ydata(self, y):
        self.y = floats(y)

    def get_xdata(self):
        import numpy as np
        return np.array(self.x)

    def get_ydata(self):
        import numpy as np
        return np.array(self.y)

    def get_data(self):
        return self.get_xdata(), self.get_ydata()

    def get_color(self):
        return self.color


class Text(Artist):
    """Words at a place."""

    def __init__(self, x, y, text, ax=None, draw=None):
        super().__init__(ax, draw=draw)
        self.at, self.text = (x, y), text

    def __repr__(self):
        return f"Text({self.at[0]}, {self.at[1]}, {self.text!r})"

    def get_text(self):
        return self.text

    def set_text(self, text):
        self.text = str(text)

    def set_fontsize(self, size):
        pass

    set_size = set_rotation = set_color = set_fontsize


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
