"""Polynomials by their coefficients, the highest power first."""

import numpy as np
from _numpy import array, asarray, concatenate
from numpy.core.numeric import zeros
from numpy.core.shape_base import atleast_1d
from numpy.lib.function_base import convolve


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
    zeros_ = atleast_1d(seq_of_zeros)
    if zeros_.ndim == 2 and zeros_.shape[0] == zeros_.shape[1] and zeros_.shape[0]:
        zeros_ = np.linalg.eigvals(zeros_)
    elif zeros_.ndim != 1:
        raise ValueError("input must be 1d or non-empty square 2d array.")
    if len(zeros_) == 0:
        return 1.0
    zeros_ = zeros_ if zeros_.dtype.kind in "fcO" else zeros_.astype(float)
    a = np.ones(1, zeros_.dtype)
    for r in zeros_:
        a = convolve(a, array([1, -r], zeros_.dtype))
    if a.dtype.kind == "c" and np.all(np.sort(zeros_) == np.sort(zeros_.conj())):
        a = a.real.copy()
    return a


def roots(p):
    p = atleast_1d(p.coeffs if isinstance(p, poly1d) else p)
    if p.ndim != 1:
        raise ValueError("Input must be a rank-1 array.")
    nonzero = np.nonzero(p)[0]
    if len(nonzero) == 0:
        return array([])
    trailing = len(p) - nonzero[-1] - 1
    p = p[int(nonzero[0]):int(nonzero[-1]) + 1]
    p = p if p.dtype.kind in "fc" else p.astype(float)
    n = len(p)
    if n <= 1:
        return zeros(trailing)
    companion = np.diag(np.ones(n - 2, p.dtype), -1)
    companion[0, :] = -p[1:] / p[0]
    r = np.linalg.eigvals(companion)
    return concatenate((r, zeros(trailing, r.dtype)))


def polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False):
    import warnings
    order = int(deg) + 1
    x, y = asarray(x) + 0.0, asarray(y) + 0.0
    if deg < 0:
        raise ValueError("expected deg >= 0")
    if x.ndim != 1:
        raise TypeError("expected 1D vector for x")
    if x.size == 0:
        raise TypeError("expected non-empty vector for x")
    if not 1 <= y.ndim <= 2:
        raise TypeError("expected 1D or 2D array for y")
    if x.shape[0] != y.shape[0]:
        raise TypeError("expected x and y to have same length")
    rcond = len(x) * np.finfo(x.dtype).eps if rcond is None else rcond
    left, right = np.vander(x, order), y
    if w is not None:
        w = asarray(w) + 0.0
        if w.ndim != 1:
            raise TypeError("expected a 1-d array for weights")
        if w.shape[0] != y.shape[0]:
            raise TypeError("expected w and y to have the same length")
        left = left * w[:, None]
        right = right * (w[:, None] if y.ndim == 2 else w)
    scale = np.sqrt((left * left).sum(axis=0))
    left = left / scale
    c, resids, rank, s = np.linalg.lstsq(left, right, rcond)
    c = (c.T / scale).T
    if rank != order and not full:
        warnings.warn("Polyfit may be poorly conditioned", np.RankWarning, stacklevel=2)
    if full:
        return c, resids, rank, s, rcond
    if not cov:
        return c
    base = np.linalg.inv(np.dot(left.T, left)) / np.outer(scale, scale)
    if isinstance(cov, str) and cov == "unscaled":
        return c, base
    if len(x) <= order:
        raise ValueError("the number of data points must exceed order to scale the covariance matrix")
    fac = resids / (len(x) - order)
    return c, base * fac if y.ndim == 1 else base[:, :, None] * fac


def polyval(p, x):
    p = p.coeffs if isinstance(p, poly1d) else asarray(p)
    if isinstance(x, poly1d):
        y = 0
    else:
        x = asarray(x)
        y = zeros(x.shape, x.dtype)
    for c in p:
        y = y * x + c
    return y


def polyder(p, m=1):
    if m < 0:
        raise ValueError("Order of derivative must be positive (see polyint)")
    truepoly = isinstance(p, poly1d)
    p = asarray(p.coeffs if truepoly else p)
    for _ in range(m):
        p = p[:-1] * np.arange(len(p) - 1, 0, -1)
    return poly1d(p) if truepoly else p


def polyint(p, m=1, k=None):
    if m < 0:
        raise ValueError("Order of integral must be positive (see polyder)")
    k = np.zeros(m) if k is None else atleast_1d(k)
    if len(k) == 1 and m > 1:
        k = k[0] * np.ones(m)
    if len(k) < m:
        raise ValueError("k must be a scalar or a rank-1 array of length 1 or >m.")
    truepoly = isinstance(p, poly1d)
    p = asarray(p.coeffs if truepoly else p)
    for i in range(m):
        p = concatenate((p / np.arange(len(p), 0, -1), array([k[i]])))
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
    g.__name__, g.__doc__ = f.__name__, f.__doc__
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


def _raised(astr, wrap=70):
    """The powers of a polynomial's text, **n, on a line above it."""
    import re
    n, line1, line2, output = 0, "", "", " "
    for mat in re.finditer(r"\*\*([0-9]*)", astr):
        span, power = mat.span(), mat.group(1)
        partstr = astr[n:span[0]]
        n = span[1]
        toadd2, toadd1 = partstr + " " * (len(power) - 1), " " * (len(partstr) - 1) + power
        if len(line2) + len(toadd2) > wrap or len(line1) + len(toadd1) > wrap:
            output += line1 + "\n" + line2 + "\n "
            line1, line2 = toadd1, toadd2
        else:
            line2 += toadd2
            line1 += toadd1
    return output + line1 + "\n" + line2 + astr[n:]


class poly1d:
    """A polynomial of one variable."""

    __hash__ = None

    def __init__(self, c_or_r, r=False, variable=None):
        if isinstance(c_or_r, poly1d):
            self._coeffs, self.variable = c_or_r.coeffs, variable or c_or_r.variable
            return
        c = atleast_1d(poly(c_or_r) if r else c_or_r)
        if c.ndim > 1:
            raise ValueError("Polynomial must be 1d only.")
        c = trim_zeros(c, trim="f")
        self._coeffs = c if len(c) else zeros(1, c.dtype)
        self.variable = variable or "x"

    @property
    def coeffs(self):
        return self._coeffs

    @coeffs.setter
    def coeffs(self, value):
        if value is not self._coeffs:
            raise AttributeError("Cannot set attribute")

    c = coef = coefficients = coeffs
    o = order = property(lambda self: len(self.coeffs) - 1)
    r = roots = property(lambda self: roots(self.coeffs))

    def __call__(self, val):
        return polyval(self.coeffs, val)

    def __array__(self, dtype=None):
        return asarray(self.coeffs, dtype)

    def __len__(self):
        return self.order

    def __getitem__(self, val):
        if not 0 <= val <= self.order:
            return self.coeffs.dtype.type(0)
        return self.coeffs[self.order - val]

    def __setitem__(self, key, val):
        if key < 0:
            raise ValueError("Does not support negative powers.")
        if key > self.order:
            self._coeffs = concatenate((zeros(key - self.order, self.coeffs.dtype), self.coeffs))
        self._coeffs[self.order - key] = val

    def __iter__(self):
        return iter(self.coeffs)

    def __repr__(self):
        return "poly1d(" + repr(self.coeffs)[6:-1] + ")"

    def __str__(self):
        text, var, n = "0", self.variable, self.order
        for k, c in enumerate(self.coeffs.tolist()):
            size = _size(c)
            power = n - k
            if size == "0" and not (power == 0 and k == 0):
                continue
            term = size if power == 0 else f"{size} {var}" + (f"**{power}" if power > 1 else "")
            if k > 0 and text != "0":
                text = f"{text} {'-' if _negative(c) else '+'} {term}"
            else:
                text = f"-{term}" if _negative(c) else term
        return _raised(text)

    def __neg__(self):
        return poly1d(-self.coeffs)

    def __pos__(self):
        return self

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
        if not np.isscalar(n) or int(n) != n or n < 0:
            raise ValueError("Power to non-negative integers only.")
        out = poly1d([1])
        for _ in range(n):
            out = out * self
        return out

    def __truediv__(self, other):
        return poly1d(self.coeffs / other) if np.isscalar(other) else polydiv(self, poly1d(other))

    def __rtruediv__(self, other):
        return poly1d(other / self.coeffs) if np.isscalar(other) else polydiv(poly1d(other), self)

    def __eq__(self, other):
        if not isinstance(other, poly1d):
            return NotImplemented
        return self.coeffs.shape == other.coeffs.shape and bool((self.coeffs == other.coeffs).all())

    def deriv(self, m=1):
        return polyder(self, m)

    def integ(self, m=1, k=0):
        return poly1d(polyint(self.coeffs, m, k))


def _negative(c):
    return not isinstance(c, complex) and c < 0


def _size(c):
    """A coefficient's magnitude as text, without zeros at its end."""
    if isinstance(c, complex):
        return f"({_plain(c.real)} {'-' if c.imag < 0 else '+'} {_plain(abs(c.imag))}j)" if c.imag else _plain(abs(c.real))
    return _plain(abs(c))


def _plain(x):
    text = "%.4g" % x
    return text[:-5] if text.endswith(".0000") else text
