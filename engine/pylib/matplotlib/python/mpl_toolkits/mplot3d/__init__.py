"""Axes of three dimensions."""
from matplotlib.axes3d import Axes3D  # noqa: F401
