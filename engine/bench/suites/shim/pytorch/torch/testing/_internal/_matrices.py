"""Random matrices with known properties."""

import math
import random

import torch
from torch.testing import make_tensor


def _gauss(kwargs, *shape):
    return torch.randn(*shape, dtype=kwargs.get('dtype', torch.double), device=kwargs.get('device', 'cpu'))


def _with_values(a, values):
    """The matrix a with other singular values."""
    u, _, vh = torch.linalg.svd(a, full_matrices=False)
    return (u * values.to(u.dtype).unsqueeze(-2)) @ vh


def random_square_matrix_of_rank(l, rank, dtype=torch.double, device='cpu'):
    a = torch.randn(l, l, dtype=dtype, device=device)
    s = torch.linalg.svdvals(a)
    s[rank:] = 0
    s[:rank][s[:rank] == 0] = 1
    return _with_values(a, s)


def random_well_conditioned_matrix(*shape, dtype, device, mean=1.0, sigma=0.001):
    a = torch.rand(shape, dtype=dtype, device=device)
    s = torch.randn(*shape[:-2], min(shape[-2:]), dtype=a.real.dtype if dtype.is_complex else dtype, device=device)
    return _with_values(a, (s * sigma + mean).sort(-1, descending=True).values)


def noncontiguous_like(t):
    """The same values with something else between them."""
    if not t.is_contiguous():
        return t
    between = math.nan if t.dtype.is_floating_point or t.dtype.is_complex else True if t.dtype is torch.bool else 12
    wide = t.new_empty(t.shape + (2,))
    wide[..., 0] = between
    wide[..., 1] = t.detach()
    return wide[..., 1].requires_grad_(t.requires_grad)


def random_symmetric_matrix(l, *batches, **kwargs):
    a = _gauss(kwargs, *batches, l, l)
    return (a + a.mT).div_(2)


def random_hermitian_matrix(l, *batches, **kwargs):
    a = _gauss(kwargs, *batches, l, l)
    return (a + a.mH).div_(2)


def make_symmetric_matrices(*shape, device, dtype):
    a = make_tensor(shape, device=device, dtype=dtype)
    return (a + a.mT).div_(2)


def random_symmetric_psd_matrix(l, *batches, **kwargs):
    a = _gauss(kwargs, *batches, l, l)
    return a @ a.mT


def random_hermitian_psd_matrix(matrix_size, *batch_dims, dtype=torch.double, device='cpu'):
    a = torch.randn(*batch_dims, matrix_size, matrix_size, dtype=dtype, device=device)
    return a @ a.mH


def _lifted(a):
    """a with a little more on its diagonal."""
    return a + torch.eye(a.shape[-1], dtype=a.dtype, device=a.device) * 1e-5


def random_symmetric_pd_matrix(matrix_size, *batch_dims, **kwargs):
    return _lifted(random_symmetric_psd_matrix(matrix_size, *batch_dims, **kwargs))


def random_hermitian_pd_matrix(matrix_size, *batch_dims, dtype, device):
    return _lifted(random_hermitian_psd_matrix(matrix_size, *batch_dims, dtype=dtype, device=device))


def make_symmetric_pd_matrices(*shape, device, dtype):
    a = make_tensor(shape, device=device, dtype=dtype)
    return _lifted(a @ a.mT)


def make_fullrank_matrices_with_distinct_singular_values(*shape, device, dtype, requires_grad=False):
    with torch.no_grad():
        a = make_tensor(shape, device=device, dtype=dtype)
        s = torch.arange(2, min(shape[-2:]) + 2, dtype=a.real.dtype if a.is_complex() else dtype, device=device)
        s[1::2] *= -1
        a = _with_values(a, s.reciprocal_().add_(1))
    return a.requires_grad_(requires_grad)


def random_matrix(rows, columns, *batch_dims, **kwargs):
    a = _gauss(kwargs, *batch_dims, rows, columns)
    if a.numel() == 0:
        return a
    k = min(rows, columns)
    s = torch.linspace(1 / (k + 1), 1, k, dtype=a.dtype, device=a.device)
    if kwargs.get('singular', False):
        s[k - 1] = 0
        s[0] = 0 if k > 2 else s[0]
    return _with_values(a, s)


def random_lowrank_matrix(rank, rows, columns, *batch_dims, **kwargs):
    return random_matrix(rows, rank, *batch_dims, **kwargs) @ random_matrix(rank, columns, *batch_dims, **kwargs)


def random_sparse_matrix(rows, columns, density=0.01, **kwargs):
    n = max(min(rows, columns), int(rows * columns * density))
    at = [i % rows for i in range(n)], [i % columns for i in range(n)]
    random.shuffle(at[1])
    fall = torch.tensor([-float(i - j) ** 2 for i, j in zip(*at)]).exp()
    values = _gauss(kwargs, n)
    return torch.sparse_coo_tensor(torch.tensor(at), values * fall.to(values.dtype), (rows, columns)).coalesce()


def random_sparse_pd_matrix(matrix_size, density=0.01, **kwargs):
    n = torch.arange(1, matrix_size + 1, dtype=kwargs.get('dtype', torch.double)) / matrix_size
    return torch.diag(n).to_sparse()
