"""Writes torch.golden, PyTorch's CPU results that vec's kernels must equal to the bit.

Run with PyTorch 1.13 on a machine with AVX2: python3 golden.py
The file is a sequence of: name length (uint16), name, count (uint32), float32 values.
"""
import struct
import torch
import torch.nn.functional as F

torch.manual_seed(0)
torch.set_num_threads(1)
out = open("torch.golden", "wb")


def put(name, values):
    data = values.detach().contiguous().view(-1).to(torch.float32)
    out.write(struct.pack("<H", len(name)) + name.encode())
    out.write(struct.pack("<I", data.numel()) + data.numpy().astype("<f4").tobytes())


def series(n):
    """Values that the Go test computes for itself."""
    i = torch.arange(n, dtype=torch.int64)
    return ((i * 7919) % 1009 - 500).to(torch.float32) * torch.tensor(0.37, dtype=torch.float32)


specials = [0., -0., float("nan"), float("inf"), -float("inf"), 1e-40, -1e-40, 3e38, -3e38, 88., 89., -87., -103.,
            -104., -105., 100., .5, -.5, 1., -1., 8.66, 1e-38, 1e10, -1e10, 38000., -38000., 1.1, 2.4, 4., -124.9, 125.1, 20.5]
x = torch.cat([torch.randn(400) * 3, torch.randn(200) * 30, torch.rand(72) * 1e-3, torch.tensor(specials)])
y = torch.randn(x.numel()) * 2
base = x.abs() * torch.sign(y)
put("x", x)
put("y", y)
put("base", base)
for name in "exp expm1 log log2 log10 log1p sin cos tan atan tanh sigmoid erf rsqrt".split():
    put(name, getattr(torch, name)(x))
put("silu", F.silu(x))
put("softplus", F.softplus(x))
put("gelu_tanh", F.gelu(x, approximate="tanh"))
put("pow", torch.pow(base, y))
for n in [1, 16, 17, 31, 700]:
    torch.manual_seed(n + 5)
    put(f"rand {n}", torch.rand(n))
    if n >= 16:
        put(f"randn {n}", torch.randn(n))
        put(f"normal {n}", torch.empty(n).normal_(1.5, 3))
        put(f"randn64 {n}", torch.randn(n, dtype=torch.float64))
for n in [1, 3, 7, 8, 9, 31, 32, 33, 63, 64, 100, 511, 512, 513, 1000, 4097, 65535, 65536, 100003, 300007, 1000000]:
    put(f"sum {n}", series(n).sum())
    put(f"sum64 {n}", series(n).double().sum())
for rows, cols in [(1, 5), (3, 3), (5, 7), (17, 8), (100, 33), (1000, 70), (4096, 10), (257, 129), (3, 64)]:
    m = series(rows * cols).view(rows, cols)
    put(f"columns {rows} {cols}", m.sum(0))
    put(f"rows {rows} {cols}", m.sum(1))
    put(f"softmax {rows} {cols}", (m / 50).softmax(1)[:40])
    put(f"log_softmax {rows} {cols}", (m / 50).log_softmax(1)[:40])
for m, n, k in [(3, 5, 4), (1, 64, 256), (32, 32, 32), (20, 30, 500), (7, 1, 100), (2, 10, 784), (40, 40, 700)]:
    a, b = series(m * k).view(m, k) / 100, series(k * n).view(k, n) / 100
    put(f"mm {m} {n} {k}", a @ b)
    put(f"linear {m} {n} {k}", F.linear(a, b.t().contiguous(), series(n)))
