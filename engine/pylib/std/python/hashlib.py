"""Hashes of bytes."""

import _hashlib
from _blake2 import blake2b, blake2s
from _hashlib import pbkdf2_hmac

_names = ('md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha3_224', 'sha3_256', 'sha3_384', 'sha3_512', 'shake_128', 'shake_256')
algorithms_guaranteed = {*_names, 'blake2b', 'blake2s'}
algorithms_available = set(algorithms_guaranteed)
__all__ = (*_names, 'blake2b', 'blake2s', 'new', 'algorithms_guaranteed', 'algorithms_available', 'pbkdf2_hmac', 'file_digest')


def new(name, data=b'', **kwargs):
    """A hash object by name."""
    if name in ('blake2b', 'blake2s'):
        return globals()[name](data, **kwargs)
    return _hashlib.new(name, data, **kwargs)


def _constructor(name):
    def make(string=b'', *, usedforsecurity=True):
        return _hashlib.new(name, string)
    make.__name__ = make.__qualname__ = 'openssl_' + name
    return make


globals().update((_name, _constructor(_name)) for _name in _names)


def file_digest(fileobj, digest, /, *, _bufsize=1 << 18):
    """The hash object of what a file holds."""
    made = new(digest) if isinstance(digest, str) else digest()
    if hasattr(fileobj, 'getbuffer'):
        made.update(fileobj.getbuffer())
        return made
    if not (hasattr(fileobj, 'readinto') and hasattr(fileobj, 'readable') and fileobj.readable()):
        raise ValueError("'%r' is not a file-like object in binary reading mode." % (fileobj,))
    while data := fileobj.read(_bufsize):
        made.update(data)
    return made
