import numba
import numpy as np
import torch
import triton
import triton.language as tl
from gputour.cuda import profile
from numba import cuda
# ---
%%cuda
__global__ void saxpy_cpp(const float *x, const float *y, float *out, float a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a * x[i] + y[i];
}
__global__ void sums_cpp(const float *x, float *out, int n) {
    __shared__ float part[128];
    float s = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) s += x[blockIdx.x * n + i];
    part[threadIdx.x] = s;
    __syncthreads();
    for (int d = 64; d > 0; d /= 2) {
        if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}
# ---
@cuda.jit
def saxpy_numba(x, y, out, a):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = a * x[i] + y[i]


@cuda.jit
def sums_numba(x, out):
    part = cuda.shared.array(128, numba.float32)
    t = cuda.threadIdx.x
    s = numba.float32(0)
    for i in range(t, x.shape[1], 128):
        s += x[cuda.blockIdx.x, i]
    part[t] = s
    cuda.syncthreads()
    d = 64
    while d > 0:
        if t < d:
            part[t] += part[t + d]
        cuda.syncthreads()
        d //= 2
    if t == 0:
        out[cuda.blockIdx.x] = part[0]


@triton.jit
def saxpy_triton(x, y, out, a, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    tl.store(out + i, a * tl.load(x + i, mask=mask) + tl.load(y + i, mask=mask), mask=mask)


@triton.jit
def sums_triton(x, out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    row = tl.program_id(0)
    tl.store(out + row, tl.sum(tl.load(x + row * n + i, mask=i < n, other=0.0)))


numba.core.config.CUDA_LOW_OCCUPANCY_WARNINGS = 0
x, y = torch.randn(1000, device="cuda"), torch.randn(1000, device="cuda")
outs = [torch.zeros(1000, device="cuda") for _ in range(3)]
saxpy_cpp[8, 128](x, y, outs[0], 0.5, 1000)
saxpy_numba[8, 128](x, y, outs[1], np.float32(0.5))
saxpy_triton[(8,)](x, y, outs[2], 0.5, 1000, BLOCK=128)
assert torch.equal(outs[0], outs[1]) and torch.equal(outs[0], outs[2])
same = "threads", "global_loads", "global_stores", "load_sectors", "store_sectors", "bytes_loaded", "bytes_stored", "flops"
counts = [[profile(k)[n] for n in same] for k in (saxpy_cpp, saxpy_numba, saxpy_triton)]
assert counts[0] == counts[1] == counts[2], counts

x = torch.randint(-9, 9, (6, 300), device="cuda").float()  # whole numbers: every order of additions is right
outs = [torch.zeros(6, device="cuda") for _ in range(3)]
sums_cpp[6, 128](x, outs[0], 300)
sums_numba[6, 128](x, outs[1])
sums_triton[(6,)](x, outs[2], 300, BLOCK=512)
for out in outs:
    assert torch.equal(out, x.sum(1)), out
assert all(profile(k)["bytes_loaded"] == 4 * 6 * 300 for k in (sums_cpp, sums_numba, sums_triton))
