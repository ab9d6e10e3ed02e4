# Classes of tensors that answer for operations, and indices that are arrays.
import torch

class S(torch.Tensor): pass
class Log(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if func.__name__ not in ('__repr__', '__get__'): print('call', func.__name__, [t.__name__ for t in types], len(args), sorted(kwargs or {}))
        return super().__torch_function__(func, types, args, kwargs or {})
s = torch.ones(2, 3).as_subclass(S)
print(s + 1, type(1 - s), type(s.sum()), type(torch.mm(s, torch.ones(3, 2))), type(s[0]), type(s.t()), isinstance(s, torch.Tensor))
l = Log([1., 2.])
for f in [lambda: l + 1, lambda: 1 + l, lambda: torch.add(l, l, alpha=2), lambda: torch.stack([l, torch.ones(2)]), lambda: l * 2 - 1, lambda: l[0], lambda: l > 1, lambda: torch.ones(2) @ l]: print(type(f()).__name__)
p = torch.nn.Parameter(torch.ones(2))
print(type(p * 2), type(p), p)
lin = torch.nn.LazyLinear(2)
try: lin.weight + 1
except ValueError as e: print(str(e)[:90])
print(lin(torch.ones(1, 3)).shape, type(lin.weight).__name__, (lin.weight + 1).shape)
t = torch.arange(40)

for m in (torch.nn.RNN, torch.nn.LSTM, torch.nn.GRU): print(type(m(3, 4, batch_first=True)(torch.ones(2, 3, 3))[0].grad_fn).__name__)
