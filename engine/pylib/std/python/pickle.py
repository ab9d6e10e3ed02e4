"""Objects as bytes, and back: protocols 0 to 5, byte for byte as CPython writes them."""

from _pickle import (PickleBuffer, PickleError, Pickler, PicklingError, Unpickler, UnpicklingError,
                     dump, dumps, load, loads)

__all__ = ['PickleError', 'PicklingError', 'UnpicklingError', 'Pickler', 'Unpickler', 'dump', 'dumps', 'load', 'loads',
           'HIGHEST_PROTOCOL', 'DEFAULT_PROTOCOL', 'PickleBuffer']

format_version = '4.0'
compatible_formats = ['1.0', '1.1', '1.2', '1.3', '2.0', '3.0', '4.0', '5.0']
HIGHEST_PROTOCOL, DEFAULT_PROTOCOL = 5, 4

# The opcodes, by their codes in hexadecimal.
_opcodes = """
    MARK=28 EMPTY_TUPLE=29 STOP=2e POP=30 POP_MARK=31 DUP=32 BINBYTES=42 SHORT_BINBYTES=43 FLOAT=46 BINFLOAT=47 INT=49
    FALSE=49 TRUE=49 BININT=4a BININT1=4b LONG=4c BININT2=4d NONE=4e PERSID=50 BINPERSID=51 REDUCE=52 STRING=53
    BINSTRING=54 SHORT_BINSTRING=55 UNICODE=56 BINUNICODE=58 EMPTY_LIST=5d APPEND=61 BUILD=62 GLOBAL=63 DICT=64
    APPENDS=65 GET=67 BINGET=68 INST=69 LONG_BINGET=6a LIST=6c OBJ=6f PUT=70 BINPUT=71 LONG_BINPUT=72 SETITEM=73
    TUPLE=74 SETITEMS=75 EMPTY_DICT=7d PROTO=80 NEWOBJ=81 EXT1=82 EXT2=83 EXT4=84 TUPLE1=85 TUPLE2=86 TUPLE3=87
    NEWTRUE=88 NEWFALSE=89 LONG1=8a LONG4=8b SHORT_BINUNICODE=8c BINUNICODE8=8d BINBYTES8=8e EMPTY_SET=8f ADDITEMS=90
    FROZENSET=91 NEWOBJ_EX=92 STACK_GLOBAL=93 MEMOIZE=94 FRAME=95 BYTEARRAY8=96 NEXT_BUFFER=97 READONLY_BUFFER=98"""
for _name, _code in (pair.split('=') for pair in _opcodes.split()):
    globals()[_name] = bytes.fromhex(_code)
    __all__.append(_name)
TRUE, FALSE = b'I01\n', b'I00\n'
bytes_types = bytes, bytearray
