"""The figure in hand, and functions that draw on it."""
import builtins

from matplotlib import rcParams, rc, use  # noqa: F401
from matplotlib.axes import Axes  # noqa: F401
from matplotlib.cm import get_cmap  # noqa: F401
from matplotlib.figure import Figure

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
    return gcf().add_subplot()


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


for _name in ("plot", "scatter", "bar", "barh", "hist", "fill_between", "errorbar", "axhline", "axvline", "text", "annotate", "grid", "legend", "axis", "tick_params"):
    globals()[_name] = _on_axes(_name)
for _name in ("title", "xlabel", "ylabel", "xlim", "ylim", "xscale", "yscale", "xticks", "yticks"):
    globals()[_name] = _on_axes("set_" + _name)


def imshow(X, *args, **kw):
    gcf().image = gca().imshow(X, *args, **kw)
    return gcf().image


matshow = imshow


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
    gcf().colorbar(mappable or gcf().image)


def suptitle(text, **kw):
    gcf().suptitle(text)


def tight_layout(*args, **kw):
    pass


subplots_adjust = tight_layout


def savefig(fname, **kw):
    gcf().savefig(fname, **kw)


class style:
    available = ["default", "ggplot", "seaborn"]

    @staticmethod
    def use(name):
        pass
