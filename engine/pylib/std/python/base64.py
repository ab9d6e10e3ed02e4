"""Bytes as text of 64, 32 or 16 characters."""

import binascii

__all__ = ['b64encode', 'b64decode', 'standard_b64encode', 'standard_b64decode', 'urlsafe_b64encode', 'urlsafe_b64decode',
           'b32encode', 'b32decode', 'b16encode', 'b16decode', 'encodebytes', 'decodebytes']


def _bytes(s):
    if isinstance(s, str):
        try:
            return s.encode('ascii')
        except UnicodeEncodeError:
            raise ValueError('string argument should contain only ASCII characters') from None
    return bytes(s)


def b64encode(s, altchars=None):
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
