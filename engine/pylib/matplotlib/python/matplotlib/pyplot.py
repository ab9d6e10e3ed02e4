"""The figure in hand, and functions that draw on it."""
import base64
import builtins

import _matplotlib
from matplotlib import cm, rc, rc_context, rcdefaults, rcParams, style, use  # noqa: F401
from matplotlib.axes import Axes  # noqa: F401
from matplotlib.cm import get_cmap  # noqa: F401
from matplotlib.figure import Figure, GridSpec  # noqa: F401
from matplotlib.artist import Text  # noqa: F401
from matplotlib.lines import Line2D  # noqa: F401
from matplotlib.patches import Circle, Polygon, Rectangle  # noqa: F401
from matplotlib.ticker import (AutoLocator, FixedFormatter, FixedLocator, FormatStrFormatter, FuncFormatter, LinearLocator, LogLocator, MaxNLocator,  # noqa: F401
                               MultipleLocator, NullFormatter, NullLocator, ScalarFormatter)

_figures = {}
_current = []


def figure(num=None, figsize=None, dpi=None, facecolor=None, clear=False, **kw):
    if isinstance(num, Figure):
        num = num.number
    if num in _figures:
        fig = _figures[num]
        if clear:
            fig.clf()
    else:
        fig = Figure(figsize, dpi, facecolor)
        fig.number = num if num is not None else max([n for n in _figures if isinstance(n, int)], default=0) + 1
        _figures[fig.number] = fig
    _current[:] = [fig]
    return fig


def fignum_exists(num):
    return num in _figures


def get_fignums():
    return sorted(n for n in _figures if isinstance(n, int))


def gcf():
    return _current[0] if _current else figure()


def gca():
    return gcf().gca()


def sca(ax):
    _current[:] = [ax.figure]
    ax.figure.current = ax


def axes(arg=None, **kw):
    return gcf().add_subplot(**kw) if arg is None else gcf().add_axes(arg, **kw)


def subplot(*args, **kw):
    return gcf().add_subplot(*args, **kw)


def subplot2grid(shape, loc, rowspan=1, colspan=1, fig=None, **kw):
    grid = GridSpec(*shape)
    return (fig or gcf()).add_subplot(grid[loc[0]:loc[0] + rowspan, loc[1]:loc[1] + colspan], **kw)


def subplots(nrows=1, ncols=1, *, sharex=False, sharey=False, squeeze=True, width_ratios=None, height_ratios=None, subplot_kw=None, gridspec_kw=None, **fig_kw):
    fig = figure(**fig_kw)
    return fig, fig.subplots(nrows, ncols, sharex=sharex, sharey=sharey, squeeze=squeeze, width_ratios=width_ratios, height_ratios=height_ratios,
                             subplot_kw=subplot_kw, gridspec_kw=gridspec_kw)


def twinx(ax=None):
    return (ax or gca()).twinx()


def twiny(ax=None):
    return (ax or gca()).twiny()


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
switch_backend = use


def isinteractive():
    return True


def get_backend():
    import matplotlib
    return matplotlib.get_backend()


def cycler(*args, **kw):
    """The values of one property, in turn."""
    return [{args[0]: v} for v in args[1]] if args else [dict(zip(kw, row)) for row in zip(*kw.values())]


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


for _name in ("plot scatter bar barh hist fill fill_between fill_betweenx errorbar axhline axvline axhspan axvspan axline hlines vlines text annotate arrow grid legend axis "
              "tick_params step stairs stem stackplot boxplot violinplot pie eventplot broken_barh table quiver quiverkey streamplot bar_label clabel margins minorticks_on autoscale "
              "ticklabel_format locator_params psd specgram magnitude_spectrum acorr xcorr triplot").split():
    globals()[_name] = _on_axes(_name)
for _name in ("title", "xlabel", "ylabel", "xscale", "yscale"):
    globals()[_name] = _on_axes("set_" + _name)


for _name in "imshow matshow spy pcolormesh pcolor contour contourf hist2d hexbin".split():
    globals()[_name] = _on_axes(_name)


def gci():
    return gcf().current_image


def sci(im):
    gcf().current_image = im


def set_cmap(cmap):
    rc("image", cmap=get_cmap(cmap).name)


def clim(vmin=None, vmax=None):
    gci().set_clim(vmin, vmax)


def xlim(*args, **kw):
    return gca().set_xlim(*args, **kw) if args or kw else gca().get_xlim()


def ylim(*args, **kw):
    return gca().set_ylim(*args, **kw) if args or kw else gca().get_ylim()


def xticks(ticks=None, labels=None, **kw):
    return _ticks(gca().xaxis, ticks, labels, kw)


def yticks(ticks=None, labels=None, **kw):
    return _ticks(gca().yaxis, ticks, labels, kw)


def _ticks(axis, ticks, labels, kw):
    if ticks is not None:
        axis.set_ticks(ticks, labels, **kw)
    elif labels is not None:
        raise TypeError("xticks(): Parameter 'labels' can't be set without setting 'ticks'")
    elif kw:
        axis.set_ticklabels(None, **kw)
    return axis.get_ticklocs(), axis.get_ticklabels()


def subplot_mosaic(mosaic, *, width_ratios=None, height_ratios=None, gridspec_kw=None, empty_sentinel=".", sharex=False, sharey=False, **fig_kw):
    fig = figure(**fig_kw)
    return fig, fig.subplot_mosaic(mosaic, width_ratios=width_ratios, height_ratios=height_ratios, gridspec_kw=gridspec_kw, empty_sentinel=empty_sentinel)


def delaxes(ax=None):
    gcf().delaxes(ax or gca())


def polar(*args, **kw):
    return gcf().add_subplot(projection="polar").plot(*args, **kw)


def semilogy(*args, base=10, **kw):
    return gca().semilogy(*args, **kw)


def semilogx(*args, base=10, **kw):
    return gca().semilogx(*args, **kw)


def loglog(*args, base=10, **kw):
    return gca().loglog(*args, **kw)


def colorbar(mappable=None, cax=None, ax=None, **kw):
    mappable = mappable or gci()
    if mappable is None:
        raise RuntimeError("No mappable was found to use for colorbar creation. First define a mappable such as an image (with imshow) or a contour set (with contourf).")
    return gcf().colorbar(mappable, ax=ax, **kw)


def suptitle(text, **kw):
    return gcf().suptitle(text, **kw)


def figtext(x, y, s, **kw):
    return gcf().text(x, y, s, **kw)


def figlegend(*args, **kw):
    return gcf().legend(*args, **kw)


def tight_layout(*args, **kw):
    pass


subplots_adjust = tight_layout

setp = lambda obj, *args, **kw: [a.set(**kw) for a in (obj if hasattr(obj, '__iter__') else [obj])]  # noqa: E731


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
