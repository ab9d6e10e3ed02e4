"""Averages, spread and simple relations of numeric data, exactly where that is possible."""

import math
import numbers
import random
from bisect import bisect_left, bisect_right
from collections import Counter, namedtuple
from decimal import Decimal
from fractions import Fraction
from functools import reduce

__all__ = ['NormalDist', 'StatisticsError', 'correlation', 'covariance', 'fmean', 'geometric_mean', 'harmonic_mean',
           'linear_regression', 'mean', 'median', 'median_grouped', 'median_high', 'median_low', 'mode', 'multimode',
           'pstdev', 'pvariance', 'quantiles', 'stdev', 'variance']


class StatisticsError(ValueError):
    pass


def _coerce(one, other):
    """The type that has the values of both, of which other may be bool."""
    if one is other or other is int or other is bool:
        return one
    for narrow, wide in ((one, other), (other, one)):
        if narrow is int or issubclass(wide, narrow):
            return wide
    for narrow, wide in ((one, other), (other, one)):
        if issubclass(narrow, int) or issubclass(narrow, Fraction) and issubclass(wide, float):
            return wide
    raise TypeError("don't know how to coerce %s and %s" % (one.__name__, other.__name__))


def _exact_ratio(x):
    """x as a ratio of integers; of what is not finite (x, None)."""
    try:
        return x.as_integer_ratio()
    except (OverflowError, ValueError):
        return x, None
    except AttributeError:
        pass
    try:
        return x.numerator, x.denominator
    except AttributeError:
        raise TypeError("can't convert type '%s' to numerator/denominator" % type(x).__name__) from None


def _isfinite(x):
    try:
        return x.is_finite()
    except AttributeError:
        return math.isfinite(x)


def _whole(parts, power=1):
    """The sum of n / d ** power over parts {d: n}; what is not finite stands under None."""
    if None in parts:
        return parts[None]
    return sum(Fraction(n, d ** power) for d, n in parts.items())


def _sum(data):
    """The type of the sum of data, the sum as a Fraction or as what is not finite, and how many there are."""
    kinds, parts, count = {}, {}, 0
    for x in data:
        count += 1
        kinds[type(x)] = True
        n, d = _exact_ratio(x)
        parts[d] = parts.get(d, 0) + n
    return reduce(_coerce, kinds, int), _whole(parts), count


def _ss(data, center=None):
    """The sum of squared deviations from center, or from the mean: its type, it, the center, and how many there are."""
    if center is not None:
        kind, squares, count = _sum((d := x - center) * d for x in data)
        return kind, squares, center, count
    kinds, parts, squared, count = {}, {}, {}, 0
    for x in data:
        count += 1
        kinds[type(x)] = True
        n, d = _exact_ratio(x)
        parts[d] = parts.get(d, 0) + n
        squared[d] = squared.get(d, 0) + n * n
    total = _whole(parts) if parts else Fraction(0)
    squares, mean = total, total
    if None not in parts:
        mean = total / count if count else total
        squares = _whole(squared, 2) - total * mean
    return reduce(_coerce, kinds, int), squares, mean, count


def _convert(value, kind):
    """The value as one of the type; of no integer type."""
    if type(value) is kind:
        return value
    if issubclass(kind, int) and value.denominator != 1:
        kind = float
    try:
        return kind(value)
    except TypeError:
        if issubclass(kind, Decimal):
            return kind(value.numerator) / kind(value.denominator)
        raise


def _fail_neg(values, errmsg='negative value'):
    for x in values:
        if x < 0:
            raise StatisticsError(errmsg)
        yield x


def _integer_sqrt_of_frac_rto(n, m):
    """The root of n / m as an integer, rounded to an odd one where it is none."""
    root = math.isqrt(n // m)
    return root | (root * root * m != n)


def _float_sqrt_of_frac(n, m):
    """The root of n / m, correctly rounded: an integer root with guard bits."""
    shift = (n.bit_length() - m.bit_length() - 109) // 2
    if shift >= 0:
        return (_integer_sqrt_of_frac_rto(n, m << 2 * shift) << shift) / 1
    return _integer_sqrt_of_frac_rto(n << -2 * shift, m) / (1 << -shift)


def _decimal_sqrt_of_frac(n, m):
    """The root of n / m in the context's digits, correctly rounded: a neighbour where n / m is beyond the middle to it."""
    if n <= 0:
        if not n:
            return Decimal('0.0')
        n, m = -n, -m
    root = (Decimal(n) / Decimal(m)).sqrt()
    for neighbour, sign in ((root.next_plus(), 1), (root.next_minus(), -1)):
        middle = (Fraction(root) + Fraction(neighbour)) / 2
        if sign * n > sign * m * middle * middle:
            return neighbour
    return root


def mean(data):
    """The arithmetic mean."""
    kind, total, n = _sum(data)
    if n < 1:
        raise StatisticsError('mean requires at least one data point')
    return _convert(total / n, kind)


def fmean(data, weights=None):
    """The arithmetic mean in floating point."""
    data = list(data)
    if weights is None:
        if not data:
            raise StatisticsError('fmean requires at least one data point')
        return math.fsum(data) / len(data)
    weights = list(weights)
    if len(weights) != len(data):
        raise StatisticsError('data and weights must be the same length')
    total = math.fsum(weights)
    if not total:
        raise StatisticsError('sum of weights must be non-zero')
    return math.fsum(map(lambda x, w: x * w, data, weights)) / total


def geometric_mean(data):
    """The n-th root of the product."""
    try:
        return math.exp(fmean(map(math.log, data)))
    except ValueError:
        raise StatisticsError('geometric mean requires a non-empty dataset containing positive numbers') from None


def harmonic_mean(data, weights=None):
    """The reciprocal of the mean of reciprocals."""
    data = list(data)
    if not data:
        raise StatisticsError('harmonic_mean requires at least one data point')
    negative = 'harmonic mean does not support negative values'
    if weights is None:
        if len(data) == 1:
            if not isinstance(data[0], (numbers.Real, Decimal)):
                raise TypeError('unsupported type')
            if data[0] < 0:
                raise StatisticsError(negative)
            return data[0]
        weights, whole = [1] * len(data), len(data)
    else:
        weights = list(weights)
        if len(weights) != len(data):
            raise StatisticsError('Number of weights does not match data size')
        _, whole, _ = _sum(_fail_neg(weights, negative))
    try:
        kind, total, _ = _sum(w / x if w else 0 for w, x in zip(weights, _fail_neg(data, negative)))
    except ZeroDivisionError:
        return 0
    if total <= 0:
        raise StatisticsError('Weighted sum must be positive')
    return _convert(whole / total, kind)


def median(data):
    """The middle value; the mean of the two middle ones where the count is even."""
    data = sorted(data)
    n = len(data)
    if n == 0:
        raise StatisticsError('no median for empty data')
    return data[n // 2] if n % 2 else (data[n // 2 - 1] + data[n // 2]) / 2


def median_low(data):
    """The lower of the middle values."""
    data = sorted(data)
    if not data:
        raise StatisticsError('no median for empty data')
    return data[(len(data) - 1) // 2]


def median_high(data):
    """The higher of the middle values."""
    data = sorted(data)
    if not data:
        raise StatisticsError('no median for empty data')
    return data[len(data) // 2]


def median_grouped(data, interval=1):
    """The median of grouped continuous data."""
    data = sorted(data)
    n = len(data)
    if n == 0:
        raise StatisticsError('no median for empty data')
    x = data[n // 2]
    below = bisect_left(data, x)
    same = bisect_right(data, x, lo=below) - below
    try:
        interval, x = float(interval), float(x)
    except ValueError:
        raise TypeError('Value cannot be converted to a float') from None
    return x - interval / 2.0 + interval * (n / 2 - below) / same


def mode(data):
    """The most common value; the first of them where several are."""
    pairs = Counter(iter(data)).most_common(1)
    if not pairs:
        raise StatisticsError('no mode for empty data')
    return pairs[0][0]


def multimode(data):
    """Every most common value, in order of appearance."""
    counts = Counter(iter(data))
    if not counts:
        return []
    top = max(counts.values())
    return [value for value, count in counts.items() if count == top]


def variance(data, xbar=None):
    """The sample variance."""
    kind, squares, _, n = _ss(data, xbar)
    if n < 2:
        raise StatisticsError('variance requires at least two data points')
    return _convert(squares / (n - 1), kind)


def pvariance(data, mu=None):
    """The population variance."""
    kind, squares, _, n = _ss(data, mu)
    if n < 1:
        raise StatisticsError('pvariance requires at least one data point')
    return _convert(squares / n, kind)


def _root(value, kind):
    return (_decimal_sqrt_of_frac if issubclass(kind, Decimal) else _float_sqrt_of_frac)(value.numerator, value.denominator)


def stdev(data, xbar=None):
    """The square root of the sample variance."""
    kind, squares, _, n = _ss(data, xbar)
    if n < 2:
        raise StatisticsError('stdev requires at least two data points')
    return _root(squares / (n - 1), kind)


def pstdev(data, mu=None):
    """The square root of the population variance."""
    kind, squares, _, n = _ss(data, mu)
    if n < 1:
        raise StatisticsError('pstdev requires at least one data point')
    return _root(squares / n, kind)


def quantiles(data, *, n=4, method='exclusive'):
    """The n - 1 cut points of n intervals of equal probability."""
    if n < 1:
        raise StatisticsError('n must be at least 1')
    data = sorted(data)
    size = len(data)
    if size < 2:
        raise StatisticsError('must have at least two data points')
    if method == 'inclusive':
        m, result = size - 1, []
        for i in range(1, n):
            j, delta = divmod(i * m, n)
            result.append((data[j] * (n - delta) + data[j + 1] * delta) / n)
        return result
    if method == 'exclusive':
        m, result = size + 1, []
        for i in range(1, n):
            j = min(max(i * m // n, 1), size - 1)
            delta = i * m - j * n
            result.append((data[j - 1] * (n - delta) + data[j] * delta) / n)
        return result
    raise ValueError('Unknown method: %r' % (method,))


def _pairs(x, y, what):
    x, y = list(x), list(y)
    if len(x) != len(y):
        raise StatisticsError('%s requires that both inputs have same number of data points' % what)
    if len(x) < 2:
        raise StatisticsError('%s requires at least two data points' % what)
    mx, my = math.fsum(x) / len(x), math.fsum(y) / len(y)
    return [v - mx for v in x], [v - my for v in y], mx, my


def covariance(x, y, /):
    """The sample covariance."""
    dx, dy, _, _ = _pairs(x, y, 'covariance')
    return math.fsum(a * b for a, b in zip(dx, dy)) / (len(dx) - 1)


def correlation(x, y, /):
    """Pearson's correlation coefficient."""
    dx, dy, _, _ = _pairs(x, y, 'correlation')
    sxy = math.fsum(a * b for a, b in zip(dx, dy))
    sxx, syy = math.fsum(a * a for a in dx), math.fsum(b * b for b in dy)
    try:
        return sxy / math.sqrt(sxx * syy)
    except ZeroDivisionError:
        raise StatisticsError('at least one of the inputs is constant') from None


LinearRegression = namedtuple('LinearRegression', ('slope', 'intercept'))


def linear_regression(x, y, /, *, proportional=False):
    """Slope and intercept of the least-squares line."""
    x, y = list(x), list(y)
    dx, dy, mx, my = _pairs(x, y, 'linear regression')
    if proportional:
        dx, dy = x, y
    sxx = math.fsum(a * a for a in dx)
    if not sxx:
        raise StatisticsError('x is constant')
    slope = math.fsum(a * b for a, b in zip(dx, dy)) / sxx
    return LinearRegression(slope=slope, intercept=0.0 if proportional else my - slope * mx)


class NormalDist:
    """A normal distribution of mean mu and standard deviation sigma."""

    __slots__ = {'_mu': 'the mean', '_sigma': 'the standard deviation'}

    def __init__(self, mu=0.0, sigma=1.0):
        if sigma < 0.0:
            raise StatisticsError('sigma must be non-negative')
        self._mu, self._sigma = float(mu), float(sigma)

    @classmethod
    def from_samples(cls, data):
        data = list(data)
        return cls(fmean(data), stdev(data))

    def samples(self, n, *, seed=None):
        gauss = random.gauss if seed is None else random.Random(seed).gauss
        return [gauss(self._mu, self._sigma) for _ in range(n)]

    def pdf(self, x):
        if not self._sigma:
            raise StatisticsError('pdf() not defined when sigma is zero')
        variance = self._sigma ** 2
        return math.exp((x - self._mu) ** 2 / (-2.0 * variance)) / math.sqrt(2 * math.pi * variance)

    def cdf(self, x):
        if not self._sigma:
            raise StatisticsError('cdf() not defined when sigma is zero')
        return 0.5 * (1.0 + math.erf((x - self._mu) / (self._sigma * math.sqrt(2.0))))

    def inv_cdf(self, p):
        if p <= 0.0 or p >= 1.0:
            raise StatisticsError('p must be in the range 0.0 < p < 1.0')
        if self._sigma <= 0.0:
            raise StatisticsError('cdf() not defined when sigma at or below zero')
        return _normal_dist_inv_cdf(p, self._mu, self._sigma)

    def quantiles(self, n=4):
        return [self.inv_cdf(i / n) for i in range(1, n)]

    def overlap(self, other):
        if not isinstance(other, NormalDist):
            raise TypeError('Expected another NormalDist instance')
        x, y = (self, other) if (self._sigma, self._mu) <= (other._sigma, other._mu) else (other, self)
        xv, yv = x.variance, y.variance
        if not xv or not yv:
            raise StatisticsError('overlap() not defined when sigma is zero')
        dv, dm = yv - xv, abs(y._mu - x._mu)
        if not dv:
            return 1.0 - math.erf(dm / (2.0 * x._sigma * math.sqrt(2.0)))
        a = x._mu * yv - y._mu * xv
        b = x._sigma * y._sigma * math.sqrt(dm ** 2 + dv * math.log(yv / xv))
        lo, hi = (a + b) / dv, (a - b) / dv
        return 1.0 - (abs(y.cdf(lo) - x.cdf(lo)) + abs(y.cdf(hi) - x.cdf(hi)))

    def zscore(self, x):
        if not self._sigma:
            raise StatisticsError('zscore() not defined when sigma is zero')
        return (x - self._mu) / self._sigma

    mean = property(lambda self: self._mu)
    median = property(lambda self: self._mu)
    mode = property(lambda self: self._mu)
    stdev = property(lambda self: self._sigma)
    variance = property(lambda self: self._sigma ** 2)

    def __add__(self, other):
        if isinstance(other, NormalDist):
            return NormalDist(self._mu + other._mu, math.hypot(self._sigma, other._sigma))
        return NormalDist(self._mu + other, self._sigma)

    def __sub__(self, other):
        if isinstance(other, NormalDist):
            return NormalDist(self._mu - other._mu, math.hypot(self._sigma, other._sigma))
        return NormalDist(self._mu - other, self._sigma)

    def __mul__(self, factor):
        return NormalDist(self._mu * factor, self._sigma * abs(factor))

    def __truediv__(self, divisor):
        return NormalDist(self._mu / divisor, self._sigma / abs(divisor))

    def __pos__(self):
        return NormalDist(self._mu, self._sigma)

    def __neg__(self):
        return NormalDist(-self._mu, self._sigma)

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other):
        return -(self - other)

    def __eq__(self, other):
        if not isinstance(other, NormalDist):
            return NotImplemented
        return self._mu == other._mu and self._sigma == other._sigma

    def __hash__(self):
        return hash((self._mu, self._sigma))

    def __getstate__(self):
        return self._mu, self._sigma

    def __setstate__(self, state):
        self._mu, self._sigma = state

    def __repr__(self):
        return '%s(mu=%r, sigma=%r)' % (type(self).__name__, self._mu, self._sigma)


# Wichura, "Algorithm AS 241: The Percentage Points of the Normal Distribution", Applied Statistics 37 (1988):
# three rational approximations, by distance from the middle.
_CENTRE = ((2.5090809287301226727e+3, 3.3430575583588128105e+4, 6.7265770927008700853e+4, 4.5921953931549871457e+4,
            1.3731693765509461125e+4, 1.9715909503065514427e+3, 1.3314166789178437745e+2, 3.3871328727963666080e+0),
           (5.2264952788528545610e+3, 2.8729085735721942674e+4, 3.9307895800092710610e+4, 2.1213794301586595867e+4,
            5.3941960214247511077e+3, 6.8718700749205790830e+2, 4.2313330701600911252e+1, 1.0))
_NEAR = ((7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1, 1.27045825245236838258e+0,
          3.64784832476320460504e+0, 5.76949722146069140550e+0, 4.63033784615654529590e+0, 1.42343711074968357734e+0),
         (1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2, 1.48103976427480074590e-1,
          6.89767334985100004550e-1, 1.67638483018380384940e+0, 2.05319162663775882187e+0, 1.0))
_FAR = ((2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3, 2.65321895265761230930e-2,
         2.96560571828504891230e-1, 1.78482653991729133580e+0, 5.46378491116411436990e+0, 6.65790464350110377720e+0),
        (2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5, 7.86869131145613259100e-4,
         1.48753612908506148525e-2, 1.36929880922735805310e-1, 5.99832206555887937690e-1, 1.0))


def _ratio(coefficients, r):
    top = bottom = 0.0
    for a, b in zip(*coefficients):
        top, bottom = top * r + a, bottom * r + b
    return top, bottom


def _normal_dist_inv_cdf(p, mu, sigma):
    q = p - 0.5
    if math.fabs(q) <= 0.425:
        top, bottom = _ratio(_CENTRE, 0.180625 - q * q)
        return mu + (top * q / bottom) * sigma
    r = math.sqrt(-math.log(p if q <= 0.0 else 1.0 - p))
    top, bottom = _ratio(_NEAR, r - 1.6) if r <= 5.0 else _ratio(_FAR, r - 5.0)
    x = top / bottom
    return mu + (-x if q < 0.0 else x) * sigma
