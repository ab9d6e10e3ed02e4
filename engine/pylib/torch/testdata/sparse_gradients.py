"""Gradients of embeddings that name only the rows that were used, and the optimizers that take them."""
import torch
from torch import nn

torch.manual_seed(0)
emb = nn.Embedding(5, 2, padding_idx=0, sparse=True)
emb(torch.tensor([[1, 3], [1, 0]])).pow(2).sum().backward()
g = emb.weight.grad
print(g, g.coalesce(), g.is_sparse, g.layout)
emb(torch.tensor([4])).sum().backward()
print(emb.weight.grad.to_dense())
for make in (lambda p: torch.optim.SGD(p, lr=0.1), lambda p: torch.optim.SparseAdam(list(p), lr=0.1)):
    opt = make(emb.parameters())
    for _ in range(3):
        opt.zero_grad()
        emb(torch.tensor([1, 2, 1])).pow(2).sum().backward()
        opt.step()
    print(emb.weight, opt)
for cls in (torch.optim.Adam, torch.optim.AdamW, torch.optim.RMSprop):
    try:
        cls(emb.parameters()).step()
    except RuntimeError as e:
        print(e)
emb.weight.grad = torch.ones(5, 2)
try:
    opt.step()
except RuntimeError as e:
    print(e)
opt.zero_grad(set_to_none=True)
print(emb.weight.grad, torch.arange(6.).reshape(3, 2).sparse_mask(torch.tensor([[0., 1.], [0., 0.], [2., 0.]]).to_sparse().coalesce()))
