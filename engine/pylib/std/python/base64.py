"""Bytes as text of 85, 64, 32 or 16 characters."""

import binascii

__all__ = ['encode', 'decode', 'encodebytes', 'decodebytes', 'b64encode', 'b64decode', 'b32encode', 'b32decode',
           'b32hexencode', 'b32hexdecode', 'b16encode', 'b16decode', 'b85encode', 'b85decode', 'a85encode', 'a85decode',
           'standard_b64encode', 'standard_b64decode', 'urlsafe_b64encode', 'urlsafe_b64decode']

MAXLINESIZE = 76
MAXBINSIZE = MAXLINESIZE // 4 * 3


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
    return made if altchars is None else made.translate(bytes.maketrans(b'+/', _pair(altchars)))


def _pair(altchars):
    assert len(altchars) == 2, repr(altchars)
    return altchars


def b64decode(s, altchars=None, validate=False):
    s = _bytes(s)
    if altchars is not None:
        s = s.translate(bytes.maketrans(_pair(_bytes(altchars)), b'+/'))
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
    return binascii.hexlify(s).upper()


def b16decode(s, casefold=False):
    s = _bytes(s)
    if casefold:
        s = s.upper()
    for c in s:
        if c not in b'0123456789ABCDEF':
            raise binascii.Error('Non-base16 digit found')
    return binascii.unhexlify(s)


_B32 = b'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
_B32HEX = b'0123456789ABCDEFGHIJKLMNOPQRSTUV'


def _encode32(s, alphabet):
    s = s if isinstance(s, (bytes, bytearray)) else memoryview(s).tobytes()
    out = bytearray()
    for i in range(0, len(s), 5):
        part = s[i:i + 5]
        number = int.from_bytes(part + b'\0' * (5 - len(part)), 'big')
        text = bytes(alphabet[number >> shift & 31] for shift in range(35, -1, -5))
        keep = (8 * len(part) + 4) // 5
        out += text[:keep] + b'=' * (8 - keep)
    return bytes(out)


def _decode32(s, alphabet, casefold=False, map01=None):
    s = _bytes(s)
    if len(s) % 8:
        raise binascii.Error('Incorrect padding')
    if map01 is not None:
        map01 = _bytes(map01)
        assert len(map01) == 1, repr(map01)
        s = s.translate(bytes.maketrans(b'01', b'O' + map01))
    if casefold:
        s = s.upper()
    kept = s.rstrip(b'=')
    values = {c: i for i, c in enumerate(alphabet)}
    out = bytearray()
    for i in range(0, len(kept), 8):
        part = kept[i:i + 8]
        number = 0
        for c in part:
            if c not in values:
                raise binascii.Error('Non-base32 digit found')
            number = number << 5 | values[c]
        number <<= 5 * (8 - len(part))
        out += number.to_bytes(5, 'big')[:len(part) * 5 // 8]
    if (len(s) - len(kept)) not in (0, 1, 3, 4, 6):
        raise binascii.Error('Incorrect padding')
    return bytes(out)


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


def _encode85(data, alphabet, pad, folds={}):
    """Groups of four bytes as five digits; a number in folds is one byte."""
    data = data if isinstance(data, (bytes, bytearray)) else memoryview(data).tobytes()
    missing = -len(data) % 4
    data = data + b'\0' * missing
    groups = []
    for i in range(0, len(data), 4):
        number, digits = int.from_bytes(data[i:i + 4], 'big'), []
        if number in folds:
            groups.append(folds[number])
            continue
        for _ in range(5):
            number, digit = divmod(number, 85)
            digits.append(alphabet[digit])
        groups.append(bytes(digits[::-1]))
    if missing and not pad:
        last = groups[-1] if len(groups[-1]) == 5 else alphabet[:1] * 5
        groups[-1] = last[:-missing]
    return b''.join(groups)


def b85encode(b, pad=False):
    return _encode85(b, _B85, pad)


def b85decode(b):
    b = _bytes(b)
    values = {c: i for i, c in enumerate(_B85)}
    missing = -len(b) % 5
    padded = b + b'~' * missing
    out = bytearray()
    for i in range(0, len(padded), 5):
        number = 0
        for at, c in enumerate(padded[i:i + 5], i):
            if c not in values:
                raise ValueError('bad base85 character at position %d' % at) from None
            number = number * 85 + values[c]
        if number >= 1 << 32:
            raise ValueError('base85 overflow in hunk starting at byte %d' % i)
        out += number.to_bytes(4, 'big')
    return bytes(out[:len(out) - missing])


def a85encode(b, *, foldspaces=False, wrapcol=0, pad=False, adobe=False):
    folds = {0: b'z', 0x20202020: b'y'} if foldspaces else {0: b'z'}
    made = _encode85(b, _A85, pad, folds)
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
    out, group = bytearray(), []

    def complete():
        number = 0
        for c in group:
            number = number * 85 + (c - 33)
        if number >= 1 << 32:
            raise ValueError('Ascii85 overflow') from None
        group.clear()
        return number.to_bytes(4, 'big')

    for c in b:
        if 33 <= c <= 117:
            group.append(c)
            if len(group) == 5:
                out += complete()
        elif c == 122 or c == 121 and foldspaces:
            if group:
                raise ValueError('%c inside Ascii85 5-tuple' % c)
            out += b'\0\0\0\0' if c == 122 else b'    '
        elif c not in ignorechars:
            raise ValueError('Non-Ascii85 digit found: %c' % c)
    if group:
        missing = 5 - len(group)
        group += [117] * missing
        out += complete()[:4 - missing]
    return bytes(out)
