"""Plots as SVG: the everyday part of matplotlib."""

__version__ = "3.7.1"


class RcParams(dict):
    def update(self, *args, **kwargs):
        super().update(*args, **kwargs)


rcParams = RcParams({"figure.figsize": [6.4, 4.8], "figure.dpi": 100, "axes.grid": False, "lines.linewidth": 1.5, "image.cmap": "viridis", "font.size": 10.0})


def rc(group, **kwargs):
    for k, v in kwargs.items():
        rcParams[f"{group}.{k}"] = v


def use(backend, force=True):
    pass
