"""Mixtures of distributions of one family."""

import torch
from torch.distributions.categorical import Categorical
from torch.distributions.distribution import Distribution


class MixtureSameFamily(Distribution):
    """A component, picked by a Categorical, of the last batch dimension."""

    arg_constraints = {}
    has_rsample = False

    def __init__(self, mixture_distribution, component_distribution, validate_args=None):
        self._mixture_distribution, self._component_distribution = mixture_distribution, component_distribution
        if not isinstance(mixture_distribution, Categorical):
            raise ValueError(" The Mixture distribution needs to be an  instance of torch.distribtutions.Categorical")
        if not isinstance(component_distribution, Distribution):
            raise ValueError("The Component distribution need to be an instance of torch.distributions.Distribution")
        if mixture_distribution.logits.shape[-1] != component_distribution.batch_shape[-1]:
            raise ValueError("`mixture_distribution component` does not equal `component_distribution.batch_shape[-1]`")
        self._event_ndims = len(component_distribution.event_shape)
        super().__init__(component_distribution.batch_shape[:-1], component_distribution.event_shape, validate_args=validate_args)

    @property
    def mixture_distribution(self):
        return self._mixture_distribution

    @property
    def component_distribution(self):
        return self._component_distribution

    @property
    def support(self):
        return self._component_distribution.support

    def _weights(self):
        p = self.mixture_distribution.probs
        return p.reshape(p.shape + (1,) * self._event_ndims)

    @property
    def mean(self):
        return torch.sum(self._weights() * self.component_distribution.mean, dim=-1 - self._event_ndims)

    @property
    def variance(self):
        p, dim = self._weights(), -1 - self._event_ndims
        inner = torch.sum(p * self.component_distribution.variance, dim=dim)
        spread = (self.component_distribution.mean - self.mean.unsqueeze(dim)).pow(2.0)
        return inner + torch.sum(p * spread, dim=dim)

    def cdf(self, x):
        return torch.sum(self.component_distribution.cdf(x.unsqueeze(-1 - self._event_ndims)) * self.mixture_distribution.probs, dim=-1)

    def log_prob(self, x):
        self._check(x)
        log_x = self.component_distribution.log_prob(x.unsqueeze(-1 - self._event_ndims))
        return torch.logsumexp(log_x + torch.log_softmax(self.mixture_distribution.logits, dim=-1), dim=-1)

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            sample_shape = torch.Size(sample_shape)
            dim, event = len(sample_shape) + len(self.batch_shape), self.event_shape
            picked = self.mixture_distribution.sample(sample_shape)
            drawn = self.component_distribution.sample(sample_shape)
            index = picked.reshape(picked.shape + torch.Size([1] * (len(event) + 1)))
            index = index.repeat(torch.Size([1] * len(picked.shape)) + torch.Size([1]) + event)
            return torch.gather(drawn, dim, index).squeeze(dim)

    def __repr__(self):
        return f"MixtureSameFamily(\n  {self.mixture_distribution},\n  {self.component_distribution})"
