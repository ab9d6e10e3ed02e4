"""JSON: text for data, and back."""

from .decoder import JSONDecoder, JSONDecodeError
from .encoder import JSONEncoder

__all__ = ['dump', 'dumps', 'load', 'loads', 'JSONDecoder', 'JSONDecodeError', 'JSONEncoder']

_default_encoder = JSONEncoder()
_default_decoder = JSONDecoder()


def dumps(obj, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, cls=None, indent=None,
          separators=None, default=None, sort_keys=False, **kw):
    """The object as JSON text."""
    if cls is None:
        if (not skipkeys and ensure_ascii and check_circular and allow_nan and indent is None and separators is None
                and default is None and not sort_keys and not kw):
            return _default_encoder.encode(obj)
        cls = JSONEncoder
    return cls(skipkeys=skipkeys, ensure_ascii=ensure_ascii, check_circular=check_circular, allow_nan=allow_nan,
               indent=indent, separators=separators, default=default, sort_keys=sort_keys, **kw).encode(obj)


def dump(obj, fp, **kw):
    """Writes the object as JSON text to a file."""
    fp.write(dumps(obj, **kw))


def loads(s, *, cls=None, object_hook=None, parse_float=None, parse_int=None, parse_constant=None,
          object_pairs_hook=None, **kw):
    """The object of a JSON text."""
    if isinstance(s, str):
        if s.startswith('\ufeff'):
            raise JSONDecodeError('Unexpected UTF-8 BOM (decode using utf-8-sig)', s, 0)
    else:
        if not isinstance(s, (bytes, bytearray)):
            raise TypeError('the JSON object must be str, bytes or bytearray, not %s' % s.__class__.__name__)
        s = s.decode(_encoding(s), 'surrogatepass')
    if cls is None:
        if (object_hook is None and parse_float is None and parse_int is None and parse_constant is None
                and object_pairs_hook is None and not kw):
            return _default_decoder.decode(s)
        cls = JSONDecoder
    return cls(object_hook=object_hook, parse_float=parse_float, parse_int=parse_int, parse_constant=parse_constant,
               object_pairs_hook=object_pairs_hook, **kw).decode(s)


def load(fp, **kw):
    """The object of the JSON text in a file."""
    return loads(fp.read(), **kw)


def _encoding(b):
    if b.startswith((b'\xff\xfe\0\0', b'\0\0\xfe\xff')):
        return 'utf-32'
    if b.startswith((b'\xff\xfe', b'\xfe\xff')):
        return 'utf-16'
    return 'utf-8-sig' if b.startswith(b'\xef\xbb\xbf') else 'utf-8'
