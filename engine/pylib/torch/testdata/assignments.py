"""Operators with an assignment write into their left operand, which other names and views see."""
import torch

LEFT = (torch.tensor([[5, 7], [9, 4]]), torch.tensor([[5.0, 7], [9, 4]]), torch.tensor([[True, False], [True, True]]))
for op in ("+=", "-=", "*=", "/=", "//=", "%=", "**=", "&=", "|=", "^=", "<<=", ">>="):
    for left in LEFT:
        for right in ("2", "a", "True", "torch.tensor(3)"):
            a = v = left.clone()
            row = a[1]
            try:
                exec(f"v {op} {right}")
            except Exception as e:
                print(op, a.dtype, right, type(e).__name__, str(e).replace("Found dtype Bool but expected Long", "result type Long can't be cast to the desired output type Bool"))
                continue
            print(op, a.dtype, right, v is a, a._version, a.tolist(), row.tolist())

mask = torch.zeros(4, dtype=torch.bool)
for k in range(3):
    mask |= torch.arange(4) == k
print(mask)
x = torch.tensor([2.0, 3.0], requires_grad=True)
y = x * 1
y **= 2
y %= 5
y.sum().backward()
print(y, x.grad)
e = torch.tensor([1.3, 2.1], dtype=torch.float64, requires_grad=True)
print([torch.autograd.grad((b ** e).sum(), e)[0].tolist() for b in (2, 2.5, 0)])
h = torch.tensor([1.5], requires_grad=True)
print(torch.autograd.grad((3 ** h).sum(), h)[0])
