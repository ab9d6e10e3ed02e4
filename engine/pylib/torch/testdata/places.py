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
