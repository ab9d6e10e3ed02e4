"""Matrices: diagonals, triangles."""

import builtins as _py

import numpy as np
from _numpy import arange, asarray, dtype, nonzero
from numpy.core.numeric import max_, min_, zeros
from numpy.core.shape_base import moveaxis, ravel


def eye(N, M=None, k=0, dtype=float):
    M = N if M is None else M
    m = zeros((N, M), dtype)
    rows = arange(N)
    cols = rows + k
    keep = (cols >= 0) & (cols < M)
    m[rows[keep], cols[keep]] = 1
    return m


def identity(n, dtype=None):
    return eye(n, dtype=float if dtype is None else dtype)


def diag(v, k=0):
    v = asarray(v)
    if v.ndim == 1:
        n = len(v) + _py.abs(k)
        m = zeros((n, n), v.dtype)
        i = arange(len(v))
        m[i + max_(-k, 0), i + max_(k, 0)] = v
        return m
    return diagonal(v, k).copy()


def diagonal(a, offset=0, axis1=0, axis2=1):
    a = moveaxis(asarray(a), (axis1, axis2), (-2, -1))
    rows, cols = a.shape[-2:]
    n = max_(0, min_(rows + min_(offset, 0), cols - max_(offset, 0)))
    i = arange(n)
    return a[..., i + max_(-offset, 0), i + max_(offset, 0)]


def diagflat(v, k=0):
    return diag(ravel(v), k)


def trace(a, offset=0, axis1=0, axis2=1):
    return diagonal(a, offset, axis1, axis2).sum(-1)


def tri(N, M=None, k=0, dtype=float):
    M = N if M is None else M
    return (arange(N)[:, None] >= arange(-k, M - k)).astype(dtype)


def tril(m, k=0):
    m = asarray(m)
    return np.where(tri(*m.shape[-2:], k=k, dtype=bool), m, zeros(1, m.dtype))


def triu(m, k=0):
    m = asarray(m)
    return np.where(tri(*m.shape[-2:], k=k - 1, dtype=bool), zeros(1, m.dtype), m)


def tril_indices(n, k=0, m=None):
    return nonzero(tri(n, m, k, bool))


def triu_indices(n, k=0, m=None):
    return nonzero(~tri(n, m, k - 1, bool))


def vander(x, N=None, increasing=False):
    x = asarray(x)
    p = arange(len(x) if N is None else N)
    return x[:, None] ** (p if increasing else p[::-1])


def tril_indices_from(arr, k=0):
    return tril_indices(arr.shape[-2], k, arr.shape[-1])


def triu_indices_from(arr, k=0):
    return triu_indices(arr.shape[-2], k, arr.shape[-1])
