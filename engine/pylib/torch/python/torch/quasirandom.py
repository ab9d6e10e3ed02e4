"""torch.quasirandom: points that fill a cube evenly."""

import torch
from torch import _sobol


class SobolEngine:
    """Points of a Sobol' sequence, plain or scrambled.

    A point is the exclusive or of the direction numbers that the Gray code of its number picks.
    """

    MAXBIT = 30
    MAXDIM = 21201
    _KNOWN = len(_sobol.FIRST) + 1

    def __init__(self, dimension, scramble=False, seed=None):
        if dimension > self.MAXDIM or dimension < 1:
            raise ValueError(f"Supported range of dimensionality for SobolEngine is [1, {self.MAXDIM}]")
        if dimension > self._KNOWN:
            raise ValueError(f"SobolEngine has direction numbers for up to {self._KNOWN} dimensions here, got {dimension}")
        self.seed, self.scramble, self.dimension, self.num_generated = seed, scramble, dimension, 0
        self.sobolstate = torch.tensor(_sobol.directions(dimension, self.MAXBIT))
        self.shift = torch.zeros(dimension, dtype=torch.int64)
        if scramble:
            self._scramble()
        self.quasi = self.shift.clone()

    def _scramble(self):
        """A random shift of the points' digits, and random triangular matrices that mix them."""
        g = None
        if self.seed is not None:
            g = torch.Generator()
            g.manual_seed(self.seed)
        digits = torch.randint(2, (self.dimension, self.MAXBIT), generator=g)
        self.shift = (digits * 2 ** torch.arange(self.MAXBIT)).sum(1)
        mix = torch.randint(2, (self.dimension, self.MAXBIT, self.MAXBIT), generator=g).tril()
        mix.diagonal(0, -2, -1).fill_(1)
        places = torch.arange(self.MAXBIT - 1, -1, -1)
        bits = self.sobolstate.unsqueeze(1) >> places.unsqueeze(1) & 1
        self.sobolstate = ((mix @ bits) % 2 << places.unsqueeze(1)).sum(1)

    def draw(self, n=1, out=None, dtype=torch.float32):
        """The next n points of the sequence, one a row."""
        if n < 1:
            raise RuntimeError(f"Trying to create tensor with negative dimension {n - 1}: [{n - 1}, {self.dimension}]")
        points = self._points(torch.arange(self.num_generated, self.num_generated + n))
        self.num_generated += n
        self.quasi = points[-1].clone()
        result = (points / 2 ** self.MAXBIT).to(dtype)
        if out is None:
            return result
        out.resize_as_(result).copy_(result)
        return out

    def _points(self, numbers):
        gray = numbers ^ numbers >> 1
        points = self.shift.expand(len(numbers), -1).clone()
        for k in range(self.MAXBIT):
            points ^= (gray >> k & 1).unsqueeze(1) * self.sobolstate[:, k]
        return points

    def draw_base2(self, m, out=None, dtype=torch.float32):
        """The next 2**m points, which together with those before have to be a power of two."""
        n = 2 ** m
        total = self.num_generated + n
        if total & total - 1:
            raise ValueError(f"The balance properties of Sobol' points require n to be a power of 2. {self.num_generated} points have been "
                             f"previously generated, then: n={self.num_generated}+2**{m}={total}. If you still want to do this, please use "
                             "'SobolEngine.draw()' instead.")
        return self.draw(n, out, dtype)

    def reset(self):
        """Back to the first point."""
        self.quasi, self.num_generated = self.shift.clone(), 0
        return self

    def fast_forward(self, n):
        """Leaves out n points."""
        self.num_generated += n
        return self

    def __repr__(self):
        parts = [f"dimension={self.dimension}"] + ["scramble=True"] * self.scramble + ([f"seed={self.seed}"] if self.seed is not None else [])
        return f"{type(self).__name__}({', '.join(parts)})"
