"""Random numbers nobody can guess."""

import base64
import binascii
import os
from random import SystemRandom

__all__ = ['choice', 'randbelow', 'randbits', 'SystemRandom', 'token_bytes', 'token_hex', 'token_urlsafe', 'compare_digest']

_random = SystemRandom()
choice, randbits = _random.choice, _random.getrandbits


def randbelow(exclusive_upper_bound):
    if exclusive_upper_bound <= 0:
        raise ValueError('Upper bound must be positive.')
    return _random._randbelow(exclusive_upper_bound)


def token_bytes(nbytes=None):
    return os.urandom(32 if nbytes is None else nbytes)


def token_hex(nbytes=None):
    return binascii.hexlify(token_bytes(nbytes)).decode('ascii')


def token_urlsafe(nbytes=None):
    return base64.urlsafe_b64encode(token_bytes(nbytes)).rstrip(b'=').decode('ascii')


def compare_digest(a, b):
    """Whether two digests are the same, in a time that says nothing of where they differ."""
    if isinstance(a, str) and isinstance(b, str):
        if not (a.isascii() and b.isascii()):
            raise TypeError('comparing strings with non-ASCII characters is not supported')
        a, b = a.encode(), b.encode()
    kinds = type(a).__name__, type(b).__name__
    try:
        a, b = memoryview(a), memoryview(b)
    except TypeError:
        raise TypeError("unsupported operand types(s) or combination of types: '%s' and '%s'" % kinds) from None
    different = len(a) ^ len(b)
    for x, y in zip(a, b):
        different |= x ^ y
    return not different
