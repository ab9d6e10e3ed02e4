"""One pair of axes: its state and settings. What is drawn on it stands in marks, charts and fields."""
from matplotlib import rcParams
from matplotlib._legend import place
from matplotlib.artist import Artist, Text, font_size
from matplotlib.axis import Axis, Spines
from matplotlib.charts import Charts
from matplotlib.colors import CYCLE, color as color_of
from matplotlib.fields import Fields
from matplotlib.layout import FONT, Layout
from matplotlib.lines import Line2D
from matplotlib.marks import Marks
from matplotlib.scale import Range
from matplotlib.spectra import Spectra


class Axes(Marks, Charts, Fields, Layout, Spectra):
    name = "rectilinear"

    def __init__(self, figure, share=(None, None)):
        self.figure, self.host, self.shares, self.exact = figure, None, None, False
        self.ranges = [s.ranges[k] if s else Range(self, k) for k, s in enumerate(share)]
        for k, s in enumerate(share):
            if s:
                self.ranges[k].axes.append(self)
        self.named = [True, True]  # whether the ticks' names are written
        self.cla()

    def cla(self):
        self.artists, self.cycle, self.fills = [], 0, 0
        for r in self.ranges:
            if r.axes[0] is self:
                r.clear()
        self.title = {side: Text(x, 1.0, "") for side, x in (("left", 0.0), ("center", 0.5), ("right", 1.0))}
        self.x_label, self.y_label = Text(0.5, 0, ""), Text(0, 0.5, "")
        self.has_grid = [bool(rcParams["axes.grid"])] * 2
        self.grid_look = 'stroke="#b0b0b0" stroke-width="0.8"'
        self.has_legend, self.legend_place, self.legend_look = False, None, {}
        self.visible, self.color_bar, self.aspect, self.face = True, None, None, None
        self.rotation, self.tick_size = [0, 0], [FONT, FONT]
        self.below, self.beside = 17, 30
        self.xaxis, self.yaxis, self.spines = Axis(self, 0), Axis(self, 1), Spines()

    clear = cla

    def __repr__(self):
        x0, y0, x1, y1 = self.figure.bounds(self)
        return f"<AxesSubplot:{self.described()}>" if self.described() else f"AxesSubplot({x0:g},{y0:g};{x1 - x0:g}x{y1 - y0:g})"

    def described(self):
        title = self.title["center"].text
        parts = {"title": f"{{'center': {title!r}}}" if title else "", "xlabel": repr(self.x_label.text) if self.x_label.text else "",
                 "ylabel": repr(self.y_label.text) if self.y_label.text else ""}
        return ", ".join(f"{k}={v}" for k, v in parts.items() if v)

    __str__ = lambda self: "AxesSubplot({:g},{:g};{:g}x{:g})".format(*self.figure.place_of(self))

    # Limits and scales, which axes may share

    x_lim = property(lambda self: self.ranges[0].lim, lambda self, v: setattr(self.ranges[0], "lim", v))
    y_lim = property(lambda self: self.ranges[1].lim, lambda self, v: setattr(self.ranges[1], "lim", v))

    def limits(self, k):
        return self.ranges[k].limits()

    def limit(self, k, lo, hi):
        if hi is None and hasattr(lo, "__len__"):
            lo, hi = lo
        old = self.ranges[k].lim or (None, None)
        self.ranges[k].lim = tuple(o if v is None else self.ranges[k].numbers([v])[0] for v, o in zip((lo, hi), old))
        return self.limits(k)

    def set_xlim(self, left=None, right=None, xmin=None, xmax=None, **kw):
        return self.limit(0, left if xmin is None else xmin, right if xmax is None else xmax)

    def set_ylim(self, bottom=None, top=None, ymin=None, ymax=None, **kw):
        return self.limit(1, bottom if ymin is None else ymin, top if ymax is None else ymax)

    set_xbound, set_ybound = set_xlim, set_ylim

    def get_xlim(self):
        return self.limits(0)

    def get_ylim(self):
        return self.limits(1)

    get_xbound, get_ybound = get_xlim, get_ylim

    def set_xscale(self, scale, **kw):
        self.ranges[0].set_scale(scale)

    def set_yscale(self, scale, **kw):
        self.ranges[1].set_scale(scale)

    def get_xscale(self):
        return self.ranges[0].scale

    def get_yscale(self):
        return self.ranges[1].scale

    def margins(self, *args, x=None, y=None, **kw):
        x, y = (args * 2)[:2] if args else (x, y)
        for r, m in zip(self.ranges, (x, y)):
            r.margin = r.margin if m is None else m

    def set_xmargin(self, m):
        self.margins(x=m)

    def set_ymargin(self, m):
        self.margins(y=m)

    def invert_xaxis(self):
        self.set_xlim(*reversed(self.limits(0)))

    def invert_yaxis(self):
        self.set_ylim(*reversed(self.limits(1)))

    def autoscale(self, *args, **kw):
        for r in self.ranges:
            r.lim = None

    def axis(self, arg=None, **kw):
        if isinstance(arg, str) and arg not in ("on", "off", "equal", "scaled", "tight", "auto", "image", "square"):
            raise ValueError(f"Unrecognized string {arg!r} to axis; try 'on' or 'off'")
        if arg in ("off", False) and not isinstance(arg, (list, tuple)):
            self.visible = False
        elif arg in ("on", True):
            self.visible = True
        elif arg in ("equal", "scaled", "image", "square"):
            self.aspect = "equal"
        if arg in ("tight", "image"):
            self.margins(0)
        elif arg is not None and not isinstance(arg, (str, bool)):
            self.x_lim, self.y_lim = tuple(arg[:2]), tuple(arg[2:])
        return (*self.limits(0), *self.limits(1))

    def set_axis_off(self):
        self.visible = False

    def set_axis_on(self):
        self.visible = True

    def set_aspect(self, aspect, *args, **kw):
        self.aspect = aspect

    set_box_aspect = set_aspect

    # Words

    def set_title(self, label, fontdict=None, loc="center", **kw):
        if loc not in self.title:
            raise ValueError(f"{loc!r} is not a valid value for loc; supported values are 'left', 'center', 'right'")
        return self.named_text(self.title[loc], label, kw | {"fontdict": fontdict})

    def set_xlabel(self, xlabel, fontdict=None, **kw):
        return self.named_text(self.x_label, xlabel, kw | {"fontdict": fontdict})

    def set_ylabel(self, ylabel, fontdict=None, **kw):
        return self.named_text(self.y_label, ylabel, kw | {"fontdict": fontdict})

    def named_text(self, text, words, kw):
        text.set_text(words)
        return text.styled(kw)

    def get_title(self, loc="center"):
        return self.title[loc].text

    def get_xlabel(self):
        return self.x_label.text

    def get_ylabel(self):
        return self.y_label.text

    # Ticks, grid, legend

    def set_xticks(self, ticks, labels=None, **kw):
        return self.xaxis.set_ticks(ticks, labels, **kw)

    def set_yticks(self, ticks, labels=None, **kw):
        return self.yaxis.set_ticks(ticks, labels, **kw)

    def set_xticklabels(self, labels, **kw):
        return self.xaxis.set_ticklabels(labels, **kw)

    def set_yticklabels(self, labels, **kw):
        return self.yaxis.set_ticklabels(labels, **kw)

    def get_xticks(self):
        return self.xaxis.get_ticklocs()

    def get_yticks(self):
        return self.yaxis.get_ticklocs()

    def get_xticklabels(self, **kw):
        return self.xaxis.get_ticklabels()

    def get_yticklabels(self, **kw):
        return self.yaxis.get_ticklabels()

    def tick_params(self, axis="both", rotation=None, labelrotation=None, labelsize=None, **kw):
        for k, name in enumerate("xy"):
            if axis in ("both", name):
                (self.yaxis if k else self.xaxis).look(rotation if labelrotation is None else labelrotation, labelsize)
                if kw.get("labelleft" if k else "labelbottom") in (False, 0):
                    self.named[k] = False

    def grid(self, visible=None, which="major", axis="both", color=None, c=None, linestyle=None, ls=None, alpha=None, linewidth=None, **kw):
        look = (color, c, linestyle, ls, alpha, linewidth)
        on = any(v is not None for v in look) or not self.has_grid[axis == "y"] if visible is None else bool(visible)
        self.has_grid = [on if axis in ("both", name) else old for name, old in zip("xy", self.has_grid)]
        from matplotlib.artist import dashes
        self.grid_look = (f'stroke="{color_of(color or c, "#b0b0b0")}" stroke-width="{float(linewidth or 0.8)}" opacity="{1 if alpha is None else float(alpha)}"'
                          + dashes(linestyle or ls or "-"))

    def legend(self, *args, loc="best", labels=None, handles=None, title=None, fontsize=None, ncol=1, ncols=None, frameon=True, **kw):
        names = labels
        if len(args) == 2:
            handles, names = args
        elif args and isinstance(args[0][0], str):
            names = args[0]
        elif args:
            handles = args[0]
        shown = list(handles) if handles is not None else [a for a in self.artists if a.key]
        for a, name in zip(shown, names or ()):
            (a[0] if isinstance(a, (list, tuple)) else a).label = str(name)
        self.has_legend, self.legend_place = True, place(loc)
        self.legend_look = {"title": title, "size": font_size(fontsize, 10) if fontsize is not None else FONT, "columns": ncols or ncol, "frame": frameon,
                            "handles": None if handles is None else [a[0] if isinstance(a, (list, tuple)) else a for a in shown]}
        if not self.legend_rows():
            import sys
            print("No artists with labels found to put in legend.  Note that artists whose label start with an underscore are ignored "
                  "when legend() is called with no argument.", file=sys.stderr)
        return Legend(self)

    def legend_rows(self):
        rows = self.legend_look.get("handles")
        return [a for a in (self.artists if rows is None else rows) if a.label and not str(a.label).startswith("_")]

    def get_legend(self):
        return Legend(self) if self.has_legend else None

    def get_legend_handles_labels(self):
        shown = [a for a in self.artists if a.label and not str(a.label).startswith("_")]
        return shown, [a.label for a in shown]

    # Artists and neighbours

    def next_color(self):
        self.cycle += 1
        return CYCLE[(self.cycle - 1) % len(CYCLE)]

    def next_fill(self):
        """The next colour of areas, which are counted apart from lines."""
        self.fills += 1
        return CYCLE[(self.fills - 1) % len(CYCLE)]

    def add(self, *args, kind=Artist, **kwargs):
        a = kind(self, *args, **kwargs)
        self.artists.append(a)
        return a

    def add_patch(self, patch):
        patch.axes = self
        self.artists.append(patch)
        return patch

    add_artist = add_line = add_collection = add_patch

    @property
    def containers(self):
        """The groups of bars."""
        return [a for a in self.artists if hasattr(a, "upright")]

    @property
    def lines(self):
        return [a for a in self.artists if isinstance(a, Line2D)]

    def get_lines(self):
        return self.lines

    @property
    def patches(self):
        from matplotlib.patches import Patch
        return [a for a in self.artists if isinstance(a, Patch)]

    @property
    def texts(self):
        return [a for a in self.artists if isinstance(a, Text)]

    def twinx(self):
        """Axes over these with the same x and a y axis at the right."""
        return self.figure.add_twin(self, 0)

    def twiny(self):
        return self.figure.add_twin(self, 1)

    def inset_axes(self, bounds, **kw):
        """Axes on these, at a share of their box: left, bottom, width, height."""
        x, y, w, h = self.figure.place_of(self)
        left, bottom, wide, high = bounds
        return self.figure.add_axes((x + left * w, y + bottom * h, wide * w, high * h), **kw)

    def get_position(self):
        return Bbox(*self.figure.place_of(self))

    def remove(self):
        self.figure.delaxes(self)

    @property
    def axes(self):
        return self

    def get_figure(self):
        return self.figure

    def get_xaxis(self):
        return self.xaxis

    def get_yaxis(self):
        return self.yaxis

    def set_facecolor(self, c):
        self.face = color_of(c)

    def label_outer(self):
        self.named = list(self.figure.outer(self))

    def set(self, **kw):
        for name, value in kw.items():
            setter = getattr(self, "set_" + name, None)
            if setter is None:
                raise AttributeError(f"AxesSubplot.set() got an unexpected keyword argument {name!r}")
            setter(value)

    def set_prop_cycle(self, *args, **kw):
        self.cycle = self.fills = 0

    relim = autoscale_view = set_axisbelow = minorticks_on = minorticks_off = set_position = ticklabel_format = locator_params = set_zorder = lambda self, *args, **kw: None


class Bbox:
    """A rectangle in shares of the figure."""

    def __init__(self, x0, y0, width, height):
        self.x0, self.y0, self.width, self.height, self.x1, self.y1 = x0, y0, width, height, x0 + width, y0 + height
        self.bounds = x0, y0, width, height

    def __repr__(self):
        return f"Bbox(x0={self.x0:.16g}, y0={self.y0:.16g}, x1={self.x1:.16g}, y1={self.y1:.16g})"


class Legend:
    """The legend of axes, to be changed after it was made."""

    def __init__(self, ax):
        self.axes = ax

    def get_texts(self):
        return [Text(0, 0, str(a.label)) for a in self.axes.legend_rows()]

    def set_title(self, title, **kw):
        self.axes.legend_look["title"] = title

    def remove(self):
        self.axes.has_legend = False

    def __str__(self):
        return "Legend"

    set_visible = set_bbox_to_anchor = set_frame_on = lambda self, *args, **kw: None


Legend.__module__ = "matplotlib.legend"
