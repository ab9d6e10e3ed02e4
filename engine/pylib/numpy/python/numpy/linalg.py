"""Linear algebra."""
import math

import numpy as np
from _numpy import LinAlgError, _linalg


def inv(a):
    return _linalg("inv", a)[0]


def det(a):
    a = np.asarray(a)
    sign, logdet = slogdet(a.astype(np.float64) if a.dtype.kind != "c" else a)  # NumPy's way, by the C library's exp, which shows in the last digit
    size = np.array([math.exp(x) for x in np.ravel(logdet).tolist()], sign.dtype)
    return (sign * size.reshape(np.shape(logdet))).astype(a.dtype if a.dtype.kind in "fc" else np.float64)[()]


def solve(a, b):
    b = np.asarray(b)
    if b.ndim == 1:
        return _linalg("solve", a, b[:, None])[0][:, 0]
    return _linalg("solve", a, b)[0]


def cholesky(a):
    return _linalg("cholesky", a)[0]


def eig(a):
    w, v = _linalg("eig", a)
    if np.asarray(a).dtype.kind != "c" and not np.any(w.imag):
        return w.real.copy(), v.real.copy()
    return w, v


def eigvals(a):
    return eig(a)[0]


def eigh(a, UPLO="L"):
    return _linalg("eigh", a)


def eigvalsh(a, UPLO="L"):
    return eigh(a)[0]


def slogdet(a):
    return _linalg("slogdet", a)


def qr(a, mode="reduced"):
    q, r = _linalg("qr", a)
    return r if mode == "r" else (q, r)


def svd(a, full_matrices=True, compute_uv=True):
    u, s, vh = _linalg("svdfull" if full_matrices else "svd", a)
    return (u, s, vh) if compute_uv else s


def pinv(a, rcond=1e-15):
    u, s, vh = svd(a, full_matrices=False)
    keep = s > rcond * s.max()
    return vh.T @ (np.where(keep, 1 / np.where(keep, s, 1), 0)[:, None] * u.T)


def lstsq(a, b, rcond=None):
    a, b = np.asarray(a) * 1.0, np.asarray(b) * 1.0
    x = pinv(a) @ b
    rank = matrix_rank(a)
    rest = np.sum((b - a @ x) ** 2, axis=0)
    return x, np.atleast_1d(rest) if rank == a.shape[1] < a.shape[0] else np.zeros(0), rank, svd(a, compute_uv=False)


def matrix_rank(M, tol=None):
    M = np.atleast_2d(M)
    s = svd(M, compute_uv=False)
    tol = s.max() * max(M.shape) * np.finfo(s.dtype).eps if tol is None else tol
    return int(np.sum(s > tol))


def matrix_power(a, n):
    a = np.asarray(a)
    if n < 0:
        a, n = inv(a), -n
    r = np.eye(len(a), dtype=a.dtype)
    for _ in range(n):
        r = r @ a
    return r


def cond(x, p=None):
    s = svd(x, compute_uv=False)
    return s[0] / s[-1]


def norm(x, ord=None, axis=None, keepdims=False):
    x = np.asarray(x)
    if x.dtype.kind in "iub":
        x = x.astype(np.float64)
    if ord is None and axis is None:
        flat = x.ravel()
        r = np.sqrt(np.sum(np.abs(flat) ** 2) if x.dtype.kind == "c" else np.dot(flat, flat))
        return np.asarray(r).reshape((1,) * x.ndim) if keepdims else r
    a = np.abs(x)
    if axis is None and x.ndim == 2 or isinstance(axis, tuple) and len(axis) == 2:
        i, j = (0, 1) if axis is None else axis
        if ord in (None, "fro"):
            return np.sqrt(np.sum(a * a, (i, j), keepdims=keepdims))
        if ord == "nuc":
            return svd(x, compute_uv=False).sum()
        if ord in (2, -2):
            s = svd(x, compute_uv=False)
            return s.max(-1) if ord == 2 else s.min(-1)
        k = i if ord in (1, -1) else j
        s = a.sum(k, keepdims=True)
        r = s.max((i, j), keepdims=keepdims) if ord > 0 else s.min((i, j), keepdims=keepdims)
        return r
    if ord is None or ord == 2:
        return np.sqrt(np.sum(a * a, axis, keepdims=keepdims))
    if ord == np.inf:
        return a.max(axis, keepdims=keepdims)
    if ord == -np.inf:
        return a.min(axis, keepdims=keepdims)
    if ord == 0:
        return (x != 0).astype(x.dtype).sum(axis, keepdims=keepdims)
    if ord == 1:
        return a.sum(axis, keepdims=keepdims)
    return np.power(np.power(a, ord).sum(axis, keepdims=keepdims), 1 / ord)


def multi_dot(arrays):
    r = arrays[0]
    for a in arrays[1:]:
        r = np.dot(r, a)
    return r
