"""Matrices: diagonals, triangles."""

import builtins as _py

import numpy as np
from _numpy import _strided, arange, asarray, nonzero
from numpy.core.numeric import max_, min_, zeros
from numpy.core.shape_base import moveaxis, ravel


def eye(N, M=None, k=0, dtype=float, order="C", *, like=None):
    M = N if M is None else M
    m = zeros((N, M), dtype, order)
    if k < M:
        rows = arange(max_(-k, 0), min_(N, M - k))
        m[rows, rows + k] = 1
    return m


def identity(n, dtype=None, *, like=None):
    return eye(n, dtype=float if dtype is None else dtype)


def diag(v, k=0):
    v = asarray(v)
    if v.ndim == 1:
        n = len(v) + _py.abs(k)
        m = zeros((n, n), v.dtype)
        i = arange(len(v))
        m[i + max_(-k, 0), i + max_(k, 0)] = v
        return m
    if v.ndim != 2:
        raise ValueError("Input must be 1- or 2-d.")
    return diagonal(v, k).copy()


def diagonal(a, offset=0, axis1=0, axis2=1):
    a = asarray(a)
    if a.ndim < 2:
        raise ValueError("diag requires an array of at least two dimensions")
    a = moveaxis(a, (axis1, axis2), (-2, -1))
    rows, cols = a.shape[-2:]
    n = max_(0, min_(rows + min_(offset, 0), cols - max_(offset, 0)))
    a = a[..., max_(-offset, 0):, max_(offset, 0):]
    steps = [s // a.itemsize for s in a.strides]
    d = _strided(a, a.shape[:-2] + (n,), steps[:-2] + [steps[-2] + steps[-1]])
    d.setflags(write=False)
    return d


def diagflat(v, k=0):
    return diag(ravel(v), k)


def trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    return diagonal(a, offset, axis1, axis2).sum(-1, dtype, out)


def tri(N, M=None, k=0, dtype=float, *, like=None):
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


def tril_indices_from(arr, k=0):
    if arr.ndim != 2:
        raise ValueError("input array must be 2-d")
    return tril_indices(arr.shape[-2], k, arr.shape[-1])


def triu_indices_from(arr, k=0):
    if arr.ndim != 2:
        raise ValueError("input array must be 2-d")
    return triu_indices(arr.shape[-2], k, arr.shape[-1])


def vander(x, N=None, increasing=False):
    x = asarray(x)
    if x.ndim != 1:
        raise ValueError("x must be a one-dimensional array or sequence.")
    N = len(x) if N is None else N
    v = np.empty((len(x), N), np.promote_types(x.dtype, int))
    powers = v if increasing else v[:, ::-1]
    if N > 0:
        powers[:, 0] = 1
    if N > 1:
        powers[:, 1:] = x[:, None]
        np.multiply.accumulate(powers[:, 1:], out=powers[:, 1:], axis=1)
    return v
