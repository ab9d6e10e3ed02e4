"""The x or y axis of a pair of axes, and the lines around them, as objects with settings."""
from matplotlib.artist import Text
from matplotlib.ticker import FuncFormatter, StrMethodFormatter


class Axis:
    def __init__(self, ax, k):
        self.axes, self.k, self.visible = ax, k, True
        self.locator = self.formatter = None

    def set_visible(self, visible):
        self.visible = bool(visible)

    def set_major_locator(self, locator):
        self.locator = locator

    def set_major_formatter(self, formatter):
        if isinstance(formatter, str):
            formatter = StrMethodFormatter(formatter)
        elif not hasattr(formatter, "words"):
            formatter = FuncFormatter(formatter)
        self.formatter = formatter

    def set_label_text(self, text):
        return (self.axes.set_ylabel if self.k else self.axes.set_xlabel)(text)

    def set_ticks(self, ticks, labels=None, **kw):
        (self.axes.set_yticks if self.k else self.axes.set_xticks)(ticks, labels)

    def set_ticklabels(self, labels, **kw):
        (self.axes.set_yticklabels if self.k else self.axes.set_xticklabels)(labels)

    def get_ticklabels(self):
        return [Text(t, 0, name) for t, name in self.axes.ticks(self.k, 300)]

    def grid(self, visible=True, **kw):
        self.axes.grid(visible)

    set_minor_locator = set_minor_formatter = set_ticks_position = set_label_position = tick_left = tick_right = tick_top = lambda self, *args, **kw: None


class Spine:
    def __init__(self):
        self.visible, self.color = True, "#000"

    def set_visible(self, visible):
        self.visible = bool(visible)

    def set_color(self, color):
        self.color = "none" if color == "none" else color

    set_position = set_linewidth = set_bounds = lambda self, *args, **kw: None


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
        return super().__getitem__(key)


class _Several:
    def __init__(self, spines):
        self.spines = spines

    def __getattr__(self, name):
        def on_each(*args, **kw):
            for s in self.spines:
                getattr(s, name)(*args, **kw)
        return on_each
