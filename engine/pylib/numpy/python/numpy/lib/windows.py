"""Windows for signals, and the Bessel function that one of them needs."""

from _numpy import arange, array, asarray, cos, sqrt
from numpy.core.numeric import ones, pi


def _window(M, terms):
    if M < 1:
        return array([])
    if M == 1:
        return ones(1)
    n = arange(1 - M, M, 2)
    return sum(c * cos(k * pi * n / (M - 1)) for k, c in enumerate(terms))


def hanning(M):
    return _window(M, (0.5, 0.5))


def hamming(M):
    return _window(M, (0.54, 0.46))


def blackman(M):
    return _window(M, (0.42, 0.5, 0.08))


def bartlett(M):
    n = arange(1 - M, M, 2)
    return ones(1) if M == 1 else array([1 + k / (M - 1) if k <= 0 else 1 - k / (M - 1) for k in n.tolist()])


def i0(x):
    x = asarray(x) * 1.0
    def one(v):
        term, total, k = 1.0, 1.0, 0
        while term > total * 1e-17:
            k += 1
            term *= (v / 2 / k) ** 2
            total += term
        return total
    return array([one(v) for v in x.ravel().tolist()]).reshape(x.shape)


def kaiser(M, beta):
    if M == 1:
        return ones(1)
    n, alpha = arange(0, M), (M - 1) / 2.0
    return i0(beta * sqrt(1 - ((n - alpha) / alpha) ** 2.0)) / i0(float(beta))
