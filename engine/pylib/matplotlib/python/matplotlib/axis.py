"""The x or y axis of a pair of axes, and the lines around them, as objects with settings."""
from matplotlib.artist import Text
from matplotlib.colors import color as color_of
from matplotlib.ticker import FixedFormatter, FixedLocator, FuncFormatter, StrMethodFormatter


class Axis:
    def __init__(self, ax, k):
        self.axes, self.k, self.visible = ax, k, True

    @property
    def range(self):
        return self.axes.ranges[self.k]

    def set_visible(self, visible):
        self.visible = bool(visible)

    def set_major_locator(self, locator):
        self.range.locator = locator

    def set_major_formatter(self, formatter):
        if isinstance(formatter, str):
            formatter = StrMethodFormatter(formatter)
        elif not hasattr(formatter, "words"):
            formatter = FuncFormatter(formatter)
        self.range.formatter = formatter

    def get_major_locator(self):
        from matplotlib.ticker import AUTO
        return self.range.locator or AUTO[self.range.scale][0]

    def get_major_formatter(self):
        from matplotlib.ticker import AUTO
        return self.range.formatter or AUTO[self.range.scale][1]

    def set_label_text(self, text):
        return (self.axes.set_ylabel if self.k else self.axes.set_xlabel)(text)

    def set_ticks(self, ticks, labels=None, minor=False, **kw):
        from matplotlib.artist import floats
        if minor:
            return []
        self.range.locator = FixedLocator(self.range.numbers(list(ticks)) if len(ticks) else [])
        if labels is not None or isinstance(self.range.formatter, FixedFormatter):
            self.range.formatter = None
        self.set_ticklabels(labels, **kw)
        return floats(self.range.locator.locs)

    def set_ticklabels(self, labels, rotation=None, fontsize=None, **kw):
        self.look(rotation, kw.get("size", fontsize))
        if labels is None:
            return []
        names = [getattr(n, "text", n) for n in labels]
        if not isinstance(self.range.locator, FixedLocator):
            self.range.locator = FixedLocator(self.range.all_ticks() if self.range.locator else range(len(names)))
        places = self.range.locator.locs
        if len(names) != len(places) and names:
            raise ValueError(f"The number of FixedLocator locations ({len(places)}), usually from a call to set_ticks, does not match the number of labels ({len(names)}).")
        self.range.formatter = FixedFormatter(names)
        return [Text(p, 0, n) for p, n in zip(places, self.range.formatter.seq)]

    def look(self, rotation=None, size=None):
        if rotation is not None:
            self.axes.rotation[self.k] = {"vertical": 90, "horizontal": 0}.get(rotation, rotation)
        if size is not None:
            from matplotlib.artist import font_size
            self.axes.tick_size[self.k] = font_size(size, 10)

    def get_ticklocs(self):
        import numpy as np
        return np.array(self.range.all_ticks())

    def get_ticklabels(self, **kw):
        ticks, _ = self.range.ticks()
        return [Tick(self, *((0, t) if self.k else (t, 0)), name) for t, name in ticks]

    def grid(self, visible=True, which="major", **kw):
        self.axes.grid(visible, which, "y" if self.k else "x", **kw)

    def get_label(self):
        return self.axes.y_label if self.k else self.axes.x_label

    def set_inverted(self, inverted):
        lo, hi = sorted(self.range.limits())
        self.range.lim = (hi, lo) if inverted else (lo, hi)

    set_minor_locator = set_minor_formatter = set_ticks_position = set_label_position = tick_left = tick_right = tick_top = tick_bottom = lambda self, *args, **kw: None


class Tick(Text):
    """The name at a tick: turning it or setting its size does so for the axis."""

    def __init__(self, axis, x, y, text):
        super().__init__(x, y, text)
        self.axis = axis

    def set_rotation(self, angle):
        self.axis.look(angle)

    def set_fontsize(self, size):
        self.axis.look(size=size)

    set_size = set_fontsize


class Spine:
    def __init__(self):
        self.visible, self.color = True, "#000"

    def set_visible(self, visible):
        self.visible = bool(visible)

    def set_color(self, color):
        self.color = color_of(color)

    set_position = set_linewidth = set_bounds = set_lw = lambda self, *args, **kw: None
    set_edgecolor = set_color


class Spines(dict):
    def __init__(self):
        super().__init__((side, Spine()) for side in ("left", "right", "bottom", "top"))

    def __getattr__(self, side):
        try:
            return self[side]
        except KeyError:
            raise AttributeError(side)

    def __getitem__(self, key):
        if isinstance(key, (list, tuple)):
            return _Several([super(Spines, self).__getitem__(k) for k in key])
        if key == slice(None):
            return _Several(list(self.values()))
        return super().__getitem__(key)


class _Several:
    def __init__(self, spines):
        self.spines = spines

    def __getattr__(self, name):
        def on_each(*args, **kw):
            for s in self.spines:
                getattr(s, name)(*args, **kw)
        return on_each
