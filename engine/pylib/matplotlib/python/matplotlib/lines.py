"""Lines through points, drawn by plot or made by hand, also as stand-ins in a legend."""
import math

from matplotlib import rcParams
from matplotlib.artist import MARKERS, Artist, dashes, floats, mark
from matplotlib.colors import CYCLE, color as color_of

NOTHING = (None, "None", "none", "", " ")
# Every property with its other name.
PROPERTIES = {"linewidth": "lw", "linestyle": "ls", "color": "c", "marker": "marker", "markersize": "ms", "markerfacecolor": "mfc",
              "markeredgecolor": "mec", "markeredgewidth": "mew", "alpha": "alpha", "markevery": "markevery"}
# What may be given too, and does not change the picture.
WORDS = {"label", "zorder", "drawstyle", "data", "clip_on", "solid_capstyle", "dash_capstyle", "solid_joinstyle", "dash_joinstyle", "dashes", "transform",
         "fillstyle", "rasterized", "antialiased", "aa", "gid", "picker", "pickradius", "animated", "path_effects", "scalex", "scaley", "visible", "gapcolor"}


def either(kw, *names, default=None):
    """The keyword argument given under one of its names."""
    return next((kw[n] for n in names if kw.get(n) is not None), default)


def stretches(px, py, x, y):
    """The parts of a line between points that have no place."""
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


class Line2D(Artist):
    """A line through points, which may be moved and restyled: Line2D([0], [0], color="r", marker="o", label="…")."""

    def __init__(self, xdata=(), ydata=(), *, axes=None, ends=None, **kw):
        for name in kw:
            if name not in PROPERTIES and name not in PROPERTIES.values() and name not in WORDS:
                raise AttributeError(f"Line2D.set() got an unexpected keyword argument {name!r}")
        super().__init__(axes, floats(xdata), floats(ydata), self.sketch, kw.get("label"))
        self.ends, self.look = ends, {}
        self.look = {"linewidth": rcParams["lines.linewidth"], "linestyle": rcParams["lines.linestyle"], "color": CYCLE[0],
                     "markersize": rcParams["lines.markersize"]}
        for name, short in PROPERTIES.items():
            value = either(kw, name, short)
            if value is not None:
                getattr(self, "set_" + name)(value)
        if kw.get("visible") is False:
            self.set_visible(False)

    def __str__(self):
        return f"Line2D({self.get_label()})"

    def get_label(self):
        if self.label is None and self.axes is not None and self in self.axes.artists:
            return f"_child{self.axes.artists.index(self)}"
        return self.label or ""

    # Data

    def set_data(self, x, y=None):
        x, y = (x, y) if y is not None else x
        self.x, self.y = floats(x), floats(y)

    def set_xdata(self, x):
        self.x = floats(x)

    def set_ydata(self, y):
        self.y = floats(y)

    def get_xdata(self, orig=True):
        import numpy as np
        return np.array(self.x)

    def get_ydata(self, orig=True):
        import numpy as np
        return np.array(self.y)

    def get_data(self, orig=True):
        return self.get_xdata(), self.get_ydata()

    def get_xydata(self):
        import numpy as np
        return np.array([self.x, self.y]).T

    # Look; a colour is kept as it was given for get_color

    def set_color(self, c):
        color_of(c)
        self.look["color"] = c

    def set_linestyle(self, style):
        dashes(style)
        self.look["linestyle"] = style

    def set_marker(self, marker):
        if not isinstance(marker, (tuple, list)) and marker not in MARKERS:
            raise ValueError(f"Unrecognized marker style {marker!r}")
        self.look["marker"] = marker

    def set_linewidth(self, w):
        self.look["linewidth"] = float(w)

    def set_markersize(self, size):
        self.look["markersize"] = float(size)

    def get_linestyle(self):
        style = self.look["linestyle"]
        return {"solid": "-", "dashed": "--", "dashdot": "-.", "dotted": ":", "none": "None", "": "None", " ": "None"}.get(style, style)

    def get_marker(self):
        return self.look.get("marker", "None")

    def get_markerfacecolor(self):
        return self.look.get("markerfacecolor", self.look["color"])

    def get_markeredgecolor(self):
        return self.look.get("markeredgecolor", self.look["color"])

    @property
    def color(self):
        return color_of(self.look["color"])

    @property
    def stroke(self):
        look = self.look
        return (f'fill="none" stroke="{self.color}" stroke-width="{float(look["linewidth"])}" stroke-linejoin="round" '
                f'opacity="{float(look.get("alpha", 1))}"' + dashes(look["linestyle"]))

    @property
    def drawn(self):
        return self.look["linestyle"] not in NOTHING

    def dot(self, x, y, size):
        face, edge = self.look.get("markerfacecolor"), self.look.get("markeredgecolor")
        inside = "#fff" if face == "none" else color_of(face, None) or self.color
        rim = edge if edge is not None and edge != "none" else self.color if face is not None else None
        svg = mark(self.look["marker"], x, y, size, inside)
        alpha = self.look.get("alpha")
        around = (f' stroke="{color_of(rim)}" stroke-width="{float(self.look.get("markeredgewidth", 1))}"' if rim is not None else "") + (f' opacity="{float(alpha)}"' if alpha is not None else "")
        return f"<g{around}>{svg}</g>" if around else svg

    def sketch(self, px, py):
        if self.ends is not None:
            x1, y1, x2, y2 = self.ends(px, py)
            return f'<line x1="{x1:.2f}" y1="{y1:.2f}" x2="{x2:.2f}" y2="{y2:.2f}" {self.stroke}/>'
        svg = ""
        for run in stretches(px, py, self.x, self.y):
            if self.drawn:
                svg += f'<polyline {self.stroke} points="{" ".join(f"{a:.2f},{b:.2f}" for a, b in run)}"/>'
            if self.look.get("marker") not in NOTHING:
                svg += "".join(self.dot(a, b, self.look["markersize"] / 2) for a, b in _some(run, self.look.get("markevery")))
        return svg

    @property
    def key(self):
        """How the line stands in a legend."""
        svg = f'<line x1="0" x2="22" y1="0" y2="0" {self.stroke}/>' if self.drawn else ""
        return svg + (self.dot(11, 0, min(self.look["markersize"] / 2, 6)) if self.look.get("marker") not in NOTHING else "")

    @key.setter
    def key(self, svg):
        """Lines make their own."""


def _some(run, every):
    """The points that get a marker."""
    if every is None:
        return run
    if isinstance(every, int):
        return run[::every]
    if isinstance(every, slice):
        return run[every]
    if isinstance(every, tuple) and len(every) == 2:
        return run[every[0]::every[1]]
    return [run[i] for i in every]


def _plain(name):
    def get(self):
        return self.look.get(name)

    def put(self, value):
        self.look[name] = value
    return get, put


for _name, _short in PROPERTIES.items():
    _get, _put = _plain(_name)
    for _word, _f in (("get_" + _name, _get), ("set_" + _name, _put)):
        if _word not in vars(Line2D):
            setattr(Line2D, _word, _f)
    for _word in ("get_", "set_"):
        setattr(Line2D, _word + _short, vars(Line2D)[_word + _name])
