"""ExponentialFamily: distributions whose density is the exponential of a linear form."""

from torch.distributions.distribution import Distribution


class ExponentialFamily(Distribution):
    """Base of the exponential families."""
