"""Bytes as text of 64, 32 or 16 characters."""

import binascii

__all__ = ['b64encode', 'b64decode', 'standard_b64encode', 'standard_b64decode', 'urlsafe_b64encode', 'urlsafe_b64decode',
           'b32encode', 'b32decode', 'b16encode', 'b16decode', 'b85encode', 'b85decode', 'a85encode', 'a85decode', 'encodebytes',
           'decodebytes']


def _bytes(s):
    if isinstance(s, str):
        try:
            return s.encode('ascii')
        except UnicodeEncodeError:
            raise ValueError('string argument should contain only ASCII characters') from None
    return bytes(s)


def b64encode(s, altchars=None):
    if isinstance(s, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    made = binascii.b2a_base64(s)[:-1]
    return made if altchars is None else made.translate(bytes.maketrans(b'+/', altchars))


def b64decode(s, altchars=None, validate=False):
    s = _bytes(s)
    if altchars is not None:
        s = s.translate(bytes.maketrans(_bytes(altchars), b'+/'))
    if validate:
        import re
        if not re.fullmatch(b'[A-Za-z0-9+/]*={0,2}', s):
            raise binascii.Error('Only base64 data is allowed')
    return binascii.a2b_base64(s)


standard_b64encode = b64encode
standard_b64decode = b64decode


def urlsafe_b64encode(s):
    return b64encode(s, b'-_')


def urlsafe_b64decode(s):
    return b64decode(s, b'-_')


def encodebytes(s):
    return b''.join(binascii.b2a_base64(s[i:i + 57]) for i in range(0, len(s), 57))


def decodebytes(s):
    return binascii.a2b_base64(s)


def b16encode(s):
    return binascii.hexlify(s).upper()


def b16decode(s, casefold=False):
    s = _bytes(s)
    if casefold:
        s = s.upper()
    if any(c not in b'0123456789ABCDEF' for c in s):
        raise binascii.Error('Non-base16 digit found')
    return binascii.unhexlify(s)


_ALPHABET = b'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'


def b32encode(s):
    out = bytearray()
    for i in range(0, len(s), 5):
        part = s[i:i + 5]
        number = int.from_bytes(part + b'\0' * (5 - len(part)), 'big')
        text = bytes(_ALPHABET[number >> shift & 31] for shift in range(35, -1, -5))
        keep = (8 * len(part) + 4) // 5
        out += text[:keep] + b'=' * (8 - keep)
    return bytes(out)


def b32decode(s, casefold=False):
    s = _bytes(s)
    if len(s) % 8:
        raise binascii.Error('Incorrect padding')
    if casefold:
        s = s.upper()
    out = bytearray()
    for i in range(0, len(s), 8):
        part = s[i:i + 8].rstrip(b'=')
        number = 0
        for c in part:
            if c not in _ALPHABET:
                raise binascii.Error('Non-base32 digit found')
            number = number << 5 | _ALPHABET.index(c)
        number <<= 5 * (8 - len(part))
        out += number.to_bytes(5, 'big')[:len(part) * 5 // 8]
    return bytes(out)


_B85 = b'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~'
_A85 = bytes(range(33, 118))


def _encode85(data, alphabet, pad, fold=None):
    missing = -len(data) % 4
    data = bytes(data) + b'\0' * missing
    groups = []
    for i in range(0, len(data), 4):
        number, digits = int.from_bytes(data[i:i + 4], 'big'), []
        if number == 0 and fold and (i + 4 < len(data) or not missing):
            groups.append(fold)
            continue
        for _ in range(5):
            number, digit = divmod(number, 85)
            digits.append(alphabet[digit])
        groups.append(bytes(digits[::-1]))
    if missing and not pad:
        groups[-1] = groups[-1][:-missing]
    return b''.join(groups)


def _decode85(data, alphabet, name):
    values = {c: i for i, c in enumerate(alphabet)}
    missing = -len(data) % 5
    data = data + alphabet[-1:] * missing
    out = bytearray()
    for i in range(0, len(data), 5):
        number = 0
        for at, c in enumerate(data[i:i + 5]):
            if c not in values:
                raise ValueError('bad base85 character at position %d' % (i + at) if name == 'base85' else 'Non-Ascii85 digit found: %c' % c)
            number = number * 85 + values[c]
        if number >= 1 << 32:
            raise ValueError('base85 overflow in hunk starting at byte %d' % i if name == 'base85' else 'Ascii85 overflow')
        out += number.to_bytes(4, 'big')
    return bytes(out[:len(out) - missing])


def b85encode(b, pad=False):
    return _encode85(b, _B85, pad)


def b85decode(b):
    return _decode85(_bytes(b), _B85, 'base85')


def a85encode(b, *, foldspaces=False, wrapcol=0, pad=False, adobe=False):
    made = _encode85(b, _A85, pad, b'z')
    if adobe:
        made = b'<~' + made + b'~>'
    if wrapcol:
        made = b'\n'.join(made[i:i + wrapcol] for i in range(0, len(made), wrapcol))
    return made


def a85decode(b, *, foldspaces=False, adobe=False, ignorechars=b' \t\n\r\v'):
    b = _bytes(b)
    if adobe:
        if not b.endswith(b'~>'):
            raise ValueError("Ascii85 encoded byte sequences must end with b'~>'")
        b = b[2:-2] if b.startswith(b'<~') else b[:-2]
    b = bytes(c for c in b if c not in ignorechars).replace(b'z', b'!!!!!')
    return _decode85(b, _A85, 'ascii85')
