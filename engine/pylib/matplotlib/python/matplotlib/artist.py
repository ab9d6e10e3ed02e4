"""Artists: things on a pair of axes, which draw themselves."""
from matplotlib.colors import color

DASHES = {"--": "6,3", "-.": "7,2,2,2", ":": "2,3", "dashed": "6,3", "dashdot": "7,2,2,2", "dotted": "2,3"}
STYLES = ("-", "--", "-.", ":", "None", " ", "", "solid", "dashed", "dashdot", "dotted")
MARKERS = "o s D d x X + * ^ v < > . , p P h H 8 | _ 1 2 3 4 None none".split() + ["", " ", None]


def floats(x):
    if hasattr(x, "detach"):
        x = x.detach().cpu()
    if hasattr(x, "tolist"):
        x = x.tolist()
    if isinstance(x, (int, float)):
        return [float(x)]
    return [float(v) for v in x]


def dashes(style):
    """The stroke-dasharray of a line style, as an attribute."""
    if isinstance(style, tuple):  # (offset, (on, off, …))
        return f' stroke-dasharray="{",".join(str(float(v)) for v in style[1] or ())}"'
    if style not in STYLES and style != "none":
        raise ValueError(f"{style!r} is not a valid value for ls; supported values are {', '.join(map(repr, STYLES))}")
    return f' stroke-dasharray="{DASHES[style]}"' if style in DASHES else ""


def parse_format(fmt):
    """The style, marker and colour in a format such as "ro--"."""
    style = marker = shade = None
    rest = fmt
    for s in ("--", "-.", "-", ":"):
        if s in rest:
            style, rest = s, rest.replace(s, "", 1)
            break
    while rest:
        ch = rest[0]
        if ch == "C" and rest[1:2].isdigit():
            shade, rest = rest[:2], rest[2:]
            continue
        if ch in "bgrcmykw":
            shade = ch
        elif ch in MARKERS:
            marker = ch
        else:
            try:
                return style, marker, color(rest)
            except ValueError:
                raise ValueError(f"{fmt!r} is not a valid format string (unrecognized character {ch!r})") from None
        rest = rest[1:]
    return style, marker, shade


class Artist:
    """One thing on the axes: data for the limits, and a function that writes SVG.

    Limits that fall on a value in sticky, for x and y, get no margin.
    """

    def __init__(self, ax, x=(), y=(), draw=None, label=None, key=""):
        self.axes, self.x, self.y, self.draw, self.label, self.key = ax, x, y, draw, label, key
        self.visible, self.sticky = True, ((), ())

    def set_label(self, label):
        self.label = label

    def get_label(self):
        return self.label

    def set_visible(self, visible):
        self.visible = bool(visible)

    def set(self, **kw):
        for name, value in kw.items():
            setter = getattr(self, "set_" + name, None)
            if setter is None:
                raise AttributeError(f"{type(self).__name__}.set() got an unexpected keyword argument {name!r}")
            setter(value)

    def remove(self):
        self.axes.artists.remove(self)

    def ignored(self, *args, **kw):
        """A setting that figures here do not follow."""

    set_alpha = set_zorder = set_clip_on = set_picker = set_animated = set_rasterized = ignored


class Text(Artist):
    """Words at a place."""

    def __init__(self, x, y, text, ax=None, draw=None):
        super().__init__(ax, draw=draw)
        self.at, self.text = (x, y), text
        self.size = self.shade = self.weight = None
        self.rotation = 0

    def __repr__(self):
        return f"Text({self.at[0]}, {self.at[1]}, {self.text!r})"

    def get_text(self):
        return self.text

    def set_text(self, text):
        self.text = str(text)

    def get_position(self):
        return self.at

    def set_fontsize(self, size):
        self.size = font_size(size, 10)

    def set_color(self, c):
        self.shade = color(c)

    def set_rotation(self, angle):
        self.rotation = {"vertical": 90, "horizontal": 0}.get(angle, angle) or 0

    def set_weight(self, weight):
        self.weight = weight

    set_size, set_fontweight = set_fontsize, set_weight
    set_ha = set_va = set_horizontalalignment = set_verticalalignment = set_family = set_fontfamily = set_style = set_bbox = set_position = Artist.ignored

    def styled(self, kw):
        """Takes fontsize, color, … from keyword arguments."""
        for name, value in (kw.pop("fontdict", None) or {} | kw).items():
            getattr(self, "set_" + name, Artist.ignored)(value)
        return self

    def look(self, size):
        """Its attributes in SVG; size is used where none was set."""
        return (f'font-size="{(self.size or size):g}"' + (f' fill="{self.shade}"' if self.shade else "")
                + (' font-weight="bold"' if str(self.weight) in ("bold", "heavy", "semibold", "700", "800", "900") else ""))


class Annotation(Text):
    """Words that point at a place."""

    def __repr__(self):
        return f"Annotation({self.at[0]}, {self.at[1]}, {self.text!r})"


SIZES = {"xx-small": 0.579, "x-small": 0.694, "small": 0.833, "medium": 1.0, "large": 1.2, "x-large": 1.44, "xx-large": 1.728}


def font_size(size, base):
    """A font's size in the drawing's units, from points or a name."""
    return size * 1.1 if isinstance(size, (int, float)) else base * 1.1 * SIZES.get(size, 1.0)


def mark(kind, x, y, r, c):
    """A marker of radius r."""
    if kind in ("s",):
        return f'<rect x="{x - r:.2f}" y="{y - r:.2f}" width="{2 * r:.2f}" height="{2 * r:.2f}" fill="{c}"/>'
    if kind in OUTLINES:
        points = " ".join(f"{x + r * a:.2f},{y + r * b:.2f}" for a, b in OUTLINES[kind])
        return f'<polygon points="{points}" fill="{c}"/>'
    if kind in STROKES:
        d = "".join(f"M{x + r * a:.2f} {y + r * b:.2f}L{x + r * e:.2f} {y + r * f:.2f}" for a, b, e, f in STROKES[kind])
        return f'<path d="{d}" stroke="{c}" stroke-width="1.5"/>'
    return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{r / 2 if kind in (".", ",") else r:.2f}" fill="{c}"/>'


def _ring(n, turn=0.0, inner=None):
    import math
    points = []
    for i in range(n):
        a = math.pi * (2 * i / n + turn)
        points.append((math.sin(a), -math.cos(a)))
        if inner:
            points.append((inner * math.sin(a + math.pi / n), -inner * math.cos(a + math.pi / n)))
    return points


OUTLINES = {
    "^": [(-1, 1), (1, 1), (0, -1)], "v": [(-1, -1), (1, -1), (0, 1)], "<": [(1, -1), (1, 1), (-1, 0)], ">": [(-1, -1), (-1, 1), (1, 0)],
    "D": [(0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0)], "d": [(0, -1.2), (0.7, 0), (0, 1.2), (-0.7, 0)], "*": _ring(5, inner=0.4), "p": _ring(5),
    "h": _ring(6), "H": _ring(6, 1 / 6), "8": _ring(8, 1 / 8)}
STROKES = {
    "x": [(-1, -1, 1, 1), (-1, 1, 1, -1)], "X": [(-1, -1, 1, 1), (-1, 1, 1, -1)], "+": [(-1, 0, 1, 0), (0, -1, 0, 1)], "P": [(-1, 0, 1, 0), (0, -1, 0, 1)],
    "|": [(0, -1, 0, 1)], "_": [(-1, 0, 1, 0)]}
