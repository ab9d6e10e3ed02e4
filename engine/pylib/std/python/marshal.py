"""Writes and reads plain values in the format of CPython's module of this name, version 2; reads version 4, too."""

import struct as _struct

version = 4

_wide = _struct.Struct('<i')
_float = _struct.Struct('<d')


def dump(value, file, version=version, /):
    file.write(dumps(value))


def load(file, /):
    return _Reader(file.read()).value()


def loads(bytes, /):
    return _Reader(bytes).value()


def dumps(value, version=version, /):
    out = []
    _write(value, out.append)
    return b''.join(out)


def _write(v, put):
    kind = type(v)
    if kind in _constants:
        put(_constants[kind])
    elif kind is bool:
        put(b'T' if v else b'F')
    elif kind in _writers:
        _writers[kind](v, put)
    else:
        raise ValueError('unmarshallable object')


def _write_int(v, put):
    if -2 ** 31 <= v < 2 ** 31:
        put(b'i' + _wide.pack(v))
        return
    digits, rest = [], abs(v)
    while rest:
        digits.append(rest & 0x7fff)
        rest >>= 15
    put(b'l' + _wide.pack(len(digits) if v > 0 else -len(digits)) + _struct.pack('<%dH' % len(digits), *digits))


def _write_text(v, put):
    data = v.encode('utf-8', 'surrogatepass')
    put(b'u' + _wide.pack(len(data)) + data)


def _write_all(code):
    def write(v, put):
        put(code + _wide.pack(len(v)))
        for x in v:
            _write(x, put)
    return write


def _write_dict(v, put):
    put(b'{')
    for pair in v.items():
        for x in pair:
            _write(x, put)
    put(b'0')


_constants = {type(None): b'N', type(...): b'.', type(StopIteration): b'S'}
_writers = {
    int: _write_int, str: _write_text, dict: _write_dict,
    float: lambda v, put: put(b'g' + _float.pack(v)),
    complex: lambda v, put: put(b'y' + _float.pack(v.real) + _float.pack(v.imag)),
    bytes: lambda v, put: put(b's' + _wide.pack(len(v)) + v),
    bytearray: lambda v, put: put(b's' + _wide.pack(len(v)) + v),
    tuple: _write_all(b'('), list: _write_all(b'['), set: _write_all(b'<'), frozenset: _write_all(b'>'),
}

_end = object()  # of a dict; and what a reference has before its value is whole


def _bad(what):
    return ValueError('bad marshal data (%s)' % what)


class _Reader:
    """Reads values from bytes; what has the highest bit of its code set may be referred to later."""

    def __init__(self, data):
        self.data, self.at, self.refs = memoryview(data), 0, []

    def take(self, n):
        part = self.data[self.at:self.at + n]
        if len(part) < n:
            raise EOFError('marshal data too short')
        self.at += n
        return bytes(part)

    def number(self):
        return _wide.unpack(self.take(4))[0]

    def size(self, what):
        n = self.number()
        if n < 0:
            raise _bad(what + ' size out of range')
        return n

    def value(self, of='object'):
        v = self.any()
        if v is _end:
            raise TypeError('NULL object in marshal data for ' + of)
        return v

    def any(self):
        if self.at >= len(self.data):
            raise EOFError('EOF read where object expected')
        code = self.take(1)[0]
        kind, place = chr(code & 0x7f), None
        if code & 0x80:
            place = len(self.refs)
            self.refs.append(_end)
        if kind not in self.readers:
            raise _bad('unknown type code')
        v = self.readers[kind](self)
        if place is not None:
            self.refs[place] = v
        return v

    def long(self):
        n = self.number()
        if n == -2 ** 31:
            raise _bad('long size out of range')
        digits = _struct.unpack('<%dH' % abs(n), self.take(2 * abs(n)))
        if digits and not digits[-1]:
            raise _bad('unnormalized long data')
        if any(d > 0x7fff for d in digits):
            raise _bad('digit out of range in long')
        v = sum(d << 15 * i for i, d in enumerate(digits))
        return v if n >= 0 else -v

    def real(self):
        return _float.unpack(self.take(8))[0]

    def string(self, encoding, errors='strict'):
        return self.take(self.size('string')).decode(encoding, errors)

    def items(self, what, n=None):
        return [self.value(what) for _ in range(self.size(what) if n is None else n)]

    def pairs(self):
        d = {}
        while (key := self.any()) is not _end and (v := self.any()) is not _end:
            d[key] = v
        return d

    def ref(self):
        n = self.number()
        if not 0 <= n < len(self.refs) or self.refs[n] is _end:  # or of what is not whole yet
            raise _bad('invalid reference')
        return self.refs[n]

    readers = {
        '0': lambda self: _end, 'N': lambda self: None, 'T': lambda self: True, 'F': lambda self: False,
        '.': lambda self: ..., 'S': lambda self: StopIteration,
        'i': number, 'l': long, 'g': real, 'y': lambda self: complex(self.real(), self.real()),
        's': lambda self: self.take(self.size('bytes object')),
        'u': lambda self: self.string('utf-8', 'surrogatepass'), 't': lambda self: self.string('utf-8', 'surrogatepass'),
        'a': lambda self: self.string('latin-1'), 'A': lambda self: self.string('latin-1'),
        'z': lambda self: self.take(self.take(1)[0]).decode('latin-1'),
        'Z': lambda self: self.take(self.take(1)[0]).decode('latin-1'),
        '(': lambda self: tuple(self.items('tuple')), ')': lambda self: tuple(self.items('tuple', self.take(1)[0])),
        '[': lambda self: self.items('list'), '{': pairs,
        '<': lambda self: set(self.items('set')), '>': lambda self: frozenset(self.items('set')),
        'r': ref,
    }
