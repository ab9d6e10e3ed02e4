"""torch.masked, overloads of old and what functions with out= return."""
import warnings

import torch

x = torch.tensor([[3., -1., 2.], [4., 0., -5.]])
left = torch.tensor([[True, False, True], [False, False, False]])
for name in 'sum prod amax amin mean var std norm logsumexp argmax argmin'.split():
    f = getattr(torch.masked, name)
    for kw in (dict(dim=1), dict(dim=0, keepdim=True), dict(dim=1, mask=left), dict(dim=-1, mask=left[0]), dict(mask=left)):
        print(name, f(x, **kw))
for name in 'softmax log_softmax softmin cumsum cumprod median'.split():
    print(name, getattr(torch.masked, name)(x, 1, mask=left[0]))
print(torch.masked.normalize(x, 2.0, 1, mask=left), torch.masked.logaddexp(x, x, input_mask=left, other_mask=~left))
n = torch.arange(6, dtype=torch.uint8).reshape(2, 3)
print([getattr(torch.masked, name)(n, 1, mask=left).dtype for name in 'sum prod amax amin mean var'.split()])
print(torch.masked.var(x, (0, 1), True, mask=left), torch.masked.norm(x, float('-inf'), 1, mask=left), torch.masked.sum(x, ()))
for f in (lambda: torch.masked.amax(x.bool(), 0, mask=left), lambda: torch.masked.sum(x, 2), lambda: torch.masked.sum(x, (0, -2)),
          lambda: torch.masked.sum(x[0], 0, mask=left), lambda: torch.masked.median(n, 1, mask=left)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
x.requires_grad_()
torch.masked.mean(x, mask=torch.tensor([True, False, True])).backward()
print(x.grad)

torch.set_warn_always(True)
a, b = torch.ones(2, 2), torch.ones(2, 2, 2)
for f in (lambda: torch.addcdiv(a, 0.5, a, a), lambda: a.addcmul(2, a, a), lambda: torch.baddbmm(3, b, b, b), lambda: torch.baddbmm(3, b, 2, b, b),
          lambda: a.clone().addbmm_(3, b, b), lambda: torch.addmm(3, a, a, a), lambda: a[0].addmv(3, a, a[0]), lambda: torch.addr(3, a, 4, a[0], a[0])):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        print(f(), [str(w.message) for w in caught])

v, i = torch.empty(0), torch.empty(0, dtype=torch.int64)
for name in 'max min median nanmedian sort mode cummax'.split():
    print(getattr(torch, name)(a, 1, out=(v, i)))
print(torch.qr(a, out=(torch.empty(0), torch.empty(0))).R.shape, torch.linalg.inv_ex(a + torch.eye(2), out=(v, i.int())).inverse)
print(torch.amax(a, dim=None), torch.aminmax(a, dim=None), torch.logical_xor(torch.tensor([1j, 0]), torch.tensor([0j, 0])))
print(torch.ops.aten.add.Tensor(a, a), torch.ops.aten.slice.Tensor(a, 1, 1, 2), torch.ops.aten.mul(a, 3))
print(a.__rdiv__(3), a.__div__(4))
