"""Colours as numbers, and scales of them."""
import math

from matplotlib.artist import color
from matplotlib.cm import Colormap


def to_hex(c, keep_alpha=False):
    names = {"red": "#ff0000", "green": "#008000", "blue": "#0000ff", "black": "#000000", "white": "#ffffff", "orange": "#ffa500",
             "purple": "#800080", "gray": "#808080", "grey": "#808080", "yellow": "#ffff00", "cyan": "#00ffff", "magenta": "#ff00ff", "pink": "#ffc0cb", "brown": "#a52a2a"}
    text = color(c)
    text = names.get(text, text)
    if not text.startswith("#") or len(text) not in (4, 7):
        raise ValueError(f"Invalid RGBA argument: {c!r}")
    return text if len(text) == 7 else "#" + "".join(ch * 2 for ch in text[1:])


def to_rgb(c):
    text = to_hex(c)
    return tuple(int(text[i:i + 2], 16) / 255 for i in (1, 3, 5))


def to_rgba(c, alpha=None):
    return to_rgb(c) + (1.0 if alpha is None else alpha,)


class Normalize:
    def __init__(self, vmin=None, vmax=None, clip=False):
        self.vmin, self.vmax = vmin, vmax

    def __call__(self, v):
        return (v - self.vmin) / (self.vmax - self.vmin)


class LogNorm(Normalize):
    def __call__(self, v):
        return (math.log(v) - math.log(self.vmin)) / (math.log(self.vmax) - math.log(self.vmin))


class ListedColormap(Colormap):
    def __init__(self, colors, name="from_list", N=None):
        self.name, self.stops = name, [tuple(round(255 * v) for v in to_rgb(c)) for c in colors]

    def rgb(self, t):
        return self.stops[min(max(int(t * len(self.stops)), 0), len(self.stops) - 1)]


class LinearSegmentedColormap(Colormap):
    @classmethod
    def from_list(cls, name, colors, N=256):
        self = cls.__new__(cls)
        self.name, self.stops = name, [tuple(round(255 * v) for v in to_rgb(c)) for c in colors]
        return self
