"""In which order results lie in memory; what indices, storages and copies of gradients may be."""
import copy

import torch


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


x = torch.zeros(10, 8)
every = x.t()[::2, ::2]
for y in (every.clone(), every + 1, torch.zeros_like(every), torch.full_like(every, 3.0), torch.empty_like(every, memory_format=torch.contiguous_format),
          every.double(), every.neg(), torch.where(every > 0, every, 1.0), every * every.t().contiguous().t(), every.contiguous() + every,
          torch.zeros(4, 6, 8).permute(2, 0, 1)[::2].clone(), x[:, :1].expand(10, 4).clone(), torch.zeros(3, 1, 5).permute(2, 1, 0).clone(),
          torch.zeros(3, 1, 5)[:, :, ::2].permute(2, 1, 0).clone(), torch.zeros(1).expand(3, 4).clone(),
          torch.zeros(4, 3, 2).expand(5, 4, 3, 2).permute(3, 0, 1, 2).clone(), torch.zeros(4, 3).t().expand(5, 3, 4) + 1,
          torch.zeros(4, 3).t()[:, None] + torch.zeros(5, 1), torch.exp(torch.zeros(2, 3, 4, 5)[:, :, ::2].permute(3, 1, 0, 2)),
          torch.zeros(2, 3, 4, 5).permute(0, 2, 3, 1) - torch.zeros(2, 4, 5, 3), torch.zeros_like(x.t(), dtype=torch.int32)):
    print(tuple(y.shape), y.stride())
a = torch.arange(12.0).reshape(3, 4)
print((a.t()[::2] * 2).tolist(), torch.arange(24).reshape(2, 3, 4).permute(2, 0, 1)[::2].clone().tolist())

for shape, wrap in (((7, 3), True), ((7, 3), False), ((3, 7), True), ((2, 2, 2), False)):
    print(torch.zeros(shape).fill_diagonal_(1, wrap=wrap))
print(torch.zeros(7, 3, 3)[:, 1].fill_diagonal_(1, True), torch.zeros(3, 7).t().fill_diagonal_(2, True))

f = torch.arange(6.0).reshape(2, 3)
d = f.double()
t(lambda: f.clone().set_(d.storage()))
t(lambda: f.clone().set_(f.storage().untyped(), 0, (2, 2), (2, 1)))
t(lambda: torch.tensor(f.storage(), dtype=torch.float64))
t(lambda: torch.tensor(f.storage().untyped(), dtype=torch.float32))
print(torch.tensor(f.storage(), dtype=torch.float32).data_ptr() == f.data_ptr(), torch.FloatTensor(f.storage()).data_ptr() == f.data_ptr())

a = torch.zeros(3)
a.grad = torch.ones(3)
b = copy.deepcopy([a, a.grad])
print(b[0].grad is b[1], b[0].grad is a.grad, b[1])
s = torch.tensor([0.0, 1, 2]).to_sparse()
s.grad = torch.tensor([0.0, 3, 0]).to_sparse()
print(copy.deepcopy(s).to_dense(), copy.deepcopy(s).grad.to_dense())

b, one = torch.zeros(3, 5), torch.ones(3, 1)
for i in (5, -1, -6, 4):
    t(lambda: b.clone().index_copy_(1, torch.tensor([i]), one))
t(lambda: b.clone().index_fill_(1, torch.tensor([0]), 1 + 1j))
t(lambda: torch.tensor(1).index_fill(0, torch.tensor([0]), -1))

# Views whose base was changed, at whatever distance; products; numbers between limits.
r = torch.ones(1, requires_grad=True)


def changed():
    base = torch.ones(5)
    view = base.select(0, 1)
    base.add_(r)
    return view


for f in (lambda v: v.reshape(-1)[0], lambda v: v.unsqueeze(0)[0] * 2, lambda v: v.expand(3).sum()):
    print(torch.autograd.grad(f(changed()), r))
m = torch.matmul(torch.ones(2, 3, requires_grad=True), torch.ones(5, 3, 4))
print(m.stride(), m.grad_fn.name(), torch.ones(3).matmul(torch.ones(5, 3, 4)).stride())
t(lambda: torch.chain_matmul(torch.ones(2, 2), torch.ones(2)))
t(lambda: torch.linalg.cond(torch.ones(2, 0, 0)))
for d in (torch.int64, torch.int32, torch.int16):
    for a, b, n in ((0, 100, 7), (5, -3, 4), (-7, 90, 13), (1.7, 8.9, 5)):
        print(torch.linspace(a, b, n, dtype=d).tolist())
t(lambda: torch.linspace(0, 300, 4, dtype=torch.uint8))
t(lambda: torch.linspace(0, 2 ** 31, 4, dtype=torch.int32))
for d, low in ((torch.int64, -2 ** 63), (torch.float32, -100), (torch.int8, -128)):
    x = torch.empty(4000, dtype=d).random_(low, None)
    print(bool((x < 0).any()), bool((x >= low).all()), bool((x > 0).any()))
torch.manual_seed(0)
print(torch.empty(3, dtype=torch.int64).random_(-2 ** 63, None), torch.empty(3, dtype=torch.int64).random_(5, None), torch.empty(2, dtype=torch.int8).random_(100, None))
t(lambda: torch.repeat_interleave(torch.tensor([1, 2]), torch.tensor([1.0, 2])))
t(lambda: torch.repeat_interleave(torch.tensor([[1, 2]]), torch.tensor([[1, 2]]), dim=1))

import io
import pickle

s = torch.arange(3.0)
u = copy.deepcopy([s, s.storage()])
u[0][0] = 9
print(u[1][0], type(u[1]).__name__, s[0])
print(pickle.loads(pickle.dumps(s.storage())).tolist())
f = io.BytesIO()
torch.save({"a": s, "b": s.storage(), "c": s[1:]}, f)
f.seek(0)
d = torch.load(f)
d["a"][1] = 7
print(d["b"].tolist(), d["c"])
from torch.utils.data._utils.collate import default_collate

print(default_collate([{"a": 1, "b": [1.0, 2.0]}, {"a": 2, "b": [3.0, 4.0]}]), torch.utils.data.DataLoader([1])._auto_collation)

# What has no derivative says so when it is asked for, or takes no part.
x, A = torch.tensor([0.5, 1.5], requires_grad=True), torch.tensor([[2.0, 0], [1, 3]], requires_grad=True)
for f in (lambda: torch.special.zeta(x + 1, x), lambda: torch.geqrf(A)[1], lambda: torch.nextafter(x, x), lambda: torch.igamma(x, x)):
    y = f()
    print(y.requires_grad, y.grad_fn.name())
    t(lambda: y.sum().backward())
print(torch.special.chebyshev_polynomial_t(x, 2).requires_grad, torch.special.spherical_bessel_j0(x).requires_grad, torch.special.i0e(x).requires_grad)
B = torch.tensor([[1.0, 2], [3, 4]])
for upper in (False, True):
    L = (A.mT if upper else A).detach().requires_grad_()
    torch.cholesky_inverse(L, upper).square().sum().backward()
    torch.cholesky_solve(B, L, upper).square().sum().backward()
    print(L.grad)
