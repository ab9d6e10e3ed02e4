"""Bytes as text of 85, 64, 32 or 16 characters."""

import _base64
import binascii

__all__ = ['encode', 'decode', 'encodebytes', 'decodebytes', 'b64encode', 'b64decode', 'b32encode', 'b32decode',
           'b32hexencode', 'b32hexdecode', 'b16encode', 'b16decode', 'b85encode', 'b85decode', 'a85encode', 'a85decode',
           'standard_b64encode', 'standard_b64decode', 'urlsafe_b64encode', 'urlsafe_b64decode']

MAXLINESIZE = 76
MAXBINSIZE = MAXLINESIZE // 4 * 3


_TO_URL, _FROM_URL = bytes.maketrans(b'+/', b'-_'), bytes.maketrans(b'-_', b'+/')


def _bytes(s):
    if isinstance(s, str):
        try:
            return s.encode('ascii')
        except UnicodeEncodeError:
            raise ValueError('string argument should contain only ASCII characters') from None
    if isinstance(s, (bytes, bytearray)):
        return s
    try:
        return memoryview(s).tobytes()
    except TypeError:
        raise TypeError('argument should be a bytes-like object or ASCII string, not %r' % type(s).__name__) from None


def b64encode(s, altchars=None):
    made = binascii.b2a_base64(s, newline=False)
    if altchars is None:
        return made
    return made.translate(_TO_URL if altchars == b'-_' else bytes.maketrans(b'+/', _pair(altchars)))


def _pair(altchars):
    assert len(altchars) == 2, repr(altchars)
    return altchars


def b64decode(s, altchars=None, validate=False):
    s = _bytes(s)
    if altchars is not None:
        s = s.translate(_FROM_URL if altchars == b'-_' else bytes.maketrans(_pair(_bytes(altchars)), b'+/'))
    return binascii.a2b_base64(s, strict_mode=validate)


def standard_b64encode(s):
    return b64encode(s)


def standard_b64decode(s):
    return b64decode(s)


def urlsafe_b64encode(s):
    return b64encode(s, b'-_')


def urlsafe_b64decode(s):
    return b64decode(s, b'-_')


def _flat(s):
    """A view of the bytes of s."""
    try:
        view = memoryview(s)
    except TypeError as e:
        raise TypeError('expected bytes-like object, not %s' % type(s).__name__) from e
    if view.format not in 'cbB':
        raise TypeError('expected single byte elements, not %r from %s' % (view.format, type(s).__name__))
    if view.ndim != 1:
        raise TypeError('expected 1-D data, not %d-D data from %s' % (view.ndim, type(s).__name__))
    return view


def encodebytes(s):
    """s as lines of base64."""
    s = _flat(s)
    return b''.join(binascii.b2a_base64(s[i:i + MAXBINSIZE]) for i in range(0, len(s), MAXBINSIZE))


def decodebytes(s):
    return binascii.a2b_base64(_flat(s))


def encode(input, output):
    """Writes the bytes of one file as base64 into another."""
    while part := input.read(MAXBINSIZE):
        while len(part) < MAXBINSIZE and (more := input.read(MAXBINSIZE - len(part))):
            part += more
        output.write(binascii.b2a_base64(part))


def decode(input, output):
    """Writes the bytes that the lines of a file stand for into another."""
    while line := input.readline():
        output.write(binascii.a2b_base64(line))


def b16encode(s):
    return _base64.encode16(s)


def b16decode(s, casefold=False):
    s = _bytes(s)
    return _base64.decode16(s.upper() if casefold else s)


_B32 = b'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
_B32HEX = b'0123456789ABCDEFGHIJKLMNOPQRSTUV'


def _encode32(s, alphabet):
    return _base64.encode32(s if isinstance(s, (bytes, bytearray)) else memoryview(s), alphabet)


def _decode32(s, alphabet, casefold=False, map01=None):
    s = _bytes(s)
    if map01 is not None and len(s) % 8 == 0:
        map01 = _bytes(map01)
        assert len(map01) == 1, repr(map01)
        s = s.translate(bytes.maketrans(b'01', b'O' + map01))
    return _base64.decode32(s.upper() if casefold else s, alphabet)


def b32encode(s):
    return _encode32(s, _B32)


def b32decode(s, casefold=False, map01=None):
    return _decode32(s, _B32, casefold, map01)


def b32hexencode(s):
    return _encode32(s, _B32HEX)


def b32hexdecode(s, casefold=False):
    return _decode32(s, _B32HEX, casefold)


_B85 = b'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~'
_A85 = bytes(range(33, 118))


def _encode85(data, alphabet, pad, z=False, y=False):
    """Groups of four bytes as five digits; with z a group of zeros is one letter, with y one of spaces."""
    return _base64.encode85(data if isinstance(data, (bytes, bytearray)) else memoryview(data), alphabet, bool(pad), z, y)


def b85encode(b, pad=False):
    return _encode85(b, _B85, pad)


def b85decode(b):
    return _base64.decode85(_bytes(b), _B85)


def a85encode(b, *, foldspaces=False, wrapcol=0, pad=False, adobe=False):
    made = _encode85(b, _A85, pad, True, bool(foldspaces))
    if adobe:
        made = b'<~' + made
    if wrapcol:
        wrapcol = max(2 if adobe else 1, wrapcol)
        lines = [made[i:i + wrapcol] for i in range(0, len(made), wrapcol)]
        if adobe and len(lines[-1]) + 2 > wrapcol:
            lines.append(b'')
        made = b'\n'.join(lines)
    return made + b'~>' if adobe else made


def a85decode(b, *, foldspaces=False, adobe=False, ignorechars=b' \t\n\r\v'):
    b = _bytes(b)
    if adobe:
        if not b.endswith(b'~>'):
            raise ValueError("Ascii85 encoded byte sequences must end with b'~>'")
        b = b[2:-2] if b.startswith(b'<~') else b[:-2]
    return _base64.decodeascii85(b, bool(foldspaces), ignorechars)
