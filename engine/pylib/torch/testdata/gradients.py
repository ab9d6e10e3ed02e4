# Gradients: graphs, custom functions, hooks, modes, checks against differences.
import torch


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, "|", e)


x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = (x ** 2).sum()
print(y, y.grad_fn.name(), [f[0].name() for f in y.grad_fn.next_functions])
y.backward()
print(x.grad)
attempt(lambda: y.backward())
attempt(lambda: (x * 2).backward())
attempt(lambda: torch.ones(2).sum().backward())


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, k):
        ctx.save_for_backward(a)
        ctx.k = k
        return a ** 3 * k

    @staticmethod
    def backward(ctx, g):
        a, = ctx.saved_tensors
        return g * 3 * a ** 2 * ctx.k, None


z = Cube.apply(x, 2.0)
print(z, type(z.grad_fn).__name__)
print(torch.autograd.grad(z.sum(), x))
d = torch.randn(3, dtype=torch.float64, requires_grad=True)
print(torch.autograd.gradcheck(lambda t: Cube.apply(t, 1.5), (d,)))
print(torch.autograd.gradcheck(lambda a: torch.tanh(a) * a.exp(), (d,)))
with torch.no_grad():
    print((x * 2).requires_grad, torch.is_grad_enabled())
print(torch.is_grad_enabled())


@torch.no_grad()
def quiet(t):
    return t * 2


print(quiet(x).requires_grad)
a = torch.ones(2, requires_grad=True)
b = a * 3
b.retain_grad()
seen = []
a.register_hook(lambda g: seen.append(g.clone()))
b.register_hook(lambda g: g * 10)
b.sum().backward()
print(a.grad, b.grad is not None, seen)
g, = torch.autograd.grad((a ** 3).sum(), a, create_graph=True)
print(g, torch.autograd.grad(g.sum(), a))
print(torch.autograd.functional.jacobian(lambda t: t ** 2, torch.tensor([1.0, 2.0])))
print(torch.autograd.functional.hessian(lambda t: (t ** 3).sum(), torch.tensor([1.0, 2.0])))
attempt(lambda: a.add_(1))
attempt(lambda: torch.autograd.grad(a.sum(), torch.ones(1, requires_grad=True)))
print(torch.autograd.grad(a.sum(), torch.ones(1, requires_grad=True), allow_unused=True))
print(a.detach().requires_grad, a.data.requires_grad, a.is_leaf, (a * 2).is_leaf)

# The gradients of convolutions by themselves are differentiable by what they are made of, where gradients are recorded.
import itertools
for other, grad, enabled in itertools.product((False, True), repeat=3):
    w, x, g = (torch.ones(1, 1, n, n, requires_grad=r) for n, r in ((2, other), (3, other), (2, grad)))
    with torch.set_grad_enabled(enabled):
        print(other, grad, enabled, torch.nn.grad.conv2d_input((1, 1, 3, 3), w, g).requires_grad, torch.nn.grad.conv2d_weight(x, (1, 1, 2, 2), g).requires_grad)
