# What out= is filled with, complex factors, nothing to normalise, masks of bytes, and indices of the wrong type.
import pickle
import warnings

import torch
import torch.nn.functional as F


def show(f):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        try:
            r = f()
        except Exception as e:
            r = '%s: %s' % (type(e).__name__, str(e).split('\n')[0])
    print(r, [str(w.message) for w in caught])


y = torch.zeros(2, 3)
for make in (lambda: torch.linspace(0, 3, 4, out=y.narrow(1, 1, 2)), lambda: torch.arange(5, 9, out=y.narrow(1, 1, 2)),
             lambda: torch.logspace(0, 3, 4, out=y.narrow(1, 1, 2))):
    make()
    print(y)
for make in (torch.zeros, torch.ones, torch.rand, torch.arange, torch.eye, torch.empty):
    show(lambda: make(2, out=torch.zeros(2), dtype=torch.float64))
show(lambda: torch.full((2,), 1, out=torch.zeros(2, dtype=torch.int64), dtype=torch.float32))
show(lambda: torch.zeros(2, out=torch.zeros(2), layout=torch.sparse_coo))
for dtype in (torch.float32, torch.float64, torch.complex64):
    for draw in (torch.rand, torch.randn):
        torch.manual_seed(3)
        a = draw(20, dtype=dtype)
        torch.manual_seed(3)
        print(torch.equal(a, draw(20, out=torch.zeros(20, dtype=dtype))))

c = torch.tensor([2, 1j])
one = torch.ones(2, dtype=torch.cfloat)
print(torch.addcdiv(one, one, c, value=1 + 2j), torch.addcmul(one, one, c, value=1j), one.clone().addcmul_(one, c, value=-1j))
w = torch.tensor([1 + 1j], requires_grad=True)
torch.addcmul(torch.zeros(1, dtype=torch.cfloat), w, torch.tensor([2j]), value=1 + 2j).abs().sum().backward()
print(w.grad)

b = torch.nn.BatchNorm1d(3)
b(torch.zeros(0, 3, 4))
print(b.running_mean, b.running_var)
show(lambda: pickle.loads(pickle.dumps(torch.ones(2, requires_grad=True) * 2)))
show(lambda: torch.tensor([]).double().set_(torch.ones(2, dtype=torch.float64).storage().untyped()))
conv = torch.nn.Conv2d(2, 5, 3, padding=1).bfloat16()
conv(torch.ones(1, 2, 4, 4).bfloat16()).backward(torch.ones(1, 5, 4, 4))
print(conv.bias.grad)

x, m = torch.zeros(4), torch.tensor([1, 0, 1, 0], dtype=torch.uint8)
for f in (lambda: x.masked_fill(m, 1), lambda: x.clone().masked_fill_(m, 1), lambda: x.masked_scatter(m, torch.ones(4)), lambda: x.masked_select(m), lambda: x[m]):
    show(f)
i = torch.tensor([0, 2], dtype=torch.int32)
z = torch.zeros(3, 2)
show(lambda: z.index_add(0, i, torch.ones(2, 2)))
show(lambda: z.index_copy(0, i, torch.ones(2, 2)))
show(lambda: z.index_fill(0, i, 1))
with warnings.catch_warnings():
    warnings.simplefilter('ignore')
    print(z.index_reduce(0, i, torch.ones(2, 2), 'amax'))
for dtype, low, high in ((torch.int16, -40000, 5), (torch.int16, 0, 40000), (torch.bool, 0, 3), (torch.uint8, -1, 3)):
    show(lambda: torch.zeros(3, dtype=dtype).random_(low, high))
show(lambda: F.softshrink(x, -1))
show(lambda: F.avg_pool2d(torch.arange(16).reshape(1, 1, 4, 4), 2))
show(lambda: F.multi_margin_loss(torch.tensor([.1, .2, .3]), torch.tensor(1), reduction='none'))
show(lambda: torch.diff(torch.zeros(3, 3), prepend=torch.zeros(2, 2)))
show(lambda: torch.diff(torch.zeros(3), prepend=torch.zeros(2, 2)))
print(torch.chalf, torch.complex32.is_complex, torch.complex32 is torch.chalf)
