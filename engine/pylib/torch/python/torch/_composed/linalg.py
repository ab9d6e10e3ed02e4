"""Factorisations, triangular systems and what follows from them."""

import torch
import torch._composed.complex
from torch import _C
from torch._composed import underived


def _check(infos, name):
    """Raises for the first matrix whose factorisation failed."""
    flat = infos.reshape(-1).tolist()
    for i, info in enumerate(flat):
        if info:
            where = "" if infos.dim() == 0 else f"(Batch element {i}): "
            raise torch.linalg.LinAlgError(f"{name}: {where}The solver failed because the input matrix is singular.")


def _factors(A, pivot=True):
    """L·U in one matrix with its gradient, the row exchanges and the zero pivots."""
    if A.is_complex():
        torch._composed.complex._checked("torch.lu_factor", A, False)
        if not pivot:
            raise RuntimeError("linalg.lu_factor: LU without pivoting is not implemented on the CPU")
        LU, pivots, info = _C._complex_factors("lu", A.detach())
    else:
        LU, pivots, info = _C._lu(A.detach(), pivot)
    if not (A.requires_grad and torch.is_grad_enabled()):
        return LU, pivots, info
    # A = P·L·U: with S = L⁻¹·Pᵀ·dA·U⁻¹, dL = L·tril(S, -1) and dU = triu(S)·U.
    P = _permutation(pivots, A.shape[-2], A.dtype)

    def backward(g):
        L, U = _lower(LU), LU.triu()
        inner = (L.mH @ g.tril(-1)).tril(-1) + (g.triu() @ U.mH).triu()
        return (P @ torch.linalg.solve(L.mH, torch.linalg.solve(U, inner.mH).mH),)

    return _C._record("LinalgLuFactorExBackward0", LU, (A,), backward), pivots, info


def _lower(LU):
    n = min(LU.shape[-2:])
    return LU[..., :n].tril(-1) + torch.eye(LU.shape[-2], n, dtype=LU.dtype, device=LU.device)


def _permutation(pivots, n, dtype):
    """The matrices of row exchanges."""
    if pivots.numel() == 0:
        return torch.eye(n, dtype=dtype, device=pivots.device).expand(*pivots.shape[:-1], n, n).contiguous()
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
    return _solve(A.mH if adjoint else A, B, left)


def lu_solve(input, LU_data, LU_pivots):
    return linalg_lu_solve(LU_data, LU_pivots, input)


def _solve(A, B, left=True):
    return torch.linalg.solve(A, B) if left else solve_right(A, B)


def solve_right(A, B):
    """The X with X·A = B."""
    vector = B.dim() == 1 or A.dim() - 1 == B.dim() and B.shape == A.shape[:-1]
    rows, cols = (B.shape[-1], 1) if vector else B.shape[-2:]
    if A.dim() > 1 and cols != A.shape[-1]:
        raise RuntimeError(f"linalg.solve: Incompatible shapes of A and B for the equation XA = B ({A.shape[-2]}x{A.shape[-1]} and {rows}x{cols})")
    if vector:
        raise RuntimeError("linalg.solve: Vector broadcasting of the left hand side is not supported for left=False. "
                           "In this case linalg.solve is equivalent to B / A.squeeze(-1)")
    return torch.linalg.solve(A.mT, B.mT).mT


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


def _lower_factor(x, upper):
    """The lower factor in a triangle of x; a gradient reaches all of x, as if the rest were zero and not left out."""
    L, whole = (x.triu().mH, x.mH) if upper else (x.tril(), x)
    return L.detach() + (whole - whole.detach()) if x.requires_grad else L


def cholesky_solve(input, input2, upper=False):
    L = _lower_factor(input2, upper)
    A = L @ L.mH
    return _C._rename("CholeskySolveBackward0", torch.linalg.solve(A, input))


def cholesky_inverse(input, upper=False):
    L = _lower_factor(input, upper)
    A = L @ L.mH
    return _C._rename("CholeskyInverseBackward0", torch.linalg.inv(A))


def _info(A, failed):
    return torch.full(A.shape[:-2], failed, dtype=torch.int32, device=A.device)


def linalg_cholesky_ex(input, upper=False, check_errors=False):
    try:
        L, info = torch.linalg.cholesky(input, upper=upper), _info(input, 0)
    except torch.linalg.LinAlgError as e:
        if check_errors:
            raise torch.linalg.LinAlgError(str(e).replace("cholesky", "cholesky_ex", 1)) from None
        a = (input.mH if upper else input).detach()
        L, info = _C._complex_factors("cholesky", a if a.is_complex() else a.to(torch.complex128))
        L = (L if a.is_complex() else L.real.to(a.dtype)).tril()
        L = L.mH if upper else L
    return _C._returns("linalg_cholesky_ex", "L info", (L, info))


def pinv(A, atol, rtol, hermitian, relative="rtol"):
    """The inverse of what singular values above both tolerances make."""
    name = "torch.linalg.pinv"
    if A.dim() < 2 or A.dtype not in (torch.float32, torch.float64, torch.complex64, torch.complex128):
        raise RuntimeError(f"linalg.pinv({_kind(A)}{{[{', '.join(map(str, A.shape))}]}}): expected a tensor with 2 or more dimensions "
                           "of float, double, cfloat or cdouble types")
    real = A.real.dtype if A.is_complex() else A.dtype
    absolute = _tolerance("atol", 0.0 if atol is None else atol, real, A.device, name)
    if rtol is None:
        rtol = torch.where(absolute > 0, 0.0, torch.finfo(real).eps * max(A.shape[-2:]))
    relative = _tolerance(relative, rtol, real, A.device, name)
    if A.numel() == 0:
        return A.new_zeros(A.shape[:-2] + (A.shape[-1], A.shape[-2]))
    a = A.detach()
    if hermitian:
        values, U = torch.linalg.eigh(a)
        sizes, Vh = values.abs(), U.mH
    else:
        U, values, Vh = torch.linalg.svd(a, full_matrices=False)
        sizes = values
    limit = torch.maximum(absolute.unsqueeze(-1), relative.unsqueeze(-1) * sizes.amax(-1, True))
    inverse = torch.where(sizes > limit, values.reciprocal(), 0.0).to(A.dtype)
    P = Vh.mH @ (inverse.unsqueeze(-1) * U.mH)
    if not (A.requires_grad and torch.is_grad_enabled()):
        return P

    def gradient(g):  # Golub and Pereyra, 1973
        ph, gh = P.mH, g.mH
        return ((gh - A @ P @ gh) @ P @ ph + ph @ P @ (gh - gh @ P @ A) - ph @ g @ ph,)

    return _C._record("LinalgPinvBackward0", P, (A,), gradient)


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
    name, difference = "torch.linalg.lstsq", input.dim() - b.dim()
    if input.dim() < 2:
        raise RuntimeError(f"{name}: input must have at least 2 dimensions.")
    if b.dim() < 1:
        raise RuntimeError(f"{name}: other must have at least 1 dimension.")
    if input.dtype != b.dtype:
        raise RuntimeError(f"{name}: Expected input and other to have the same dtype, but got input's dtype {_kind(input)} and other's dtype {_kind(b)}")
    if difference not in (0, 1):
        raise RuntimeError(f"{name}: input.dim() must be greater or equal to other.dim() and (input.dim() - other.dim()) <= 1")
    if difference and input.shape[-2] != b.shape[-1]:
        raise RuntimeError(f"{name}: input.size(-2) should match other.size(-1)")
    A, vector = input, b.dim() == 1 or input.dim() - 1 == b.dim() and b.shape == input.shape[:-1]
    drivers = ("gelsy", "gels", "gelsd", "gelss")
    if driver is not None and driver not in drivers:
        raise RuntimeError("torch.linalg.lstsq: parameter `driver` should be one of (gels, gelsy, gelsd, gelss)")
    B = b.unsqueeze(-1) if vector else b
    if A.shape[-2] != B.shape[-2]:
        raise RuntimeError("torch.linalg.lstsq: input.size(-2) should match other.size(-2)")
    X = torch.linalg.pinv(A) @ B
    m, n = A.shape[-2:]
    none = torch.empty(0, dtype=A.real.dtype if A.is_complex() else A.dtype, device=A.device)
    residuals, rank, values = none, torch.empty(0, dtype=torch.int64, device=A.device), none
    if driver != "gels":
        rank = torch.linalg.matrix_rank(A.detach())
    if driver in ("gelsd", "gelss"):
        values = torch.linalg.svdvals(A.detach())
    if m > n and driver != "gelsy" and (driver == "gels" or bool((rank == n).all())):
        residuals = (A @ X - B).abs().square().sum(-2) if driver is not None else none
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
    return torch.linalg.inv(input.reshape(_product(head), _product(tail))).reshape(*tail, *head)


def linalg_tensorsolve(input, other, dims=None):
    A = input
    if dims is not None:
        A = A.movedim(tuple(dims), tuple(range(A.dim() - len(dims), A.dim())))
    tail = A.shape[other.dim():]
    if _product(tail) != other.numel():
        raise RuntimeError("Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == "
                           f"prod(self.shape[:other.ndim]), but got {_product(tail)} != {_product(A.shape[:other.dim()])}")
    return torch.linalg.solve(A.reshape(other.numel(), _product(tail)), other.reshape(-1)).reshape(tail)


def linalg_vander(x, N=None):
    n = x.shape[-1] if N is None else N
    if n <= 1:
        raise RuntimeError("N must be greater than 1.")
    powers = x.unsqueeze(-1).expand(*x.shape, n - 1).cumprod(-1)
    return torch.cat([torch.ones_like(x).unsqueeze(-1), powers], -1)


def linalg_vecdot(x, y, dim=-1):
    return (x.conj() * y).sum(dim)


_ORDERS = (1, 2, float("inf"))


def _check_matrix(input, name, low_precision=False):
    """Refuses what is no matrix, or not of numbers that the function takes."""
    if input.dim() < 2:
        raise RuntimeError(f"{name}: The input tensor A must have at least 2 dimensions.")
    if not (input.is_floating_point() or input.is_complex()):
        raise RuntimeError(f"{name}: Expected a floating point or complex tensor as input. Got {_kind(input)}")
    if not low_precision and input.dtype in (torch.float16, torch.bfloat16):
        raise RuntimeError(f"{name}: Low precision dtypes not supported. Got {_kind(input)}")


def _kind(input):
    return _C._scalar_name(input.dtype)


def _values(input):
    """The singular values, also of complex matrices."""
    if input.is_complex():
        return torch._composed.complex.singular_values(input)
    return torch.linalg.svdvals(input)


def linalg_matrix_norm(input, ord="fro", dim=(-2, -1), keepdim=False, dtype=None):
    name = "linalg.matrix_norm"
    if ord not in ("fro", "nuc") if isinstance(ord, str) else abs(ord) not in _ORDERS:
        raise RuntimeError(f"{name}: Order {ord} not supported.")
    _check_matrix(input, name, ord not in ("nuc", 2, -2))
    if len(dim) != 2:
        raise RuntimeError(f"{name}: dim must be a 2-tuple. Got {' '.join(map(str, dim))}")
    first, second = (_wrapped(input, d) for d in dim)
    if first == second:
        raise RuntimeError(f"{name}: dims must be different. Got ({first}, {second})")
    _check_dtype(input, dtype, name)
    if ord == "fro":
        return torch.linalg.vector_norm(input, 2, (first, second), keepdim, dtype=dtype)
    x = input if dtype is None else input.to(dtype)
    if ord in ("nuc", 2, -2):
        values = _values(x.movedim((first, second), (-2, -1)))
        y = values.sum(-1) if ord == "nuc" else values.amax(-1) if ord == 2 else values.amin(-1)
        return y.unsqueeze(min(first, second)).unsqueeze(max(first, second)) if keepdim else y
    along, across = (first, second) if abs(ord) == 1 else (second, first)
    sums = torch.linalg.vector_norm(x, 1, along, True)
    y = sums.amax(across, True) if ord > 0 else sums.amin(across, True)
    return y if keepdim else y.squeeze(max(first, second)).squeeze(min(first, second))


def _wrapped(input, d):
    n = max(input.dim(), 1)
    if not -n <= d < n:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-n}, {n - 1}], but got {d})")
    return d % n


def _check_dtype(input, dtype, name):
    if dtype is None:
        return
    if not (dtype.is_floating_point or dtype.is_complex):
        raise RuntimeError(f"{name}: dtype should be floating point or complex, but got {_C._scalar_name(dtype)}")
    if input.is_complex() != dtype.is_complex:
        raise RuntimeError(f"{name}: dtype should be {'complex' if input.is_complex() else 'real'} for "
                           f"{'complex' if input.is_complex() else 'real'} inputs, but got {_C._scalar_name(dtype)}")
    if torch.promote_types(input.dtype, dtype) != dtype:
        raise RuntimeError(f"{name}: the dtype of the input ({_kind(input)}) should be convertible without narrowing "
                           f"to the specified dtype ({_C._scalar_name(dtype)})")


def linalg_norm(input, ord=None, dim=None, keepdim=False, dtype=None):
    dim = [dim] if isinstance(dim, int) else dim
    if dim is not None and len(dim) not in (1, 2):
        must = "mut" if isinstance(ord, str) else "must"  # as PyTorch writes it
        raise RuntimeError(f"linalg.norm: If dim is specified, it {must} be of length 1 or 2. Got [{', '.join(map(str, dim))}]")
    if dim is None and ord is not None and input.dim() not in (1, 2):
        raise RuntimeError("linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. "
                           f"Got {input.dim()}D.")
    if isinstance(ord, str) or ord is not None and (input.dim() if dim is None else len(dim)) == 2:
        return linalg_matrix_norm(input, ord, (0, 1) if dim is None else dim, keepdim, dtype)
    return torch.linalg.vector_norm(input, 2 if ord is None else ord, dim, keepdim, dtype=dtype)


def linalg_cond(input, p=None):
    if isinstance(p, str) and input.dim() < 2:
        raise RuntimeError(f"linalg.cond(ord={p}): The input tensor A must have at least 2 dimensions.")
    if input.dim() < 2:
        raise RuntimeError("linalg.cond: The input tensor must have at least 2 dimensions.")
    if p is not None and (p not in ("fro", "nuc") if isinstance(p, str) else abs(p) not in _ORDERS):
        raise RuntimeError(f"linalg.cond got an invalid norm type: {p}")
    if p in (None, 2, -2):
        values = _values(input)
        if input.numel() == 0:
            return values.new_zeros(input.shape[:-2])
        return values[..., -1] / values[..., 0] if p == -2 else values[..., 0] / values[..., -1]
    if input.shape[-1] != input.shape[-2]:
        raise RuntimeError(f"linalg.cond(ord={p}): A must be batches of square matrices, "
                           f"but they are {input.shape[-2]} by {input.shape[-1]} matrices")
    inverse, info = linalg_inv_ex(input)
    return torch.linalg.matrix_norm(input, p) * torch.linalg.matrix_norm(inverse, p)


def _tolerance(name, x, like, device, where="torch.linalg.matrix_rank"):
    """A tolerance as a tensor of real numbers."""
    if isinstance(x, torch.Tensor) and x.is_complex():
        raise RuntimeError(f"{where}: {name} tensor of complex type is not supported. Got {_kind(x)}")
    return torch.as_tensor(x, dtype=like if not isinstance(x, torch.Tensor) else None, device=device)


def linalg_matrix_rank(input, atol=None, rtol=None, hermitian=False, tol=None):
    """How many singular values are above both tolerances; tol is the absolute one alone."""
    name = "torch.linalg.matrix_rank"
    if input.dim() < 2:
        raise RuntimeError(f"{name}: The input tensor input must have at least 2 dimensions.")
    real = input.real.dtype if input.is_complex() else input.dtype
    absolute = _tolerance("atol", 0.0 if atol is None and tol is None else atol if tol is None else tol, real, input.device)
    if rtol is None:
        wide = real if real.is_floating_point else torch.get_default_dtype()
        default = torch.finfo(wide).eps * max(input.shape[-2:])
        rtol = torch.where(absolute > 0, 0.0, default) if tol is None else 0.0
    relative = _tolerance("rtol", rtol, real, input.device)
    if input.numel() == 0:
        return torch.zeros(input.shape[:-2], dtype=torch.int64, device=input.device)
    values = torch.linalg.eigvalsh(input).abs() if hermitian else _values(input)
    values = values.detach()
    limit = torch.maximum(absolute.unsqueeze(-1), relative.unsqueeze(-1) * values.amax(-1, True))
    return (values > limit).sum(-1)


def matrix_rank(input, tol=None, symmetric=False):
    return linalg_matrix_rank(input, tol=tol, hermitian=symmetric)


def _check_reflectors(name, input, tau):
    """Refuses what are no reflectors with their scales."""
    if input.dim() < 2:
        raise RuntimeError(f"{name}: input must have at least 2 dimensions.")
    if name.endswith("ormqr"):
        return
    if input.shape[-2] < input.shape[-1]:
        raise RuntimeError(f"{name}: input.shape[-2] must be greater than or equal to input.shape[-1]")
    if input.shape[-1] < tau.shape[-1]:
        raise RuntimeError(f"{name}: input.shape[-1] must be greater than or equal to tau.shape[-1]")
    _check_tau(name, input, tau)
    if tau.dtype != input.dtype:
        raise RuntimeError(f"{name}: tau dtype {_kind(tau)} does not match input dtype {_kind(input)}")


def _check_tau(name, input, tau):
    if tau.dim() != input.dim() - 1:
        raise RuntimeError(f"{name}: Expected tau to have one dimension less than input, but got tau.ndim equal to {tau.dim()} "
                           f"and input.ndim is equal to {input.dim()}")
    if tau.shape[:-1] != input.shape[:-2]:
        raise RuntimeError(f"{name}: Expected batch dimensions of tau to be equal to input.shape[:-2], but got [{', '.join(map(str, tau.shape[:-1]))}]")


def _reflected(input, tau):
    """The product of the reflections, rows × rows."""
    m = input.shape[-2]
    Q = torch.eye(m, dtype=input.dtype, device=input.device).expand(*input.shape[:-2], m, m)
    for i in range(tau.shape[-1]):
        v = torch.cat([torch.zeros_like(input[..., :i, i]), torch.ones_like(input[..., i:i + 1, i]), input[..., i + 1:, i]], -1)
        Q = Q - tau[..., i, None, None] * (Q @ v.unsqueeze(-1)) * v.conj().unsqueeze(-2)
    return Q


def linalg_householder_product(input, tau):
    _check_reflectors("torch.linalg.householder_product", input, tau)
    return _reflected(input, tau)[..., :input.shape[-1]]


def orgqr(input, input2):
    return linalg_householder_product(input, input2)


def ormqr(input, input2, input3, left=True, transpose=False):
    """The product of another matrix with the one that reflections make."""
    name, tau, other = "torch.ormqr", input2, input3
    side = -2 if left else -1
    _check_reflectors(name, input, tau)
    if other.dim() < 2:
        raise RuntimeError(f"{name}: other must have at least 2 dimensions.")
    if other.shape[side] < tau.shape[-1]:
        raise RuntimeError(f"{name}: other.shape[{side}] must be greater than or equal to tau.shape[-1]")
    if other.shape[side] != input.shape[-2]:
        raise RuntimeError(f"{name}: other.shape[{side}] must be equal to input.shape[-2]")
    if tau.shape[-1] > input.shape[-1]:
        raise RuntimeError(f"{name}: tau.shape[-1] must be less than or equal to input.shape[-1]")
    _check_tau(name, input, tau)
    if other.dim() != input.dim():
        raise RuntimeError(f"{name}: Expected other to have the same number of dimensions as input, but got other.ndim equal to {other.dim()} "
                           f"and input.ndim is equal to {input.dim()}")
    if other.shape[:-2] != input.shape[:-2]:
        raise RuntimeError(f"{name}: Expected batch dimensions of other to be equal to input.shape[:-2], but got [{', '.join(map(str, other.shape[:-2]))}]")
    for what, x in (("tau", tau), ("other", other)):
        if x.dtype != input.dtype:
            raise RuntimeError(f"{name}: Expected input and {what} to have the same dtype, but input has dtype{_kind(input)} and {what} has dtype {_kind(x)}")
    Q = _reflected(input, tau)
    Q = Q.mH if transpose else Q
    return Q @ other if left else other @ Q


def geqrf(input):
    """Householder's reflections, one per column, below R (LAPACK's xGEQRF)."""
    if input.dim() < 2:
        raise RuntimeError("torch.geqrf: input must have at least 2 dimensions.")
    a = input.detach() if input.is_complex() else input.detach().to(torch.complex128)
    a, tau = _C._complex_factors("geqrf", a)
    if not input.is_complex():
        a, tau = a.real.to(input.dtype), tau.real.to(input.dtype)
    a, tau = (underived("GeqrfBackward0", "geqrf", x, input) for x in (a.mT.contiguous().mT, tau))
    return _C._returns("geqrf", "a tau", (a, tau))


def frobenius_norm(input, dim=None, keepdim=False):
    if not (input.is_floating_point() or input.is_complex()):
        raise RuntimeError(f"norm(): input dtype should be either floating point or complex. Got {_kind(input)} instead.")
    return torch.linalg.vector_norm(input, 2, None if dim is None or dim == [] else dim, keepdim)


def nuclear_norm(input, dim=None, keepdim=False):
    if dim is None and input.dim() != 2:
        raise RuntimeError(f"Expected a tensor with 2 dimensions, but got a tensor with {input.dim()} "
                           f"dimension{'' if input.dim() == 1 else 's'} instead.")
    return linalg_matrix_norm(input, "nuc", (0, 1) if dim is None else tuple(dim), keepdim)


def symeig(input, eigenvectors=False, upper=True):
    import warnings
    warnings.warn("torch.symeig is deprecated in favor of torch.linalg.eigh and will be removed in a future PyTorch release.")
    values, vectors = torch.linalg.eigh(input, UPLO="U" if upper else "L")
    return _C._returns("symeig", "eigenvalues eigenvectors", (values, vectors if eigenvectors else input.new_empty(0)))
