"""Constraints: the sets that parameters and samples lie in."""

import torch


class Constraint:
    """A set; check(value) says which elements are in it."""

    is_discrete = False
    event_dim = 0

    def check(self, value):
        raise NotImplementedError

    def __repr__(self):
        name = type(self).__name__
        return (name[1:] if name.startswith("_") else name) + "()"


def _simple(name, check, discrete=False, event_dim=0):
    kind = type(name, (Constraint,), {"check": lambda self, value: check(value), "is_discrete": discrete, "event_dim": event_dim})
    return kind()


def _bounds(constraint):
    """The text of a set with bounds, which shows them."""
    return type(constraint).__name__.lstrip("_") + "(" + ", ".join(f"{k}={v}" for k, v in constraint.__dict__.items()) + ")"


class _IntegerInterval(Constraint):
    is_discrete = True

    def __init__(self, lower_bound, upper_bound):
        self.lower_bound = lower_bound
        self.upper_bound = upper_bound

    __repr__ = _bounds

    def check(self, value):
        return (value % 1 == 0) & (self.lower_bound <= value) & (value <= self.upper_bound)


class _IntegerGreaterThan(Constraint):
    is_discrete = True

    def __init__(self, lower_bound):
        self.lower_bound = lower_bound

    __repr__ = _bounds

    def check(self, value):
        return (value % 1 == 0) & (value >= self.lower_bound)


class _GreaterThan(Constraint):
    def __init__(self, lower_bound):
        self.lower_bound = lower_bound

    __repr__ = _bounds

    def check(self, value):
        return self.lower_bound < value


class _GreaterThanEq(Constraint):
    def __init__(self, lower_bound):
        self.lower_bound = lower_bound

    __repr__ = _bounds

    def check(self, value):
        return self.lower_bound <= value


class _LessThan(Constraint):
    def __init__(self, upper_bound):
        self.upper_bound = upper_bound

    __repr__ = _bounds

    def check(self, value):
        return value < self.upper_bound


class _Interval(Constraint):
    def __init__(self, lower_bound, upper_bound):
        self.lower_bound = lower_bound
        self.upper_bound = upper_bound

    __repr__ = _bounds

    def check(self, value):
        return (self.lower_bound <= value) & (value <= self.upper_bound)


class _HalfOpenInterval(Constraint):
    def __init__(self, lower_bound, upper_bound):
        self.lower_bound = lower_bound
        self.upper_bound = upper_bound

    __repr__ = _bounds

    def check(self, value):
        return (self.lower_bound <= value) & (value < self.upper_bound)


class _Multinomial(Constraint):
    is_discrete = True
    event_dim = 1

    def __init__(self, upper_bound):
        self.upper_bound = upper_bound

    def check(self, x):
        return (x >= 0).all(dim=-1) & (x.sum(dim=-1) <= self.upper_bound)


class _IndependentConstraint(Constraint):
    """A constraint whose last dimensions are one event."""

    def __init__(self, base_constraint, reinterpreted_batch_ndims):
        self.base_constraint, self.reinterpreted_batch_ndims = base_constraint, reinterpreted_batch_ndims
        self.event_dim = base_constraint.event_dim + reinterpreted_batch_ndims
        self.is_discrete = base_constraint.is_discrete

    def check(self, value):
        result = self.base_constraint.check(value)
        n = self.reinterpreted_batch_ndims
        return result.reshape(result.shape[:result.dim() - n] + (-1,)).all(-1)

    def __repr__(self):
        return f"IndependentConstraint({self.base_constraint!r}, {self.reinterpreted_batch_ndims})"


class _Dependent(Constraint):
    """A set that depends on other parameters; it cannot be checked on its own."""

    def check(self, x):
        raise ValueError("Cannot determine validity of dependent constraint")


def _symmetric(value):
    return torch.isclose(value, value.mT, atol=1e-6).all(-2).all(-1)


def _positive_definite(value):
    return _symmetric(value) & torch.linalg.cholesky_ex(value).info.eq(0)


def _lower_cholesky(value):
    return (value.tril() == value).all(-1).all(-1) & (value.diagonal(dim1=-2, dim2=-1) > 0).min(-1)[0]


def _corr_cholesky(value):
    near = 10 * value.shape[-1] * torch.finfo(value.dtype).eps
    return _lower_cholesky(value) & (torch.linalg.norm(value.detach(), dim=-1) - 1).abs().le(near).all(-1)


dependent = _Dependent()
boolean = _simple("_Boolean", lambda value: (value == 0) | (value == 1), discrete=True)
one_hot = _simple("_OneHot", lambda value: ((value == 0) | (value == 1)).all(-1) & value.sum(-1).eq(1), discrete=True, event_dim=1)
real = _simple("_Real", lambda value: value == value)
simplex = _simple("_Simplex", lambda value: torch.all(value >= 0, dim=-1) & ((value.sum(-1) - 1).abs() < 1e-6), event_dim=1)
lower_cholesky = _simple("_LowerCholesky", _lower_cholesky, event_dim=2)
corr_cholesky = _simple("_CorrCholesky", _corr_cholesky, event_dim=2)
positive_definite = _simple("_PositiveDefinite", _positive_definite, event_dim=2)
integer_interval, integer_greater_than = _IntegerInterval, _IntegerGreaterThan
nonnegative_integer, positive_integer = _IntegerGreaterThan(0), _IntegerGreaterThan(1)
greater_than, greater_than_eq, less_than = _GreaterThan, _GreaterThanEq, _LessThan
interval, half_open_interval, multinomial = _Interval, _HalfOpenInterval, _Multinomial
independent = _IndependentConstraint
positive, nonnegative = _GreaterThan(0.0), _GreaterThanEq(0.0)
unit_interval = _Interval(0.0, 1.0)
real_vector = _IndependentConstraint(real, 1)
