"""The multivariate normal distribution whose covariance is of low rank but for a diagonal."""

import math

import torch
from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.utils import lazy_property


class LowRankMultivariateNormal(Distribution):
    """Covariance cov_factor @ cov_factor.mT + diag(cov_diag)."""

    arg_constraints = {"loc": constraints.real_vector, "cov_factor": constraints.independent(constraints.real, 2),
                       "cov_diag": constraints.independent(constraints.positive, 1)}
    support = constraints.real_vector
    has_rsample = True

    def __init__(self, loc, cov_factor, cov_diag, validate_args=None):
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        event = loc.shape[-1:]
        if cov_factor.dim() < 2:
            raise ValueError("cov_factor must be at least two-dimensional, with optional leading batch dimensions")
        if cov_factor.shape[-2:-1] != event:
            raise ValueError(f"cov_factor must be a batch of matrices with shape {event[0]} x m")
        if cov_diag.shape[-1:] != event:
            raise ValueError(f"cov_diag must be a batch of vectors with shape {event}")
        try:
            batch = torch.broadcast_shapes(loc.shape[:-1], cov_diag.shape[:-1], cov_factor.shape[:-2])
        except RuntimeError as e:
            raise ValueError(f"Incompatible batch shapes: loc {loc.shape}, cov_factor {cov_factor.shape}, cov_diag {cov_diag.shape}") from e
        self.loc, self.cov_diag = loc.expand(batch + event), cov_diag.expand(batch + event)
        self.cov_factor = cov_factor.expand(batch + cov_factor.shape[-2:])
        super().__init__(batch, event, validate_args=validate_args)

    @lazy_property
    def _capacitance_tril(self):
        """The factor of I + Wᵀ·D⁻¹·W, by which systems of the covariance are solved."""
        scaled = self.cov_factor.mT / self.cov_diag.unsqueeze(-2)
        return torch.linalg.cholesky(torch.eye(scaled.shape[-2], dtype=scaled.dtype, device=scaled.device) + scaled @ self.cov_factor)

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @lazy_property
    def variance(self):
        return self.cov_factor.pow(2).sum(-1) + self.cov_diag

    @lazy_property
    def covariance_matrix(self):
        return self.cov_factor @ self.cov_factor.mT + torch.diag_embed(self.cov_diag)

    @lazy_property
    def scale_tril(self):
        return torch.linalg.cholesky(self.covariance_matrix)

    @lazy_property
    def precision_matrix(self):
        scaled = self.cov_factor.mT / self.cov_diag.unsqueeze(-2)
        A = torch.linalg.solve_triangular(self._capacitance_tril, scaled, upper=False)
        return torch.diag_embed(self.cov_diag.reciprocal()) - A.mT @ A

    def rsample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        like = {"dtype": self.loc.dtype, "device": self.loc.device}
        low = torch.normal(torch.zeros(shape[:-1] + self.cov_factor.shape[-1:], **like), 1.0)
        own = torch.normal(torch.zeros(shape, **like), 1.0)
        return self.loc + (self.cov_factor @ low.unsqueeze(-1)).squeeze(-1) + self.cov_diag.sqrt() * own

    def _log_det(self):
        return 2 * self._capacitance_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1) + self.cov_diag.log().sum(-1)

    def log_prob(self, value):
        self._check(value)
        diff = value - self.loc
        inner = ((self.cov_factor.mT / self.cov_diag.unsqueeze(-2)) @ diff.unsqueeze(-1))
        L = self._capacitance_tril.expand(inner.shape[:-2] + self._capacitance_tril.shape[-2:])
        solved = torch.linalg.solve_triangular(L, inner, upper=False).squeeze(-1)
        distance = (diff.pow(2) / self.cov_diag).sum(-1) - solved.pow(2).sum(-1)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + self._log_det() + distance)

    def entropy(self):
        H = 0.5 * (self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + self._log_det())
        return H if len(self._batch_shape) == 0 else H.expand(self._batch_shape)
