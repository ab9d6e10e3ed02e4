"""The kinds of kernels of srush/GPU-Puzzles, written anew; NumPy says what is right."""
import numpy as np, math, numba, torch
from numba import cuda
from gputour.cuda import profile, step
numba.core.config.CUDA_LOW_OCCUPANCY_WARNINGS = 0
numba.core.config.CUDA_WARN_ON_IMPLICIT_COPY = 0
TPB = 8
def check(name, out, want):
    assert np.allclose(out, want, rtol=1e-5, atol=1e-6), (name, out, want)
rng = np.random.default_rng(0)
def f(*s): return rng.standard_normal(s).astype(np.float32)

@cuda.jit
def map_(out, a):
    i = cuda.threadIdx.x
    out[i] = a[i] + 10
a = f(4); out = np.zeros(4, np.float32)
map_[1, 4](out, a); check("map", out, a + 10)

@cuda.jit
def zip_(out, a, b):
    i = cuda.threadIdx.x
    out[i] = a[i] + b[i]
b = f(4); zip_[1, 4](out, a, b); check("zip", out, a + b)

@cuda.jit
def guard(out, a, size):
    i = cuda.threadIdx.x
    if i < size:
        out[i] = a[i] + 10
guard[1, 8](out, a, 4); check("guard", out, a + 10)

@cuda.jit
def map2d(out, a, size):
    i = cuda.threadIdx.x
    j = cuda.threadIdx.y
    if i < size and j < size:
        out[i, j] = a[i, j] + 10
a2 = f(2, 2); o2 = np.zeros((2, 2), np.float32)
map2d[1, (3, 3)](o2, a2, 2); check("map2d", o2, a2 + 10)

@cuda.jit
def broadcast(out, a, b, size):
    i, j = cuda.threadIdx.x, cuda.threadIdx.y
    if i < size and j < size:
        out[i, j] = a[i, 0] + b[0, j]
x, y = f(2, 1), f(1, 2)
broadcast[1, (3, 3)](o2, x, y, 2); check("broadcast", o2, x + y)

@cuda.jit
def blocks(out, a, size):
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if i < size:
        out[i] = a[i] + 10
a = f(9); out = np.zeros(9, np.float32)
blocks[3, 4](out, a, 9); check("blocks", out, a + 10)

@cuda.jit
def blocks2d(out, a, size):
    i, j = cuda.grid(2)
    if i < size and j < size:
        out[i, j] = a[i, j] + 10
a5 = f(5, 5); o5 = np.zeros((5, 5), np.float32)
blocks2d[(2, 2), (3, 3)](o5, a5, 5); check("blocks2d", o5, a5 + 10)

@cuda.jit
def shared(out, a, size):
    s = cuda.shared.array(TPB, numba.float32)
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    local_i = cuda.threadIdx.x
    if i < size:
        s[local_i] = a[i]
        cuda.syncthreads()
        out[i] = s[local_i] + 10
a = f(8); out = np.zeros(8, np.float32)
shared[2, 4](out, a, 8); check("shared", out, a + 10)

@cuda.jit
def pool(out, a, size):
    s = cuda.shared.array(TPB, numba.float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    if i < size:
        s[t] = a[i]
    cuda.syncthreads()
    if i < size:
        acc = 0.0
        for k in range(3):
            if t - k >= 0:
                acc += s[t - k]
        out[i] = acc
pool[1, 8](out, a, 8); check("pool", out, [a[max(0, i-2):i+1].sum() for i in range(8)])

@cuda.jit
def dot(out, a, b, size):
    s = cuda.shared.array(TPB, numba.float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    if i < size:
        s[t] = a[i] * b[i]
    cuda.syncthreads()
    if t == 0:
        total = 0
        for k in range(size):
            total += s[k]
        out[0] = total
b = f(8); o1 = np.zeros(1, np.float32)
dot[1, 8](o1, a, b, 8); check("dot", o1, a @ b)

MAX_CONV = 4
TPB_MAX = TPB + MAX_CONV
@cuda.jit
def conv(out, a, b, a_size, b_size):
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    sa = cuda.shared.array(TPB_MAX, numba.float32)
    sb = cuda.shared.array(MAX_CONV, numba.float32)
    if i < a_size:
        sa[t] = a[i]
    else:
        sa[t] = 0
    if t < b_size:
        sb[t] = b[t]
    elif t < 2 * b_size:
        far = i - b_size + TPB
        sa[t - b_size + TPB] = a[far] if far < a_size else 0.0
    cuda.syncthreads()
    if i < a_size:
        acc = 0.0
        for k in range(b_size):
            if i + k < a_size:
                acc += sa[t + k] * sb[k]
        out[i] = acc
a, b = f(15), f(4); out = np.zeros(15, np.float32)
conv[2, 8](out, a, b, 15, 4); check("conv", out, [sum(a[i+k]*b[k] for k in range(4) if i+k < 15) for i in range(15)])

@cuda.jit
def prefix(out, a, size):
    cache = cuda.shared.array(TPB, numba.float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    cache[t] = a[i] if i < size else 0
    cuda.syncthreads()
    k = 1
    while k < TPB:
        if t % (2 * k) == 0:
            cache[t] += cache[t + k]
        cuda.syncthreads()
        k *= 2
    if t == 0:
        out[cuda.blockIdx.x] = cache[0]
a = f(15); out = np.zeros(2, np.float32)
prefix[2, 8](out, a, 15); check("prefix", out, [a[:8].sum(), a[8:].sum()])

@cuda.jit
def axis_sum(out, a, size):
    cache = cuda.shared.array(TPB, numba.float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    batch = cuda.blockIdx.y
    cache[t] = a[batch, i] if i < size else 0
    cuda.syncthreads()
    p = 2
    while p <= TPB:
        if t % p == 0:
            cache[t] += cache[t + p // 2]
        cuda.syncthreads()
        p *= 2
    if t == 0:
        out[batch, cuda.blockIdx.x] = cache[0]
a = f(4, 6); out = np.zeros((4, 1), np.float32)
axis_sum[(1, 4), (8, 1)](out, a, 6); check("axis_sum", out, a.sum(1, keepdims=True))

T3 = 3
@cuda.jit
def matmul(out, a, b, size):
    sa = cuda.shared.array((T3, T3), numba.float32)
    sb = cuda.shared.array((T3, T3), numba.float32)
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    j = cuda.blockIdx.y * cuda.blockDim.y + cuda.threadIdx.y
    li, lj = cuda.threadIdx.x, cuda.threadIdx.y
    acc = 0.0
    for k in range(0, size, T3):
        sa[li, lj] = 0
        sb[li, lj] = 0
        if i < size and k + lj < size:
            sa[li, lj] = a[i, k + lj]
        if j < size and k + li < size:
            sb[li, lj] = b[k + li, j]
        cuda.syncthreads()
        for kk in range(T3):
            acc += sa[li, kk] * sb[kk, lj]
        cuda.syncthreads()
    if i < size and j < size:
        out[i, j] = acc
a, b = f(8, 8), f(8, 8); out = np.zeros((8, 8), np.float32)
matmul[(3, 3), (3, 3)](out, a, b, 8); check("matmul", out, a @ b)
p = profile(matmul)
assert (p["threads"], p["blocks"], p["shared_bytes"]) == (81, 9, 72) and p["bank_conflicts"] == 0
text = repr(step(pool))
assert "s[t] = a[i]  [read a: 1 sectors]  [write shared memory: 1 passes]" in text and "def pool" not in text
