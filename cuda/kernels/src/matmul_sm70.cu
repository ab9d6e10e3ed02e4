// Products of float16 matrices on the first tensor cores: see tensor.cuh.
#include "tensor.cuh"

TENSOR(matmul_f16_sm70, F16)
