"""Colours by name and as numbers, and scales of them."""
import math

import _matplotlib

CYCLE = ["#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf"]
BASE_COLORS = {"b": (0, 0, 1), "g": (0, 0.5, 0), "r": (1, 0, 0), "c": (0, 0.75, 0.75), "m": (0.75, 0, 0.75), "y": (0.75, 0.75, 0), "k": (0, 0, 0), "w": (1, 1, 1)}
TABLEAU_COLORS = dict(zip(("tab:" + n for n in "blue orange green red purple brown pink gray olive cyan".split()), CYCLE))
CSS4_COLORS = _matplotlib.colors()


def _hex(numbers):
    return "#" + "".join(f"{round(min(max(float(v), 0.0), 1.0) * 255):02x}" for v in numbers)


def color(c, default="#000000"):
    """A colour in any of its forms as #rrggbb, or "none"; None is the default."""
    if c is None:
        return default
    if isinstance(c, tuple) and len(c) == 2 and isinstance(c[0], str):
        c = c[0]
    if not isinstance(c, str):
        try:
            numbers = [float(v) for v in c]
        except (TypeError, ValueError):
            numbers = []
        if len(numbers) not in (3, 4):
            raise ValueError(f"{c!r} is not a valid value for color")
        return _hex(numbers)
    name = c.lower()
    if c in BASE_COLORS:
        return _hex(BASE_COLORS[c])
    if name in ("none", ""):
        return "none"
    if c[0] == "C" and c[1:].isdigit():
        return CYCLE[int(c[1:]) % len(CYCLE)]
    if name in TABLEAU_COLORS or name in CSS4_COLORS:
        return TABLEAU_COLORS.get(name) or CSS4_COLORS[name]
    if name[0] == "#" and len(name) in (4, 5, 7, 9) and all(d in "0123456789abcdef" for d in name[1:]):
        return "#" + "".join(d * 2 for d in name[1:4]) if len(name) < 6 else name[:7]
    try:
        grey = float(c)
    except ValueError:
        grey = -1.0
    if not 0 <= grey <= 1:
        raise ValueError(f"{c!r} is not a valid value for color")
    return _hex([grey] * 3)


def to_hex(c, keep_alpha=False):
    try:
        text = color(c)
    except ValueError:
        raise ValueError(f"Invalid RGBA argument: {c!r}") from None
    return "#00000000"[:9 if keep_alpha else 7] if text == "none" else text + ("ff" if keep_alpha else "")


def to_rgb(c):
    text = to_hex(c)
    return tuple(int(text[i:i + 2], 16) / 255 for i in (1, 3, 5))


def to_rgba(c, alpha=None):
    if alpha is None and not isinstance(c, str) and len(c) == 4:
        alpha = float(c[3])
    return to_rgb(c) + (1.0 if alpha is None else alpha,)


def to_rgba_array(c, alpha=None):
    import numpy as np
    return np.array([to_rgba(v, alpha) for v in ([c] if isinstance(c, str) else c)])


def is_color_like(c):
    try:
        color(c)
    except ValueError:
        return False
    return True


class Normalize:
    """Maps vmin to 0 and vmax to 1; what is not given comes from the data."""

    def __init__(self, vmin=None, vmax=None, clip=False):
        self.vmin, self.vmax = vmin, vmax

    def autoscale_None(self, data):
        self.vmin = data.min() if self.vmin is None else self.vmin
        self.vmax = data.max() if self.vmax is None else self.vmax

    def place(self, v):
        return v

    def __call__(self, v):
        if hasattr(v, "min"):
            self.autoscale_None(v)
        a, b = self.place(self.vmin), self.place(self.vmax)
        return (self.place(v) - a) / ((b - a) or 1)


class LogNorm(Normalize):
    def place(self, v):
        if hasattr(v, "min"):
            import numpy as np
            return np.log(np.maximum(v, 1e-300))
        return math.log(max(v, 1e-300))


from matplotlib.cm import Colormap  # noqa: E402


class ListedColormap(Colormap):
    def __init__(self, colors, name="from_list", N=None):
        self.name, self.stops = name, [tuple(round(255 * v) for v in to_rgb(c)) for c in colors]
        self.listed = True


class LinearSegmentedColormap(Colormap):
    @classmethod
    def from_list(cls, name, colors, N=256):
        self = cls.__new__(cls)
        self.name, self.stops, self.listed = name, [tuple(round(255 * v) for v in to_rgb(c)) for c in colors], False
        return self
