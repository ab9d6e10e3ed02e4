"""Objects as bytes, and back: protocols 0 to 5, for data and for classes of the session."""

import copyreg
import struct
import sys
from functools import partial as _partial
from io import BytesIO

__all__ = ['PickleError', 'PicklingError', 'UnpicklingError', 'Pickler', 'Unpickler', 'dump', 'dumps', 'load', 'loads',
           'HIGHEST_PROTOCOL', 'DEFAULT_PROTOCOL']

HIGHEST_PROTOCOL, DEFAULT_PROTOCOL = 5, 4


class PickleError(Exception):
    pass


class PicklingError(PickleError):
    pass


class UnpicklingError(PickleError):
    pass


for _kind in (PickleError, PicklingError, UnpicklingError):
    _kind.__module__ = '_pickle'


class Pickler:
    """Writes objects."""

    def __init__(self, file, protocol=None, *, fix_imports=True, buffer_callback=None):
        protocol = DEFAULT_PROTOCOL if protocol is None else protocol
        if protocol < 0:
            protocol = HIGHEST_PROTOCOL
        if protocol > HIGHEST_PROTOCOL:
            raise ValueError('pickle protocol must be <= %d' % HIGHEST_PROTOCOL)
        self._file, self.proto, self._memo, self._keep = file, max(protocol, 2), {}, []

    def dump(self, obj):
        self._out = [b'\x80', bytes([self.proto])]
        self._save(obj)
        self._out.append(b'.')
        self._file.write(b''.join(self._out))

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
        self._out.append(b'\x94' if self.proto >= 4 else b'q' + bytes([index]) if index < 256 else b'r' + struct.pack('<I', index))

    def _save(self, obj):
        pid = self.persistent_id(obj)
        if pid is not None:
            self._save(pid)
            self._out.append(b'Q')
            return
        known = self._memo.get(id(obj))
        if known is not None:
            self._out.append(b'h' + bytes([known]) if known < 256 else b'j' + struct.pack('<I', known))
            return
        kind = type(obj)
        save = self._savers.get(kind)
        if save is not None:
            save(self, obj)
            return
        self._save_other(obj, kind)

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
                method = getattr(obj, '__reduce_ex__', None)
                if method is None:
                    raise PicklingError("Can't pickle %r object: %r" % (kind.__name__, obj))
                parts = method(self.proto)
        if isinstance(parts, str):
            self._save_global(obj, parts)
            return
        if not isinstance(parts, tuple) or not 2 <= len(parts) <= 6:
            raise PicklingError('%s must return string or tuple' % kind)
        self._save_reduce(obj, *parts)

    def _save_reduce(self, obj, func, args, state=None, items=None, pairs=None, setter=None):
        if getattr(func, '__name__', '') == '__newobj__':
            self._save(args[0])
            self._save(args[1:])
            self._out.append(b'\x81')
        elif getattr(func, '__name__', '') == '__newobj_ex__':
            cls, args, kwargs = args
            self._save(_partial(cls.__new__, cls, *args, **kwargs))
            self._out.append(b')R')
        else:
            self._save(func)
            self._save(args)
            self._out.append(b'R')
        if id(obj) in self._memo:
            raise PicklingError('recursive structure in the arguments of %r' % (func,))
        self._remember(obj)
        if items is not None:
            self._batch(items, b'e', False)
        if pairs is not None:
            self._batch(pairs, b'u', True)
        if state is not None:
            self._save(state)
            self._out.append(b'b')

    def _batch(self, items, opcode, paired):
        items = list(items)
        for start in range(0, len(items), 1000):
            self._out.append(b'(')
            for item in items[start:start + 1000]:
                for part in item if paired else (item,):
                    self._save(part)
            self._out.append(opcode)

    def _save_global(self, obj, name=None):
        name = name or getattr(obj, '__qualname__', None) or obj.__name__
        module = getattr(obj, '__module__', None) or '__main__'
        found = sys.modules.get(module)
        try:
            if found is None:
                __import__(module)
                found = sys.modules[module]
            for part in name.split('.'):
                if part == '<locals>':
                    raise AttributeError("Can't pickle local object %r" % name)
                found = getattr(found, part)
        except (ImportError, KeyError):
            raise PicklingError("Can't pickle %r: import of module %r failed" % (obj, module)) from None
        except AttributeError as e:
            if '<locals>' in name:
                raise AttributeError("Can't pickle local object %r" % name) from None
            raise PicklingError("Can't pickle %r: attribute lookup %s on %s failed" % (obj, name, module)) from None
        if found is not obj:
            raise PicklingError("Can't pickle %r: it's not the same object as %s.%s" % (obj, module, name))
        if self.proto >= 4:
            self._save(module)
            self._save(name)
            self._out.append(b'\x93')
        else:
            self._out.append(b'c%s\n%s\n' % (module.encode(), name.encode()))
        self._remember(obj)

    def _save_none(self, obj):
        self._out.append(b'N')

    def _save_bool(self, obj):
        self._out.append(b'\x88' if obj else b'\x89')

    def _save_int(self, obj):
        if 0 <= obj < 256:
            self._out.append(b'K' + bytes([obj]))
        elif 0 <= obj < 65536:
            self._out.append(b'M' + struct.pack('<H', obj))
        elif -2 ** 31 <= obj < 2 ** 31:
            self._out.append(b'J' + struct.pack('<i', obj))
        else:
            data = obj.to_bytes((obj.bit_length() >> 3) + 1, 'little', signed=True)
            if obj < 0 and len(data) > 1 and data[-1] == 255 and data[-2] & 128:
                data = data[:-1]
            self._out.append(b'\x8a' + bytes([len(data)]) + data if len(data) < 256 else b'\x8b' + struct.pack('<i', len(data)) + data)

    def _save_float(self, obj):
        self._out.append(b'G' + struct.pack('>d', obj))

    def _save_str(self, obj):
        data = obj.encode('utf-8', 'surrogatepass')
        if len(data) < 256 and self.proto >= 4:
            self._out.append(b'\x8c' + bytes([len(data)]) + data)
        else:
            self._out.append(b'X' + struct.pack('<I', len(data)) + data)
        self._remember(obj)

    def _save_bytes(self, obj):
        if self.proto < 3:
            import codecs
            self._save_reduce(obj, codecs.encode, (str(obj, 'latin1'), 'latin1'))
            return
        self._out.append(b'C' + bytes([len(obj)]) + obj if len(obj) < 256 else b'B' + struct.pack('<I', len(obj)) + obj)
        self._remember(obj)

    def _save_bytearray(self, obj):
        self._save_reduce(obj, bytearray, (bytes(obj),))

    def _save_tuple(self, obj):
        if not obj:
            self._out.append(b')')
            return
        n = len(obj)
        if n > 3:
            self._out.append(b'(')
        for item in obj:
            self._save(item)
        if id(obj) in self._memo:
            self._out.append(b'0' * n if n <= 3 else b'1')
            self._save(obj)
            return
        self._out.append((b'\x85', b'\x86', b'\x87')[n - 1] if n <= 3 else b't')
        self._remember(obj)

    def _save_list(self, obj):
        self._out.append(b']')
        self._remember(obj)
        self._batch(obj, b'e', False)

    def _save_dict(self, obj):
        self._out.append(b'}')
        self._remember(obj)
        self._batch(obj.items(), b'u', True)

    def _save_set(self, obj):
        if self.proto < 4:
            self._save_reduce(obj, set, (list(obj),))
            return
        self._out.append(b'\x8f')
        self._remember(obj)
        self._batch(obj, b'\x90', False)

    def _save_frozenset(self, obj):
        if self.proto < 4:
            self._save_reduce(obj, frozenset, (list(obj),))
            return
        self._out.append(b'(')
        for item in obj:
            self._save(item)
        self._out.append(b'\x91')
        self._remember(obj)

    _savers = {type(None): _save_none, bool: _save_bool, int: _save_int, float: _save_float, str: _save_str, bytes: _save_bytes,
               bytearray: _save_bytearray, tuple: _save_tuple, list: _save_list, dict: _save_dict, set: _save_set,
               frozenset: _save_frozenset, type: _save_global}


_MARK = object()


class Unpickler:
    """Reads objects."""

    def __init__(self, file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=None):
        self._file, self._encoding = file, encoding

    def persistent_load(self, pid):
        raise UnpicklingError('A load persistent id instruction was encountered, but no persistent_load function was specified.')

    _renamed = {'__builtin__': 'builtins', 'exceptions': 'builtins', 'copy_reg': 'copyreg', 'cPickle': 'pickle'}

    def find_class(self, module, name):
        module = self._renamed.get(module, module)
        __import__(module)
        found = sys.modules[module]
        for part in name.split('.'):
            try:
                found = getattr(found, part)
            except AttributeError:
                raise AttributeError("Can't get attribute %r on %r" % (name, sys.modules[module])) from None
        return found

    def _take(self, n):
        data = self._file.read(n)
        if len(data) < n:
            raise EOFError('Ran out of input') if not self._begun else UnpicklingError('pickle data was truncated')
        return data

    def _number(self, format):
        return struct.unpack(format, self._take(struct.calcsize(format)))[0]

    def _line(self):
        line = self._file.readline()
        if not line.endswith(b'\n'):
            raise UnpicklingError('pickle data was truncated')
        return line[:-1]

    def load(self):
        self._stack, self._memo, self._begun = [], {}, False
        stack = self._stack
        while True:
            op = self._take(1)
            self._begun = True
            if op == b'.':
                if not stack:
                    raise UnpicklingError('unpickling stack underflow')
                return stack.pop()
            handler = self._handlers.get(op)
            if handler is None:
                raise UnpicklingError("invalid load key, '%s'." % ascii(op.decode('latin1'))[1:-1])
            try:
                handler(self, stack)
            except IndexError:
                raise UnpicklingError('unpickling stack underflow') from None

    def _marked(self, stack):
        items = []
        while True:
            item = stack.pop()
            if item is _MARK:
                break
            items.append(item)
        items.reverse()
        return items

    def _op_proto(self, stack):
        version = self._take(1)[0]
        if version > HIGHEST_PROTOCOL:
            raise ValueError('unsupported pickle protocol: %d' % version)

    def _op_long(self, stack):
        stack.append(int.from_bytes(self._take(self._take(1)[0]), 'little', signed=True))

    def _op_long4(self, stack):
        stack.append(int.from_bytes(self._take(self._number('<i')), 'little', signed=True))

    def _op_int_line(self, stack):
        line = self._line()
        stack.append({b'00': False, b'01': True}[line] if line in (b'00', b'01') else int(line))

    def _op_global(self, stack):
        module, name = self._line().decode(), self._line().decode()
        stack.append(self.find_class(module, name))

    def _op_stack_global(self, stack):
        name, module = stack.pop(), stack.pop()
        if not isinstance(name, str) or not isinstance(module, str):
            raise UnpicklingError('STACK_GLOBAL requires str')
        stack.append(self.find_class(module, name))

    def _op_reduce(self, stack):
        args = stack.pop()
        stack[-1] = stack[-1](*args)

    def _op_newobj(self, stack):
        args = stack.pop()
        stack[-1] = stack[-1].__new__(stack[-1], *args)

    def _op_newobj_ex(self, stack):
        kwargs, args = stack.pop(), stack.pop()
        stack[-1] = stack[-1].__new__(stack[-1], *args, **kwargs)

    def _op_build(self, stack):
        state = stack.pop()
        obj = stack[-1]
        if hasattr(obj, '__setstate__'):
            obj.__setstate__(state)
            return
        slots = None
        if isinstance(state, tuple) and len(state) == 2:
            state, slots = state
        if state:
            obj.__dict__.update(state)
        for key, value in (slots or {}).items():
            setattr(obj, key, value)

    def _op_append(self, stack):
        value = stack.pop()
        stack[-1].append(value)

    def _op_appends(self, stack):
        items = self._marked(stack)
        target = stack[-1]
        if type(target) is list:
            target.extend(items)
        else:
            for item in items:
                target.append(item)

    def _op_setitem(self, stack):
        value, key = stack.pop(), stack.pop()
        stack[-1][key] = value

    def _op_setitems(self, stack):
        items = self._marked(stack)
        for i in range(0, len(items), 2):
            stack[-1][items[i]] = items[i + 1]

    def _op_additems(self, stack):
        items = self._marked(stack)
        stack[-1].update(items)

    def _op_memo(self, stack):
        self._memo[len(self._memo)] = stack[-1]

    def _put(self, index):
        self._memo[index] = self._stack[-1]

    def _get(self, index):
        if index not in self._memo:
            raise UnpicklingError('Memo value not found at index %d' % index)
        self._stack.append(self._memo[index])

    def _op_dup(self, stack):
        stack.append(stack[-1])

    def _op_instance(self, stack):
        items = self._marked(stack)
        stack.append(items[0](*items[1:]))

    def _tuples(n):
        def op(self, stack):
            items = stack[-n:]
            if len(items) < n:
                raise IndexError
            del stack[-n:]
            stack.append(tuple(items))
        return op

    def _text(size):
        return lambda self, stack: stack.append(self._take(self._number(size)).decode('utf-8', 'surrogatepass'))

    def _raw(size):
        return lambda self, stack: stack.append(self._take(self._number(size)))

    _handlers = {
        b'\x80': _op_proto, b'\x95': lambda self, stack: self._take(8), b'N': lambda self, stack: stack.append(None),
        b'\x88': lambda self, stack: stack.append(True), b'\x89': lambda self, stack: stack.append(False),
        b'K': lambda self, stack: stack.append(self._take(1)[0]), b'M': lambda self, stack: stack.append(self._number('<H')),
        b'J': lambda self, stack: stack.append(self._number('<i')), b'\x8a': _op_long, b'\x8b': _op_long4,
        b'I': _op_int_line, b'L': lambda self, stack: stack.append(int(self._line().rstrip(b'L'))),
        b'F': lambda self, stack: stack.append(float(self._line())), b'G': lambda self, stack: stack.append(self._number('>d')),
        b'\x8c': _text('<B'), b'X': _text('<I'), b'\x8d': _text('<Q'), b'C': _raw('<B'), b'B': _raw('<I'), b'\x8e': _raw('<Q'),
        b'\x96': lambda self, stack: stack.append(bytearray(self._take(self._number('<Q')))),
        b'U': lambda self, stack: stack.append(self._take(self._take(1)[0]).decode(self._encoding)),
        b'T': lambda self, stack: stack.append(self._take(self._number('<i')).decode(self._encoding)),
        b'V': lambda self, stack: stack.append(self._line().decode('raw_unicode_escape')),
        b'(': lambda self, stack: stack.append(_MARK), b')': lambda self, stack: stack.append(()),
        b'\x85': _tuples(1), b'\x86': _tuples(2), b'\x87': _tuples(3),
        b't': lambda self, stack: stack.append(tuple(self._marked(stack))), b']': lambda self, stack: stack.append([]),
        b'l': lambda self, stack: stack.append(self._marked(stack)), b'a': _op_append, b'e': _op_appends,
        b'}': lambda self, stack: stack.append({}), b's': _op_setitem, b'u': _op_setitems,
        b'd': lambda self, stack: stack.append((lambda m: dict(zip(m[::2], m[1::2])))(self._marked(stack))),
        b'\x8f': lambda self, stack: stack.append(set()), b'\x90': _op_additems,
        b'\x91': lambda self, stack: stack.append(frozenset(self._marked(stack))),
        b'c': _op_global, b'\x93': _op_stack_global, b'R': _op_reduce, b'\x81': _op_newobj, b'\x92': _op_newobj_ex, b'b': _op_build,
        b'o': _op_instance, b'\x94': _op_memo, b'q': lambda self, stack: self._put(self._take(1)[0]),
        b'r': lambda self, stack: self._put(self._number('<I')), b'p': lambda self, stack: self._put(int(self._line())),
        b'h': lambda self, stack: self._get(self._take(1)[0]), b'j': lambda self, stack: self._get(self._number('<I')),
        b'g': lambda self, stack: self._get(int(self._line())), b'0': lambda self, stack: stack.pop(),
        b'1': lambda self, stack: self._marked(stack), b'2': _op_dup,
        b'Q': lambda self, stack: stack.append(self.persistent_load(stack.pop())),
        b'P': lambda self, stack: stack.append(self.persistent_load(self._line().decode())),
    }


def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    """Writes an object to a file."""
    Pickler(file, protocol).dump(obj)


def dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
    """An object as bytes."""
    file = BytesIO()
    Pickler(file, protocol).dump(obj)
    return file.getvalue()


def load(file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=None):
    """Reads an object from a file."""
    return Unpickler(file, encoding=encoding).load()


def loads(data, /, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=None):
    """The object of some bytes."""
    return Unpickler(BytesIO(data), encoding=encoding).load()
