"""A distribution seen through transforms."""

import torch
from torch.distributions.distribution import Distribution
from torch.distributions.transforms import ComposeTransform, Transform


def _sum(x, dims):
    for _ in range(dims):
        x = x.sum(-1)
    return x


class TransformedDistribution(Distribution):
    """The distribution of transforms applied to a variable."""

    arg_constraints = {}

    def __init__(self, base_distribution, transforms, validate_args=None):
        self.transforms = [transforms] if isinstance(transforms, Transform) else list(transforms)
        self.base_dist = base_distribution
        chain = ComposeTransform(self.transforms)
        shape = base_distribution.batch_shape + base_distribution.event_shape
        for part in self.transforms:
            shape = torch.Size(part.forward_shape(shape))
        n = max(chain.event_dim, len(base_distribution.event_shape))
        super().__init__(shape[:len(shape) - n], shape[len(shape) - n:], validate_args=validate_args)

    @property
    def has_rsample(self):
        return self.base_dist.has_rsample

    @property
    def support(self):
        return self.transforms[-1].codomain if self.transforms else self.base_dist.support

    def expand(self, batch_shape, _instance=None):
        return type(self).__mro__[-3](self.base_dist.expand(batch_shape), self.transforms)

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            x = self.base_dist.sample(sample_shape)
            for transform in self.transforms:
                x = transform(x)
            return x

    def rsample(self, sample_shape=torch.Size()):
        x = self.base_dist.rsample(sample_shape)
        for transform in self.transforms:
            x = transform(x)
        return x

    def log_prob(self, value):
        self._check(value)
        n, total, y = len(self.event_shape), 0.0, value
        for transform in reversed(self.transforms):
            x = transform.inv(y)
            total = total - _sum(transform.log_abs_det_jacobian(x, y), n - transform.event_dim)
            y = x
        return total + _sum(self.base_dist.log_prob(y), n - len(self.base_dist.event_shape))

    def _monotonic(self, value):
        sign = 1
        for transform in self.transforms:
            sign = sign * transform.sign
        return value if isinstance(sign, int) and sign == 1 else sign * (value - 0.5) + 0.5

    def cdf(self, value):
        for transform in self.transforms[::-1]:
            value = transform.inv(value)
        return self._monotonic(self.base_dist.cdf(value))

    def icdf(self, value):
        value = self.base_dist.icdf(self._monotonic(value))
        for transform in self.transforms:
            value = transform(value)
        return value
