"""Objects to JSON text."""

from _json import encode as _encode, encode_basestring, encode_basestring_ascii

__all__ = ['JSONEncoder']


class JSONEncoder:
    """Encodes JSON; override default() for classes of one's own."""

    item_separator = ', '
    key_separator = ': '

    def __init__(self, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, sort_keys=False,
                 indent=None, separators=None, default=None):
        self.skipkeys, self.ensure_ascii, self.check_circular = skipkeys, ensure_ascii, check_circular
        self.allow_nan, self.sort_keys, self.indent = allow_nan, sort_keys, indent
        if separators is not None:
            self.item_separator, self.key_separator = separators
        elif indent is not None:
            self.item_separator = ','
        if default is not None:
            self.default = default

    def default(self, o):
        """What to encode in place of an object that JSON does not know."""
        raise TypeError('Object of type %s is not JSON serializable' % o.__class__.__name__)

    def encode(self, o):
        return _encode(o, self.default, self.skipkeys, self.ensure_ascii, self.check_circular, self.allow_nan,
                       self.indent, self.item_separator, self.key_separator, self.sort_keys)

    def iterencode(self, o, _one_shot=False):
        return iter(self._pieces(o, ''))

    def _pieces(self, o, indent):
        """The text of o, piece by piece."""
        isdict = isinstance(o, dict)
        if not o or not (isdict or isinstance(o, (list, tuple))):
            yield self.encode(o)
            return
        step = '' if self.indent is None else self.indent if isinstance(self.indent, str) else ' ' * self.indent
        inner = '' if self.indent is None else '\n' + indent + step
        separator = self.item_separator + inner
        items = sorted(o.items()) if isdict and self.sort_keys else o.items() if isdict else o
        before = ('{' if isdict else '[') + inner
        for item in items:
            if isdict:
                key, item = item
                yield before
                yield self.encode({key: 0}).partition(':')[0].lstrip('{ \n\t')
                yield self.key_separator
                before = ''
            pieces = self._pieces(item, indent + step)
            if before:
                yield before + next(pieces) if not isinstance(item, (dict, list, tuple)) or not item else before
            yield from pieces
            before = separator
        if self.indent is not None:
            yield '\n' + indent
        yield '}' if isdict else ']'
