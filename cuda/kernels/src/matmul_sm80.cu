// Products of 16-bit matrices, with asynchronous copies: see tensor.cuh.
#define ASYNC_COPIES
#include "tensor.cuh"

TENSOR(matmul_f16, F16)
TENSOR(matmul_bf16, BF16)
