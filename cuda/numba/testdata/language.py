"""Types, operators and arrays of kernels as Numba has them. The types are those that Numba 0.56.4 infers."""
import math
import numba
import numpy as np
import torch
from numba import cuda

numba.core.config.CUDA_LOW_OCCUPANCY_WARNINGS = numba.core.config.CUDA_WARN_ON_IMPLICIT_COPY = 0


@cuda.jit(device=True)
def pair(a, i):
    return a[i] * 2, i + 1


@cuda.jit(device=True)
def rowsum(row, n):
    s = 0.0
    for k in range(n):
        s += row[k]
    return s


@cuda.jit
def rows(out, a):
    i = cuda.grid(1)
    if i < out.shape[0]:
        x, j = pair(a[i], 0)
        out[i] = rowsum(a[i], a.shape[1]) + x + j


out, a = np.zeros(4), np.arange(12.0).reshape(4, 3)
rows[1, 32](out, a)
assert (out == a.sum(1) + 2 * a[:, 0] + 1).all(), out


@cuda.jit
def divide(out, a, b):
    i = cuda.grid(1)
    out[i, 0], out[i, 1], out[i, 2], out[i, 3] = a[i] // b[i], a[i] % b[i], a[i] / b[i], a[i] ** 2
    out[i, 4] = math.sqrt(abs(a[i]))
    out[i, 5] = int(a[i] > 0) - (a[i] < 0)
    out[i, 6] = min(a[i], 3, b[i])
    out[i, 7] = round(a[i] / 3)


A, B, O = np.array([-7, 7, -8, 9]), np.array([2, -2, 3, 4]), np.zeros((4, 8))
divide[1, 4](O, A, B)
want = np.stack([A // B, A % B, A / B, A ** 2, np.sqrt(abs(A)), np.sign(A), np.minimum(np.minimum(A, 3), B), np.round(A / 3)], 1)
assert np.allclose(O, want), O


@cuda.jit
def wide(out, x):
    out[0] = x[0] + 1  # float32 and int64 make float64
    out[1] = x[0] * x[0]  # float32 stays float32


x, out = np.array([1 + 2**-23, 0], np.float32), np.zeros(2)
wide[1, 1](out, x)
assert out[0] == float(x[0]) + 1 and out[1] == float(x[0] * x[0]), out


@cuda.jit
def counts(h, m, a):
    i = cuda.grid(1)
    cuda.atomic.add(h, a[i], 1)
    cuda.atomic.max(m, 0, -1.5 - a[i])
    cuda.atomic.min(m, 1, -float(a[i]))


h, m = np.zeros(4, np.int64), np.array([-9, 0], np.float32)
counts[4, 32](h, m, np.arange(128) % 4)
assert (h == 32).all() and (m == [-1.5, -3]).all(), (h, m)


@cuda.jit
def warp(out):
    v = w = cuda.laneid
    for d in (16, 8, 4, 2, 1):
        v += cuda.shfl_down_sync(0xffffffff, v, d)
    if cuda.laneid == 0:
        out[0] = v
    out[1 + cuda.threadIdx.x] = cuda.popc(cuda.ballot_sync(0xffffffff, w % 3 == 0))


out = np.zeros(33)
warp[1, 32](out)
assert out[0] == 496 and (out[1:] == 11).all(), out


@cuda.jit
def pingpong(out, a):
    s0, s1 = cuda.shared.array(8, numba.float32), cuda.shared.array(8, numba.float32)
    i = cuda.threadIdx.x
    s0[i] = a[i]
    src, dst = s0, s1
    cuda.syncthreads()
    d = 1
    while d < 8:
        dst[i] = src[i] + (src[i - d] if i >= d else 0)
        src, dst = dst, src
        cuda.syncthreads()
        d *= 2
    out[i] = src[i]


out = np.zeros(8)
pingpong[1, 8](out, np.arange(8.0))
assert (out == np.cumsum(np.arange(8))).all(), out


@cuda.jit
def number(out, first):
    i, j = cuda.grid(2)
    if i < out.shape[0] and j < out.shape[1]:
        out[i, j] = i * 10 + j + first


@cuda.jit
def backwards(out):
    i = cuda.threadIdx.x
    out[-1 - i] = i


t = torch.zeros(4, 4, device="cuda")
number[(2, 2), (2, 2)](t.T, 0)  # strides are those of the tensor
assert (t.T.cpu().numpy() == np.arange(4)[:, None] * 10 + np.arange(4)).all()
d = cuda.to_device(np.zeros((2, 3)))
number[1, (2, 3)](d, 5)
assert d.copy_to_host().tolist() == [[5, 6, 7], [15, 16, 17]] and d.shape == (2, 3) and d.dtype == np.float64
assert cuda.device_array_like(d).shape == (2, 3)
out = np.zeros(4)
backwards[1, 4](out)
assert out.tolist() == [3, 2, 1, 0]


def made(k):
    @cuda.jit
    def add(out):
        out[cuda.threadIdx.x] += k
    return add


made(3)[1, 4](out)
made(4)[1, 4](out)
assert out.tolist() == [10, 9, 8, 7]

start, end = cuda.event(), cuda.event()
start.record()
made(1).forall(4, tpb=4)(out)
end.record()
end.synchronize()
assert start.elapsed_time(end) > 0 and out[0] == 11
stream = cuda.stream()
made(1)[1, 4, stream](out)
stream.synchronize()
assert out[0] == 12
