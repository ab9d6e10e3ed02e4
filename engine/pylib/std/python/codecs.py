"""Encodings of text: strings to bytes, files, and a few transforms by name."""

import _codecs
import binascii
from io import open as _open

__all__ = ['encode', 'decode', 'lookup', 'open', 'getencoder', 'getdecoder', 'CodecInfo', 'register', 'unregister', 'register_error', 'lookup_error',
           'BOM', 'BOM_UTF8', 'BOM_UTF16', 'BOM_UTF16_LE', 'BOM_UTF16_BE', 'BOM_UTF32', 'BOM_UTF32_LE', 'BOM_UTF32_BE', 'BOM_LE', 'BOM_BE',
           'strict_errors', 'ignore_errors', 'replace_errors', 'xmlcharrefreplace_errors', 'backslashreplace_errors',
           'namereplace_errors', 'getreader', 'getwriter', 'getincrementalencoder', 'getincrementaldecoder', 'iterencode',
           'iterdecode', 'IncrementalEncoder', 'IncrementalDecoder', 'StreamReader', 'StreamWriter']


class Codec:
    """What encodes and decodes without a state."""

    def encode(self, input, errors='strict'):
        raise NotImplementedError

    def decode(self, input, errors='strict'):
        raise NotImplementedError


class IncrementalEncoder:
    """Encodes a text part by part."""

    encoding = 'utf-8'

    def __init__(self, errors='strict'):
        self.errors, self._begun = errors, False

    def encode(self, input, final=False):
        data = _codecs.encode(input, self.encoding, self.errors)
        if self._begun:  # no second byte order mark
            data = data[len(_codecs.encode('', self.encoding, 'strict')):]
        self._begun = self._begun or bool(input)
        return data

    def reset(self):
        self._begun = False

    def getstate(self):
        return int(self._begun)

    def setstate(self, state):
        self._begun = bool(state)


class IncrementalDecoder:
    """Decodes bytes part by part; those of a character that is not complete wait for the next part."""

    encoding = 'utf-8'

    def __init__(self, errors='strict'):
        self.errors, self._rest = errors, b''

    def decode(self, input, final=False):
        data = self._rest + bytes(input)
        whole = data if final else data[:self._complete(data)]
        text = _codecs.decode(whole, self.encoding, self.errors)
        self._rest = data[len(whole):]
        return text

    def _complete(self, data):
        """How many bytes are whole characters."""
        for cut in range(4):
            try:
                _codecs.decode(data[:len(data) - cut], self.encoding, 'strict')
                return len(data) - cut
            except UnicodeDecodeError as error:
                if error.end < len(data) - cut or error.reason not in ('unexpected end of data', 'truncated data'):
                    return len(data)  # wrong, and not only short
                if cut == len(data):
                    break
        return max(0, len(data) - 4)

    def reset(self):
        self._rest = b''

    def getstate(self):
        return self._rest, 0

    def setstate(self, state):
        self._rest = state[0]


class StreamWriter(Codec):
    """Writes text to a binary stream."""

    encoding = 'utf-8'

    def __init__(self, stream, errors='strict'):
        self.stream, self.errors = stream, errors
        self._encoder = type('Encoder', (IncrementalEncoder,), {'encoding': self.encoding})(errors)

    def write(self, object):
        self.stream.write(self._encoder.encode(object))

    def writelines(self, list):
        self.write(''.join(list))

    def reset(self):
        self._encoder.reset()

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.stream.close()


class StreamReader(Codec):
    """Reads text from a binary stream."""

    encoding = 'utf-8'

    def __init__(self, stream, errors='strict'):
        self.stream, self.errors = stream, errors
        self._decoder = type('Decoder', (IncrementalDecoder,), {'encoding': self.encoding})(errors)
        self._text = ''

    def read(self, size=-1, chars=-1, firstline=False):
        """Up to chars characters, made of about size bytes at a time; all there is by default."""
        while chars < 0 or len(self._text) < chars:
            data = self.stream.read(size if size >= 0 else -1)
            self._text += self._decoder.decode(data, final=size < 0)
            if size >= 0 or not data:
                break
        cut = len(self._text) if chars < 0 else chars
        found, self._text = self._text[:cut], self._text[cut:]
        return found

    def readline(self, size=None, keepends=True):
        while not self._text.endswith('\n'):
            data = self.stream.readline() if hasattr(self.stream, 'readline') else self.stream.read(72)
            self._text += self._decoder.decode(data, final=not data)
            if not data or len(self._text.splitlines()) > 1:
                break
        lines = self._text.splitlines(True)
        if not lines:
            return ''
        self._text = ''.join(lines[1:])
        return lines[0] if keepends else lines[0].splitlines()[0]

    def readlines(self, sizehint=None, keepends=True):
        return self.read().splitlines(keepends)

    def reset(self):
        self._decoder.reset()
        self._text = ''

    def seek(self, offset, whence=0):
        self.stream.seek(offset, whence)
        self.reset()

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.stream.close()


def _of(kind, encoding):
    """The class of an encoding."""
    return type(kind.__name__, (kind,), {'encoding': encoding})


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
        _of(kind, encoding) for kind in (StreamReader, StreamWriter, IncrementalEncoder, IncrementalDecoder)]
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
