from mpl_toolkits.axes_grid1 import make_axes_locatable  # noqa: F401
