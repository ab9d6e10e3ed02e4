"""The functions of module torch that PyTorch writes in Python: other ways to call its
operations."""

import warnings

import torch
from torch import _C
from torch._C import Tensor


_MATRIX_NORMS = {"fro": "frobenius", "nuc": "nuclear"}


def norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None):
    """The p-norm of all elements, or along dimensions; "fro" and "nuc" are norms of matrices."""
    options = {} if out is None else {"out": out}
    dims = list(range(input.dim())) if dim is None else [dim] if isinstance(dim, int) else list(dim)
    if isinstance(p, str):
        if p not in _MATRIX_NORMS:
            raise RuntimeError(f"only valid string values are 'fro' and 'nuc', found {p}")
        if dtype is not None:
            raise ValueError(f"dtype argument is not supported in {_MATRIX_NORMS[p]} norm")
        if p == "nuc":
            return _C.nuclear_norm(input, *([] if dim is None else [dims]), keepdim, **options)
        if out is not None or len(dims) > 2 and dim is not None:
            return _C.frobenius_norm(input, dims, keepdim, **options)
        p = 2
    if dim is None and dtype is None and out is None:
        flat = _C.norm(input, 2 if p is None else p)
        return flat.view((1,) * input.dim()) if keepdim else flat
    if dtype is not None:
        options["dtype"] = dtype
    return _C.norm(input, p, dims, keepdim, **options)


_CDIST_MODES = {"use_mm_for_euclid_dist_if_necessary": None, "use_mm_for_euclid_dist": 1,
                "donot_use_mm_for_euclid_dist": 2}


def cdist(x1, x2, p=2.0, compute_mode="use_mm_for_euclid_dist_if_necessary"):
    """The distances of every row of x1 to every row of x2."""
    if compute_mode not in _CDIST_MODES:
        raise ValueError(f"{compute_mode} is not a valid value for compute_mode")
    return _C.cdist(x1, x2, p, _CDIST_MODES[compute_mode])


def einsum(*args):
    """Sums of products by an equation such as "ij,jk->ik"."""
    if len(args) < 2:
        raise ValueError("einsum(): must specify the equation string and at least one operand, "
                         "or at least one operand and its subscripts list")
    if isinstance(args[0], Tensor):
        def letters(subscripts):
            return "".join("..." if s is Ellipsis else chr(ord("A") + s if s < 26 else ord("a") + s - 26)
                           for s in subscripts)
        equation = ",".join(letters(s) for s in args[1::2])
        if len(args) % 2 == 1:
            equation += "->" + letters(args[-1])
            return einsum(equation, *args[:-1:2])
        return einsum(equation, *args[::2])
    operands = args[1:]
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = operands[0]
    return _C.einsum(args[0], operands)


def tensordot(a, b, dims=2, out=None):
    """Sums over pairs of dimensions."""
    if isinstance(dims, (tuple, list)):
        dims_a, dims_b = dims
        dims_a = [dims_a] if isinstance(dims_a, int) else list(dims_a)
        dims_b = [dims_b] if isinstance(dims_b, int) else list(dims_b)
    else:
        dims = dims.item() if isinstance(dims, Tensor) else dims
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
        dims_a, dims_b = list(range(-dims, 0)), list(range(dims))
    return _C.tensordot(a, b, dims_a, dims_b)


def _listed(function):
    """Takes tensors as separate arguments."""
    def wrapper(*tensors, **kwargs):
        return function(list(tensors), **kwargs)
    wrapper.__name__, wrapper.__doc__ = function.__name__, function.__doc__
    return wrapper


def _one_or_many(function):
    """Takes one tensor, or several."""
    def wrapper(*tensors):
        if len(tensors) == 1:
            return function(tensors[0])
        return function(list(tensors))
    wrapper.__name__, wrapper.__doc__ = function.__name__, function.__doc__
    return wrapper


cartesian_prod, block_diag = _listed(_C.cartesian_prod), _listed(_C.block_diag)
atleast_1d, atleast_2d, atleast_3d = (_one_or_many(f) for f in (_C.atleast_1d, _C.atleast_2d, _C.atleast_3d))


def meshgrid(*tensors, indexing=None):
    """Grids of coordinates."""
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        tensors = tensors[0]
    if indexing is None:
        warnings.warn("torch.meshgrid: in an upcoming release, it will be required to pass the indexing argument.")
        indexing = "ij"
    if indexing not in ("ij", "xy"):
        raise RuntimeError(f'torch.meshgrid: indexing must be one of "xy" or "ij", but received: {indexing}')
    return _C.meshgrid(list(tensors), indexing=indexing)


def nonzero(input, *, out=None, as_tuple=False):
    """The indices of elements that are not zero, as rows or as one tensor per dimension."""
    if as_tuple:
        return _C.where(input)
    return _C.nonzero(input) if out is None else _C.nonzero(input, out=out)


def split(tensor, split_size_or_sections, dim=0):
    """Pieces of a size, or of given sizes."""
    return tensor.split(split_size_or_sections, dim)


def chain_matmul(*matrices, out=None):
    """The product of matrices."""
    return _C.chain_matmul(list(matrices), out=out)


def lu(A, pivot=True, get_infos=False, out=None):
    """Deprecated: torch.linalg.lu_factor."""
    LU, pivots, infos = torch.linalg.lu_factor_ex(A, pivot=pivot)
    return (LU, pivots, infos) if get_infos else (LU, pivots)


def stft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, pad_mode="reflect",
         normalized=False, onesided=None, return_complex=None):
    """The spectrum of overlapping pieces of a signal."""
    if center:
        dim, pad = input.dim(), n_fft // 2
        shape = [1] * (3 - dim) + list(input.size())
        input = torch.nn.functional.pad(input.view(shape), [pad, pad], pad_mode)
        input = input.view(input.shape[-dim:])
    return _C.stft(input, n_fft, hop_length, win_length, window, normalized=normalized, onesided=onesided,
                   return_complex=return_complex)


def svd_lowrank(A, q=6, niter=2, M=None):
    """The largest singular values and their vectors, by random projections (Halko and others, 2009)."""
    if M is not None:
        A = A - M.expand(A.shape)
    m, n = A.shape[-2:]
    if m < n:
        U, S, V = svd_lowrank(A.mT, q, niter)
        return V, S, U
    R = torch.randn(n, q, dtype=A.dtype, device=A.device)
    Q = torch.linalg.qr(A @ R).Q
    for _ in range(niter):
        Q = torch.linalg.qr(A.mT @ Q).Q
        Q = torch.linalg.qr(A @ Q).Q
    U, S, Vh = torch.linalg.svd(Q.mT @ A, full_matrices=False)
    return Q @ U, S, Vh.mT


def pca_lowrank(A, q=None, center=True, niter=2):
    """Principal components: svd_lowrank of the centred columns."""
    m, n = A.shape[-2:]
    if q is None:
        q = min(6, m, n)
    elif not 0 <= q <= min(m, n):
        raise ValueError(f"q(={q}) must be non-negative integer and not greater than min(m, n)={min(m, n)}")
    if not center:
        return svd_lowrank(A, q, niter=niter)
    return svd_lowrank(A - A.mean(dim=-2, keepdim=True), q, niter=niter)


def _removed(name, instead):
    def function(*args, **kwargs):
        raise RuntimeError("This function was deprecated since version 1.9 and is now removed.", instead)
    function.__name__, function.__doc__ = name, "Removed from PyTorch in 1.9. " + instead.replace("`", "")
    return function


lstsq = _removed("lstsq", "Please use the `torch.linalg.lstsq` function instead.")
matrix_rank = _removed("matrix_rank", "Please use the `torch.linalg.matrix_rank` function instead.")


def solve(input, A, *, out=None):
    """Removed from PyTorch in 1.9: torch.linalg.solve."""
    raise RuntimeError("This function was deprecated since version 1.9 and is now removed. Please use the `torch.linalg.solve` function instead.")



def eig(self, eigenvectors=False, *, e=None, v=None):
    """Removed from PyTorch in 1.9: torch.linalg.eig."""
    raise RuntimeError("This function was deprecated since version 1.9 and is now removed. Please use the `torch.linalg.eig` function instead.")


def _absent(name, what):
    """A function that says what is not here."""
    def function(*args, **kwargs):
        raise NotImplementedError(f"torch.{name}: {what} are not part of this torch")
    function.__name__, function.__doc__ = name, f"Not offered: {what} are not part of this torch."
    return function


sparse_csc_tensor, sparse_compressed_tensor = (
    _absent(name, "sparse tensors of this layout") for name in ("sparse_csc_tensor", "sparse_compressed_tensor"))


def _copying(name):
    """A view of a tensor as memory of its own."""
    def wrapper(input, *args, **kwargs):
        if name == "alias":
            return input.clone()
        view = _slice if name == "slice" else getattr(Tensor, name, None) or getattr(torch, name)
        made = view(input, *args, **kwargs)
        return tuple(x.clone() for x in made) if isinstance(made, tuple) else made.clone()
    wrapper.__name__, wrapper.__doc__ = name + "_copy", f"{name} with memory of its own: a copy, not a view."
    return wrapper


def _slice(input, dim=0, start=None, end=None, step=1):
    at = [slice(None)] * input.dim()
    at[dim] = slice(start, end, step)
    return input[tuple(at)]


VIEW_COPIES = {name + "_copy": _copying(name) for name in (
    "view transpose expand permute select slice squeeze unsqueeze t unbind split split_with_sizes diagonal detach alias as_strided unfold "
    "view_as_real view_as_complex").split()}
globals().update(VIEW_COPIES)
