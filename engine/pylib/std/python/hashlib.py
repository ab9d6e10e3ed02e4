"""Hashes of bytes."""

import _hashlib

_names = ('md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha3_224', 'sha3_256', 'sha3_384', 'sha3_512')
algorithms_guaranteed = algorithms_available = set(_names)
__all__ = ['new', 'pbkdf2_hmac', 'file_digest', 'algorithms_guaranteed', 'algorithms_available', *_names]


def new(name, data=b'', *, usedforsecurity=True):
    """A hash object by name."""
    return _hashlib.new(name, data)


def _constructor(name):
    def make(string=b'', *, usedforsecurity=True):
        return _hashlib.new(name, string)
    make.__name__ = make.__qualname__ = 'openssl_' + name
    return make


globals().update((_name, _constructor(_name)) for _name in _names)


def file_digest(fileobj, digest, /):
    """The hash object of what a file holds."""
    made = new(digest) if isinstance(digest, str) else digest()
    while data := fileobj.read(1 << 18):
        made.update(data)
    return made


def pbkdf2_hmac(hash_name, password, salt, iterations, dklen=None):
    """A key from a password (PKCS #5 2.0)."""
    import hmac
    keyed = hmac.new(password, digestmod=hash_name)
    dklen, key, block = dklen or keyed.digest_size, b'', 0

    def step(message):
        h = keyed.copy()
        h.update(message)
        return h.digest()

    while len(key) < dklen:
        block += 1
        last = step(salt + block.to_bytes(4, 'big'))
        total = int.from_bytes(last, 'big')
        for _ in range(iterations - 1):
            last = step(last)
            total ^= int.from_bytes(last, 'big')
        key += total.to_bytes(keyed.digest_size, 'big')
    return key[:dklen]
