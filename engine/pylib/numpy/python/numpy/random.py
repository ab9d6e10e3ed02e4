"""Random numbers: the legacy functions draw NumPy's own numbers."""
import numpy as np
from _numpy import MT19937, PCG64


def _shape(size):
    return size if size is None or not isinstance(size, int) else (size,)


def _words(n):
    words = []
    while True:
        words.append(n & 0xFFFFFFFF)
        n >>= 32
        if not n:
            return words


class _Draws:
    """Distributions over a source of uniform, normal and exponential numbers."""

    def _float(self, size):
        return self._source.random(_shape(size))

    def uniform(self, low=0.0, high=1.0, size=None):
        size = self._size(size, low, high)
        return low + (high - low) * self._float(size)

    def normal(self, loc=0.0, scale=1.0, size=None):
        if np.any(np.asarray(scale) < 0):
            raise ValueError("scale < 0")
        size = self._size(size, loc, scale)
        return loc + scale * self._source.normal(_shape(size))

    def exponential(self, scale=1.0, size=None):
        return scale * self._source.exponential(_shape(self._size(size, scale)))

    def standard_normal(self, size=None):
        return self._source.normal(_shape(size))

    def standard_exponential(self, size=None):
        return self._source.exponential(_shape(size))

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
        for i in reversed(range(1, len(x))):
            j = self._source.masked(i)
            if isinstance(x, np.ndarray) and x.ndim > 1:
                x[[i, j]] = x[[j, i]]
            else:
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
        pool = np.arange(a) if isinstance(a, (int, np.integer)) else a if isinstance(a, (list, tuple)) and a and isinstance(a[0], str) else np.asarray(a)
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
        if isinstance(pool, (list, tuple)):
            return [pool[int(i)] for i in index]
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
        return self._source.integers(int(low), int(high) - int(low), _shape(size))

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

    def _each(self, draw, size, *params):
        """One draw for each element of size, or of the parameters' common shape."""
        size = self._size(size, *params)
        if size is None:
            return draw(*params)
        out = np.zeros(_shape(size), int)
        flat = out.reshape(-1)
        if any(np.ndim(p) for p in params):
            rows = zip(*(np.broadcast_to(p, out.shape).ravel().tolist() for p in params))
            for i, row in enumerate(rows):
                flat[i] = draw(*row)
        else:
            for i in range(len(flat)):
                flat[i] = draw(*params)
        return out


class RandomState(_Draws):
    def __init__(self, seed=None):
        self._source = MT19937()
        self.seed(seed)

    def seed(self, seed=None):
        if seed is None:
            import os
            seed = list(np.frombuffer(os.urandom(64), np.int32).astype(np.int64) & 0xFFFFFFFF)
        if isinstance(seed, (int, np.integer)):
            if not 0 <= seed < 2 ** 32:
                raise ValueError("Seed must be between 0 and 2**32 - 1")
            self._source.seed(int(seed))
        else:
            self._source.seed_key([int(s) for s in seed])

    def rand(self, *args):
        return self._float(args if args else None)

    def randn(self, *args):
        return self._source.normal(args if args else None)

    def random(self, size=None):
        return self._float(size)

    random_sample = ranf = sample = random

    def randint(self, low, high=None, size=None, dtype=int):
        if high is None:
            low, high = 0, low
        if high <= low:
            raise ValueError("low >= high" if high != 0 or low != 0 else "high <= 0")
        r = self._integers(low, high - 1, size)
        return r if dtype is int or size is None else r.astype(dtype)

    def random_integers(self, low, high=None, size=None):
        return self.randint(1 if high is None else low, (low if high is None else high) + 1, size)

    def _choose(self, n, count, replace, p):
        if p is None and replace:
            return self.randint(0, n, (count,))
        return super()._choose(n, count, replace, p)

    def get_state(self):
        words, index, spare, value = self._source.get()
        return ("MT19937", np.array(words), index, int(spare), value)

    def set_state(self, state):
        self._source.set([int(w) for w in state[1]], state[2], bool(state[3]), state[4])


class Generator(_Draws):
    def __init__(self, bit_generator):
        self._source = self.bit_generator = bit_generator

    def _choose(self, n, count, replace, p):
        if p is not None or replace:
            return super()._choose(n, count, replace, p)
        if n > 10000 and count > n // 50:
            pool = np.arange(n)
            self._mix(pool, max(n - count, 1))
            return pool[n - count:].copy()
        index, seen = np.zeros(count, int), set()
        for i, last in enumerate(range(n - count, n)):  # Floyd's sampling
            pick = self._source.interval(last)
            if pick in seen:
                pick = last
            seen.add(pick)
            index[i] = pick
        self._mix(index, 1)
        return index

    def _mix(self, x, first):
        """Shuffles the elements from the end down to first."""
        for i in range(len(x) - 1, first - 1, -1):
            j = self._source.interval(i)
            x[i], x[j] = int(x[j]), int(x[i])

    def __repr__(self):
        return f"Generator(PCG64) at 0x{id(self):X}"

    def __str__(self):
        return "Generator(PCG64)"

    def random(self, size=None, dtype=np.float64):
        r = self._float(size)
        return r if dtype in (float, np.float64) else np.asarray(r).astype(dtype)

    def integers(self, low, high=None, size=None, dtype=np.int64, endpoint=False):
        if high is None:
            low, high = 0, low
        r = self._integers(low, high if endpoint else high - 1, size)
        return np.int64(r) if size is None else r if dtype in (int, np.int64) else r.astype(dtype)


def default_rng(seed=None):
    if isinstance(seed, Generator):
        return seed
    if seed is None:
        import os
        seed = int.from_bytes(os.urandom(16), "little")
    words = _words(int(seed)) if isinstance(seed, (int, np.integer)) else [w for s in seed for w in _words(int(s))]
    return Generator(PCG64(words))


_rand = RandomState()
seed, rand, randn, randint = _rand.seed, _rand.rand, _rand.randn, _rand.randint
random = random_sample = ranf = sample = _rand.random
uniform, normal, exponential, standard_normal = _rand.uniform, _rand.normal, _rand.exponential, _rand.standard_normal
standard_exponential, lognormal, laplace = _rand.standard_exponential, _rand.lognormal, _rand.laplace
shuffle, permutation, choice, random_integers = _rand.shuffle, _rand.permutation, _rand.choice, _rand.random_integers
multivariate_normal, multinomial, binomial, poisson = _rand.multivariate_normal, _rand.multinomial, _rand.binomial, _rand.poisson
get_state, set_state = _rand.get_state, _rand.set_state
