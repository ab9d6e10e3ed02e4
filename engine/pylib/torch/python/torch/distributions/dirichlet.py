"""The Dirichlet distribution."""

import torch
from torch.distributions import constraints
from torch.distributions.exp_family import ExponentialFamily


class Dirichlet(ExponentialFamily):
    """Probability vectors with given concentrations."""

    arg_constraints = {"concentration": constraints.independent(constraints.positive, 1)}
    support = constraints.simplex
    has_rsample = True

    def __init__(self, concentration, validate_args=None):
        if concentration.dim() < 1:
            raise ValueError("`concentration` parameter must be at least one-dimensional.")
        self.concentration = concentration
        super().__init__(concentration.shape[:-1], concentration.shape[-1:], validate_args=validate_args)

    def rsample(self, sample_shape=torch.Size()):
        concentration = self.concentration.expand(self._extended_shape(sample_shape))
        if concentration.requires_grad and torch.is_grad_enabled():
            gamma = torch._standard_gamma(concentration)
            return gamma / gamma.sum(-1, keepdim=True)
        return torch._sample_dirichlet(concentration)

    def log_prob(self, value):
        self._check(value)
        return (torch.xlogy(self.concentration - 1.0, value).sum(-1) + torch.lgamma(self.concentration.sum(-1))
                - torch.lgamma(self.concentration).sum(-1))

    @property
    def mean(self):
        return self.concentration / self.concentration.sum(-1, True)

    @property
    def mode(self):
        less = (self.concentration - 1).clamp(min=0.0)
        mode = less / less.sum(-1, True)
        flat = (self.concentration < 1).all(dim=-1)
        mode[flat] = torch.nn.functional.one_hot(mode[flat].argmax(dim=-1), less.shape[-1]).to(mode)
        return mode

    @property
    def variance(self):
        total = self.concentration.sum(-1, True)
        return self.concentration * (total - self.concentration) / (total.pow(2) * (total + 1))

    def entropy(self):
        k, total = self.concentration.size(-1), self.concentration.sum(-1)
        return (torch.lgamma(self.concentration).sum(-1) - torch.lgamma(total) - (k - total) * torch.digamma(total)
                - ((self.concentration - 1.0) * torch.digamma(self.concentration)).sum(-1))
