"""Errors, types and settings, under the names that Numba gives them."""
from . import config, errors, types
