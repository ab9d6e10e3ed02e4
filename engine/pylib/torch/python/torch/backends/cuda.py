"""Settings of CUDA's libraries."""

import contextlib

import torch


class _Matmul:
    allow_tf32 = False
    allow_fp16_reduced_precision_reduction = True
    allow_bf16_reduced_precision_reduction = True


matmul = _Matmul()


def is_built():
    """Whether this is a build with CUDA."""
    return torch._C._compiled_with_cuda()


# Which kernels F.scaled_dot_product_attention may take (PyTorch 2.0).
_sdp = {"flash": True, "mem_efficient": True, "math": True, "cudnn": True}


def _switch(name):
    def enabled():
        return _sdp[name]

    def enable(enabled):
        _sdp[name] = bool(enabled)
    return enabled, enable


flash_sdp_enabled, enable_flash_sdp = _switch("flash")
mem_efficient_sdp_enabled, enable_mem_efficient_sdp = _switch("mem_efficient")
math_sdp_enabled, enable_math_sdp = _switch("math")
cudnn_sdp_enabled, enable_cudnn_sdp = _switch("cudnn")


@contextlib.contextmanager
def sdp_kernel(enable_flash=True, enable_math=True, enable_mem_efficient=True, enable_cudnn=True):
    """Allows kernels in a block; torch.nn.attention.sdpa_kernel took its place in PyTorch 2.3."""
    before = dict(_sdp)
    _sdp.update(flash=enable_flash, math=enable_math, mem_efficient=enable_mem_efficient, cudnn=enable_cudnn)
    try:
        yield {}
    finally:
        _sdp.update(before)


class _Backend:
    """What computes linear algebra on GPUs."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"_LinalgBackend.{self.name}"


_backends = {name.lower(): _Backend(name) for name in ("Default", "Cusolver", "Magma")}
_preferred = _backends["default"]


def preferred_linalg_library(backend=None):
    """The library that linear algebra on GPUs prefers; the simulated ones have one way for all."""
    global _preferred
    if backend is None:
        return _preferred
    if isinstance(backend, str):
        if backend not in _backends:
            raise RuntimeError(f"Unknown input value. Choose from: {', '.join(_backends)}.")
        backend = _backends[backend]
    if not isinstance(backend, _Backend):
        raise RuntimeError("Unknown input value type.")
    if backend.name == "Magma":
        raise RuntimeError("Cannot set preferred backend to MAGMA if PyTorch has not been compiled with MAGMA.")
    _preferred = backend
    return backend
