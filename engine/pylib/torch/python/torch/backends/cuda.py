"""Settings of CUDA's libraries."""

import torch


class _Matmul:
    allow_tf32 = False
    allow_fp16_reduced_precision_reduction = True
    allow_bf16_reduced_precision_reduction = True


matmul = _Matmul()


def is_built():
    """Whether this is a build with CUDA."""
    return torch._C._compiled_with_cuda()
