"""Losses."""

import math
import warnings

import torch
from torch.nn.functions import reduction as red

_nn = torch._C._nn


def cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None,
                  reduction="mean", label_smoothing=0.0):
    """Cross entropy of logits, with class indices or probabilities as target."""
    reduction = red.resolve(size_average, reduce, reduction)
    return _nn.cross_entropy_loss(input, target, weight, red.get_enum(reduction), ignore_index, label_smoothing)


def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    """-input[i, target[i]], for log probabilities."""
    reduction = red.resolve(size_average, reduce, reduction)
    return _nn.nll_loss_nd(input, target, weight, red.get_enum(reduction), ignore_index)


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """The mean (or the sum, or each) of the squares (input − target)²."""
    red.warn_if_sizes_differ(input, target)
    reduction = red.resolve(size_average, reduce, reduction)
    if input.shape != target.shape:  # a tuple would keep them alive
        input, target = torch.broadcast_tensors(input, target)
    return _nn.mse_loss(input, target, red.get_enum(reduction))


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """The mean (or the sum, or each) of the distances |input − target|."""
    red.warn_if_sizes_differ(input, target)
    reduction = red.resolve(size_average, reduce, reduction)
    if input.shape != target.shape:  # a tuple would keep them alive
        input, target = torch.broadcast_tensors(input, target)
    return _nn.l1_loss(input, target, red.get_enum(reduction))


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    """Squared below beta, linear above."""
    red.warn_if_sizes_differ(input, target)
    reduction = red.resolve(size_average, reduce, reduction)
    if input.shape != target.shape:  # a tuple would keep them alive
        input, target = torch.broadcast_tensors(input, target)
    return _nn.smooth_l1_loss(input, target, red.get_enum(reduction), beta)


def huber_loss(input, target, reduction="mean", delta=1.0):
    """delta times the smooth L1 loss."""
    red.warn_if_sizes_differ(input, target)
    if input.shape != target.shape:  # a tuple would keep them alive
        input, target = torch.broadcast_tensors(input, target)
    return _nn.huber_loss(input, target, red.get_enum(reduction), delta)


def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    """Binary cross entropy of probabilities."""
    reduction = red.resolve(size_average, reduce, reduction)
    if target.size() != input.size():
        raise ValueError(f"Using a target size ({target.size()}) that is different to the input size "
                         f"({input.size()}) is deprecated. Please ensure they have the same size.")
    if weight is not None:
        weight = weight.expand(torch.broadcast_shapes(weight.size(), target.size()))
    return _nn.binary_cross_entropy(input, target, weight, red.get_enum(reduction))


def binary_cross_entropy_with_logits(input, target, weight=None, size_average=None, reduce=None,
                                     reduction="mean", pos_weight=None):
    """Binary cross entropy of logits."""
    reduction = red.resolve(size_average, reduce, reduction)
    if target.size() != input.size():
        raise ValueError(f"Target size ({target.size()}) must be the same as input size ({input.size()})")
    return torch.binary_cross_entropy_with_logits(input, target, weight, pos_weight, red.get_enum(reduction))


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    """The Kullback-Leibler divergence of log probabilities from a target."""
    reduction = red.resolve(size_average, reduce, reduction)
    if reduction == "mean":
        warnings.warn("reduction: 'mean' divides the total loss by both the batch size and the support size."
                      "'batchmean' divides only by the batch size, and aligns with the KL div math definition."
                      "'mean' will be changed to behave the same as 'batchmean' in the next major release.")
    code = red.get_enum("sum" if reduction == "batchmean" else reduction)
    out = torch.kl_div(input, target, code, log_target=log_target)
    if reduction == "batchmean" and input.dim() != 0:
        out = out / input.size()[0]
    return out


def poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-8,
                     reduce=None, reduction="mean"):
    """The negative log likelihood of a Poisson distribution."""
    reduction = red.resolve(size_average, reduce, reduction)
    red.check_word(reduction)
    return torch.poisson_nll_loss(input, target, log_input, full, eps, red.get_enum(reduction))


def _variance_like(var, input):
    """var, given the shape of input or one that broadcasts over its last dimension."""
    if var.size() == input.size():
        return var
    if input.size()[:-1] == var.size():
        return torch.unsqueeze(var, -1)
    if input.size()[:-1] == var.size()[:-1] and var.size(-1) == 1:
        return var
    raise ValueError("var is of incorrect size")


def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    """The negative log likelihood of a normal distribution."""
    var = _variance_like(var, input)
    red.check_word(reduction)
    if torch.any(var < 0):
        raise ValueError("var has negative entry/entries")
    var = var.clone()
    with torch.no_grad():
        var.clamp_(min=eps)
    loss = 0.5 * (torch.log(var) + (input - target) ** 2 / var)
    if full:
        loss += 0.5 * math.log(2 * math.pi)
    return red.apply(loss, reduction)


def margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    """max(0, -target·(input1 - input2) + margin)."""
    reduction = red.resolve(size_average, reduce, reduction)
    if not input1.dim() == input2.dim() == target.dim():
        raise RuntimeError("margin_ranking_loss : All input tensors should have same dimension but got sizes: "
                           f"input1: {input1.size()}, input2: {input2.size()}, target: {target.size()} ")
    return torch.margin_ranking_loss(input1, input2, target, margin, red.get_enum(reduction))


def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"):
    """input where target is 1, max(0, margin - input) where it is -1."""
    reduction = red.resolve(size_average, reduce, reduction)
    return torch.hinge_embedding_loss(input, target, margin, red.get_enum(reduction))


def cosine_embedding_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    """1 - cos where target is 1, max(0, cos - margin) where it is -1."""
    reduction = red.resolve(size_average, reduce, reduction)
    return torch.cosine_embedding_loss(input1, input2, target, margin, red.get_enum(reduction))


def soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """log(1 + e^(-target·input))."""
    reduction = red.resolve(size_average, reduce, reduction)
    return _nn.soft_margin_loss(input, target, red.get_enum(reduction))


def multilabel_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """A hinge loss for several labels at once."""
    reduction = red.resolve(size_average, reduce, reduction)
    return _nn.multilabel_margin_loss(input, target, red.get_enum(reduction))


def multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    """Binary cross entropy of logits, averaged over classes."""
    reduction = red.resolve(size_average, reduce, reduction)
    loss = -(target * torch.nn.functional.logsigmoid(input)
             + (1 - target) * torch.nn.functional.logsigmoid(-input))
    if weight is not None:
        loss = loss * weight
    loss = loss.sum(dim=input.dim() - 1) / input.size(input.dim() - 1)
    red.check_word(reduction)
    return red.apply(loss, reduction)


def multi_margin_loss(input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None,
                      reduction="mean"):
    """A hinge loss over classes."""
    reduction = red.resolve(size_average, reduce, reduction)
    if p != 1 and p != 2:
        raise ValueError("only p == 1 and p == 2 supported")
    if weight is not None and weight.dim() != 1:
        raise ValueError("weight must be one-dimensional")
    return _nn.multi_margin_loss(input, target, p, margin, weight, red.get_enum(reduction))


def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-6, swap=False,
                        size_average=None, reduce=None, reduction="mean"):
    """max(0, |anchor - positive| - |anchor - negative| + margin)."""
    reduction = red.resolve(size_average, reduce, reduction)
    return torch.triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap, red.get_enum(reduction))


def triplet_margin_with_distance_loss(anchor, positive, negative, *, distance_function=None, margin=1.0,
                                      swap=False, reduction="mean"):
    """triplet_margin_loss with a distance of one's own."""
    distance = torch.pairwise_distance if distance_function is None else distance_function
    near, far = distance(anchor, positive), distance(anchor, negative)
    if swap:
        far = torch.min(far, distance(positive, negative))
    return red.apply(torch.clamp(near - far + margin, min=0.0), reduction)


def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean", zero_infinity=False):
    """Connectionist temporal classification."""
    return torch.ctc_loss(log_probs, targets, input_lengths, target_lengths, blank,
                          red.get_enum(reduction), zero_infinity)
