"""The figure in hand, and functions that draw on it."""
import base64
import builtins
import contextlib

import _matplotlib
from matplotlib import cm, rcParams, rc, use  # noqa: F401
from matplotlib.axes import Axes  # noqa: F401
from matplotlib.cm import get_cmap  # noqa: F401
from matplotlib.figure import Figure, GridSpec  # noqa: F401
from matplotlib.patches import Circle, Polygon, Rectangle  # noqa: F401
from matplotlib.ticker import FuncFormatter, MaxNLocator, MultipleLocator, NullFormatter, NullLocator  # noqa: F401

_figures = {}
_current = []


def figure(num=None, figsize=None, dpi=None, **kw):
    if num in _figures:
        fig = _figures[num]
    else:
        fig = Figure(figsize, dpi)
        fig.number = num if num is not None else max([n for n in _figures if isinstance(n, int)], default=0) + 1
        _figures[fig.number] = fig
    _current[:] = [fig]
    return fig


def gcf():
    return _current[0] if _current else figure()


def gca():
    return gcf().gca()


def sca(ax):
    _current[:] = [ax.figure]
    ax.figure.current = ax


def axes(*args, **kw):
    return gcf().add_subplot(**kw)


def subplot(*args, **kw):
    return gcf().add_subplot(*args, **kw)


def subplots(nrows=1, ncols=1, figsize=None, squeeze=True, **kw):
    fig = figure(figsize=figsize)
    return fig, fig.subplots(nrows, ncols, squeeze)


def close(fig=None):
    if fig == "all":
        _figures.clear()
    else:
        _figures.pop(getattr(fig or gcf(), "number", fig), None)
    if _current and _current[0] not in _figures.values():
        _current.clear()


def show(*args, **kw):
    display = getattr(builtins, "display", print)
    for fig in list(_figures.values()):
        if fig.axes:
            display(fig)
    _figures.clear()
    _current.clear()


def draw():
    pass


ion = ioff = draw


def pause(interval):
    pass


def clf():
    gcf().clf()


def cla():
    gca().cla()


def _on_axes(name):
    def f(*args, **kwargs):
        return getattr(gca(), name)(*args, **kwargs)
    f.__name__ = name
    return f


for _name in ("plot scatter bar barh hist fill_between errorbar axhline axvline axhspan axvspan axline hlines vlines text annotate arrow grid legend axis "
              "tick_params step stem stackplot boxplot violinplot pie quiver bar_label clabel margins minorticks_on twinx twiny").split():
    globals()[_name] = _on_axes(_name)
for _name in ("title", "xlabel", "ylabel", "xscale", "yscale"):
    globals()[_name] = _on_axes("set_" + _name)


def _on_field(name):
    def f(*args, **kwargs):
        gcf().image = out = getattr(gca(), name)(*args, **kwargs)
        if name == "hist2d":
            gcf().image = out[-1]
        return out
    f.__name__ = name
    return f


for _name in "imshow matshow spy pcolormesh pcolor contour contourf hist2d".split():
    globals()[_name] = _on_field(_name)


def xlim(*args, **kw):
    return gca().set_xlim(*args, **kw) if args or kw else gca().get_xlim()


def ylim(*args, **kw):
    return gca().set_ylim(*args, **kw) if args or kw else gca().get_ylim()


def xticks(ticks=None, labels=None, **kw):
    gca().set_xticks(ticks, labels, **kw)


def yticks(ticks=None, labels=None, **kw):
    gca().set_yticks(ticks, labels, **kw)


def subplot_mosaic(mosaic, figsize=None, **kw):
    rows = [list(r) for r in (mosaic.split() if isinstance(mosaic, str) else mosaic)]
    fig = figure(figsize=figsize)
    places = {}
    for r, row in enumerate(rows):
        for c, name in enumerate(row):
            if name not in places and name != ".":
                places[name] = fig.add_subplot(len(rows), len(rows[0]), r * len(rows[0]) + c + 1)
    return fig, places


def delaxes(ax=None):
    ax = ax or gca()
    at = ax.figure.axes.index(ax)
    del ax.figure.axes[at], ax.figure.cells[at]
    ax.figure.current = None


def semilogy(*args, **kw):
    yscale("log")
    return plot(*args, **kw)


def semilogx(*args, **kw):
    xscale("log")
    return plot(*args, **kw)


def loglog(*args, **kw):
    xscale("log")
    return semilogy(*args, **kw)


def colorbar(mappable=None, **kw):
    return gcf().colorbar(mappable or gcf().image, **kw)


def suptitle(text, **kw):
    return gcf().suptitle(text)


def tight_layout(*args, **kw):
    pass


subplots_adjust = tight_layout


def savefig(fname, **kw):
    gcf().savefig(fname, **kw)


def imread(fname):
    """A PNG file as an array: height, width, channels; floats from 0 to 1."""
    import numpy as np
    with open(fname, "rb") as f:
        data, width, height = _matplotlib.pixels(f.read())
    image = np.frombuffer(data, dtype=np.uint8).reshape(height, width, 4).astype(np.float32) / 255
    return image[:, :, :3] if (image[:, :, 3] == 1).all() else image


def imsave(fname, arr, cmap=None, vmin=None, vmax=None, **kw):
    """Writes an array as a PNG file, a pixel for each element."""
    picture = Figure().gca().imshow(arr, cmap, vmin, vmax)
    with open(fname, "wb") as f:
        f.write(base64.b64decode(picture.png))


class style:
    """Style sheets are accepted; figures keep their one look."""

    available = ["default", "ggplot", "seaborn-v0_8", "dark_background", "bmh", "fivethirtyeight"]

    @staticmethod
    def use(name):
        pass

    @staticmethod
    @contextlib.contextmanager
    def context(name, after_reset=False):
        yield
