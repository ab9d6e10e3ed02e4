"""Gradients of the least, the largest and the middle where elements tie or are no numbers."""
import torch

n = float("nan")
for f in (torch.min, torch.max, torch.median, torch.nanmedian, torch.amax, torch.amin):
    for v in ([1.0, 0, 1, 0, 1, 0], [n, n, n], [1.0, n, n], [n, 1.0, 2, 1], [n, 2.0, 2, 3]):
        x = torch.tensor(v, requires_grad=True)
        f(x).backward()
        y = torch.tensor([v, v], requires_grad=True)
        rows = f(y, 1)
        (rows if isinstance(rows, torch.Tensor) else rows[0]).sum().backward()
        print(f.__name__, v, x.grad, y.grad[1])
x = torch.tensor([1, 2]).double().requires_grad_()
torch.max(x * 0).backward()
print(x.grad)
