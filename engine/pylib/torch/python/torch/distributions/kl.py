"""Kullback-Leibler divergences between pairs of distributions."""

import torch
from torch.distributions.continuous import Exponential, Normal, Uniform
from torch.distributions.discrete import Bernoulli, Categorical

_REGISTRY = {}


def register_kl(type_p, type_q):
    """Makes a function the divergence of two classes."""
    def decorator(fn):
        _REGISTRY[type_p, type_q] = fn
        return fn
    return decorator


def kl_divergence(p, q):
    """KL(p ‖ q)."""
    for a in type(p).__mro__:
        for b in type(q).__mro__:
            if (a, b) in _REGISTRY:
                return _REGISTRY[a, b](p, q)
    raise NotImplementedError(f"No KL(p || q) is implemented for p type {type(p).__name__} and "
                              f"q type {type(q).__name__}")


@register_kl(Normal, Normal)
def _normal(p, q):
    ratio = (p.scale / q.scale).pow(2)
    t1 = ((p.loc - q.loc) / q.scale).pow(2)
    return 0.5 * (ratio + t1 - 1 - ratio.log())


@register_kl(Bernoulli, Bernoulli)
def _bernoulli(p, q):
    t1 = p.probs * (torch.nn.functional.softplus(-q.logits) - torch.nn.functional.softplus(-p.logits))
    t1 = torch.where(q.probs == 0, torch.full_like(t1, float("inf")), t1)
    t1 = torch.where(p.probs == 0, torch.zeros_like(t1), t1)
    t2 = (1 - p.probs) * (torch.nn.functional.softplus(q.logits) - torch.nn.functional.softplus(p.logits))
    t2 = torch.where(q.probs == 1, torch.full_like(t2, float("inf")), t2)
    return t1 + torch.where(p.probs == 1, torch.zeros_like(t2), t2)


@register_kl(Categorical, Categorical)
def _categorical(p, q):
    t = p.probs * (p.logits - q.logits)
    t = torch.where(q.probs == 0, torch.full_like(t, float("inf")), t)
    return torch.where(p.probs == 0, torch.zeros_like(t), t).sum(-1)


@register_kl(Exponential, Exponential)
def _exponential(p, q):
    ratio = q.rate / p.rate
    return -ratio.log() + ratio - 1


@register_kl(Uniform, Uniform)
def _uniform(p, q):
    result = ((q.high - q.low) / (p.high - p.low)).log()
    return torch.where((q.low > p.low) | (q.high < p.high), torch.full_like(result, float("inf")), result)
