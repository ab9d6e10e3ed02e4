"""Decimal floating point: https://speleotrove.com/decimal/ (General Decimal Arithmetic)."""

# A second import of this module, which programs make to measure or to test, has the same classes, as it has in CPython.
from _pydecimal import *
from _pydecimal import __libmpdec_version__, __version__
