"""Refusals and edges of shape functions, scatter_reduce, and states of older optimizers: each line is an expression."""
import warnings

import torch

warnings.simplefilter("ignore")
torch.manual_seed(0)
x, s = torch.randn(3, 4), torch.randn(2, 4)
idx = torch.tensor([[0, 1, 2, 0], [0, 0, 1, 2]])

LINES = '''
[x.scatter_reduce(0, idx, s, how, include_self=own) for how in ("sum", "prod", "mean", "amax", "amin") for own in (True, False)]
torch.flipud(torch.tensor(1.))
torch.fliplr(torch.ones(3))
torch.broadcast_shapes((-1, 4), (2, 4))
torch.ones(3).narrow(0, torch.tensor(0.), 1)
torch.ones(3).narrow(0, torch.tensor([0, 1]), 1)
torch.ones(3).narrow(0, torch.tensor(1), 1)
torch.ones(3, 3).tensor_split(torch.tensor([1.0]))
torch.ones(2, 2, 2).H
torch.complex(torch.ones(2, 1), torch.ones(2, 1)).H, torch.complex(torch.ones(2, 1), torch.ones(2, 1)).mH.shape
torch.rot90(torch.ones(2, 2), 1, [0, -3])
torch.rot90(torch.ones(2, 2), 1, [0, 0])
y = torch.zeros(2, dtype=torch.complex64); y.real = torch.ones(2); y.imag = 2; y
z = torch.arange(4.).view(2, 2); z.as_strided_([4], [1]), z._is_view(), z[1:]._is_view()
torch.isreal(torch.tensor([1, 1 + 1j, 2 + 0j])), torch.is_nonzero(torch.tensor([0.]))
torch.is_nonzero(torch.tensor([]))
torch.zeros(7, 3).fill_diagonal_(5, wrap=True), torch.zeros(3, 3, 3).fill_diagonal_(1)[1, 1], torch.zeros(2, 4).fill_diagonal_(1)
torch.zeros(3).fill_diagonal_(1)
torch.zeros(2, 3, 2).fill_diagonal_(1)
torch.cov(torch.tensor([[0, 2], [1, 1], [2, 0]]).T), torch.cov(x, correction=0), torch.cov(x, fweights=torch.tensor([1, 2, 1, 1])), torch.corrcoef(x)
torch.cov(x, aweights=torch.tensor([.1, .2, .3, .4])), torch.cov(x, fweights=torch.tensor([1, 2, 1, 1]), aweights=torch.tensor([.1, .2, .3, .4])), torch.cov(x[0])
torch.cov(x, fweights=torch.ones(4))
torch.cov(torch.ones(1, 1, 1))
m = torch.nn.EmbeddingBag(5, 3, mode="mean", padding_idx=2); m(torch.tensor([2, 0, 1, 2, 4, 2]), torch.tensor([0, 3, 3]))
F = torch.nn.functional; w = torch.randn(5, 3); F.embedding_bag(torch.tensor([[1, 2, 4], [4, 3, 2]]), w, mode="max"), F.embedding_bag(torch.tensor([1, 3]), w, torch.tensor([0, 1]), mode="sum", per_sample_weights=torch.tensor([.5, 2.]))
v = torch.randn(1, 2, 4, 5, 6, requires_grad=True); p, at = torch.nn.AdaptiveMaxPool3d((2, 3, 2), return_indices=True)(v); p, at, torch.autograd.grad(p.sum(), v)[0].sum()
q, at = torch.nn.MaxPool3d(2, return_indices=True)(v[..., :4, :]); torch.nn.MaxUnpool3d(2)(q, at).sum(), torch.nn.MaxUnpool3d(2)(q, at).shape
torch.nn.FractionalMaxPool3d(2, output_size=(2, 3, 3))(v), torch.nn.FractionalMaxPool2d(2, output_ratio=(.5, .6))(v[0]).shape
torch.nn.FractionalMaxPool3d(2)
o = torch.optim.Adam([torch.nn.Parameter(torch.ones(1))]); o.param_groups[0]["params"][0].grad = torch.ones(1); o.step(); d = o.state_dict(); d["state"][0]["step"] = 3; o.load_state_dict(d); o.step(), o.state_dict()["state"][0]["step"]
torch.get_num_threads() > 0, torch._assert(True, "no")
torch._assert(False, "no")
torch.set_num_threads(0)
torch.utils.dlpack.from_dlpack(torch.utils.dlpack.to_dlpack(torch.arange(3)))
torch.ones(3).as_strided((2,), (2**61,))
torch.ones(3).as_strided((2,), (2**62,))
torch.ones(3).as_strided((2, -3), (1, 1))
torch.ones(3).as_strided((2**31, 2**31, 2**31), (0, 0, 0)).numel()
torch.ones(3).expand(2**40, 2**40, 3).sum()
'''

names = dict(globals())
exec("import torch.utils.dlpack", names)
for line in LINES.strip().splitlines():
    *before, last = line.split("; ")
    try:
        torch.manual_seed(0)
        for statement in before:
            exec(statement, names)
        print(eval(last, names))
    except Exception as e:
        print(type(e).__name__, e)
