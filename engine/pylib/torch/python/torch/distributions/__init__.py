"""torch.distributions: sampling and log probabilities."""

from torch.distributions.continuous import Beta, Exponential, Laplace, LogNormal, MultivariateNormal, Normal, Uniform
from torch.distributions.discrete import Bernoulli, Binomial, Categorical, Geometric, OneHotCategorical
from torch.distributions.distribution import Distribution
from torch.distributions.independent import Independent
from torch.distributions.kl import kl_divergence, register_kl
