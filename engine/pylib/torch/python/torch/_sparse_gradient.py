"""Gradients that name only the rows that were used: those of nn.Embedding(sparse=True)."""

import torch
from torch import _C, _sparse


def embedding(weight, input, padding_idx=-1):
    """Rows of weight, a leaf; backward adds one row for each of input to its sparse gradient."""
    if not weight.requires_grad or not torch.is_grad_enabled():
        return torch.embedding(weight, input, padding_idx)
    if not weight.is_leaf:
        raise RuntimeError("sparse gradients are for weights that are leaves; pass sparse=False here")

    def backward(grad):
        rows, values = input.reshape(-1), grad.reshape(-1, weight.shape[1])
        if padding_idx >= 0:
            kept = rows != padding_idx
            rows, values = rows[kept], values[kept]
        with torch.no_grad():
            _accumulate(weight, _sparse.make(rows[None].long(), values.clone(), weight.shape, False))
        return (None,)

    return _C._record("EmbeddingBackward0", torch.embedding(weight.detach(), input), (weight,), backward)


def _accumulate(weight, grad):
    if weight.grad is None:
        weight.grad = grad
    elif weight.grad.is_sparse:
        weight.grad = weight.grad + grad
    else:
        weight.grad += grad
