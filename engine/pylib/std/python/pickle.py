"""Objects as bytes, and back: protocols 0 to 5, byte for byte as CPython writes them."""

import copyreg
import struct
import sys
from functools import partial as _partial
from io import BytesIO

from _pickle_errors import PickleError, PicklingError, UnpicklingError
from _pickle_names import former as _former
from _unpickler import Unpickler

__all__ = ['PickleError', 'PicklingError', 'UnpicklingError', 'Pickler', 'Unpickler', 'dump', 'dumps', 'load', 'loads',
           'HIGHEST_PROTOCOL', 'DEFAULT_PROTOCOL', 'PickleBuffer']

HIGHEST_PROTOCOL, DEFAULT_PROTOCOL = 5, 4
_FRAME, _BATCH = 64 * 1024, 1000
_ESCAPED = {ord(c): '\\u%04x' % ord(c) for c in '\\\0\n\r\x1a'}  # in protocol 0's lines


class PickleBuffer:
    """A buffer that may travel outside the pickle; here it never does."""

    def __init__(self, buffer, /):
        self._buffer = buffer

    def raw(self):
        return memoryview(self._buffer)

    def release(self):
        pass


class _Frames:
    """Gathers what is written; from protocol 4 on in frames that tell their length."""

    def __init__(self, framed):
        self._framed, self._out, self._parts, self._size = framed, [], [], 0

    def write(self, data):
        self._parts.append(data)
        self._size += len(data)
        return len(data)

    def end(self, force=False):
        """Ends the frame when it is full."""
        if self._framed and (force or self._size >= _FRAME):
            if self._size >= 4:
                self._out.append(b'\x95' + struct.pack('<Q', self._size))
            self._out += self._parts
            self._parts, self._size = [], 0

    def outside(self, data):
        """Writes a large piece outside the frames."""
        if not self._framed:
            self.write(data)
            return
        self.end(force=True)
        self._out.append(data)

    def bytes(self):
        self.end(force=True)
        return b''.join(self._out + self._parts)


class Pickler:
    """Writes objects."""

    def __init__(self, file, protocol=None, *, fix_imports=True, buffer_callback=None):
        protocol = DEFAULT_PROTOCOL if protocol is None else protocol
        if protocol < 0:
            protocol = HIGHEST_PROTOCOL
        if protocol > HIGHEST_PROTOCOL:
            raise ValueError('pickle protocol must be <= %d' % HIGHEST_PROTOCOL)
        if not hasattr(file, 'write'):
            raise TypeError("file must have a 'write' attribute")
        self._file, self.proto, self.bin, self.fast = file, protocol, protocol >= 1, False
        self._memo, self._keep, self._fix = {}, [], fix_imports and protocol < 3

    def dump(self, obj):
        self._file.write((b'\x80' + bytes([self.proto]) if self.proto >= 2 else b'') + self._written(obj))

    def _written(self, obj):
        self._frames = _Frames(self.proto >= 4)
        self._write = self._frames.write
        self._save(obj)
        self._write(b'.')
        return self._frames.bytes()

    def clear_memo(self):
        self._memo.clear()

    def persistent_id(self, obj):
        return None

    def reducer_override(self, obj):
        return NotImplemented

    def _remember(self, obj):
        index = len(self._memo)
        self._memo[id(obj)] = index
        self._keep.append(obj)
        if self.proto >= 4:
            self._write(b'\x94')
        elif self.bin:
            self._write(b'q' + bytes([index]) if index < 256 else b'r' + struct.pack('<I', index))
        else:
            self._write(b'p%d\n' % index)

    def _recall(self, index):
        if self.bin:
            self._write(b'h' + bytes([index]) if index < 256 else b'j' + struct.pack('<I', index))
        else:
            self._write(b'g%d\n' % index)

    def _save(self, obj):
        self._frames.end()
        pid = self.persistent_id(obj)
        if pid is not None:
            self._save_persistent(pid)
            return
        kind = type(obj)
        save = self._savers.get(kind)
        if save is not None and kind in self._atoms:
            save(self, obj)
            return
        known = self._memo.get(id(obj))
        if known is not None:
            self._recall(known)
        elif save is not None:
            save(self, obj)
        else:
            self._save_other(obj, kind)

    def _save_persistent(self, pid):
        if self.bin:
            self._save(pid)
            self._write(b'Q')
            return
        try:
            self._write(b'P' + str(pid).encode('ascii') + b'\n')
        except UnicodeEncodeError:
            raise PicklingError('persistent IDs in protocol 0 must be ASCII strings') from None

    def _save_other(self, obj, kind):
        parts = self.reducer_override(obj)
        if parts is NotImplemented:
            reducer = getattr(self, 'dispatch_table', copyreg.dispatch_table).get(kind)
            if reducer is not None:
                parts = reducer(obj)
            elif issubclass(kind, type) or kind.__name__ in ('function', 'builtin_function_or_method'):
                self._save_global(obj)
                return
            else:
                parts = self._reduced(obj, kind)
        if isinstance(parts, str):
            self._save_global(obj, parts)
            return
        if not isinstance(parts, tuple):
            raise PicklingError('__reduce__ must return a string or tuple')
        if not 2 <= len(parts) <= 6:
            raise PicklingError('tuple returned by __reduce__ must contain 2 through 6 elements')
        self._save_reduce(*parts, obj=obj)

    def _reduced(self, obj, kind):
        method = getattr(obj, '__reduce_ex__', None)
        if method is None:
            raise PicklingError("can't pickle '%s' object: %r" % (kind.__name__, obj))
        plain = kind.__reduce_ex__ is object.__reduce_ex__ and kind.__reduce__ is object.__reduce__
        return copyreg._reduce_ex(obj, self.proto) if plain and self.proto < 2 else method(self.proto)

    def _save_reduce(self, func, args, state=None, items=None, pairs=None, setter=None, *, obj=None):
        if not callable(func):
            raise PicklingError('first item of the tuple returned by __reduce__ must be callable')
        if not isinstance(args, tuple):
            raise PicklingError('second item of the tuple returned by __reduce__ must be a tuple')
        name = getattr(func, '__name__', '')
        if self.proto >= 2 and name == '__newobj__':
            self._save(args[0])
            self._save(args[1:])
            self._write(b'\x81')
        elif self.proto >= 2 and name == '__newobj_ex__':
            self._save_newobj_ex(*args)
        else:
            self._save(func)
            self._save(args)
            self._write(b'R')
        if obj is not None:
            if id(obj) in self._memo:
                self._write(b'0')
                self._recall(self._memo[id(obj)])
            else:
                self._remember(obj)
        if items is not None:
            self._batch(items, b'a', b'e')
        if pairs is not None:
            self._batch(pairs, b's', b'u')
        if state is not None:
            self._save_state(obj, state, setter)

    def _save_newobj_ex(self, cls, args, kwargs):
        if self.proto >= 4:
            self._save(cls)
            self._save(args)
            self._save(kwargs)
            self._write(b'\x92')
        else:
            self._save(_partial(cls.__new__, cls, *args, **kwargs))
            self._save(())
            self._write(b'R')

    def _save_state(self, obj, state, setter):
        if setter is None:
            self._save(state)
            self._write(b'b')
        else:
            self._save(setter)
            self._save(obj)
            self._save(state)
            self._write(b'\x86R0')

    def _batch(self, items, one, many):
        """Items, or the pairs of a dict, a thousand at a time."""
        paired = one == b's'
        items = list(items)
        for start in range(0, len(items), _BATCH if self.bin else 1):
            part = items[start:start + (_BATCH if self.bin else 1)]
            alone = not self.bin or len(items) == 1
            if not alone:
                self._write(b'(')
            for item in part:
                if paired:
                    self._save(item[0])
                    self._save(item[1])
                else:
                    self._save(item)
            self._write(one if alone else many)

    def _save_global(self, obj, name=None):
        name = name or getattr(obj, '__qualname__', None) or obj.__name__
        module = getattr(obj, '__module__', None) or ('builtins' if obj is ... or obj is NotImplemented else '__main__')
        if not isinstance(module, str):
            module = 'builtins'
        parent, last = self._find(obj, module, name)
        if self.proto >= 4:
            self._save(module)
            self._save(name)
            self._write(b'\x93')
        elif '.' in name:
            self._save_reduce(getattr, (parent, last))
        else:
            if self._fix:
                module, name = _former(module, name)
            self._write(b'c%s\n%s\n' % (module.encode(), name.encode()))
        self._remember(obj)

    def _find(self, obj, module, name):
        """The object that holds obj, and its last name there; an error when obj is not found by its name."""
        try:
            if sys.modules.get(module) is None:
                __import__(module)
            parent, found = None, sys.modules[module]
            for part in name.split('.'):
                if part == '<locals>':
                    raise AttributeError
                parent, found = found, getattr(found, part)
        except (ImportError, KeyError):
            raise PicklingError("Can't pickle %r: import of module %r failed" % (obj, module)) from None
        except AttributeError:
            if '<locals>' in name:
                raise AttributeError("Can't pickle local object %r" % name) from None
            raise PicklingError("Can't pickle %r: attribute lookup %s on %s failed" % (obj, name, module)) from None
        if found is not obj:
            raise PicklingError("Can't pickle %r: it's not the same object as %s.%s" % (obj, module, name))
        return parent, part

    def _save_type(self, obj):
        for special in (None, NotImplemented, ...):
            if obj is type(special):
                self._save_reduce(type, (special,), obj=obj)
                return
        self._save_global(obj)

    def _save_none(self, obj):
        self._write(b'N')

    def _save_singleton(self, obj):
        self._save_global(obj, 'Ellipsis' if obj is ... else 'NotImplemented')

    def _save_bool(self, obj):
        if self.proto >= 2:
            self._write(b'\x88' if obj else b'\x89')
        else:
            self._write(b'I01\n' if obj else b'I00\n')

    def _save_int(self, obj):
        if -2 ** 31 <= obj < 2 ** 31:
            if not self.bin:
                self._write(b'I%d\n' % obj)
            elif 0 <= obj < 256:
                self._write(b'K' + bytes([obj]))
            elif 0 <= obj < 65536:
                self._write(b'M' + struct.pack('<H', obj))
            else:
                self._write(b'J' + struct.pack('<i', obj))
            return
        if self.proto < 2:
            self._write(b'L%dL\n' % obj)
            return
        data = obj.to_bytes((obj.bit_length() >> 3) + 1, 'little', signed=True)
        if obj < 0 and len(data) > 1 and data[-1] == 255 and data[-2] & 128:
            data = data[:-1]
        self._write(b'\x8a' + bytes([len(data)]) + data if len(data) < 256 else b'\x8b' + struct.pack('<i', len(data)) + data)

    def _save_float(self, obj):
        self._write(b'G' + struct.pack('>d', obj) if self.bin else b'F%s\n' % repr(obj).encode())

    def _save_str(self, obj):
        if self.bin:
            data = obj.encode('utf-8', 'surrogatepass')
            if len(data) < 256 and self.proto >= 4:
                self._write(b'\x8c' + bytes([len(data)]) + data)
            else:
                self._piece(b'X' + struct.pack('<I', len(data)), data)
        else:
            text = obj.translate(_ESCAPED)
            self._write(b'V' + text.encode('raw-unicode-escape') + b'\n')
        self._remember(obj)

    def _piece(self, head, data):
        if len(data) >= _FRAME:
            self._frames.outside(head + data)
        else:
            self._write(head + data)

    def _save_bytes(self, obj):
        if self.proto < 3:
            if not obj:
                self._save_reduce(bytes, (), obj=obj)
                return
            from _codecs import encode
            self._save_reduce(encode, (str(obj, 'latin1'), 'latin1'), obj=obj)
            return
        if len(obj) < 256:
            self._write(b'C' + bytes([len(obj)]) + obj)
        else:
            self._piece(b'B' + struct.pack('<I', len(obj)), obj)
        self._remember(obj)

    def _save_bytearray(self, obj):
        if self.proto >= 5:
            self._piece(b'\x96' + struct.pack('<Q', len(obj)), bytes(obj))
            self._remember(obj)
        elif not obj:
            self._save_reduce(bytearray, (), obj=obj)
        else:
            self._save_reduce(bytearray, (bytes(obj),), obj=obj)

    def _save_tuple(self, obj):
        n = len(obj)
        if not n:
            self._write(b')' if self.bin else b'(t')
            return
        short = n <= 3 and self.proto >= 2
        if not short:
            self._write(b'(')
        for item in obj:
            self._save(item)
        if id(obj) in self._memo:
            self._write(b'0' * n if short else b'1' if self.bin else b'0' * (n + 1))
            self._recall(self._memo[id(obj)])
            return
        self._write((b'\x85', b'\x86', b'\x87')[n - 1] if short else b't')
        self._remember(obj)

    def _save_list(self, obj):
        self._write(b']' if self.bin else b'(l')
        self._remember(obj)
        self._batch(obj, b'a', b'e')

    def _save_dict(self, obj):
        self._write(b'}' if self.bin else b'(d')
        self._remember(obj)
        self._batch(obj.items(), b's', b'u')

    def _save_set(self, obj):
        if self.proto < 4:
            self._save_reduce(set, (list(obj),), obj=obj)
            return
        self._write(b'\x8f')
        self._remember(obj)
        items = list(obj)
        for start in range(0, len(items), _BATCH):
            self._write(b'(')
            for item in items[start:start + _BATCH]:
                self._save(item)
            self._write(b'\x90')

    def _save_frozenset(self, obj):
        if self.proto < 4:
            self._save_reduce(frozenset, (list(obj),), obj=obj)
            return
        self._write(b'(')
        for item in obj:
            self._save(item)
        if id(obj) in self._memo:
            self._write(b'1')
            self._recall(self._memo[id(obj)])
            return
        self._write(b'\x91')
        self._remember(obj)

    _savers = {type(None): _save_none, bool: _save_bool, int: _save_int, float: _save_float, str: _save_str, bytes: _save_bytes,
               bytearray: _save_bytearray, tuple: _save_tuple, list: _save_list, dict: _save_dict, set: _save_set,
               frozenset: _save_frozenset, type: _save_type, type(...): _save_singleton, type(NotImplemented): _save_singleton}
    _atoms = {type(None), bool, int, float}


def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    """Writes an object to a file."""
    Pickler(file, protocol, fix_imports=fix_imports).dump(obj)


def dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
    """An object as bytes."""
    file = BytesIO()
    Pickler(file, protocol, fix_imports=fix_imports).dump(obj)
    return file.getvalue()


def load(file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=None):
    """Reads an object from a file."""
    return Unpickler(file, fix_imports=fix_imports, encoding=encoding, errors=errors).load()


def loads(data, /, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=None):
    """The object of some bytes."""
    if isinstance(data, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    return Unpickler(BytesIO(data), fix_imports=fix_imports, encoding=encoding, errors=errors).load()
