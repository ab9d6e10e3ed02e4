"""The von Mises distribution: angles around a circle."""

import math

import torch
from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.utils import broadcast_all, lazy_property


class VonMises(Distribution):
    """Angles around loc, the closer the larger the concentration."""

    arg_constraints = {"loc": constraints.real, "concentration": constraints.positive}
    support = constraints.real
    has_rsample = False

    def __init__(self, loc, concentration, validate_args=None):
        self.loc, self.concentration = broadcast_all(loc, concentration)
        super().__init__(self.loc.shape, torch.Size(), validate_args)

    @lazy_property
    def _proposal_r(self):
        k = self.concentration
        tau = 1 + (1 + 4 * k ** 2).sqrt()
        rho = (tau - (2 * tau).sqrt()) / (2 * k)
        return torch.where(k < 1e-5, 1 / k + k, (1 + rho ** 2) / (2 * rho))

    @torch.no_grad()
    def sample(self, sample_shape=torch.Size()):
        """Best and Fisher's rejection from a wrapped Cauchy distribution (1979)."""
        x = torch.empty(self._extended_shape(sample_shape), dtype=self.loc.dtype, device=self.loc.device)
        r, k = self._proposal_r, self.concentration
        done = torch.zeros(x.shape, dtype=torch.bool, device=x.device)
        while not done.all():
            u1, u2, u3 = torch.rand((3,) + x.shape, dtype=self.loc.dtype, device=self.loc.device).unbind()
            z = torch.cos(math.pi * u1)
            f = (1 + r * z) / (r + z)
            c = k * (r - f)
            accept = ((c * (2 - c) - u2) > 0) | ((c / u2).log() + 1 - c >= 0)
            x = torch.where(accept & ~done, (u3 - 0.5).sign() * f.acos(), x)
            done = done | accept
        return (x + math.pi + self.loc) % (2 * math.pi) - math.pi

    def log_prob(self, value):
        self._check(value)
        return (self.concentration * torch.cos(value - self.loc) - math.log(2 * math.pi)
                - self.concentration - torch.special.i0e(self.concentration).log())

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @lazy_property
    def variance(self):
        return 1 - torch.special.i1e(self.concentration) / torch.special.i0e(self.concentration)
