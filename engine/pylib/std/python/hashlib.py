"""Hashes of bytes."""

import _hashlib

algorithms_guaranteed = algorithms_available = {'md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'}
__all__ = ['new', 'md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'algorithms_guaranteed', 'algorithms_available']


def new(name, data=b'', *, usedforsecurity=True):
    """A hash object by name."""
    return _hashlib.new(name, data)


def _constructor(name):
    def make(string=b'', *, usedforsecurity=True):
        return _hashlib.new(name, string)
    make.__name__ = make.__qualname__ = 'openssl_' + name
    return make


md5, sha1, sha224, sha256, sha384, sha512 = map(_constructor, ('md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'))
