"""The negative binomial distribution."""

import torch
import torch.nn.functional as F
from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.gamma import Gamma
from torch.distributions.utils import broadcast_all, lazy_property, logits_to_probs, one_of, probs_to_logits


class NegativeBinomial(Distribution):
    """The number of successes before total_count failures."""

    arg_constraints = {"total_count": constraints.greater_than_eq(0), "probs": constraints.half_open_interval(0.0, 1.0), "logits": constraints.real}
    support = constraints.nonnegative_integer

    def __init__(self, total_count, probs=None, logits=None, validate_args=None):
        one_of(probs, logits)
        name, given = ("probs", probs) if probs is not None else ("logits", logits)
        self.total_count, self.__dict__[name] = broadcast_all(total_count, given)
        self.total_count = self.total_count.type_as(self.__dict__[name])
        super().__init__(self.__dict__[name].size(), validate_args=validate_args)

    @property
    def mean(self):
        return self.total_count * torch.exp(self.logits)

    @property
    def mode(self):
        return ((self.total_count - 1) * self.logits.exp()).floor().clamp(min=0.0)

    @property
    def variance(self):
        return self.mean / torch.sigmoid(-self.logits)

    @lazy_property
    def logits(self):
        return probs_to_logits(self.probs, is_binary=True)

    @lazy_property
    def probs(self):
        return logits_to_probs(self.logits, is_binary=True)

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            rate = Gamma(self.total_count, torch.exp(-self.logits), validate_args=False).sample(sample_shape)
            return torch.poisson(rate)

    def log_prob(self, value):
        self._check(value)
        plain = self.total_count * F.logsigmoid(-self.logits) + value * F.logsigmoid(self.logits)
        norm = -torch.lgamma(self.total_count + value) + torch.lgamma(1.0 + value) + torch.lgamma(self.total_count)
        return plain - torch.where(self.total_count + value == 0.0, torch.zeros_like(norm), norm)
