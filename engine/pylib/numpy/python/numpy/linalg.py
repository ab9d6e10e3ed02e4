"""Linear algebra."""
import math
import operator

import numpy as np
from _numpy import LinAlgError, _linalg


def _stacked(a):
    a = np.asarray(a)
    if a.ndim < 2:
        raise LinAlgError(f"{a.ndim}-dimensional array given. Array must be at least two-dimensional")
    return a


def _square(a):
    a = _stacked(a)
    if a.shape[-1] != a.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    return a


def inv(a):
    a = _square(a)
    if a.dtype.kind == "c" and a.size:
        return _pair(_linalg("inv", _blocks(a))[0][..., :a.shape[-1]], a)
    return _linalg("inv", a)[0] if a.size else a * 1.0


def _blocks(a):
    """The real matrix that acts on real and imaginary parts as the complex a does."""
    return np.block([[a.real, -a.imag], [a.imag, a.real]])


def _pair(stacked, a):
    """The complex matrix whose real part stands above its imaginary part, of a's type."""
    n = a.shape[-1]
    return (stacked[..., :n, :] + 1j * stacked[..., n:, :]).astype(a.dtype)


def det(a):
    a = _square(a)
    if a.dtype.kind == "c":
        return np.array([_det(m) for m in a.reshape(-1, *a.shape[-2:])], a.dtype).reshape(a.shape[:-2])[()]
    sign, logdet = slogdet(a.astype(np.float64) if a.dtype.kind != "c" else a)  # NumPy's way, by the C library's exp, which shows in the last digit
    size = np.array([math.exp(x) for x in np.ravel(logdet).tolist()])
    return (sign * size.reshape(np.shape(logdet))).astype(a.dtype if a.dtype.kind in "fc" else np.float64)[()]


def solve(a, b):
    a, b = _square(a), np.asarray(b)
    if b.ndim == a.ndim - 1:
        if b.shape[-1:] != a.shape[-1:]:
            raise ValueError(_mismatch("solve1: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (m,m),(m)->(m)", b.shape[-1], a.shape[-1]))
        return solve(a, b[..., None])[..., 0]
    if b.shape[-2] != a.shape[-1]:
        raise ValueError(_mismatch("solve: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (m,m),(m,n)->(m,n)", b.shape[-2], a.shape[-1]))
    if "c" in (a.dtype.kind, b.dtype.kind):
        a, b = a.astype(np.result_type(a, b)), b.astype(np.result_type(a, b))
        return _pair(_linalg("solve", _blocks(a), np.concatenate([b.real, b.imag], -2))[0], a)
    return _linalg("solve", a, b)[0]


def _mismatch(text, got, want):
    return f"{text} (size {got} is different from {want})"


def tensorsolve(a, b, axes=None):
    a, b = np.asarray(a), np.asarray(b)
    if axes is not None:
        order = list(range(a.ndim))
        for k in axes:
            order.remove(k)
            order.insert(a.ndim, k)
        a = a.transpose(order)
    rest = a.shape[-(a.ndim - b.ndim):]
    n = math.prod(rest)
    if a.size != n ** 2:
        raise LinAlgError("Input arrays must satisfy the requirement             prod(a.shape[b.ndim:]) == prod(a.shape[:b.ndim])")
    return solve(a.reshape(n, n), b.ravel()).reshape(rest)


def tensorinv(a, ind=2):
    a = np.asarray(a)
    if ind <= 0:
        raise ValueError("Invalid ind argument.")
    shape = a.shape[ind:] + a.shape[:ind]
    return inv(a.reshape(math.prod(a.shape[ind:]), -1)).reshape(shape)


def cholesky(a):
    return _linalg("cholesky", _square(a))[0]


def _finite(a):
    if not np.isfinite(a).all():
        raise LinAlgError("Array must not contain infs or NaNs")
    return a


def eig(a):
    a = _finite(_square(a))
    w, v = _linalg("eig", a)
    if a.dtype.kind != "c" and not np.any(w.imag):
        return w.real.copy(), v.real.copy()
    return w, v


def eigvals(a):
    return eig(a)[0]


def _triangle(a, UPLO):
    if UPLO.upper() not in ("L", "U"):
        raise ValueError("UPLO argument must be 'L' or 'U'")
    return a if UPLO.upper() == "L" else a.swapaxes(-1, -2).conj()


def eigh(a, UPLO="L"):
    return _linalg("eigh", _triangle(_square(a), UPLO))


def eigvalsh(a, UPLO="L"):
    return eigh(a, UPLO)[0]


def _det(a):
    """The product of the pivots of one complex matrix, by elimination with row exchanges."""
    a, product = a.astype(np.complex128), 1
    for k in range(len(a)):
        at = k + int(np.abs(a[k:, k]).argmax())
        product = product * a[at, k] * (1 if at == k else -1)
        if product == 0:
            break
        if at != k:
            a[[k, at]] = a[[at, k]]
        a[k + 1:, k:] -= np.outer(a[k + 1:, k] / a[k, k], a[k, k:])
    return product


def slogdet(a):
    a = _square(a)
    if a.dtype.kind == "c":
        d = np.array([_det(m) for m in a.reshape(-1, *a.shape[-2:])], a.dtype).reshape(a.shape[:-2])
        size = np.abs(d)
        return d / size, np.log(size)
    return _linalg("slogdet", a if a.dtype.kind == "f" else a.astype(np.float64))


def qr(a, mode="reduced"):
    a = _stacked(a)
    if mode not in ("reduced", "complete", "r", "raw", "full", "economic"):
        raise ValueError(f"Unrecognized mode '{mode}'")
    m, n = a.shape[-2:]
    if mode == "raw":
        h, tau = _linalg("geqrf", a if a.dtype.kind == "c" else a + 0j)
        h = h.swapaxes(-1, -2)
        return (h, tau) if a.dtype.kind == "c" else (h.real.copy(), tau.real.copy())
    if a.dtype.kind == "c":
        k = m if mode == "complete" else min(m, n)
        q, r = (x.copy() for x in _linalg("qr", a))
        return r[..., :k, :] if mode == "r" else (q[..., :k], r[..., :k, :])
    if mode == "complete" and m > n:
        wide = np.concatenate([a, np.broadcast_to(np.eye(m), a.shape[:-2] + (m, m))], -1)
        q, r = _linalg("qr", wide)
        return q, r[..., :n]
    q, r = _linalg("qr", a)
    return r if mode == "r" else (q, r)


def svd(a, full_matrices=True, compute_uv=True, hermitian=False):
    a = _stacked(a)
    if a.dtype.kind != "c":
        u, s, vh = _linalg("svdfull" if full_matrices else "svd", a)
    else:
        u, s, vh = _linalg("svd", a)
        if full_matrices:
            u, vh = _completed(u), _completed(vh.conj().swapaxes(-1, -2)).conj().swapaxes(-1, -2)
    return (u, s, vh) if compute_uv else s


def _completed(u):
    """u with the columns that make it square and unitary."""
    q = qr(u, "complete")[0]
    q[..., :u.shape[-1]] = u
    return q


def pinv(a, rcond=1e-15, hermitian=False):
    a = _stacked(a)
    if a.size == 0:
        return np.empty(a.shape[:-2] + (a.shape[-1], a.shape[-2]), a.dtype)
    u, s, vt = svd(a.conj(), full_matrices=False)
    cutoff = np.asarray(rcond)[..., None] * s.max(-1, keepdims=True)
    large = s > cutoff
    s = np.where(large, np.divide(1, np.where(large, s, 1)), 0)
    return vt.swapaxes(-1, -2) @ (s[..., None] * u.swapaxes(-1, -2))


def lstsq(a, b, rcond="warn"):
    a, b = np.asarray(a), np.asarray(b)
    if a.ndim != 2:
        raise LinAlgError(f"{a.ndim}-dimensional array given. Array must be two-dimensional")
    m, n = a.shape
    if m != b.shape[0]:
        raise LinAlgError("Incompatible dimensions")
    if isinstance(rcond, str):
        import warnings
        warnings.warn("`rcond` parameter will change to the default of machine precision times ``max(M, N)`` where M and N are the input matrix dimensions.\nTo use the future default and silence this warning we advise to pass `rcond=None`, to keep using the old, explicitly pass `rcond=-1`.", FutureWarning, stacklevel=2)
        rcond = -1
    kind = np.result_type(a, b, 1.0)
    a, y = a.astype(kind), b.astype(kind)
    eps = np.finfo(kind).eps
    rcond = eps * max(m, n) if rcond is None else rcond if rcond >= 0 else eps
    u, s, vh = svd(a, full_matrices=False)
    keep = s > rcond * (s[0] if len(s) else 0)
    rank = int(keep.sum())
    x = vh.conj().T @ ((u.conj().T @ y).T * np.where(keep, 1 / np.where(keep, s, 1), 0)).T
    rest = np.abs(y - a @ x) ** 2
    resids = np.atleast_1d(rest.sum(0)) if rank == n and m > n else np.zeros(0, s.dtype)
    return x, resids, rank, s


def matrix_rank(A, tol=None, hermitian=False):
    A = np.asarray(A)
    if A.ndim < 2:
        return int(not np.all(A == 0))
    s = svd(A, compute_uv=False)
    tol = s.max(-1, keepdims=True) * max(A.shape[-2:]) * np.finfo(s.dtype).eps if tol is None else np.asarray(tol)[..., None]
    return np.count_nonzero(s > tol, axis=-1)


def matrix_power(a, n):
    a = _square(a)
    try:
        n = operator.index(n)
    except TypeError as e:
        raise TypeError("exponent must be an integer") from e
    if n == 0:
        r = np.empty_like(a)
        r[...] = np.eye(a.shape[-2], dtype=a.dtype)
        return r
    if n < 0:
        a, n = inv(a), -n
    if n <= 3:
        return a if n == 1 else a @ a if n == 2 else a @ a @ a
    power = r = None
    while n:
        power = a if power is None else power @ power
        n, odd = divmod(n, 2)
        if odd:
            r = power if r is None else r @ power
    return r


def cond(x, p=None):
    x = np.asarray(x)
    if x.size == 0 and math.prod(x.shape[-2:]) == 0:
        raise LinAlgError("cond is not defined on empty arrays")
    if p is None or p == 2 or p == -2:
        s = svd(x, compute_uv=False)
        with np.errstate(all="ignore"):
            return s[..., -1] / s[..., 0] if p == -2 else s[..., 0] / s[..., -1]
    return (norm(x, p, (-2, -1)) * norm(inv(x), p, (-2, -1))).astype(x.dtype if x.dtype.kind in "fc" else np.float64)[()]


def norm(x, ord=None, axis=None, keepdims=False):
    x = np.asarray(x)
    if x.dtype.kind not in "fcO":
        x = x.astype(np.float64)
    if axis is None:
        if ord is None or ord in ("f", "fro") and x.ndim == 2 or not isinstance(ord, str) and ord == 2 and x.ndim == 1:
            flat = x.ravel("K")
            r = np.sqrt(np.dot(flat.real, flat.real) + np.dot(flat.imag, flat.imag) if x.dtype.kind == "c" else np.dot(flat, flat))
            return np.asarray(r).reshape((1,) * x.ndim) if keepdims else r
        axis = tuple(range(x.ndim))
    elif not isinstance(axis, tuple):
        try:
            axis = (operator.index(axis),)
        except TypeError as e:
            raise TypeError("'axis' must be None, an integer or a tuple of integers") from e
    if len(axis) == 1:
        return _vector_norm(x, ord, axis, keepdims)
    if len(axis) == 2:
        return _matrix_norm(x, ord, axis, keepdims)
    raise ValueError("Improper number of dimensions to norm.")


def _vector_norm(x, ord, axis, keepdims):
    if ord == np.inf:
        return np.abs(x).max(axis, keepdims=keepdims)
    if ord == -np.inf:
        return np.abs(x).min(axis, keepdims=keepdims)
    if ord == 0:
        return (x != 0).astype(x.real.dtype).sum(axis, keepdims=keepdims)
    if ord == 1:
        return np.abs(x).sum(axis, keepdims=keepdims)
    if ord is None or ord == 2:
        return np.sqrt((x.conj() * x).real.sum(axis, keepdims=keepdims))
    if isinstance(ord, str):
        raise ValueError(f"Invalid norm order '{ord}' for vectors")
    return np.power(np.power(np.abs(x), ord).sum(axis, keepdims=keepdims), 1 / ord)


def _matrix_norm(x, ord, axis, keepdims):
    row, col = (a % x.ndim if -x.ndim <= a < x.ndim else _bad_axis(a, x.ndim) for a in axis)
    if row == col:
        raise ValueError("Duplicate axes given.")
    if ord in (None, "fro", "f"):
        return np.sqrt((x.conj() * x).real.sum(axis, keepdims=keepdims))
    if ord in (2, -2, "nuc"):
        s = svd(np.moveaxis(x, axis, (-2, -1)), compute_uv=False)
        r = s.sum(-1) if ord == "nuc" else s.max(-1) if ord == 2 else s.min(-1)
    elif ord in (1, -1, np.inf, -np.inf):
        along, rest = (row, col) if ord in (1, -1) else (col, row)
        s = np.abs(x).sum(along, keepdims=True)
        r = (s.max if ord > 0 else s.min)((row, col))
    else:
        raise ValueError("Invalid norm order for matrices.")
    if keepdims:
        r = np.asarray(r).reshape([1 if d in (row, col) else n for d, n in enumerate(x.shape)])
    return r


def _bad_axis(axis, ndim):
    raise np.AxisError(f"axis {axis} is out of bounds for array of dimension {ndim}")


def multi_dot(arrays, *, out=None):
    n = len(arrays)
    if n < 2:
        raise ValueError("Expecting at least two arrays.")
    if n == 2:
        return np.dot(arrays[0], arrays[1], out=out)
    arrays = [np.asanyarray(a) for a in arrays]
    first, last = arrays[0].ndim, arrays[-1].ndim
    if first == 1:
        arrays[0] = np.atleast_2d(arrays[0])
    if last == 1:
        arrays[-1] = np.atleast_2d(arrays[-1]).T
    dims = [a.shape[0] for a in arrays] + [arrays[-1].shape[1]]
    cost, cut = {(i, i): 0 for i in range(n)}, {}
    for size in range(1, n):
        for i in range(n - size):
            j = i + size
            cost[i, j], cut[i, j] = min((cost[i, k] + cost[k + 1, j] + dims[i] * dims[k + 1] * dims[j + 1], k) for k in range(i, j))

    def chain(i, j):
        return arrays[i] if i == j else np.dot(chain(i, cut[i, j]), chain(cut[i, j] + 1, j))
    r = chain(0, n - 1)
    r = r[0, 0] if first == 1 and last == 1 else r.ravel() if first == 1 or last == 1 else r
    if out is not None:
        out[...] = r
        return out
    return r
