"""torch.masked: reductions and normalizations that leave elements out (https://pytorch.org/docs/1.13/masked.html).

An element whose mask is False is replaced by what changes nothing: 0 in a sum, -inf in a maximum.
"""

import math

import torch

_SMALL = (torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32)


def _input_mask(input, *args, mask=None, **kwargs):
    """The mask as a bool tensor of input's shape."""
    if mask is None:
        raise ValueError("_input_mask requires explicit mask")
    if mask.dim() > input.dim():
        raise IndexError("_input_mask expected broadcastable mask (got mask dimensionality higher than of the input)")
    return torch.broadcast_to(mask, input.shape).to(torch.bool)


def _output_mask(op, input, *args, **kwargs):
    """Which results of a masked operation come of any element."""
    mask = _input_mask(input, **kwargs)
    if op.__name__ in ("softmax", "log_softmax", "softmin", "normalize", "cumsum", "cumprod"):
        return mask
    args = args[op.__name__ == "norm":]
    mask_any, keepdim = mask, kwargs.get("keepdim", False)
    for d in reversed(_dims(args[0] if args else kwargs.get("dim"), input)):
        mask_any = mask_any.any(d, bool(keepdim))
    return mask_any


def _dims(dim, input):
    """dim as an ascending tuple of numbers; None and () are all dimensions."""
    n = max(input.dim(), 1)
    if dim is None or isinstance(dim, (tuple, list)) and not dim:
        return tuple(range(input.dim()))
    dims = []
    for d in (dim,) if isinstance(dim, int) else dim:
        if d in dims:
            raise RuntimeError(f"dim={d} appears multiple times in the list of dims")
        if not -n <= d < n:
            raise IndexError(f"Dimension out of range (expected to be in range of [{-n}, {n - 1}], but got {d})")
        dims.append(d % n)
    return tuple(sorted(dims))


def _least(dtype):
    return -math.inf if dtype.is_floating_point else torch.iinfo(dtype).min


def _greatest(dtype):
    return math.inf if dtype.is_floating_point else torch.iinfo(dtype).max


# What changes nothing, by operation.
_IDENTITIES = {
    **dict.fromkeys(["sum", "cumsum", "norm"], lambda dtype: 0), **dict.fromkeys(["prod", "cumprod"], lambda dtype: 1),
    **dict.fromkeys(["amax", "argmax", "logsumexp"], _least), **dict.fromkeys(["amin", "argmin"], _greatest), "median": lambda dtype: math.nan,
}


def _reduction_identity(op_name, input, *args):
    """The value that an operation can take in without a change; None where there is none."""
    name, dtype = op_name.rpartition(".")[2], input.dtype
    if name in ("mean", "var", "std"):
        return None
    identity = _greatest if name == "norm" and args and args[0] == -math.inf else _IDENTITIES.get(name)
    if identity is None or dtype is torch.bool and identity in (_least, _greatest) or dtype.is_complex and identity in (_least, _greatest):
        raise NotImplementedError(f"identity of {name} on {dtype} input")
    return torch.tensor(identity(dtype), dtype=dtype, device=input.device)


def _filled(name, input, mask, *args):
    """input with what changes nothing in the place of elements left out."""
    if input.layout is not torch.strided:
        raise ValueError(f"masked {name} expects strided tensor (got {input.layout} tensor)")
    if mask is None:
        return input
    return torch.where(_input_mask(input, mask=mask), input, _reduction_identity(name, input, *args))


def _combine_input_and_mask(op, input, mask, *args):
    """input with the identity of the masked function op in the place of elements left out."""
    return _filled(op.__name__, input, mask, *args)


def _wide(dtype, input):
    """The type of a sum or product."""
    return dtype or (torch.int64 if input.dtype in _SMALL else input.dtype)


def sum(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """The sum of the elements that mask leaves in."""
    dims = _dims(dim, input)
    return torch.sum(_filled("sum", input, mask), dims, bool(keepdim), dtype=_wide(dtype, input))


def prod(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """The product of the elements that mask leaves in."""
    dims, result = _dims(dim, input), _filled("prod", input, mask).to(_wide(dtype, input))
    for d in reversed(dims):
        result = result.prod(d, bool(keepdim))
    return result


def cumsum(input, dim, *, dtype=None, mask=None):
    """Sums up to each element; those that mask leaves out add nothing."""
    return torch.cumsum(_filled("cumsum", input, mask), _dims(dim, input)[0], dtype=dtype or input.dtype)


def cumprod(input, dim, *, dtype=None, mask=None):
    """Products up to each element; those that mask leaves out are taken as 1."""
    return torch.cumprod(_filled("cumprod", input, mask), _dims(dim, input)[0], dtype=dtype or input.dtype)


def amax(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """The greatest of the elements that mask leaves in."""
    dims = _dims(dim, input)
    return torch.amax(_filled("amax", input, mask), dims, bool(keepdim)).to(dtype or input.dtype)


def amin(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """The least of the elements that mask leaves in."""
    dims = _dims(dim, input)
    return torch.amin(_filled("amin", input, mask), dims, bool(keepdim)).to(dtype or input.dtype)


def argmax(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """Where the greatest of the elements is that mask leaves in, in the type of input unless dtype says another."""
    return torch.argmax(_filled("argmax", input, mask), dim, bool(keepdim)).to(dtype or input.dtype)


def argmin(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """Where the least of the elements is that mask leaves in, in the type of input unless dtype says another."""
    return torch.argmin(_filled("argmin", input, mask), dim, bool(keepdim)).to(dtype or input.dtype)


def _count(input, dim, keepdim, mask):
    """How many elements are left in."""
    ones = torch.ones(input.shape, dtype=torch.int64, device=input.device)
    return sum(ones, dim, keepdim=keepdim, mask=mask)


def mean(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """The mean of the elements that mask leaves in; nan where it leaves none."""
    if input.layout is not torch.strided:
        raise ValueError(f"masked mean expects strided or sparse_csr tensor (got {input.layout} tensor)")
    return sum(input, dim, keepdim=keepdim, dtype=dtype or input.dtype, mask=mask) / _count(input, dim, keepdim, mask)


def median(input, dim=-1, *, keepdim=False, dtype=None, mask=None):
    """The median of the elements that mask leaves in; nan where it leaves none."""
    dtype, floating = dtype or input.dtype, input.dtype.is_floating_point
    filled = _filled("median", input if floating else input.to(torch.float), mask)
    output = torch.nanmedian(filled, _dims(dim, input)[0], keepdim).values
    if floating:
        return output
    if torch.isnan(output).any():
        raise ValueError("masked median expects no fully masked out rows if dtype is not floating point")
    return output.to(dtype)


def logsumexp(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """The logarithm of the sum of the exponentials of the elements that mask leaves in."""
    dims = _dims(dim, input)
    return torch.logsumexp(_filled("logsumexp", input, mask), dims, keepdim).to(dtype or input.dtype)


def logaddexp(input, other, *, dtype=None, input_mask=None, other_mask=None):
    """The logarithm of the sum of the exponentials of two tensors, each with a mask of its own."""
    return torch.logaddexp(_filled("logsumexp", input, input_mask), _filled("logsumexp", other, other_mask)).to(dtype or input.dtype)


def norm(input, ord=2.0, dim=None, *, keepdim=False, dtype=None, mask=None):
    """The norm of the elements that mask leaves in."""
    filled = _filled("norm", input, mask, ord)
    return torch.linalg.vector_norm(filled, ord, _dims(dim, input), bool(keepdim), dtype=dtype or input.dtype)


def var(input, dim=None, unbiased=False, *, keepdim=False, dtype=None, mask=None):
    """The variance of the elements that mask leaves in; nan where it leaves none."""
    dtype = dtype or (input.dtype if input.dtype.is_floating_point or input.dtype.is_complex else torch.float32)
    wide = dtype if dtype.is_floating_point or dtype.is_complex else torch.float32
    if input.layout is not torch.strided:
        raise ValueError(f"masked std/var expects strided tensor (got {input.layout} tensor)")
    count = _count(input, dim, True, mask)
    x = input - sum(input, dim, keepdim=True, dtype=dtype, mask=mask) / count
    total = sum(x * x.conj(), dim, keepdim=keepdim, dtype=wide, mask=mask)
    if not keepdim:
        count = count.reshape(total.shape)
    if unbiased:
        count = (count - 1).clamp_min(0)
    return (total / count).to(dtype)


def std(input, dim=None, unbiased=False, *, keepdim=False, dtype=None, mask=None):
    """The standard deviation of the elements that mask leaves in; nan where it leaves none."""
    return torch.sqrt(var(input, dim, unbiased, keepdim=keepdim, dtype=dtype, mask=mask))


def softmax(input, dim, *, dtype=None, mask=None):
    """The softmax of the elements that mask leaves in; the others get 0."""
    return torch.nn.functional.softmax(_filled("amax", input, mask), _dims(dim, input)[0], dtype=dtype or input.dtype)


def log_softmax(input, dim, *, dtype=None, mask=None):
    """The logarithm of the softmax of the elements that mask leaves in; the others get -inf."""
    return torch.nn.functional.log_softmax(_filled("amax", input, mask), _dims(dim, input)[0], dtype=dtype or input.dtype)


def softmin(input, dim, *, dtype=None, mask=None):
    """The softmax of the negated elements that mask leaves in; the others get 0."""
    return torch.nn.functional.softmin(_filled("amin", input, mask), _dims(dim, input)[0], dtype=dtype or input.dtype)


def normalize(input, ord, dim, *, eps=1e-12, dtype=None, mask=None):
    """The elements that mask leaves in, divided by their norm; the others get 0."""
    size = norm(input, ord, dim, keepdim=True, dtype=dtype, mask=mask)
    return _filled("sum", input, mask) / torch.maximum(size, size.new_full([], eps))
