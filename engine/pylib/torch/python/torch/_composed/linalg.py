"""Factorisations, triangular systems and what follows from them."""

import torch
from torch import _C


def _check(infos, name):
    """Raises for the first matrix whose factorisation failed."""
    flat = infos.reshape(-1).tolist()
    for i, info in enumerate(flat):
        if info:
            where = "" if infos.dim() == 0 else f"(Batch element {i}): "
            raise torch.linalg.LinAlgError(f"{name}: {where}The solver failed because the input matrix is singular.")


def _factors(A, pivot=True):
    """L·U in one matrix with its gradient, the row exchanges and the zero pivots."""
    LU, pivots, info = _C._lu(A.detach(), pivot)
    if not (A.requires_grad and torch.is_grad_enabled()):
        return LU, pivots, info
    # A = P·L·U: with S = L⁻¹·Pᵀ·dA·U⁻¹, dL = L·tril(S, -1) and dU = triu(S)·U.
    P = _permutation(pivots, A.shape[-2], A.dtype)

    def backward(g):
        L, U = _lower(LU), LU.triu()
        inner = (L.mT @ g.tril(-1)).tril(-1) + (g.triu() @ U.mT).triu()
        return (P @ torch.linalg.solve(L.mT, torch.linalg.solve(U, inner.mT).mT),)

    return _C._record("LinalgLuFactorExBackward0", LU, (A,), backward), pivots, info


def _lower(LU):
    n = min(LU.shape[-2:])
    return LU[..., :n].tril(-1) + torch.eye(LU.shape[-2], n, dtype=LU.dtype, device=LU.device)


def _permutation(pivots, n, dtype):
    """The matrices of row exchanges."""
    rows = pivots.reshape(-1, pivots.shape[-1]).tolist()
    orders = []
    for swaps in rows:
        order = list(range(n))
        for i, p in enumerate(swaps):
            order[i], order[p - 1] = order[p - 1], order[i]
        orders.append(order)
    index = torch.tensor(orders, dtype=torch.int64, device=pivots.device).reshape(*pivots.shape[:-1], n)
    return torch.nn.functional.one_hot(index, n).to(dtype).mT.contiguous()


def linalg_lu_factor_ex(A, pivot=True, check_errors=False):
    LU, pivots, info = _factors(A, pivot)
    if check_errors:
        _check(info, "torch.linalg.lu_factor_ex")
    return _C._returns("linalg_lu_factor_ex", "LU pivots info", (LU, pivots, info))


def linalg_lu_factor(A, pivot=True):
    LU, pivots, _ = _factors(A, pivot)
    return _C._returns("linalg_lu_factor", "LU pivots", (LU, pivots))


def linalg_lu(A, pivot=True):
    LU, pivots, _ = _factors(A, pivot)
    P = _permutation(pivots, A.shape[-2], A.dtype)
    n = min(A.shape[-2:])
    return _C._returns("linalg_lu", "P L U", (P, _lower(LU), LU[..., :n, :].triu()))


def lu_unpack(LU_data, LU_pivots, unpack_data=True, unpack_pivots=True):
    none = torch.empty(0, dtype=LU_data.dtype)
    n = min(LU_data.shape[-2:])
    P = _permutation(LU_pivots, LU_data.shape[-2], LU_data.dtype) if unpack_pivots else none
    L, U = (_lower(LU_data), LU_data[..., :n, :].triu()) if unpack_data else (none, none)
    return _C._returns("lu_unpack", "P L U", (P, L, U))


def linalg_lu_solve(LU, pivots, B, left=True, adjoint=False):
    P, L, U = _permutation(pivots, LU.shape[-2], LU.dtype), _lower(LU), LU.triu()
    A = P @ L @ U
    return _solve(A.mT if adjoint else A, B, left)


def lu_solve(input, LU_data, LU_pivots):
    return linalg_lu_solve(LU_data, LU_pivots, input)


def _solve(A, B, left=True):
    return torch.linalg.solve(A, B) if left else torch.linalg.solve(A.mT, B.mT).mT


def linalg_solve_triangular(input, B, upper, left=True, unitriangular=False):
    if input.shape[-1] != input.shape[-2]:
        raise RuntimeError("linalg.solve_triangular: A must be batches of square matrices, "
                           f"but they are {input.shape[-2]} by {input.shape[-1]} matrices")
    A = input.triu() if upper else input.tril()
    if unitriangular:
        A = A - torch.diag_embed(A.diagonal(dim1=-2, dim2=-1)) + torch.eye(A.shape[-1], dtype=A.dtype, device=A.device)
    return _C._rename("LinalgSolveTriangularBackward0", _solve(A, B, left))


def triangular_solve(input, A, upper=True, transpose=False, unitriangular=False):
    if transpose:
        X = linalg_solve_triangular(A.mT, input, not upper, unitriangular=unitriangular)
    else:
        X = linalg_solve_triangular(A, input, upper, unitriangular=unitriangular)
    return _C._returns("triangular_solve", "solution cloned_coefficient", (X, A.clone()))


def cholesky_solve(input, input2, upper=False):
    L = input2.triu().mT if upper else input2.tril()
    A = L @ L.mT
    return _C._rename("CholeskySolveBackward0", torch.linalg.solve(A, input))


def cholesky_inverse(input, upper=False):
    L = input.triu().mT if upper else input.tril()
    A = L @ L.mT
    return _C._rename("CholeskyInverseBackward0", torch.linalg.inv(A))


def _info(A, failed):
    return torch.full(A.shape[:-2], failed, dtype=torch.int32, device=A.device)


def linalg_cholesky_ex(input, upper=False, check_errors=False):
    try:
        L, failed = torch.linalg.cholesky(input, upper=upper), 0
    except torch.linalg.LinAlgError as e:
        if check_errors:
            raise
        L, failed = input.tril(), int(str(e).split("order ")[-1].split(" ")[0])
    return _C._returns("linalg_cholesky_ex", "L info", (L, _info(input, failed)))


def linalg_inv_ex(A, check_errors=False):
    info = _factors(A.detach())[2]
    if not bool((info == 0).all()) and not check_errors:
        return _C._returns("linalg_inv_ex", "inverse info", (torch.full_like(A, float("inf")), info))
    return _C._returns("linalg_inv_ex", "inverse info", (torch.linalg.inv(A), info))


def linalg_solve_ex(A, B, left=True, check_errors=False):
    info = _factors(A.detach())[2]
    if not bool((info == 0).all()) and not check_errors:
        return _C._returns("linalg_solve_ex", "result info", (torch.full_like(B, float("inf")), info))
    return _C._returns("linalg_solve_ex", "result info", (_solve(A, B, left), info))


def linalg_lstsq(input, b, rcond=None, driver=None):
    A, vector = input, b.dim() == 1 or input.dim() - 1 == b.dim() and b.shape == input.shape[:-1]
    drivers = ("gelsy", "gels", "gelsd", "gelss")
    if driver is not None and driver not in drivers:
        raise RuntimeError("torch.linalg.lstsq: parameter `driver` should be one of (gels, gelsy, gelsd, gelss)")
    B = b.unsqueeze(-1) if vector else b
    if A.shape[-2] != B.shape[-2]:
        raise RuntimeError("torch.linalg.lstsq: input.size(-2) should match other.size(-2)")
    X = torch.linalg.pinv(A) @ B
    m, n = A.shape[-2:]
    none = torch.empty(0, dtype=A.dtype, device=A.device)
    residuals, rank, values = none, torch.empty(0, dtype=torch.int64, device=A.device), none
    if driver != "gels":
        rank = torch.linalg.matrix_rank(A.detach())
    if driver in ("gelsd", "gelss"):
        values = torch.linalg.svdvals(A.detach())
    if m > n and driver != "gelsy" and (driver == "gels" or bool((rank == n).all())):
        residuals = (A @ X - B).square().sum(-2) if driver is not None else none
    return _C._returns("linalg_lstsq", "solution residuals rank singular_values",
                       (X.squeeze(-1) if vector else X, residuals, rank, values))


def _product(sizes):
    n = 1
    for size in sizes:
        n *= size
    return n


def linalg_tensorinv(input, ind=2):
    if ind <= 0:
        raise RuntimeError("Expected a strictly positive integer for 'ind'")
    head, tail = input.shape[:ind], input.shape[ind:]
    if _product(head) != _product(tail):
        raise RuntimeError(f"Expected self to satisfy the requirement prod(self.shape[ind:]) == prod(self.shape[:ind]), "
                           f"but got {_product(tail)} != {_product(head)}")
    return torch.linalg.inv(input.reshape(_product(head), -1)).reshape(*tail, *head)


def linalg_tensorsolve(input, other, dims=None):
    A = input
    if dims is not None:
        A = A.movedim(tuple(dims), tuple(range(A.dim() - len(dims), A.dim())))
    tail = A.shape[other.dim():]
    if _product(tail) != other.numel():
        raise RuntimeError("Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == "
                           f"prod(self.shape[:other.ndim]), but got {_product(tail)} != {_product(A.shape[:other.dim()])}")
    return torch.linalg.solve(A.reshape(-1, _product(tail)), other.reshape(-1)).reshape(tail)


def linalg_vander(x, N=None):
    n = x.shape[-1] if N is None else N
    if n <= 1 and N is not None:
        raise RuntimeError("N must be greater than 1.")
    powers = x.unsqueeze(-1).expand(*x.shape, n - 1).cumprod(-1)
    return torch.cat([torch.ones_like(x).unsqueeze(-1), powers], -1)


def linalg_vecdot(x, y, dim=-1):
    return (x.conj() * y).sum(dim)


def linalg_cond(input, p=None):
    if p in (None, 2, -2):
        values = torch.linalg.svdvals(input)
        return values[..., -1] / values[..., 0] if p == -2 else values[..., 0] / values[..., -1]
    if input.shape[-1] != input.shape[-2]:
        raise RuntimeError(f"linalg.cond(ord={p}) only supports batches of square matrices, "
                           f"but got {input.shape[-2]} by {input.shape[-1]} matrices")
    inverse, info = linalg_inv_ex(input)
    return torch.linalg.matrix_norm(input, p) * torch.linalg.matrix_norm(inverse, p)


def linalg_householder_product(input, tau):
    m, n = input.shape[-2:]
    Q = torch.eye(m, dtype=input.dtype, device=input.device).expand(*input.shape[:-2], m, m)
    for i in range(tau.shape[-1]):
        v = torch.cat([torch.zeros_like(input[..., :i, i]), torch.ones_like(input[..., i:i + 1, i]), input[..., i + 1:, i]], -1)
        Q = Q - tau[..., i, None, None] * (Q @ v.unsqueeze(-1)) * v.unsqueeze(-2)
    return Q[..., :n]


def orgqr(input, input2):
    return linalg_householder_product(input, input2)


def geqrf(input):
    """Householder's reflections, one per column, below R (LAPACK's xGEQRF)."""
    a = input.clone()
    m, n = a.shape[-2:]
    tau = torch.zeros(*a.shape[:-2], min(m, n), dtype=a.dtype, device=a.device)
    for matrix, scales in zip(a.reshape(-1, m, n), tau.reshape(-1, min(m, n))):
        for i in range(min(m, n)):
            x = matrix[i:, i].clone()
            if not bool(x[1:].any()):
                continue
            beta = -torch.copysign(x.norm(), x[0])
            scales[i] = (beta - x[0]) / beta
            v = x / (x[0] - beta)
            v[0] = 1
            matrix[i:, i + 1:] -= scales[i] * torch.outer(v, v @ matrix[i:, i + 1:])
            matrix[i:, i], matrix[i, i] = v, beta
    return _C._returns("geqrf", "a tau", (a, tau))


def frobenius_norm(input, dim=None, keepdim=False):
    return torch.linalg.vector_norm(input, 2, None if dim is None or dim == [] else dim, keepdim)


def nuclear_norm(input, dim=(-2, -1), keepdim=False):
    return torch.linalg.matrix_norm(input, "nuc", tuple(dim), keepdim)


def symeig(input, eigenvectors=False, upper=True):
    import warnings
    warnings.warn("torch.symeig is deprecated in favor of torch.linalg.eigh and will be removed in a future PyTorch release.")
    values, vectors = torch.linalg.eigh(input, UPLO="U" if upper else "L")
    return _C._returns("symeig", "eigenvalues eigenvectors", (values, vectors if eigenvectors else input.new_empty(0)))
