"""Linear algebra of complex matrices, made of operations that have gradients.

A complex matrix A + iB acts on pairs of real vectors as the real matrix
[[A, -B], [B, A]], so that its inverse and its systems are those of real ones.
"""

import torch


def _blocks(a):
    re, im = a.real, a.imag
    return torch.cat([torch.cat([re, -im], -1), torch.cat([im, re], -1)], -2)


def _pair(stacked, n):
    """The complex matrix whose real part stands above its imaginary part."""
    return torch.complex(stacked[..., :n, :].contiguous(), stacked[..., n:, :].contiguous())


def inv(a):
    n = a.shape[-1]
    return _pair(torch.linalg.inv(_blocks(a))[..., :n], n)


def solve(a, b):
    vector = b.dim() == 1 or b.dim() == a.dim() - 1 and b.shape == a.shape[:-1]
    b = b.unsqueeze(-1) if vector else b
    a, b = (x if x.is_complex() else torch.complex(x, torch.zeros_like(x)) for x in (a, b))
    x = _pair(torch.linalg.solve(_blocks(a), torch.cat([b.real, b.imag], -2)), a.shape[-1])
    return x.squeeze(-1) if vector else x


def _det(a):
    """The product of the pivots of one matrix, by elimination with row exchanges."""
    product = torch.ones((), dtype=a.dtype, device=a.device)
    for _ in range(a.shape[-1]):
        first = a[:, 0]
        at = int(first.detach().abs().argmax())
        pivot = first[at]
        product = product * (-pivot if at else pivot)
        if pivot == 0:
            return product
        if at:
            a = a[[at, *range(1, at), 0, *range(at + 1, len(a))]]
        a = a[1:, 1:] - torch.outer(a[1:, 0] / pivot, a[0, 1:])
    return product


def det(a):
    if a.dim() == 2:
        return _det(a)
    flat = a.reshape(-1, *a.shape[-2:])
    return torch.stack([_det(m) for m in flat]).reshape(a.shape[:-2])


def slogdet(a):
    d = det(a)
    size = d.abs()
    return d / size, size.log()


def singular_values(a):
    """Those of the real matrix, which has each of them twice."""
    return torch.linalg.svdvals(_blocks(a))[..., ::2]
