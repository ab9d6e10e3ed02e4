"""Polynomials by their coefficients, the highest power first."""

import numpy as np
from _numpy import array, asarray, concatenate
from numpy.core.numeric import zeros
from numpy.core.shape_base import atleast_1d
from numpy.lib.function_base import convolve, polyval


def trim_zeros(filt, trim="fb"):
    first, last = 0, len(filt)
    if "f" in trim.lower():
        while first < last and filt[first] == 0:
            first += 1
    if "b" in trim.lower():
        while last > first and filt[last - 1] == 0:
            last -= 1
    return filt[first:last]


def poly(seq_of_zeros):
    roots = atleast_1d(seq_of_zeros)
    if roots.ndim == 2:
        roots = np.linalg.eigvals(roots)
    a = array([1.0])
    for r in roots:
        a = convolve(a, array([1, -r]))
    return a


def roots(p):
    p = atleast_1d(p)
    nonzero = np.nonzero(p)[0]
    if len(nonzero) == 0:
        return array([])
    trailing = len(p) - nonzero[-1] - 1
    p = p[int(nonzero[0]):int(nonzero[-1]) + 1].astype(float)
    n = len(p)
    if n <= 1:
        return zeros(trailing)
    companion = np.diag(np.ones(n - 2), -1)
    companion[0, :] = -p[1:] / p[0]
    return concatenate((np.linalg.eigvals(companion), zeros(trailing)))


def polyder(p, m=1):
    truepoly = isinstance(p, poly1d)
    p = asarray(p.coeffs if truepoly else p)
    for _ in range(m):
        n = len(p) - 1
        p = p[:-1] * np.arange(n, 0, -1)
    return poly1d(p) if truepoly else p


def polyint(p, m=1, k=0):
    truepoly = isinstance(p, poly1d)
    p = asarray(p.coeffs if truepoly else p)
    for _ in range(m):
        p = concatenate((p / np.arange(len(p), 0, -1), array([k])))
    return poly1d(p) if truepoly else p


def _padded(a1, a2):
    a1, a2 = atleast_1d(a1), atleast_1d(a2)
    n = len(a1) - len(a2)
    if n > 0:
        a2 = concatenate((zeros(n, a2.dtype), a2))
    elif n < 0:
        a1 = concatenate((zeros(-n, a1.dtype), a1))
    return a1, a2


def _wrapped(f):
    def g(a1, a2):
        ours = isinstance(a1, poly1d) or isinstance(a2, poly1d)
        a1, a2 = (x.coeffs if isinstance(x, poly1d) else x for x in (a1, a2))
        return poly1d(f(a1, a2)) if ours else f(a1, a2)
    g.__name__ = f.__name__
    return g


@_wrapped
def polyadd(a1, a2):
    a1, a2 = _padded(a1, a2)
    return a1 + a2


@_wrapped
def polysub(a1, a2):
    a1, a2 = _padded(a1, a2)
    return a1 - a2


@_wrapped
def polymul(a1, a2):
    return convolve(atleast_1d(a1), atleast_1d(a2))


def polydiv(u, v):
    ours = isinstance(u, poly1d) or isinstance(v, poly1d)
    u, v = (atleast_1d(x.coeffs if isinstance(x, poly1d) else x) + 0.0 for x in (u, v))
    m, n = len(u) - 1, len(v) - 1
    q, r = zeros(max(m - n + 1, 1)), u.copy()
    for k in range(0, m - n + 1):
        q[k] = r[k] / v[0]
        r[k:k + n + 1] -= q[k] * v
    while len(r) > 1 and np.allclose(r[0], 0, rtol=1e-14):
        r = r[1:]
    return (poly1d(q), poly1d(r)) if ours else (q, r)


class poly1d:
    """A polynomial of one variable."""

    __hash__ = None

    def __init__(self, c_or_r, r=False, variable=None):
        c = c_or_r.coeffs if isinstance(c_or_r, poly1d) else poly(c_or_r) if r else atleast_1d(c_or_r)
        c = trim_zeros(c, trim="f")
        self.coeffs = c if len(c) else array([0])
        self.variable = variable or "x"

    c = coef = coefficients = property(lambda self: self.coeffs)
    o = order = property(lambda self: len(self.coeffs) - 1)
    r = roots = property(lambda self: roots(self.coeffs))

    def __call__(self, val):
        return polyval(self.coeffs, val)

    def __array__(self, dtype=None):
        return asarray(self.coeffs, dtype)

    def __len__(self):
        return self.order

    def __getitem__(self, power):
        return self.coeffs[self.order - power] if 0 <= power <= self.order else self.coeffs.dtype.type(0)

    def __iter__(self):
        return iter(self.coeffs)

    def __repr__(self):
        return "poly1d" + repr(self.coeffs)[5:]

    def __str__(self):
        powers = terms = ""
        for i, k in enumerate(self.coeffs.tolist()):
            power, size = self.order - i, f"{abs(k):.4g}"
            if k == 0 and self.order > 0:
                continue
            if terms:
                terms += " - " if k < 0 else " + "
            elif k < 0:
                terms = "-"
            terms += size if power == 0 else f"{size} {self.variable}"
            if power > 1:
                powers = powers.ljust(len(terms)) + str(power)
                terms = terms.ljust(len(powers) - 1)
        return powers.ljust(1) + "\n" + terms

    def __neg__(self):
        return poly1d(-self.coeffs)

    def __mul__(self, other):
        return poly1d(self.coeffs * other) if np.isscalar(other) else polymul(self, poly1d(other))

    __rmul__ = __mul__

    def __add__(self, other):
        return polyadd(self, poly1d(other))

    __radd__ = __add__

    def __sub__(self, other):
        return polysub(self, poly1d(other))

    def __rsub__(self, other):
        return polysub(poly1d(other), self)

    def __pow__(self, n):
        out = poly1d([1])
        for _ in range(n):
            out = out * self
        return out

    def __truediv__(self, other):
        return poly1d(self.coeffs / other) if np.isscalar(other) else polydiv(self, other)

    def __eq__(self, other):
        return isinstance(other, poly1d) and self.coeffs.shape == other.coeffs.shape and bool((self.coeffs == other.coeffs).all())

    def deriv(self, m=1):
        return polyder(self, m)

    def integ(self, m=1, k=0):
        return polyint(self, m, k)
