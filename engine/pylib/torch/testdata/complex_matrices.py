"""Determinants, inverses and systems of complex matrices, with gradients: each line is an expression."""
import torch

A = torch.tensor([[1+1j, 2], [3, 4-1j]])
C = torch.tensor([[0, 1j, 2], [3, 4-1j, 1], [2, 2, 2j]], dtype=torch.complex128)
for line in """
torch.linalg.det(A)
torch.linalg.det(C)
torch.linalg.inv(A)
torch.linalg.inv(C)
torch.linalg.solve(A, torch.ones(2, dtype=torch.complex64))
torch.linalg.solve(C, torch.ones(3, 2, dtype=torch.complex128))
torch.linalg.slogdet(A)
torch.linalg.det(torch.stack([A, A.T * 2]))
A.det(), A.inverse()
""".strip().splitlines():
    print(eval(line))
for f in torch.linalg.det, torch.linalg.inv:
    z = C.clone().requires_grad_()
    f(z).abs().sum().backward()
    print(z.grad)
