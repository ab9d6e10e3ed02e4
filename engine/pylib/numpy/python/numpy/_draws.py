"""Distributions over a source of uniform, normal and exponential numbers, as
NumPy draws them: which numbers are used up in which order is part of the promise."""
import math

import numpy as np


def shape_of(size):
    return size if size is None or not isinstance(size, int) else (size,)


class Draws:
    """Distributions over a source of uniform, normal and exponential numbers."""

    def _float(self, size):
        return self._source.random(shape_of(size))

    def uniform(self, low=0.0, high=1.0, size=None):
        size = self._size(size, low, high)
        return low + (high - low) * self._float(size)

    def normal(self, loc=0.0, scale=1.0, size=None):
        if np.any(np.asarray(scale) < 0):
            raise ValueError("scale < 0")
        size = self._size(size, loc, scale)
        return loc + scale * self._source.normal(shape_of(size))

    def exponential(self, scale=1.0, size=None):
        return scale * self._source.exponential(shape_of(self._size(size, scale)))

    def standard_normal(self, size=None):
        return self._source.normal(shape_of(size))

    def standard_exponential(self, size=None):
        return self._source.exponential(shape_of(size))

    def lognormal(self, mean=0.0, sigma=1.0, size=None):
        return np.exp(self.normal(mean, sigma, size))

    def laplace(self, loc=0.0, scale=1.0, size=None):
        u = self._float(size)
        return np.where(np.asarray(u) >= 0.5, loc - scale * np.log(2.0 - u - u), loc + scale * np.log(u + u))[()]

    def multivariate_normal(self, mean, cov, size=None):
        mean, cov = np.asarray(mean), np.asarray(cov)
        shape = () if size is None else (size,) if isinstance(size, int) else tuple(size)
        x = self._source.normal(shape + (len(mean),))
        u, s, v = np.linalg.svd(cov)
        return mean + x @ (np.sqrt(s)[:, None] * v)

    @staticmethod
    def _size(size, *params):
        if size is None and any(np.ndim(p) for p in params):
            return np.broadcast_arrays(*params)[0].shape
        return size

    def shuffle(self, x):
        if isinstance(x, np.ndarray):
            x[...] = x[self._source.order(len(x), 1, True)]
            return
        for i in reversed(range(1, len(x))):
            j = self._source.masked(i)
            x[i], x[j] = x[j], x[i]

    def permutation(self, x):
        if isinstance(x, (int, np.integer)):
            order = np.arange(x)
            self.shuffle(order)
            return order
        x = np.array(x)
        if x.ndim == 1:
            self.shuffle(x)
            return x
        order = np.arange(len(x))
        self.shuffle(order)
        return x[order]

    def choice(self, a, size=None, replace=True, p=None):
        pool = np.arange(a) if isinstance(a, (int, np.integer)) else np.asarray(a)
        n = len(pool)
        if n == 0 and size != 0:
            raise ValueError("'a' cannot be empty unless no samples are taken" if np.ndim(a) else "a must be greater than 0 unless no samples are taken")
        shape = () if size is None else (size,) if isinstance(size, int) else tuple(size)
        count = 1
        for d in shape:
            count *= d
        if p is not None:
            p = np.asarray(p, np.float64)
            if len(p) != n:
                raise ValueError("'a' and 'p' must have same size")
            if abs(p.sum() - 1) > 1e-8:
                raise ValueError("probabilities do not sum to 1")
        if not replace and count > n:
            raise ValueError("Cannot take a larger sample than population when 'replace=False'")
        index = self._choose(n, count, replace, p)
        if size is None:
            return pool[int(index[0])]
        return pool[index.reshape(shape)]

    def _choose(self, n, count, replace, p):
        if p is None:
            return self._integers(0, n - 1, (count,)) if replace else self.permutation(n)[:count]
        if replace:
            cdf = np.cumsum(p)
            cdf = cdf / cdf[-1]
            return np.searchsorted(cdf, self._source.random((count,)), "right")
        p, found = p.copy(), np.zeros(0, int)
        while len(found) < count:
            x = self._source.random((count - len(found),))
            p[found] = 0
            cdf = np.cumsum(p)
            cdf = cdf / cdf[-1]
            new = np.searchsorted(cdf, x, "right")
            _, first = np.unique(new, return_index=True)
            found = np.concatenate([found, new[np.sort(first)]])
        return found

    def _integers(self, low, high, size):
        if high < low:
            raise ValueError("low >= high")
        return self._source.integers(int(low), int(high) - int(low), shape_of(size))

    def binomial(self, n, p, size=None):
        for value in np.ravel(p):
            if not 0 <= value <= 1:
                raise ValueError("p < 0, p > 1 or p is NaN")
        if np.any(np.asarray(n) < 0):
            raise ValueError("n < 0")
        return self._each(self._source.binomial, size, n, p)

    def poisson(self, lam=1.0, size=None):
        if not np.all(np.asarray(lam) >= 0):
            raise ValueError("lam < 0 or lam is NaN")
        return self._each(self._source.poisson, size, lam)

    def multinomial(self, n, pvals, size=None):
        pvals = np.asarray(pvals, np.float64)
        if pvals[:-1].sum() > 1 + 1e-12:
            raise ValueError("sum(pvals[:-1]) > 1.0")
        shape = () if size is None else (size,) if isinstance(size, int) else tuple(size)
        out = np.zeros(shape + (len(pvals),), int)
        for row in out.reshape(-1, len(pvals)):
            left, rest = int(n), 1.0
            for i, p in enumerate(pvals.tolist()[:-1]):
                row[i] = drawn = self._source.binomial(left, p / rest)
                left, rest = left - drawn, rest - p
                if left <= 0:
                    break
            row[-1] = max(left, 0)
        return out

    def _each(self, draw, size, *params, dtype=int):
        """One draw for each element of size, or of the parameters' common shape."""
        size = self._size(size, *params)
        if size is None:
            return draw(*params)
        out = np.zeros(shape_of(size), dtype)
        flat = out.reshape(-1)
        if any(np.ndim(p) for p in params):
            rows = zip(*(np.broadcast_to(p, out.shape).ravel().tolist() for p in params))
            for i, row in enumerate(rows):
                flat[i] = draw(*row)
        else:
            for i in range(len(flat)):
                flat[i] = draw(*params)
        return out

    def standard_gamma(self, shape, size=None):
        return self._each(self._source.gamma, size, shape, dtype=float)

    def gamma(self, shape, scale=1.0, size=None):
        if np.any(np.asarray(shape) < 0):
            raise ValueError("shape < 0")
        return self._each(lambda a, b: b * self._source.gamma(a), size, shape, scale, dtype=float)

    def beta(self, a, b, size=None):
        if np.any(np.asarray(a) <= 0):
            raise ValueError("a <= 0")
        if np.any(np.asarray(b) <= 0):
            raise ValueError("b <= 0")
        return self._each(self._beta, size, a, b, dtype=float)

    def _beta(self, a, b):
        if a > 1 or b > 1:
            x = self._source.gamma(a)
            return x / (x + self._source.gamma(b))
        while True:  # Johnk
            u, v = self._source.random(None), self._source.random(None)
            x, y = u ** (1 / a), v ** (1 / b)
            if 0 < x + y <= 1:
                return x / (x + y)

    def chisquare(self, df, size=None):
        return self._each(lambda d: 2 * self._source.gamma(d / 2), size, df, dtype=float)

    def f(self, dfnum, dfden, size=None):
        gamma = self._source.gamma
        return self._each(lambda m, n: 2 * gamma(m / 2) * n / (2 * gamma(n / 2) * m), size, dfnum, dfden, dtype=float)

    def standard_t(self, df, size=None):
        def draw(d):
            x = self._source.normal(None)
            return math.sqrt(d / 2) * x / math.sqrt(self._source.gamma(d / 2))
        return self._each(draw, size, df, dtype=float)

    def dirichlet(self, alpha, size=None):
        shape = () if size is None else shape_of(size)
        x = self.standard_gamma(np.asarray(alpha, float), tuple(shape) + (len(alpha),))
        return x / x.sum(-1, keepdims=True)

    def standard_cauchy(self, size=None):
        return self._each(lambda: self._source.normal(None) / self._source.normal(None), size, dtype=float)

    def pareto(self, a, size=None):
        return self._each(lambda a: math.expm1(self._source.exponential(None) / a), size, a, dtype=float)

    def weibull(self, a, size=None):
        return self._each(lambda a: 0.0 if a == 0 else self._source.exponential(None) ** (1 / a), size, a, dtype=float)

    def power(self, a, size=None):
        return self._each(lambda a: (-math.expm1(-self._source.exponential(None))) ** (1 / a), size, a, dtype=float)

    def rayleigh(self, scale=1.0, size=None):
        return self._each(lambda s: s * math.sqrt(2 * self._source.exponential(None)), size, scale, dtype=float)

    def logistic(self, loc=0.0, scale=1.0, size=None):
        def draw(loc, scale):
            u = self._source.random(None)
            return loc + scale * math.log(u / (1 - u))
        return self._each(draw, size, loc, scale, dtype=float)

    def gumbel(self, loc=0.0, scale=1.0, size=None):
        return self._each(lambda loc, scale: loc - scale * math.log(-math.log(1 - self._source.random(None))), size, loc, scale, dtype=float)

    def triangular(self, left, mode, right, size=None):
        def draw(left, mode, right):
            base, u = right - left, self._source.random(None)
            if u <= (mode - left) / base:
                return left + math.sqrt(u * (mode - left) * base)
            return right - math.sqrt((1 - u) * (right - mode) * base)
        return self._each(draw, size, left, mode, right, dtype=float)

    def geometric(self, p, size=None):
        def draw(p):
            u = self._source.random(None)
            if p < 1 / 3:
                return math.ceil(math.log1p(-u) / math.log(1 - p))
            x, total, term = 1, p, p
            while u > total:
                x, term = x + 1, term * (1 - p)
                total += term
            return x
        return self._each(draw, size, p)
