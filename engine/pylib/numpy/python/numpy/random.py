"""Random numbers: the legacy functions draw NumPy's own numbers."""
import numpy as np
from numpy._draws import Draws
from _numpy import MT19937, PCG64


def _words(n):
    words = []
    while True:
        words.append(n & 0xFFFFFFFF)
        n >>= 32
        if not n:
            return words


class RandomState(Draws):
    """The random numbers of NumPy before 1.17, by the Mersenne Twister."""

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

    def bytes(self, length):
        words = [self._source.masked(0xFFFFFFFF) for _ in range((length - 1) // 4 + 1)]
        return b"".join(w.to_bytes(4, "little") for w in words)[:length]

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


class Generator(Draws):
    """Random numbers drawn from a bit generator; default_rng makes one."""

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
        x[...] = x[self._source.order(len(x), first, False)]

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
dirichlet, gamma, standard_gamma, beta, chisquare, f = _rand.dirichlet, _rand.gamma, _rand.standard_gamma, _rand.beta, _rand.chisquare, _rand.f
standard_t, standard_cauchy, pareto, weibull, power = _rand.standard_t, _rand.standard_cauchy, _rand.pareto, _rand.weibull, _rand.power
rayleigh, logistic, gumbel, triangular, geometric = _rand.rayleigh, _rand.logistic, _rand.gumbel, _rand.triangular, _rand.geometric
bytes = _rand.bytes
get_state, set_state = _rand.get_state, _rand.set_state
