"""Plots as SVG: the everyday part of matplotlib."""

__version__ = "3.7.1"


class RcParams(dict):
    """Settings by name; those that the figures here do not follow are kept all the same."""


rcParams = RcParams({"figure.figsize": [6.4, 4.8], "figure.dpi": 100, "axes.grid": False, "lines.linewidth": 1.5, "image.cmap": "viridis", "font.size": 10.0})


def rc(group, **kwargs):
    for k, v in kwargs.items():
        rcParams[f"{group}.{k}"] = v


def use(backend, force=True):
    pass


def rcdefaults():
    rcParams.update({"figure.figsize": [6.4, 4.8], "axes.grid": False})


def __getattr__(name):
    if name in ("axes", "axis", "cm", "colors", "figure", "patches", "pyplot", "ticker"):
        import importlib
        return importlib.import_module("matplotlib." + name)
    raise AttributeError(f"module 'matplotlib' has no attribute {name!r}")
