"""Encodings of text: strings to bytes, files, and a few transforms by name."""

import _codecs
import binascii
from io import open as _open

__all__ = ['encode', 'decode', 'lookup', 'open', 'getencoder', 'getdecoder', 'CodecInfo', 'register_error', 'lookup_error',
           'BOM', 'BOM_UTF8', 'BOM_UTF16', 'BOM_UTF16_LE', 'BOM_UTF16_BE', 'BOM_UTF32', 'BOM_UTF32_LE', 'BOM_UTF32_BE']

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


def encode(obj, encoding='utf-8', errors='strict'):
    """obj encoded: text to bytes, or by a transform such as 'rot13' and 'hex'."""
    pair = _transforms.get(encoding.lower().replace('-', '_'))
    return pair[0](obj) if pair else _codecs.encode(obj, encoding, errors)


def decode(obj, encoding='utf-8', errors='strict'):
    """obj decoded: bytes to text, or by a transform."""
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
    if name not in _transforms:
        _codecs.encode('', encoding, 'strict')
    return CodecInfo(lambda x, errors='strict': (encode(x, encoding, errors), len(x)),
                     lambda x, errors='strict': (decode(x, encoding, errors), len(x)), name=_names.get(name, name))


def getencoder(encoding):
    return lookup(encoding).encode


def getdecoder(encoding):
    return lookup(encoding).decode


def open(filename, mode='r', encoding=None, errors='strict', buffering=-1):
    """Opens a file whose text is in an encoding."""
    return _open(filename, mode, encoding=encoding, errors=errors if encoding else None)


def iterencode(iterator, encoding, errors='strict', **kwargs):
    for text in iterator:
        yield encode(text, encoding, errors)


def iterdecode(iterator, encoding, errors='strict', **kwargs):
    for data in iterator:
        yield decode(data, encoding, errors)


def register_error(name, handler):
    raise NotImplementedError('error handlers cannot be registered here')


def lookup_error(name):
    if name not in ('strict', 'ignore', 'replace', 'xmlcharrefreplace', 'backslashreplace', 'namereplace', 'surrogateescape', 'surrogatepass'):
        raise LookupError('unknown error handler name %r' % name)
    return None
