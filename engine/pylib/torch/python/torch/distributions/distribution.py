"""Distribution: the base class, with the checks and shapes that all share."""

import numbers

import torch


def broadcast_all(*values):
    """Numbers and tensors as tensors of one shape."""
    if not all(isinstance(v, (torch.Tensor, numbers.Number)) for v in values):
        raise ValueError("Input arguments must all be instances of numbers.Number, torch.Tensor or objects "
                         "implementing __torch_function__.")
    like = next((v for v in values if isinstance(v, torch.Tensor)), None)
    options = {"dtype": torch.get_default_dtype()} if like is None else {"dtype": like.dtype, "device": like.device}
    return torch.broadcast_tensors(*(v if isinstance(v, torch.Tensor) else torch.tensor(v, **options) for v in values))


# Constraints: a text and a test, elementwise.
REAL = ("Real()", lambda x: x == x)
POSITIVE = ("GreaterThan(lower_bound=0.0)", lambda x: x > 0)
UNIT = ("Interval(lower_bound=0.0, upper_bound=1.0)", lambda x: (x >= 0) & (x <= 1))
BOOLEAN = ("Boolean()", lambda x: (x == 0) | (x == 1))
NONNEGATIVE = ("GreaterThanEq(lower_bound=0.0)", lambda x: x >= 0)
SIMPLEX = ("Simplex()", lambda x: (x >= 0).all(-1) & ((x.sum(-1) - 1).abs() < 1e-6))


class Distribution:
    """A family of distributions of batch_shape over events of event_shape."""

    has_rsample = False
    _validate_args = True
    arg_constraints = {}

    def __init__(self, batch_shape=torch.Size(), event_shape=torch.Size(), validate_args=None):
        self._batch_shape = batch_shape
        self._event_shape = event_shape
        if validate_args is not None:
            self._validate_args = validate_args
        if self._validate_args:
            for name, (text, valid) in self.arg_constraints.items():
                value = self.__dict__.get(name)
                if value is not None and not valid(value).all():
                    raise ValueError(
                        f"Expected parameter {name} ({type(value).__name__} of shape {tuple(value.shape)}) of "
                        f"distribution {self!r} to satisfy the constraint {text}, but found invalid values:\n{value}")

    @staticmethod
    def set_default_validate_args(value):
        Distribution._validate_args = value

    @property
    def batch_shape(self):
        return self._batch_shape

    @property
    def event_shape(self):
        return self._event_shape

    @property
    def stddev(self):
        return self.variance.sqrt()

    def sample(self, sample_shape=torch.Size()):
        """Samples without gradients."""
        with torch.no_grad():
            return self.rsample(sample_shape)

    def sample_n(self, n):
        return self.sample(torch.Size((n,)))

    def rsample(self, sample_shape=torch.Size()):
        raise NotImplementedError

    def log_prob(self, value):
        raise NotImplementedError

    def entropy(self):
        raise NotImplementedError

    def perplexity(self):
        return torch.exp(self.entropy())

    def _extended_shape(self, sample_shape=torch.Size()):
        return torch.Size(tuple(sample_shape) + tuple(self._batch_shape) + tuple(self._event_shape))

    def _check(self, value, constraint):
        """Refuses a value outside the support."""
        text, valid = constraint
        if self._validate_args and not valid(value).all():
            raise ValueError(
                f"Expected value argument ({type(value).__name__} of shape {tuple(value.shape)}) to be within the "
                f"support ({text}) of the distribution {self!r}, but found invalid values:\n{value}")

    def __repr__(self):
        names = [name for name in self.arg_constraints if name in self.__dict__ and self.__dict__[name] is not None]
        shown = ", ".join(
            f"{name}: {self.__dict__[name] if self.__dict__[name].numel() == 1 else self.__dict__[name].size()}"
            for name in names)
        return type(self).__name__ + "(" + shown + ")"
