"""Keyed hashes (RFC 2104)."""

import hashlib
from secrets import compare_digest

__all__ = ['new', 'digest', 'compare_digest', 'HMAC']


class HMAC:
    """A hash that only the holders of a key can make."""

    blocksize = 64

    def __init__(self, key, msg=None, digestmod=''):
        if not isinstance(key, (bytes, bytearray)):
            raise TypeError('key: expected bytes or bytearray, but got %r' % type(key).__name__)
        if not digestmod:
            raise TypeError("Missing required argument 'digestmod'.")
        if isinstance(digestmod, str):
            make = lambda data=b'': hashlib.new(digestmod, data)
        else:
            make = getattr(digestmod, 'new', digestmod)
        self._inner, self._outer = make(), make()
        self.digest_size = self._inner.digest_size
        self.block_size = self._block_size()
        self.name = 'hmac-' + self._inner.name
        if len(key) > self.block_size:
            key = make(key).digest()
        key = bytes(key).ljust(self.block_size, b'\0')
        self._outer.update(bytes(b ^ 0x5c for b in key))
        self._inner.update(bytes(b ^ 0x36 for b in key))
        if msg is not None:
            self.update(msg)

    def _block_size(self):
        import warnings
        size = getattr(self._inner, 'block_size', None)
        if size is None:
            warnings.warn('No block_size attribute on given digest object; Assuming %d.' % self.blocksize,
                          RuntimeWarning, stacklevel=3)
        elif size < 16:
            warnings.warn('block_size of %d seems too small; using our default of %d.' % (size, self.blocksize),
                          RuntimeWarning, stacklevel=3)
        else:
            return size
        return self.blocksize

    def update(self, msg):
        self._inner.update(msg)

    def _current(self):
        h = self._outer.copy()
        h.update(self._inner.digest())
        return h

    def digest(self):
        return self._current().digest()

    def hexdigest(self):
        return self._current().hexdigest()

    def copy(self):
        other = HMAC.__new__(HMAC)
        other.__dict__.update(self.__dict__)
        other._inner, other._outer = self._inner.copy(), self._outer.copy()
        return other


def new(key, msg=None, digestmod=''):
    return HMAC(key, msg, digestmod)


def digest(key, msg, digest):
    return HMAC(key, msg, digest).digest()
