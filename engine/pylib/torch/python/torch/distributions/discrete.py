"""Discrete distributions."""

import torch
import torch.nn.functional as F
from torch.distributions.distribution import BOOLEAN, NONNEGATIVE, REAL, SIMPLEX, UNIT, Distribution, broadcast_all


def clamp_probs(probs):
    eps = torch.finfo(probs.dtype).eps
    return probs.clamp(min=eps, max=1 - eps)


def probs_to_logits(probs, is_binary=False):
    """Logarithms of probabilities, or log odds."""
    p = clamp_probs(probs)
    return torch.log(p) - torch.log1p(-p) if is_binary else torch.log(p)


class _Binary(Distribution):
    """Distributions over the outcome of trials, with probs or logits."""

    arg_constraints = {"probs": UNIT, "logits": REAL}

    def __init__(self, probs, logits, validate_args):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        name, given = ("probs", probs) if probs is not None else ("logits", logits)
        value, = broadcast_all(given)
        self.__dict__[name] = value
        super().__init__(value.size(), validate_args=validate_args)

    def __getattr__(self, name):
        if name == "logits" and "probs" in self.__dict__:
            self.logits = probs_to_logits(self.probs, is_binary=True)
            return self.logits
        if name == "probs" and "logits" in self.__dict__:
            self.probs = torch.sigmoid(self.logits)
            return self.probs
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")


class Bernoulli(_Binary):
    """1 with probability probs."""

    def __init__(self, probs=None, logits=None, validate_args=None):
        super().__init__(probs, logits, validate_args)

    @property
    def mean(self):
        return self.probs

    @property
    def variance(self):
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            return torch.bernoulli(self.probs.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value):
        self._check(value, BOOLEAN)
        logits, value = broadcast_all(self.logits, value)
        return -F.binary_cross_entropy_with_logits(logits, value, reduction="none")

    def entropy(self):
        return F.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")


class Geometric(_Binary):
    """The number of failures before a success."""

    def __init__(self, probs=None, logits=None, validate_args=None):
        super().__init__(probs, logits, validate_args)

    @property
    def mean(self):
        return 1.0 / self.probs - 1.0

    @property
    def variance(self):
        return (1.0 / self.probs - 1.0) / self.probs

    def sample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        tiny = torch.finfo(self.probs.dtype).tiny
        with torch.no_grad():
            u = self.probs.new_empty(shape).uniform_(tiny, 1)
            return (u.log() / (-self.probs).log1p()).floor()

    def log_prob(self, value):
        self._check(value, NONNEGATIVE)
        value, probs = broadcast_all(value, self.probs)
        return value * (-probs).log1p() + probs.log()


class Binomial(_Binary):
    """The number of successes in total_count trials."""

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        super().__init__(probs, logits, validate_args)
        self.total_count, _ = broadcast_all(total_count, self.probs)

    @property
    def mean(self):
        return self.total_count * self.probs

    @property
    def variance(self):
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        trials = int(self.total_count.max())
        with torch.no_grad():
            draws = torch.bernoulli(self.probs.expand(trials, *shape))
            counted = torch.arange(trials).view(-1, *([1] * len(shape))) < self.total_count.expand(shape)
            return (draws * counted).sum(0)

    def log_prob(self, value):
        n = self.total_count
        choose = torch.lgamma(n + 1) - torch.lgamma(value + 1) - torch.lgamma(n - value + 1)
        return choose + value * torch.log(clamp_probs(self.probs)) + (n - value) * torch.log1p(-clamp_probs(self.probs))


class Categorical(Distribution):
    """An index with probability probs[index]."""

    arg_constraints = {"probs": SIMPLEX, "logits": REAL}

    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        if probs is not None:
            if probs.dim() < 1:
                raise ValueError("`probs` parameter must be at least one-dimensional.")
            self.probs = probs / probs.sum(-1, keepdim=True)
        else:
            if logits.dim() < 1:
                raise ValueError("`logits` parameter must be at least one-dimensional.")
            self.logits = logits - logits.logsumexp(dim=-1, keepdim=True)
        param = probs if probs is not None else logits
        self._num_events = param.size()[-1]
        super().__init__(param.size()[:-1], validate_args=validate_args)

    def __getattr__(self, name):
        if name == "logits" and "probs" in self.__dict__:
            self.logits = probs_to_logits(self.probs)
            return self.logits
        if name == "probs" and "logits" in self.__dict__:
            self.probs = F.softmax(self.logits, dim=-1)
            return self.probs
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    @property
    def mode(self):
        return self.probs.argmax(axis=-1)

    @property
    def mean(self):
        return torch.full(self._batch_shape, float("nan"), dtype=self.probs.dtype)

    variance = mean

    def sample(self, sample_shape=torch.Size()):
        sample_shape = torch.Size(sample_shape)
        flat = self.probs.reshape(-1, self._num_events)
        drawn = torch.multinomial(flat, sample_shape.numel(), True).T
        return drawn.reshape(self._extended_shape(sample_shape))

    def log_prob(self, value):
        top = self._num_events - 1
        self._check(value, (f"IntegerInterval(lower_bound=0, upper_bound={top})", lambda x: (x >= 0) & (x <= top)))
        value = value.long().unsqueeze(-1)
        value, log_pmf = torch.broadcast_tensors(value, self.logits)
        return log_pmf.gather(-1, value[..., :1]).squeeze(-1)

    def entropy(self):
        logits = torch.clamp(self.logits, min=torch.finfo(self.logits.dtype).min)
        return -(logits * self.probs).sum(-1)


class OneHotCategorical(Distribution):
    """A Categorical whose outcomes are one-hot vectors."""

    def __init__(self, probs=None, logits=None, validate_args=None):
        self._categorical = Categorical(probs, logits)
        super().__init__(self._categorical.batch_shape, torch.Size([self._categorical._num_events]), validate_args)

    @property
    def probs(self):
        return self._categorical.probs

    @property
    def logits(self):
        return self._categorical.logits

    mean = probs

    def sample(self, sample_shape=torch.Size()):
        index = self._categorical.sample(sample_shape)
        return F.one_hot(index, self._categorical._num_events).to(self.probs)

    def log_prob(self, value):
        return self._categorical.log_prob(value.max(-1)[1])

    def entropy(self):
        return self._categorical.entropy()
