"""All digits of results whose last one depends on the order of additions."""

import math

import torch

for n in (3, 7, 20, 33, 64, 100, 1000):
    x, y = torch.linspace(-math.pi, math.pi, n), torch.arange(0, n / 8, 0.125)
    if n < 64:  # from there on OpenBLAS's order is the processor's
        print((x @ y).item(), torch.dot(x, x).item())
    print(n, x.norm().item(), x.std().item(), x.sum().item(), y.mean().item())
    print(x[n // 3].item(), x[-2].item(), torch.arange(-1, 1, 0.01)[n % 200].item(), (x ** 2).sum().item())
