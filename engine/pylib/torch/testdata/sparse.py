# Sparse tensors in coordinates and compressed rows.
import torch, warnings
warnings.simplefilter('ignore')
def show(*fs):
    for f in fs:
        try: print(f())
        except Exception as e: print(type(e).__name__, str(e).split('\n')[0][:60])
i = torch.tensor([[0, 1, 1], [2, 0, 2]])
v = torch.tensor([3., 4., 5.])
s = torch.sparse_coo_tensor(i, v, (2, 3))
show(lambda: s, lambda: s.to_dense(), lambda: (s.is_sparse, s.layout, s.shape, s._nnz(), s.is_coalesced(), s.sparse_dim(), s.dense_dim(), len(s)), lambda: s.coalesce().indices(), lambda: s.values(),
     lambda: s @ torch.ones(3, 2), lambda: s @ torch.ones(3), lambda: torch.sparse.mm(s, torch.ones(3, 2)), lambda: torch.mm(s, torch.eye(3)), lambda: s.t(), lambda: s + s, lambda: s * 2, lambda: -s, lambda: s / 2,
     lambda: s * torch.ones(2, 3), lambda: torch.ones(2, 3) + s, lambda: s + torch.ones(2, 3), lambda: s[0], lambda: s.to(torch.float64), lambda: torch.sparse.sum(s), lambda: torch.sparse.sum(s, 0),
     lambda: torch.sparse.softmax(s, 1), lambda: torch.cat([s, s]), lambda: torch.stack([s, s]), lambda: torch.sqrt(s), lambda: s.norm(), lambda: s.numpy(), lambda: s.sum(), lambda: s.relu())
dup = torch.sparse_coo_tensor([[0, 0], [1, 1]], [1., 2.], (2, 2))
show(lambda: dup, lambda: dup.coalesce(), lambda: torch.eye(2).to_sparse(), lambda: torch.zeros(2, 2).to_sparse(), lambda: torch.sparse_coo_tensor((2, 2)), lambda: torch.eye(2).to_sparse(1),
     lambda: torch.sparse_coo_tensor(i, torch.tensor([1, 2])), lambda: torch.sparse_coo_tensor([[0, 9], [0, 0]], [1., 2.], (2, 2)), lambda: torch.sparse_coo_tensor(i, v, (2, 3), requires_grad=True))
csr = torch.sparse_csr_tensor(torch.tensor([0, 2, 4]), torch.tensor([0, 1, 0, 1]), torch.tensor([1., 2., 3., 4.]))
show(lambda: csr, lambda: csr.crow_indices(), lambda: csr.col_indices(), lambda: csr @ torch.ones(2, 1), lambda: csr.to_dense(), lambda: s.to_sparse_csr(), lambda: torch.tensor([[0., 1.], [2., 0.]]).to_sparse_csr())
w = torch.ones(3, 2, requires_grad=True)
torch.sparse.mm(s, w).sum().backward()
print(w.grad)
x = torch.randn(40, 40, generator=torch.Generator().manual_seed(0))
x[x.abs() < 2] = 0
print(x.to_sparse(), torch.allclose(x.to_sparse() @ torch.ones(40, 3), x @ torch.ones(40, 3), atol=1e-5))
