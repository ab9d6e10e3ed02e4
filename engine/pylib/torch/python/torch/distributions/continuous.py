"""Continuous distributions."""

import math

import torch
from torch.distributions.distribution import POSITIVE, REAL, UNIT, Distribution, broadcast_all


class Normal(Distribution):
    """N(loc, scale²)."""

    arg_constraints = {"loc": REAL, "scale": POSITIVE}
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = broadcast_all(loc, scale)
        super().__init__(self.loc.size(), validate_args=validate_args)

    @property
    def mean(self):
        return self.loc

    mode = mean

    @property
    def stddev(self):
        return self.scale

    @property
    def variance(self):
        return self.stddev.pow(2)

    def sample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():
            return torch.normal(self.loc.expand(shape), self.scale.expand(shape))

    def rsample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        eps = torch.normal(torch.zeros(shape, dtype=self.loc.dtype, device=self.loc.device),
                           torch.ones(shape, dtype=self.loc.dtype, device=self.loc.device))
        return self.loc + eps * self.scale

    def log_prob(self, value):
        self._check(value, REAL)
        return (-((value - self.loc) ** 2) / (2 * self.scale ** 2) - self.scale.log()
                - math.log(math.sqrt(2 * math.pi)))

    def cdf(self, value):
        return 0.5 * (1 + torch.erf((value - self.loc) * self.scale.reciprocal() / math.sqrt(2)))

    def icdf(self, value):
        return self.loc + self.scale * torch.erfinv(2 * value - 1) * math.sqrt(2)

    def entropy(self):
        return 0.5 + 0.5 * math.log(2 * math.pi) + torch.log(self.scale)


class LogNormal(Normal):
    """exp of a normal variable."""

    def rsample(self, sample_shape=torch.Size()):
        return super().rsample(sample_shape).exp()

    def sample(self, sample_shape=torch.Size()):
        return super().sample(sample_shape).exp()

    def log_prob(self, value):
        return super().log_prob(value.log()) - value.log()

    @property
    def mean(self):
        return (self.loc + self.scale.pow(2) / 2).exp()

    @property
    def variance(self):
        return (self.scale.pow(2).exp() - 1) * (2 * self.loc + self.scale.pow(2)).exp()

    def entropy(self):
        return super().entropy() + self.loc


class Uniform(Distribution):
    """Uniform on [low, high)."""

    arg_constraints = {"low": REAL, "high": REAL}
    has_rsample = True

    def __init__(self, low, high, validate_args=None):
        self.low, self.high = broadcast_all(low, high)
        super().__init__(self.low.size(), validate_args=validate_args)
        if self._validate_args and not torch.lt(self.low, self.high).all():
            raise ValueError("Uniform is not defined when low>= high")

    @property
    def mean(self):
        return (self.high + self.low) / 2

    @property
    def stddev(self):
        return (self.high - self.low) / 12 ** 0.5

    @property
    def variance(self):
        return (self.high - self.low).pow(2) / 12

    def rsample(self, sample_shape=torch.Size()):
        rand = torch.rand(self._extended_shape(sample_shape), dtype=self.low.dtype, device=self.low.device)
        return self.low + rand * (self.high - self.low)

    def log_prob(self, value):
        low, high = value.new_tensor(0) + self.low, self.high
        self._check(value, (f"Interval(lower_bound={low}, upper_bound={high})", lambda x: (x >= low) & (x <= high)))
        inside = self.low.le(value).type_as(self.low) * self.high.gt(value).type_as(self.low)
        return torch.log(inside) - torch.log(self.high - self.low)

    def cdf(self, value):
        return ((value - self.low) / (self.high - self.low)).clamp(min=0, max=1)

    def icdf(self, value):
        return value * (self.high - self.low) + self.low

    def entropy(self):
        return torch.log(self.high - self.low)


class Exponential(Distribution):
    """The time to an event of a rate."""

    arg_constraints = {"rate": POSITIVE}
    has_rsample = True

    def __init__(self, rate, validate_args=None):
        self.rate, = broadcast_all(rate)
        super().__init__(self.rate.size(), validate_args=validate_args)

    @property
    def mean(self):
        return self.rate.reciprocal()

    stddev = mean

    @property
    def variance(self):
        return self.rate.pow(-2)

    def rsample(self, sample_shape=torch.Size()):
        return self.rate.new_empty(self._extended_shape(sample_shape)).exponential_() / self.rate

    def log_prob(self, value):
        return self.rate.log() - self.rate * value

    def cdf(self, value):
        return 1 - torch.exp(-self.rate * value)

    def entropy(self):
        return 1.0 - torch.log(self.rate)


class Laplace(Distribution):
    """The two-sided exponential distribution."""

    arg_constraints = {"loc": REAL, "scale": POSITIVE}
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = broadcast_all(loc, scale)
        super().__init__(self.loc.size(), validate_args=validate_args)

    @property
    def mean(self):
        return self.loc

    @property
    def variance(self):
        return 2 * self.scale.pow(2)

    def rsample(self, sample_shape=torch.Size()):
        u = self.loc.new_empty(self._extended_shape(sample_shape)).uniform_(torch.finfo(self.loc.dtype).eps - 1, 1)
        return self.loc - self.scale * u.sign() * torch.log1p(-u.abs())

    def log_prob(self, value):
        return -torch.log(2 * self.scale) - torch.abs(value - self.loc) / self.scale

    def entropy(self):
        return 1 + torch.log(2 * self.scale)


class Beta(Distribution):
    """Beta(concentration1, concentration0); log probabilities only."""

    arg_constraints = {"concentration1": POSITIVE, "concentration0": POSITIVE}

    def __init__(self, concentration1, concentration0, validate_args=None):
        self.concentration1, self.concentration0 = broadcast_all(concentration1, concentration0)
        super().__init__(self.concentration1.size(), validate_args=validate_args)

    @property
    def mean(self):
        return self.concentration1 / (self.concentration1 + self.concentration0)

    @property
    def variance(self):
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total.pow(2) * (total + 1))

    def log_prob(self, value):
        self._check(value, UNIT)
        a, b = self.concentration1, self.concentration0
        norm = torch.lgamma(a) + torch.lgamma(b) - torch.lgamma(a + b)
        return (a - 1) * torch.log(value) + (b - 1) * torch.log1p(-value) - norm


class MultivariateNormal(Distribution):
    """A normal distribution with a covariance matrix."""

    has_rsample = True

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        if (covariance_matrix is not None) + (scale_tril is not None) + (precision_matrix is not None) != 1:
            raise ValueError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
        self.loc = loc
        if precision_matrix is not None:
            covariance_matrix = torch.linalg.inv(precision_matrix)
        if scale_tril is None:
            scale_tril = torch.linalg.cholesky(covariance_matrix)
        self.scale_tril = scale_tril
        super().__init__(loc.shape[:-1], loc.shape[-1:], validate_args=validate_args)

    @property
    def mean(self):
        return self.loc

    @property
    def covariance_matrix(self):
        return self.scale_tril @ self.scale_tril.mT

    @property
    def variance(self):
        return self.scale_tril.pow(2).sum(-1)

    def rsample(self, sample_shape=torch.Size()):
        eps = torch.normal(torch.zeros(self._extended_shape(sample_shape), dtype=self.loc.dtype), 1.0)
        return self.loc + (self.scale_tril @ eps.unsqueeze(-1)).squeeze(-1)

    def log_prob(self, value):
        diff = value - self.loc
        whitened = torch.linalg.solve(self.scale_tril, diff.unsqueeze(-1)).squeeze(-1)
        half_log_det = self.scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + whitened.pow(2).sum(-1)) - half_log_det
