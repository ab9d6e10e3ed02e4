"""JSON text to objects."""

from _json import scan as _scan, skip as _skip

__all__ = ['JSONDecoder', 'JSONDecodeError']


class JSONDecodeError(ValueError):
    """What is wrong in a JSON text, and where."""

    def __init__(self, msg, doc, pos):
        lineno = doc.count('\n', 0, pos) + 1
        colno = pos - doc.rfind('\n', 0, pos)
        ValueError.__init__(self, '%s: line %d column %d (char %d)' % (msg, lineno, colno, pos))
        self.msg, self.doc, self.pos, self.lineno, self.colno = msg, doc, pos, lineno, colno

    def __reduce__(self):
        return self.__class__, (self.msg, self.doc, self.pos)


def scanstring(s, end, strict=True):
    """The string that is open before end, and where it is closed."""
    return JSONDecoder(strict=strict).raw_decode(s, end - 1)


class JSONDecoder:
    """Decodes JSON."""

    def __init__(self, *, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, strict=True,
                 object_pairs_hook=None):
        self.object_hook, self.object_pairs_hook = object_hook, object_pairs_hook
        self.parse_float, self.parse_int = parse_float, parse_int
        self.parse_constant, self.strict = parse_constant, strict

    def decode(self, s):
        """The object of a whole text."""
        obj, end = self.raw_decode(s, _skip(s, 0))
        if end != len(s) and (end := _skip(s, end)) != len(s):
            raise JSONDecodeError('Extra data', s, end)
        return obj

    def raw_decode(self, s, idx=0):
        """The object at idx, and where it ends."""
        try:
            return _scan(s, self.object_hook, self.parse_float, self.parse_int, self.parse_constant, self.strict,
                         self.object_pairs_hook, idx)
        except StopIteration as stop:
            if len(stop.args) == 2:
                raise JSONDecodeError(stop.args[0], s, stop.args[1]) from None
            raise JSONDecodeError('Expecting value', s, stop.value) from None
