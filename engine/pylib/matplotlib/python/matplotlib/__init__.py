"""Plots as SVG and PNG: the everyday part of matplotlib."""

__version__ = "3.6.3"

_DEFAULTS = {
    "figure.figsize": [6.4, 4.8], "figure.dpi": 100.0, "figure.facecolor": "white", "axes.grid": False, "lines.linewidth": 1.5, "lines.linestyle": "-",
    "lines.markersize": 6.0, "image.cmap": "viridis", "image.origin": "upper", "image.aspect": "equal", "font.size": 10.0}

# Settings that are kept and not followed: figures here have one look.
_KEPT = ("animation. axes. boxplot. contour. date. docstring. errorbar. figure. font. grid. hatch. hist. image. keymap. legend. lines. markers. mathtext. patch. path. "
         "pcolor. pdf. pgf. polaraxes. ps. savefig. scatter. svg. text. tk. toolbar xaxis. xtick. yaxis. ytick. backend interactive timezone webagg.").split()


class RcParams(dict):
    """Settings by name."""

    def __setitem__(self, key, value):
        if not str(key).startswith(tuple(_KEPT)):
            raise KeyError(f"{key} is not a valid rc parameter (see rcParams.keys() for a list of valid parameters)")
        super().__setitem__(key, value)

    def update(self, *args, **kw):
        for key, value in dict(*args, **kw).items():
            self[key] = value


rcParams = RcParams(_DEFAULTS)
rcParamsDefault = RcParams(_DEFAULTS)


def rc(group, **kwargs):
    short = {"lw": "linewidth", "ls": "linestyle", "c": "color", "fc": "facecolor", "ec": "edgecolor", "mew": "markeredgewidth", "aa": "antialiased"}
    for one in group if isinstance(group, (list, tuple)) else [group]:
        for k, v in kwargs.items():
            rcParams[f"{one}.{short.get(k, k)}"] = v


def rcdefaults():
    rcParams.clear()
    rcParams.update(_DEFAULTS)


class rc_context:
    """Settings for the length of a with statement."""

    def __init__(self, rc=None, fname=None):
        self.rc = rc or {}

    def __enter__(self):
        self.before = dict(rcParams)
        rcParams.update(self.rc)

    def __exit__(self, *error):
        rcParams.clear()
        rcParams.update(self.before)


def use(backend, force=True):
    """Figures are drawn in one way, whatever the backend is called."""


def get_backend():
    return "module://matplotlib_inline.backend_inline"


def set_loglevel(level):
    """Nothing is logged."""


def __getattr__(name):
    if name in ("animation", "artist", "axes", "axis", "cm", "colors", "figure", "gridspec", "patches", "projections", "pyplot", "style", "ticker"):
        import importlib
        return importlib.import_module("matplotlib." + name)
    if name == "colormaps":
        from matplotlib import cm
        return cm.colormaps
    raise AttributeError(f"module 'matplotlib' has no attribute {name!r}")
