"""Objects as bytes, and back: protocols 0 to 5, byte for byte as CPython writes them."""

from _pickle import (PickleBuffer, PickleError, Pickler, PicklingError, Unpickler, UnpicklingError,
                     dump, dumps, load, loads)

__all__ = ['PickleError', 'PicklingError', 'UnpicklingError', 'Pickler', 'Unpickler', 'dump', 'dumps', 'load', 'loads',
           'HIGHEST_PROTOCOL', 'DEFAULT_PROTOCOL', 'PickleBuffer']

format_version = '4.0'
compatible_formats = ['1.0', '1.1', '1.2', '1.3', '2.0', '3.0', '4.0', '5.0']
HIGHEST_PROTOCOL, DEFAULT_PROTOCOL = 5, 4
