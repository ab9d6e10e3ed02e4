# Memory of temporaries is given back early: nothing that a program can still see may change.
import torch

torch.manual_seed(0)
x, y = torch.randn(300, 300), torch.randn(300, 300)
added, product = torch.add(x, y), torch.mul(x, y)


class Keeps:
    def __radd__(self, other):
        self.other = other
        return 3


def same(name, a, b):
    print(name, torch.equal(a, b))


def once():
    z = x + y
    x + y
    same("both operands end", (x * y) + (x - y), torch.add(product, torch.sub(x, y)))
    same("a sign", -(x * y), torch.neg(product))
    held = [x + y]
    held.append(x * y)
    (held[0] + held[1]) * 2
    same("in a list", held[0], z)
    keeps = Keeps()
    (x * y) + keeps
    same("kept by the other operand", keeps.other, product)
    cache = {}
    cache.setdefault(1, x + y)
    same("returned and kept", cache[1], added)
    first = lambda: cache[1]
    first() + 1
    first()
    same("returned by a function", cache[1], added)
    x.add_(0)
    x.contiguous()
    torch.einsum("ij->ij", [x])
    same("not new", x + y, added)
    view = (x + y).view(-1)
    same("seen by a view", view + 1, added.reshape(-1) + 1)
    z += x * y
    same("in place", z, torch.add(added, product))
    same("shifted by one", +(x * y) + 1, product + 1)


def gradients():
    p = torch.ones(300, 300, requires_grad=True)
    q = ((x * y) * p + (x - y)).sum()
    q.backward()
    same("saved for backward", p.grad, product)
    a = torch.ones(300, 300, requires_grad=True)
    b = a * 2
    b.retain_grad()
    seen = []
    c = b + b * 3
    c.register_hook(seen.append)
    d = (c * x).sum() + (b * y).sum()
    d.backward()
    same("seen by a hook", seen[0], x)
    print("retained", torch.allclose(b.grad, 4 * x + y, atol=1e-4), torch.allclose(a.grad, 8 * x + 2 * y, atol=1e-4))


for _ in range(3):
    once()
    gradients()
