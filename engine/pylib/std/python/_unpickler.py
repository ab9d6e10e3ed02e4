"""Reads pickles: the instructions of protocols 0 to 5 and what each does to the stack."""

import struct
import sys

from _pickle_names import renamed
from _pickle_errors import UnpicklingError

HIGHEST_PROTOCOL = 5


_MARK = object()


class Unpickler:
    """Reads objects."""

    def __init__(self, file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=None):
        if not (hasattr(file, 'read') and hasattr(file, 'readline')):
            raise TypeError("file must have 'read' and 'readline' attributes")
        self._file, self._encoding, self._errors, self._fix = file, encoding, errors, fix_imports

    def persistent_load(self, pid):
        raise UnpicklingError('A load persistent id instruction was encountered, but no persistent_load function was specified.')

    def find_class(self, module, name):
        if self.proto < 3 and self._fix:
            module, name = renamed(module, name)
        __import__(module)
        found = sys.modules[module]
        for part in name.split('.'):
            try:
                if part == '<locals>':
                    raise AttributeError
                found = getattr(found, part)
            except AttributeError:
                raise AttributeError("Can't get attribute %r on %r" % (name, sys.modules[module])) from None
        return found

    def _take(self, n):
        data = self._file.read(n)
        if len(data) < n:
            raise UnpicklingError('pickle data was truncated')
        return data

    def _number(self, format):
        return struct.unpack(format, self._take(struct.calcsize(format)))[0]

    def _line(self):
        line = self._file.readline()
        if not line.endswith(b'\n'):
            raise UnpicklingError('pickle data was truncated')
        return line[:-1]

    def load(self):
        self._stack, self._memo, self._begun, self.proto = [], {}, False, 0
        stack = self._stack
        while True:
            op = self._file.read(1)
            if not op:
                raise EOFError('Ran out of input')
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
        self.proto = version

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

    def _old_text(self, stack, size):
        data = self._take(size)
        stack.append(data if self._encoding == 'bytes' else data.decode(self._encoding, self._errors))

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
        b'U': lambda self, stack: self._old_text(stack, self._take(1)[0]),
        b'T': lambda self, stack: self._old_text(stack, self._number('<i')),
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
