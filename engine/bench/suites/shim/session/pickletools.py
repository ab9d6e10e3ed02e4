"""What tests ask of a pickle: its opcodes one after the other, with what follows each."""

import pickle
from collections import namedtuple

from absent import module

OpcodeInfo = namedtuple('OpcodeInfo', 'name code proto')

# The protocol that each opcode came with, and what follows it: a number of so many bytes, the length of what
# follows in so many bytes, or lines.
_protocols = {
    0: 'INT LONG STRING NONE UNICODE FLOAT APPEND LIST TUPLE DICT SETITEM POP DUP MARK GET PUT GLOBAL REDUCE BUILD INST STOP PERSID',
    1: 'BININT BININT1 BININT2 BINSTRING SHORT_BINSTRING BINUNICODE BINFLOAT EMPTY_LIST APPENDS EMPTY_TUPLE EMPTY_DICT SETITEMS '
       'POP_MARK BINGET LONG_BINGET BINPUT LONG_BINPUT OBJ BINPERSID',
    2: 'LONG1 LONG4 NEWTRUE NEWFALSE TUPLE1 TUPLE2 TUPLE3 EXT1 EXT2 EXT4 NEWOBJ PROTO',
    3: 'BINBYTES SHORT_BINBYTES',
    4: 'SHORT_BINUNICODE BINUNICODE8 BINBYTES8 EMPTY_SET ADDITEMS FROZENSET NEWOBJ_EX STACK_GLOBAL MEMOIZE FRAME',
    5: 'BYTEARRAY8 NEXT_BUFFER READONLY_BUFFER'}
_numbers = {'BININT': 4, 'BININT1': 1, 'BININT2': 2, 'BINGET': 1, 'LONG_BINGET': 4, 'BINPUT': 1, 'LONG_BINPUT': 4, 'EXT1': 1, 'EXT2': 2,
            'EXT4': 4, 'PROTO': 1, 'FRAME': 8, 'BINFLOAT': 8}
_sized = {'BINSTRING': 4, 'SHORT_BINSTRING': 1, 'BINUNICODE': 4, 'SHORT_BINUNICODE': 1, 'BINUNICODE8': 8, 'BINBYTES': 4,
          'SHORT_BINBYTES': 1, 'BINBYTES8': 8, 'BYTEARRAY8': 8, 'LONG1': 1, 'LONG4': 4}
_lines = {'INT': 1, 'LONG': 1, 'STRING': 1, 'UNICODE': 1, 'FLOAT': 1, 'GET': 1, 'PUT': 1, 'PERSID': 1, 'GLOBAL': 2, 'INST': 2}
opcodes = [OpcodeInfo(name, getattr(pickle, name).decode('latin-1'), protocol)
           for protocol, names in _protocols.items() for name in names.split()]
_by_code = {ord(op.code): op for op in opcodes}


def _argument(name, data, at):
    """What follows an opcode, and where the next one is."""
    if name in _numbers:
        end = at + _numbers[name]
        return int.from_bytes(data[at:end], 'little', signed=name in ('BININT', 'EXT4')), end
    if name in _sized:
        start = at + _sized[name]
        end = start + int.from_bytes(data[at:start], 'little')
        found = data[start:end]
        if 'LONG' in name:
            return int.from_bytes(found, 'little', signed=True), end
        return found.decode('utf-8', 'surrogatepass') if 'UNICODE' in name else found, end
    parts = []
    for _ in range(_lines.get(name, 0)):
        end = data.index(b'\n', at)
        parts.append(data[at:end].decode('latin-1'))
        at = end + 1
    if name in ('GET', 'PUT', 'INT') and parts:
        return int(parts[0]), at
    return ' '.join(parts) if parts else None, at


def genops(pickled):
    """(opcode, argument, position) of each step."""
    data = pickled if isinstance(pickled, (bytes, bytearray)) else pickled.read()
    at = 0
    while True:
        op = _by_code[data[at]]
        found, after = _argument(op.name, data, at + 1)
        yield op, found, at
        if op.name == 'STOP':
            return
        at = after


__getattr__ = module('pickletools')
