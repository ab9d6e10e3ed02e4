"""Connectionist temporal classification: Graves and others, ICML 2006."""

import torch
from torch import _C

_NONE, _MEAN, _SUM = 0, 1, 2


def _sequence(log_probs, labels, blank):
    """Minus the log probability that a sequence (T, C) is read as labels."""
    path = [blank]
    for label in labels:
        path += [label, blank]
    states = torch.tensor(path, dtype=torch.int64, device=log_probs.device)
    skip = torch.tensor([i > 1 and path[i] != blank and path[i] != path[i - 2] for i in range(len(path))], device=log_probs.device)
    low = torch.full((2,), -float("inf"), dtype=log_probs.dtype, device=log_probs.device)
    never = torch.full((len(path),), -float("inf"), dtype=log_probs.dtype, device=log_probs.device)
    alpha = torch.cat([log_probs[0, states[:2]], never[2:]])
    for row in log_probs[1:]:
        padded = torch.cat([low, alpha])
        ways = torch.stack([alpha, padded[1:-1], torch.where(skip, padded[:-2], never)])
        top = ways.detach().amax(0)
        top = torch.where(top.isinf(), torch.zeros_like(top), top)
        total = (ways - top).exp().sum(0)
        alpha = torch.where(total > 0, top + torch.where(total > 0, total, 1.0).log() + row[states], never)
    return -torch.logsumexp(alpha[-2:], 0)


def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction=_MEAN, zero_infinity=False):
    if isinstance(input_lengths, torch.Tensor):
        input_lengths, target_lengths = input_lengths.tolist(), target_lengths.tolist()
    single = log_probs.dim() == 2
    if single:
        log_probs, targets = log_probs.unsqueeze(1), targets.unsqueeze(0) if targets.dim() == 1 else targets
        input_lengths = [input_lengths] if isinstance(input_lengths, int) else list(input_lengths)
        target_lengths = [target_lengths] if isinstance(target_lengths, int) else list(target_lengths)
    if not 0 <= blank < log_probs.shape[2]:
        raise RuntimeError("blank must be in label range")
    n = log_probs.shape[1]
    for lengths, name in ((input_lengths, "input_lengths"), (target_lengths, "target_lengths")):
        if any(isinstance(length, float) for length in lengths):
            raise RuntimeError(f"{name} must be integral")
        if len(lengths) != n:
            raise RuntimeError(f"{name} must be of size batch_size")
    for i, length in enumerate(input_lengths):
        if length > log_probs.shape[0]:
            raise RuntimeError(f"Expected input_lengths to have value at most {log_probs.shape[0]}, but got value {length} (while checking arguments for ctc_loss_cpu)")
    if targets.dim() == 1:
        rows = [x.tolist() for x in targets.split(list(target_lengths))]
    else:
        rows = [row[:k] for row, k in zip(targets.tolist(), target_lengths)]
    y, grad = _losses(log_probs, rows, input_lengths, blank)
    record = log_probs.requires_grad and torch.is_grad_enabled()
    if record:
        def backward(g):
            weight = torch.where(y.isinf(), torch.zeros_like(g), g) if zero_infinity else g
            return (grad.nan_to_num(0.0) * weight.unsqueeze(-1) if zero_infinity else grad * weight.unsqueeze(-1),)
        y = _C._record("CtcLossBackward0", y, (log_probs,), backward)
    if zero_infinity:
        y = torch.where(y == float("inf"), torch.zeros((), dtype=y.dtype, device=y.device), y)
    if reduction == _MEAN:
        return (y / torch.tensor(target_lengths, dtype=y.dtype, device=y.device).clamp(min=1)).mean()
    if reduction == _SUM:
        return y.sum()
    return y[0] if single else y


def _losses(log_probs, rows, lengths, blank):
    """The loss of each sequence and the gradient with respect to the activations that
    log_softmax made log_probs of, as PyTorch's kernel has it."""
    with torch.enable_grad():
        leaf = log_probs.detach().requires_grad_()
        y = torch.stack([_sequence(leaf[:t, i], row, blank) for i, (row, t) in enumerate(zip(rows, lengths))])
        grad = torch.autograd.grad(y.sum(), leaf)[0] if log_probs.requires_grad else torch.zeros_like(leaf)
    grad = grad.clone()
    for i, t in enumerate(lengths):
        grad[:t, i] += leaf.detach()[:t, i].exp()
    return y.detach(), grad
