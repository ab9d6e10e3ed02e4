"""The continuous Bernoulli distribution: numbers between 0 and 1 (Loaiza-Ganem and Cunningham, 2019)."""

import math
from numbers import Number

import torch
import torch.nn.functional as F
from torch.distributions import constraints
from torch.distributions.exp_family import ExponentialFamily
from torch.distributions.utils import broadcast_all, clamp_probs, lazy_property, logits_to_probs, one_of, probs_to_logits


class ContinuousBernoulli(ExponentialFamily):
    """A density proportional to probs**x · (1 - probs)**(1 - x); near one half its formulas are series."""

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.unit_interval
    has_rsample = True

    def __init__(self, probs=None, logits=None, lims=(0.499, 0.501), validate_args=None):
        one_of(probs, logits)
        given = probs if probs is not None else logits
        if probs is not None:
            self.probs, = broadcast_all(probs)
            if validate_args is not None and not constraints.unit_interval.check(self.probs).all():
                raise ValueError("The parameter probs has invalid values")
            self.probs = clamp_probs(self.probs)
        else:
            self.logits, = broadcast_all(logits)
        self._param = self.probs if probs is not None else self.logits
        self._lims = lims
        super().__init__(torch.Size() if isinstance(given, Number) else self._param.size(), validate_args=validate_args)

    @property
    def _far(self):
        """Where probs is far enough from one half."""
        return (self.probs <= self._lims[0]) | (self.probs > self._lims[1])

    @property
    def _cut(self):
        return torch.where(self._far, self.probs, self._lims[0] * torch.ones_like(self.probs))

    def _log_norm(self):
        cut = self._cut
        below = torch.where(cut <= 0.5, cut, torch.zeros_like(cut))
        above = torch.where(cut >= 0.5, cut, torch.ones_like(cut))
        log_norm = (torch.log(torch.abs(torch.log1p(-cut) - torch.log(cut)))
                    - torch.where(cut <= 0.5, torch.log1p(-2.0 * below), torch.log(2.0 * above - 1.0)))
        x = self.probs - 0.5
        return torch.where(self._far, log_norm, math.log(2.0) + (4.0 / 3.0 + 104.0 / 45.0 * x ** 2) * x ** 2)

    @property
    def mean(self):
        cut, x = self._cut, self.probs - 0.5
        return torch.where(self._far, cut / (2.0 * cut - 1.0) + 1.0 / (torch.log1p(-cut) - torch.log(cut)),
                           0.5 + (1.0 / 3.0 + 16.0 / 45.0 * x ** 2) * x)

    @property
    def stddev(self):
        return torch.sqrt(self.variance)

    @property
    def variance(self):
        cut, x = self._cut, (self.probs - 0.5) ** 2
        return torch.where(self._far, cut * (cut - 1.0) / (1.0 - 2.0 * cut) ** 2 + 1.0 / (torch.log1p(-cut) - torch.log(cut)) ** 2,
                           1.0 / 12.0 - (1.0 / 15.0 - 128.0 / 945.0 * x) * x)

    @lazy_property
    def logits(self):
        return probs_to_logits(self.probs, is_binary=True)

    @lazy_property
    def probs(self):
        return clamp_probs(logits_to_probs(self.logits, is_binary=True))

    @property
    def param_shape(self):
        return self._param.size()

    def rsample(self, sample_shape=torch.Size()):
        return self.icdf(torch.rand(self._extended_shape(sample_shape), dtype=self.probs.dtype, device=self.probs.device))

    def log_prob(self, value):
        self._check(value)
        logits, value = broadcast_all(self.logits, value)
        return -F.binary_cross_entropy_with_logits(logits, value, reduction="none") + self._log_norm()

    def cdf(self, value):
        self._check(value)
        cut = self._cut
        inner = (torch.pow(cut, value) * torch.pow(1.0 - cut, 1.0 - value) + cut - 1.0) / (2.0 * cut - 1.0)
        inner = torch.where(self._far, inner, value)
        return torch.where(value <= 0, torch.zeros_like(value), torch.where(value >= 1, torch.ones_like(value), inner))

    def icdf(self, value):
        cut = self._cut
        return torch.where(self._far, (torch.log1p(-cut + value * (2.0 * cut - 1.0)) - torch.log1p(-cut)) / (torch.log(cut) - torch.log1p(-cut)), value)

    def entropy(self):
        none, one = torch.log1p(-self.probs), torch.log(self.probs)
        return self.mean * (none - one) - self._log_norm() - none
