"""Arrays of numbers of one C type."""

import struct
import sys

__all__ = ['array', 'ArrayType', 'typecodes']

typecodes = 'bBuhHiIlLqQfd'
_limits = {'b': (-128, 127, 'signed char'), 'B': (0, 255, 'unsigned byte integer'), 'h': (-2 ** 15, 2 ** 15 - 1, 'signed short integer'),
           'H': (0, 2 ** 16 - 1, 'unsigned short'), 'i': (-2 ** 31, 2 ** 31 - 1, 'signed integer'), 'I': (0, 2 ** 32 - 1, 'unsigned int')}


class array:
    """array(typecode, initializer): like a list, but of numbers of one type."""

    __module__ = 'array'

    def __init__(self, typecode, initializer=(), /):
        if not isinstance(typecode, str) or len(typecode) != 1:
            raise TypeError('array() argument 1 must be a unicode character, not %s' % type(typecode).__name__)
        if typecode not in typecodes:
            raise ValueError('bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)')
        self.typecode = typecode
        self.itemsize = 4 if typecode == 'u' else struct.calcsize(typecode)
        self._items = []
        if isinstance(initializer, str):
            if typecode != 'u':
                raise TypeError("cannot use a str to initialize an array with typecode '%s'" % typecode)
            self._items.extend(initializer)
        elif isinstance(initializer, (bytes, bytearray)):
            self.frombytes(initializer)
        else:
            self.extend(initializer)

    def _check(self, x):
        if self.typecode == 'u':
            if not isinstance(x, str) or len(x) != 1:
                raise TypeError('array item must be a unicode character, not %s' % type(x).__name__)
            return x
        if self.typecode in 'fd':
            if not isinstance(x, (int, float)) and not hasattr(x, '__float__'):
                raise TypeError('must be real number, not %s' % type(x).__name__)
            return struct.unpack('f', struct.pack('f', x))[0] if self.typecode == 'f' else float(x)
        if not hasattr(x, '__index__'):
            raise TypeError("'%s' object cannot be interpreted as an integer" % type(x).__name__)
        x = x.__index__()
        if self.typecode in _limits:
            low, high, name = _limits[self.typecode]
            if x < low:
                raise OverflowError('%s is less than minimum' % name if low else "can't convert negative value to unsigned int"
                                    if self.typecode == 'I' else '%s is less than minimum' % name)
            if x > high:
                raise OverflowError('%s is greater than maximum' % name)
        else:
            try:
                struct.pack(self.typecode, x)
            except struct.error:
                raise OverflowError('Python int too large to convert to C long' if self.typecode in 'lq' else
                                    "can't convert negative value to unsigned int" if x < 0 else
                                    'Python int too large to convert to C unsigned long') from None
        return x

    def append(self, x, /):
        self._items.append(self._check(x))

    def extend(self, bb, /):
        if isinstance(bb, array):
            if bb.typecode != self.typecode:
                raise TypeError('can only extend with array of same kind')
            self._items.extend(bb._items)
            return
        for x in bb:
            self._items.append(self._check(x))

    fromlist = extend

    def insert(self, i, v, /):
        self._items.insert(i, self._check(v))

    def pop(self, i=-1, /):
        if not self._items:
            raise IndexError('pop from empty array')
        if not -len(self) <= i < len(self):
            raise IndexError('pop index out of range')
        return self._items.pop(i)

    def remove(self, v, /):
        if v not in self._items:
            raise ValueError('array.remove(x): x not in array')
        self._items.remove(v)

    def index(self, v, start=0, stop=None, /):
        try:
            return self._items.index(v, start, len(self) if stop is None else stop)
        except ValueError:
            raise ValueError('array.index(x): x not in array') from None

    def count(self, v, /):
        return self._items.count(v)

    def reverse(self):
        self._items.reverse()

    def tolist(self):
        return list(self._items)

    def tobytes(self):
        if self.typecode == 'u':
            return ''.join(self._items).encode('utf-32-le')
        return struct.pack('%d%s' % (len(self._items), self.typecode), *self._items)

    def frombytes(self, buffer, /):
        if len(buffer) % self.itemsize:
            raise ValueError('bytes length not a multiple of item size')
        if self.typecode == 'u':
            self._items.extend(bytes(buffer).decode('utf-32-le'))
        else:
            self._items.extend(struct.unpack('%d%s' % (len(buffer) // self.itemsize, self.typecode), bytes(buffer)))

    def tofile(self, f, /):
        f.write(self.tobytes())

    def fromfile(self, f, n, /):
        data = f.read(n * self.itemsize)
        self.frombytes(data)
        if len(data) < n * self.itemsize:
            raise EOFError('read() didn\'t return enough bytes')

    def tounicode(self):
        return ''.join(self._items)

    def byteswap(self):
        data = self.tobytes()
        size = self.itemsize
        self._items = []
        self.frombytes(b''.join(data[i:i + size][::-1] for i in range(0, len(data), size)))

    def buffer_info(self):
        return id(self), len(self)

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

    def __contains__(self, x):
        return x in self._items

    def _of(self, items):
        made = array(self.typecode)
        made._items = items
        return made

    def __getitem__(self, i):
        if isinstance(i, slice):
            return self._of(self._items[i])
        try:
            return self._items[i]
        except IndexError:
            raise IndexError('array index out of range') from None
        except TypeError:
            raise TypeError('array indices must be integers') from None

    def __setitem__(self, i, v):
        if isinstance(i, slice):
            if not isinstance(v, array):
                raise TypeError('can only assign array (not "%s") to array slice' % type(v).__name__)
            self._items[i] = v._items
            return
        v = self._check(v)
        try:
            self._items[i] = v
        except IndexError:
            raise IndexError('array assignment index out of range') from None

    def __delitem__(self, i):
        try:
            del self._items[i]
        except IndexError:
            raise IndexError('array assignment index out of range') from None

    def __add__(self, other):
        if not isinstance(other, array):
            raise TypeError('can only append array (not "%s") to array' % type(other).__name__)
        if other.typecode != self.typecode:
            raise TypeError('bad argument type for built-in operation')
        return self._of(self._items + other._items)

    def __iadd__(self, other):
        if not isinstance(other, array):
            raise TypeError('can only extend with array (not "%s")' % type(other).__name__)
        self.extend(other)
        return self

    def __mul__(self, n):
        return self._of(self._items * n)

    __rmul__ = __mul__

    def __imul__(self, n):
        self._items *= n
        return self

    def __eq__(self, other):
        return self._items == other._items if isinstance(other, array) else NotImplemented

    def __lt__(self, other):
        return self._items < other._items if isinstance(other, array) else NotImplemented

    def __le__(self, other):
        return self._items <= other._items if isinstance(other, array) else NotImplemented

    def __gt__(self, other):
        return self._items > other._items if isinstance(other, array) else NotImplemented

    def __ge__(self, other):
        return self._items >= other._items if isinstance(other, array) else NotImplemented

    __hash__ = None

    def __bytes__(self):
        return self.tobytes()

    def __copy__(self):
        return self._of(list(self._items))

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __reduce__(self):
        return array, (self.typecode, self.tobytes() if self.typecode != 'u' else self.tounicode())

    def __class_getitem__(cls, item):
        import types
        return types.GenericAlias(cls, item)

    def __repr__(self):
        if not self._items:
            return "array('%s')" % self.typecode
        shown = repr(self.tounicode()) if self.typecode == 'u' else repr(self._items)
        return "array('%s', %s)" % (self.typecode, shown)


ArrayType = array
sys._settypename(array, 'array.array')
