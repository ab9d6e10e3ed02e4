"""Linear algebra of complex matrices, made of operations that have gradients.

A complex matrix A + iB acts on pairs of real vectors as the real matrix
[[A, -B], [B, A]], so that its inverse and its systems are those of real ones.
"""

import torch
from torch import _C


def _blocks(a):
    re, im = a.real, a.imag
    return torch.cat([torch.cat([re, -im], -1), torch.cat([im, re], -1)], -2)


def _pair(stacked, n):
    """The complex matrix whose real part stands above its imaginary part."""
    return torch.complex(stacked[..., :n, :].contiguous(), stacked[..., n:, :].contiguous())


def inv(a):
    n = a.shape[-1]
    for i, zero in enumerate(_C._complex_factors("lu", a.detach())[2].reshape(-1).tolist()):
        if zero:
            where = f"(Batch element {i}): " if a.dim() > 2 else ""
            raise torch.linalg.LinAlgError(f"linalg.inv: {where}The diagonal element {zero} is zero, the inversion could not be completed because the "
                                           "input matrix is singular.")
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
    if a.numel() == 0:
        return torch.ones(a.shape[:-2], dtype=a.dtype, device=a.device)
    flat = a.reshape(-1, *a.shape[-2:])
    return torch.stack([_det(m) for m in flat]).reshape(a.shape[:-2])


def slogdet(a):
    d = det(a)
    size = d.abs()
    return d / size, size.log()


def logdet(a):
    sign, log = slogdet(a)
    return sign.log() + log


def singular_values(a):
    return svd(a, False)[1]


def _checked(name, a, square=True):
    if a.dim() < 2:
        raise RuntimeError(f"{name}: The input tensor A must have at least 2 dimensions.")
    if square and a.shape[-1] != a.shape[-2]:
        raise RuntimeError(f"{name}: A must be batches of square matrices, but they are {a.shape[-2]} by {a.shape[-1]} matrices")


def _recorded(name, output, a, gradient):
    """output with the gradient that it has with respect to a."""
    if not (a.requires_grad and torch.is_grad_enabled()):
        return output
    return _C._record(name, output, (a,), lambda g: (gradient(g),))


def cholesky(a, upper):
    _checked("linalg.cholesky", a)
    L, info = _C._complex_factors("cholesky", (a.mH if upper else a).detach())
    for i, order in enumerate(info.reshape(-1).tolist()):
        if order:
            where = f"(Batch element {i}): " if info.dim() else ""
            raise torch.linalg.LinAlgError(f"linalg.cholesky: {where}The factorization could not be completed because the input is not positive-definite "
                                           f"(the leading minor of order {order} is not positive-definite).")

    def gradient(g):
        inner = (L.mH @ g).tril()
        inner = inner - torch.diag_embed(inner.diagonal(0, -2, -1)) / 2
        whole = _solve(L.mH, _solve(L.mH, inner.mH).mH)
        return (whole + whole.mH) / 2

    L = _recorded("LinalgCholeskyExBackward0", L, a, gradient)
    return L.mH if upper else L


def _solve(a, b):
    return torch.linalg.solve(a, b)


def qr(a, mode):
    _checked("linalg.qr", a, False)
    Q, R = _C._complex_factors("qr", a.detach())
    k, (m, n) = min(a.shape[-2:]), a.shape[-2:]
    if mode != "complete":
        Q, R = Q[..., :k].contiguous(), R[..., :k, :].contiguous()

    def inner(x):  # of gQ or gR: what both are multiplied by from the right
        if mode == "r":
            raise RuntimeError("The derivative of linalg.qr depends on Q, which is not computed when mode='r'. Please use linalg.qr(A, mode='reduced') "
                               "if you are going to differentiate through linalg.qr.")
        if mode == "complete" and m > n:
            raise RuntimeError("The QR decomposition is not differentiable when mode='complete' and nrows > ncols.")
        if m < n:
            raise RuntimeError("The derivative of linalg.qr is not offered for complex matrices with fewer rows than columns")
        x = x.triu()
        whole = x + x.mH
        return whole - torch.diag_embed(whole.diagonal(0, -2, -1)) / 2

    def right(x):
        return _solve(R, x.mH).mH  # x·R⁻ᴴ

    q, r = Q, R
    Q = _recorded("LinalgQrBackward0", Q, a, lambda g: right(g + q @ inner(-q.mH @ g)))
    R = _recorded("LinalgQrBackward0", R, a, lambda g: right(q @ inner(g @ r.mH)))
    return (a.new_empty(0) if mode == "r" else Q), R


def _off_diagonal(gaps):
    """1 / gaps, and 0 on the diagonal."""
    eye = torch.eye(gaps.shape[-1], dtype=torch.bool, device=gaps.device)
    return torch.where(eye, 0, 1 / torch.where(eye, 1, gaps))


def eigh(a, upper=False):
    _checked("linalg.eigh", a)
    L, V = _C._complex_factors("eigh", (a.mH if upper else a).detach())
    inverse = _off_diagonal(L.unsqueeze(-2) - L.unsqueeze(-1))
    v = V
    L = _recorded("LinalgEighBackward0", L, a, lambda g: v @ (g.unsqueeze(-1) * v.mH))
    V = _recorded("LinalgEighBackward0", V, a, lambda g: v @ ((v.mH @ g) * inverse) @ v.mH)
    return L, V


def svd(a, full):
    _checked("linalg.svd", a, False)
    U, S, Vh = _C._complex_factors("svd", a.detach())
    u, s, vh = U, S, Vh

    def skew(x):
        return x - x.mH

    def left(g):
        x = u.mH @ g
        inner = skew(x) * _off_diagonal(s.unsqueeze(-2) ** 2 - s.unsqueeze(-1) ** 2) * s.unsqueeze(-2)
        inner = inner + torch.diag_embed(1j * x.diagonal(0, -2, -1).imag / s)
        return (u @ inner + (g - u @ x) / s.unsqueeze(-2)) @ vh

    def right(g):
        x = vh @ g.mH
        inner = s.unsqueeze(-1) * skew(x) * _off_diagonal(s.unsqueeze(-2) ** 2 - s.unsqueeze(-1) ** 2)
        return u @ (inner @ vh + (g - x.mH @ vh) / s.unsqueeze(-1))

    U = _recorded("LinalgSvdBackward0", U, a, left)
    S = _recorded("LinalgSvdBackward0", S, a, lambda g: u @ (g.unsqueeze(-1) * vh))
    Vh = _recorded("LinalgSvdBackward0", Vh, a, right)
    if full:
        U, Vh = _completed(U), _completed(Vh.mH).mH
    return U, S, Vh


def svd_of_old(a, full):
    U, S, Vh = svd(a, full)
    return U, S, Vh.mH


def _completed(u):
    """Orthonormal columns and as many more as make them a square matrix."""
    m, k = u.shape[-2:]
    return u if m == k else torch.cat([u, qr(u.detach(), "complete")[0][..., k:]], -1)


def pinv(a):
    U, S, Vh = svd(a.detach(), False)
    cut = torch.finfo(S.dtype).eps * max(a.shape[-2:])
    inverse = torch.where(S > cut * S.amax(-1, True), 1 / S, 0) if S.numel() else S
    P = Vh.mH @ (inverse.unsqueeze(-1) * U.mH)

    def gradient(g):  # Golub and Pereyra, 1973
        ph, gh = P.mH, g.mH
        return (gh - a @ P @ gh) @ P @ ph + ph @ P @ (gh - gh @ P @ a) - ph @ g @ ph

    return _recorded("LinalgPinvBackward0", P, a, gradient)


def eig(a, values, vectors):
    """Eigenvalues and vectors of a, which may be real, with their gradients."""
    V = vectors

    def through(inner):
        g = _solve(V.mH, inner @ V.mH)
        return g if a.is_complex() else g.real

    def of_vectors(g):
        x = V.mH @ g
        x = x - (V.mH @ V) * x.diagonal(0, -2, -1).real.unsqueeze(-2)
        return through(x * _off_diagonal((values.unsqueeze(-2) - values.unsqueeze(-1)).conj()))

    return (_recorded("LinalgEigBackward0", values, a, lambda g: through(torch.diag_embed(g))),
            _recorded("LinalgEigBackward0", vectors, a, of_vectors))
