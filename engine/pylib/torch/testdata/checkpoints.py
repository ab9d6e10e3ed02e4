"""Computing again in backward: both ways, arguments by name, within each other, random numbers."""
import warnings
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint, checkpoint_sequential

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Dropout(0.5), nn.Linear(8, 4), nn.Tanh())
x = torch.randn(3, 4)


def gradients(run, x):
    net.zero_grad(set_to_none=True)
    x = x.clone().requires_grad_()
    torch.manual_seed(7)
    out = run(x)
    out.square().sum().backward()
    after = torch.rand(1).item()
    return [out.detach(), x.grad, *(p.grad for p in net.parameters())], after


def same(a, b):
    return all((u is None) == (v is None) and (u is None or torch.allclose(u, v)) for u, v in zip(a[0], b[0])) and a[1] == b[1]


plain = gradients(net, x)
calls = []


def counted(x, scale=1.0, *, shift=None):
    calls.append(torch.is_grad_enabled())
    y = net(x) * scale
    return y if shift is None else y + shift


for reentrant in (True, False):
    calls.clear()
    print(reentrant, same(plain, gradients(lambda x: checkpoint(counted, x, use_reentrant=reentrant), x)), calls)
    print(same(plain, gradients(lambda x: checkpoint_sequential(net, 2, x), x)))
shift = torch.ones(4, requires_grad=True)
with_names = gradients(lambda x: checkpoint(counted, x, scale=2.0, shift=shift, use_reentrant=False), x)
kept, shift.grad = shift.grad, None
print(same(gradients(lambda x: counted(x, 2.0, shift=shift), x), with_names), torch.equal(kept, shift.grad))
print(same(plain, gradients(lambda x: checkpoint(lambda v: checkpoint(net[3:], checkpoint(net[:3], v, use_reentrant=False), use_reentrant=False), x, use_reentrant=False), x)))
off = gradients(lambda x: checkpoint(net, x, use_reentrant=False, preserve_rng_state=False), x)
print(same(plain, off))
w = torch.ones(3, requires_grad=True)  # what is not an argument
(g,) = torch.autograd.grad(checkpoint(lambda v: (v * w).exp(), torch.ones(3), use_reentrant=False).sum(), w)
print(g)
a, b = checkpoint(lambda v: (v.sin(), v.cos()), torch.ones(2, requires_grad=True), use_reentrant=False)
(a * b).sum().backward()
with torch.no_grad():
    print(checkpoint(net[0], x, use_reentrant=False).requires_grad)
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    checkpoint(net[0], x)
print(said[0].message)
for wrong in (lambda: checkpoint(counted, x, scale=2.0), lambda: checkpoint_sequential(net, 2, x, nonsense=1)):
    try:
        wrong()
    except Exception as e:
        print(type(e).__name__, e)
with torch.autocast("cpu", dtype=torch.bfloat16):
    seen = []
    y = checkpoint(lambda v: (seen.append((net[0](v)).dtype), net[0](v).float().exp())[1], x, use_reentrant=False)
y.sum().backward()
print(seen)
h = torch.ones(3, requires_grad=True) * 2
y = checkpoint(lambda a, n: a * a * n, h, 3, use_reentrant=True)
with torch.no_grad():
    h.add_(1)
try:
    y.sum().backward()
except RuntimeError as e:
    print(str(e)[:90])
