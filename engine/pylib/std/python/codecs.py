"""Encodings of text: strings to bytes, files, and a few transforms by name."""

import _codecs
import binascii
from io import open as _open
from _codec_streams import IncrementalDecoder, IncrementalEncoder, StreamReader, StreamWriter, of

__all__ = ['encode', 'decode', 'lookup', 'open', 'getencoder', 'getdecoder', 'CodecInfo', 'register', 'unregister', 'register_error', 'lookup_error',
           'BOM', 'BOM_UTF8', 'BOM_UTF16', 'BOM_UTF16_LE', 'BOM_UTF16_BE', 'BOM_UTF32', 'BOM_UTF32_LE', 'BOM_UTF32_BE', 'BOM_LE', 'BOM_BE',
           'strict_errors', 'ignore_errors', 'replace_errors', 'xmlcharrefreplace_errors', 'backslashreplace_errors',
           'namereplace_errors', 'getreader', 'getwriter', 'getincrementalencoder', 'getincrementaldecoder', 'iterencode',
           'iterdecode', 'IncrementalEncoder', 'IncrementalDecoder', 'StreamReader', 'StreamWriter']

BOM_UTF8 = b'\xef\xbb\xbf'
BOM_LE = BOM_UTF16_LE = BOM_UTF16 = BOM = b'\xff\xfe'
BOM_BE = BOM_UTF16_BE = b'\xfe\xff'
BOM_UTF32_LE = BOM_UTF32 = b'\xff\xfe\0\0'
BOM_UTF32_BE = b'\0\0\xfe\xff'

_ROT13 = {a: b for base in (65, 97) for i in range(26) for a, b in [(base + i, base + (i + 13) % 26)]}


def _rot13(text):
    return text.translate(_ROT13)


def _zip(data):
    import zlib
    return zlib.compress(data)


def _unzip(data):
    import zlib
    return zlib.decompress(data)


_transforms = {'rot13': (_rot13, _rot13), 'rot_13': (_rot13, _rot13), 'hex': (binascii.hexlify, binascii.unhexlify),
               'hex_codec': (binascii.hexlify, binascii.unhexlify), 'base64': (binascii.b2a_base64, binascii.a2b_base64),
               'base64_codec': (binascii.b2a_base64, binascii.a2b_base64), 'zlib': (_zip, _unzip), 'zip': (_zip, _unzip)}


_searches, _known, _error_handlers = [], {}, {}


def register(search_function):
    """Has encodings looked for by a function, which gives a CodecInfo or None for a name."""
    if not callable(search_function):
        raise TypeError('argument must be callable')
    _searches.append(search_function)


def unregister(search_function):
    """Takes a function of register() back."""
    if search_function in _searches:
        _searches.remove(search_function)
        _known.clear()


def _registered(name):
    """The CodecInfo of an encoding that a program has registered, or None."""
    name = name.lower().replace(' ', '_').replace('-', '_')
    for search in _searches if name not in _known else ():
        found = search(name)
        if found is not None:
            if not isinstance(found, tuple) or len(found) != 4:
                raise TypeError('codec search functions must return 4-tuples')
            _known[name] = found
            break
    return _known.get(name)


_registered_error = _error_handlers.get


def encode(obj, encoding='utf-8', errors='strict'):
    """obj encoded: text to bytes, or by a transform such as 'rot13' and 'hex'."""
    if _searches and (found := _registered(encoding)):
        return found[0](obj, errors)[0]
    pair = _transforms.get(encoding.lower().replace('-', '_'))
    return pair[0](obj) if pair else _codecs.encode(obj, encoding, errors)


def decode(obj, encoding='utf-8', errors='strict'):
    """obj decoded: bytes to text, or by a transform."""
    if _searches and (found := _registered(encoding)):
        return found[1](obj, errors)[0]
    pair = _transforms.get(encoding.lower().replace('-', '_'))
    return pair[1](obj) if pair else _codecs.decode(obj, encoding, errors)


class CodecInfo(tuple):
    """encode and decode functions of an encoding; both return the result and the length of what they used."""

    def __new__(cls, encode, decode, streamreader=None, streamwriter=None, incrementalencoder=None, incrementaldecoder=None, name=None):
        self = tuple.__new__(cls, (encode, decode, streamreader, streamwriter))
        self.name, self.encode, self.decode = name, encode, decode
        self.streamreader, self.streamwriter = streamreader, streamwriter
        self.incrementalencoder, self.incrementaldecoder = incrementalencoder, incrementaldecoder
        return self

    def __repr__(self):
        return '<codecs.CodecInfo object for encoding %s at %#x>' % (self.name, id(self))


_names = {'utf8': 'utf-8', 'u8': 'utf-8', 'latin1': 'iso8859-1', 'latin-1': 'iso8859-1', 'latin_1': 'iso8859-1', 'iso-8859-1': 'iso8859-1',
          'us-ascii': 'ascii', 'utf_8': 'utf-8', 'utf_16': 'utf-16', 'utf16': 'utf-16', 'utf_32': 'utf-32', 'utf32': 'utf-32'}


def lookup(encoding):
    """The CodecInfo of an encoding; LookupError when there is none."""
    name = encoding.lower()
    if _searches and (found := _registered(encoding)):
        return found
    if name not in _transforms:
        _codecs.encode('', encoding, 'strict')
    streams = [None] * 4 if name in _transforms else [
        of(kind, encoding) for kind in (StreamReader, StreamWriter, IncrementalEncoder, IncrementalDecoder)]
    return CodecInfo(lambda x, errors='strict': (encode(x, encoding, errors), len(x)),
                     lambda x, errors='strict': (decode(x, encoding, errors), len(x)), *streams, name=_names.get(name, name))


def _part(name):
    def get(encoding):
        found = getattr(lookup(encoding), name)
        if found is None:
            raise LookupError(encoding)
        return found
    get.__doc__ = 'The %s of an encoding.' % name
    return get


getencoder, getdecoder, getreader, getwriter = map(_part, ('encode', 'decode', 'streamreader', 'streamwriter'))
getincrementalencoder, getincrementaldecoder = _part('incrementalencoder'), _part('incrementaldecoder')


def open(filename, mode='r', encoding=None, errors='strict', buffering=-1):
    """Opens a file whose text is in an encoding."""
    return _open(filename, mode, encoding=encoding, errors=errors if encoding else None)


def iterencode(iterator, encoding, errors='strict', **kwargs):
    """The texts of an iterator, encoded one after another."""
    encoder = getincrementalencoder(encoding)(errors, **kwargs)
    for text in iterator:
        if data := encoder.encode(text):
            yield data


def iterdecode(iterator, encoding, errors='strict', **kwargs):
    """The bytes of an iterator, decoded; characters may lie across them."""
    decoder = getincrementaldecoder(encoding)(errors, **kwargs)
    for data in iterator:
        if text := decoder.decode(data):
            yield text
    if text := decoder.decode(b'', True):
        yield text


def _handler(name):
    """The function of a built-in error handler: what stands for the wrong part, and where to go on."""
    def handle(error):
        wrong = error.object[error.start:error.end]
        if name == 'strict':
            raise error
        if isinstance(wrong, str):
            return wrong.encode('ascii', name).decode(), error.end
        return wrong.decode('ascii', name), error.end
    handle.__name__ = name + '_errors'
    return handle


strict_errors, ignore_errors, replace_errors, xmlcharrefreplace_errors, backslashreplace_errors, namereplace_errors = _handlers = tuple(
    map(_handler, ('strict', 'ignore', 'replace', 'xmlcharrefreplace', 'backslashreplace', 'namereplace')))


def register_error(name, handler):
    """Has a function called for what cannot be encoded or decoded: it gives what stands for it, and where to go on."""
    if not callable(handler):
        raise TypeError('handler must be callable')
    _error_handlers[name] = handler


def lookup_error(name):
    """The function of an error handler."""
    if name in _error_handlers:
        return _error_handlers[name]
    for handler in _handlers:
        if handler.__name__ == '%s_errors' % name:
            return handler
    raise LookupError('unknown error handler name %r' % name)
