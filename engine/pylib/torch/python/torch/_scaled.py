"""Products of 8-bit numbers, as matrix units do them: torch._int_mm (PyTorch 2.1) and torch._scaled_mm (2.5)."""

import torch
from torch import _C

_FLOATS = (torch.float8_e4m3fn, torch.float8_e5m2)


def _matrices(name, a, b):
    for which, x in ("mat_a" if name == "_scaled_mm" else "self", a), ("mat_b" if name == "_scaled_mm" else "mat2", b):
        if not isinstance(x, torch.Tensor):
            raise TypeError(f"{name}(): argument '{which}' must be Tensor, not {type(x).__name__}")
        if x.dim() != 2:
            raise RuntimeError(f"{which} must be a matrix")
    if a.shape[1] != b.shape[0]:
        raise RuntimeError(f"mat_a and mat_b shapes cannot be multiplied ({a.shape[0]}x{a.shape[1]} and {b.shape[0]}x{b.shape[1]})")


def _int_mm(self, mat2):
    """The product of matrices of int8, in int32."""
    _matrices("_int_mm", self, mat2)
    for name, x in ("self", self), ("mat2", mat2):
        if x.dtype != torch.int8:
            raise RuntimeError(f"Expected {name} dtype to be of type int8 but got {_C._scalar_name(x.dtype)}")
    if self.is_cuda:
        if self.shape[0] <= 16:
            raise RuntimeError(f"self.size(0) needs to be greater than 16, but got {self.shape[0]}")
        for text, n in ("self.size(1)", self.shape[1]), ("mat2.size(1)", mat2.shape[1]):
            if n == 0 or n % 8:
                raise RuntimeError(f"{text} needs to be greater than 0 and a multiple of 8, but got {n}")
    return _C._wide_product(self, mat2, torch.int32, ())


def _check_scales(a, b, scale_a, scale_b):
    m, n = a.shape[0], b.shape[1]
    for x in (scale_a, scale_b):
        if x.dtype != torch.float32:
            raise RuntimeError("Both scale_a and scale_b must be float (fp32) tensors.")
    if scale_a.numel() == 1 and scale_b.numel() == 1 or tuple(scale_a.shape) == (m, 1) and tuple(scale_b.shape) == (1, n):
        return
    raise RuntimeError("Invalid scaling configuration. For TensorWise scaling, both scales should be scalar. For RowWise scaling, "
                       f"scale_a should be ({m}, 1) and scale_b should be (1, {n}). Got scale_a.size()={tuple(scale_a.shape)} and scale_b.size()={tuple(scale_b.shape)}")


def _scaled_mm(self, mat2, scale_a, scale_b, bias=None, scale_result=None, out_dtype=None, use_fast_accum=False):
    """scale_a · scale_b · (self @ mat2) + bias of matrices of 8-bit floats; mat2 is stored by columns."""
    _matrices("_scaled_mm", self, mat2)
    if self.is_cuda and torch.cuda.get_device_capability(self.device) < (8, 9):
        raise RuntimeError("torch._scaled_mm is only supported on CUDA devices with compute capability >= 9.0 or 8.9, or ROCm MI300+")
    for name, x in ("mat_a", self), ("mat_b", mat2):
        if x.dtype not in _FLOATS:
            raise RuntimeError(f"Expected {name} to be Float8 matrix got {_C._scalar_name(x.dtype)}")
    if self.dtype == mat2.dtype == torch.float8_e5m2:
        raise RuntimeError("Multiplication of two Float8_e5m2 matrices is not supported")
    if self.stride(1) != 1 or mat2.stride(0) != 1:
        raise RuntimeError("mat_a must be row_major and mat_b must be col_major: write weight.t() for a weight of (out, in)")
    if self.shape[1] % 16:
        raise RuntimeError(f"Expected trailing dimension of mat1 to be divisible by 16 but got mat1 shape: ({self.shape[0]}x{self.shape[1]}).")
    if mat2.shape[0] % 16 or mat2.shape[1] % 16:
        raise RuntimeError(f"mat2 shape ({mat2.shape[0]}x{mat2.shape[1]}) must be divisible by 16")
    _check_scales(self, mat2, scale_a, scale_b)
    out_dtype = self.dtype if out_dtype is None else out_dtype
    if not out_dtype.is_floating_point:
        raise RuntimeError(f"out_dtype must be a floating point type, not {out_dtype}")
    scales = [scale_a, scale_b] + ([scale_result] if scale_result is not None and out_dtype in _FLOATS else [])
    with torch.no_grad():
        if bias is None:
            return _C._wide_product(self, mat2, out_dtype, scales)
        return _C._wide_product(self, mat2, torch.float32, scales).add_(bias).to(out_dtype)
