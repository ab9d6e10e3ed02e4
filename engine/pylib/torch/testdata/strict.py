"""Jacobians and Hessians in strict mode, layers and functions with wrong arguments."""
import torch
import torch.autograd.functional as A
import torch.nn.functional as F
from torch import nn
from torch.nn.utils import parametrizations, parametrize, prune

torch.manual_seed(0)


def t(f):
    try:
        found = f()
        print(found if not isinstance(found, torch.Tensor) or found.numel() < 20 else found.shape)
    except Exception as e:
        print(type(e).__name__, str(e)[:250])


def cut(x):
    return x.detach().sum()


def apart(x):
    return x.long().float().requires_grad_().clone().sum()


def linear(x):
    return (3 * x).sum()


def square(x):
    return x.pow(2).sum()


x, v = torch.rand(3), torch.ones(3)
for create_graph in (False, True):
    y = x.clone().requires_grad_(create_graph)
    for f in (cut, apart, linear, square):
        for call in (A.jacobian, A.hessian):
            t(lambda: call(f, y, create_graph=create_graph, strict=True))
        for call in (A.jvp, A.hvp, A.vhp):
            t(lambda: call(f, y, v, create_graph=create_graph, strict=True)[1].detach())
        t(lambda: A.vjp(f, y, create_graph=create_graph, strict=True)[1].detach())
t(lambda: A.jacobian(linear, x, strict=True, vectorize=True))
t(lambda: A.hessian(linear, x, strict=True, vectorize=True))

i = torch.randn(1, 1, 4)
for pads in ((-3, -2), (5, 4), (-3, 1), (-4, 0), (4, 4)):
    t(lambda: F.pad(i, pads, mode="circular").shape)
for a, b in (((1, 2, 2), (1, 1, 1, 2)), ((1, 1, 2, 2), (1, 1, 1, 3)), ((1, 1, 2, 2), (1, 1, 1, 1, 2)), ((1, 1, 2), (1, 1, 1)), ((1, 1, 0, 2), (1, 1, 1, 2))):
    t(lambda: F.grid_sample(torch.empty(a), torch.empty(b), align_corners=False))
g = torch.tensor([[[[float("nan"), 0.0], [float("inf"), -float("inf")], [0.5, float("nan")]]]])
for mode in ("nearest", "bilinear"):
    for padding in ("zeros", "border"):
        t(lambda: F.grid_sample(torch.arange(9.0).view(1, 1, 3, 3), g, mode, padding, align_corners=False))
scores = torch.randn(5, 3, 6).log_softmax(2)
for lengths in ((torch.tensor([5.0, 5, 5]), torch.tensor([2, 2, 2])), (torch.tensor([5, 5, 5]), torch.tensor([2, 2, 2.0]))):
    t(lambda: F.ctc_loss(scores, torch.ones(6, dtype=torch.int), *lengths))
a, w, b = (torch.randn(s, dtype=torch.cdouble, requires_grad=True) for s in ((2, 4, 5, 5), (6, 2, 3, 3), (6,)))
y = F.conv2d(a, w, b, stride=2, padding=1, groups=2)
y.sum().abs().backward()
print(y[0, 0], w.grad[0, 0], b.grad[:2], a.grad[0, 0, 0])
t(lambda: nn.grad.conv2d_input((1, 1, 3, 3), torch.ones(1, 1, 2, 2), torch.ones(1, 1, 2, 2)))
t(lambda: F.grad.conv1d_weight(torch.arange(4.0).view(1, 1, 4), (1, 1, 2), torch.ones(1, 1, 3)))
m = nn.Conv1d(1, 1, 1)
t(lambda: m._apply(lambda p: p.long()))
for p in m.parameters():
    p.requires_grad_(False)
m._apply(lambda p: p.long())
print(m.weight.dtype)

for amount in (1.1, -1, "some", 3, 0.4, 20):
    t(lambda: prune.l1_unstructured(nn.Linear(2, 4), "weight", amount).weight_mask.sum())
m = nn.Linear(2, 3)
t(lambda: parametrizations.orthogonal(m, "weight", "some"))


class Wrong(nn.Module):
    def __init__(self, f, back=None):
        super().__init__()
        self.forward = f
        if back is not None:
            self.right_inverse = back


parametrize.register_parametrization(m, "weight", nn.Identity())
for f, back in ((lambda x: (x, x), None), (lambda x: x.bool(), None), (lambda x: x[:-1], None), (lambda x: x, lambda x: (x, x))):
    t(lambda: parametrize.register_parametrization(m, "weight", Wrong(f, back)))
print(len(m.parametrizations.weight))
n = parametrize.transfer_parametrizations_and_params(m, nn.Linear(2, 3))
print(parametrize.is_parametrized(n, "weight"), torch.equal(n.weight, m.weight), n.parametrizations.weight.original is m.parametrizations.weight.original)
state = nn.Sequential(nn.Linear(1, 1)).state_dict()
nn.modules.utils.consume_prefix_in_state_dict_if_present(state, "0.")
print(list(state))
