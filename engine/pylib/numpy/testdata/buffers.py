"""Tensors and arrays over the memory of others; numpy's integers where ints are wanted; factors of every triangle."""
import array
import warnings

import numpy as np
import torch


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


b = bytearray(8)
x = np.frombuffer(b, "i4")
x[0] = 5
print(b)
y = torch.frombuffer(b, dtype=torch.uint8, offset=1)
y[0] = 99
print(b, x)
z = array.array("h", [1, 2, 3])
np.frombuffer(z, np.int16, offset=2)[0] = 9
torch.frombuffer(z, dtype=torch.int16, count=1)[0] = 7
print(z)
for d in ("float16", "complex64", "complex128", "bool", "int16", "float64"):
    a = np.ones(4, d)
    m = memoryview(a)
    s = torch.frombuffer(m, dtype=getattr(torch, d), count=2, offset=m.itemsize)
    s[0] = 0
    print(m.format, a, s, a.__array_interface__["data"][0] + m.itemsize == s.data_ptr())
warnings.simplefilter("ignore")
t(lambda: torch.frombuffer(b"ab", dtype=torch.uint8))
t(lambda: torch.frombuffer(np.arange(4)[::2], dtype=torch.int64))
t(lambda: torch.frombuffer(np.arange(4), dtype=torch.int64, requires_grad=True))
t(lambda: torch.frombuffer([1], dtype=torch.int8))
t(lambda: torch.frombuffer(z, dtype=torch.int32))
t(lambda: torch.frombuffer(z, dtype=torch.int16, count=4))
t(lambda: torch.frombuffer(z, dtype=torch.int16, offset=6))
t(lambda: torch.frombuffer(z, dtype=torch.int16, count=0))
x = torch.ones(2, 2)
print(torch.asarray(x) is x, torch.asarray(x, copy=True).data_ptr() == x.data_ptr(), torch.asarray(x.numpy()).data_ptr() == x.data_ptr())
t(lambda: torch.asarray(x, dtype=torch.float64, copy=False))
t(lambda: torch.asarray([1, 2], copy=False))
w = torch.ones(2, requires_grad=True) * 2
print(torch.asarray(w).requires_grad, torch.asarray(w, requires_grad=True).grad_fn is not None)
v = torch.asarray(bytearray(b"abcd"), dtype=torch.uint8)
print(v, torch.asarray(torch.utils.dlpack.to_dlpack(v)).data_ptr() == v.data_ptr())

x = torch.arange(6.0).reshape(2, 3)
for k in (np.int64(1), np.int32(1), np.uint8(1)):
    print(torch.eye(k), x.sum(k), x.narrow(k, 0, k), x.unsqueeze(k).shape, x.topk(k)[0], x.roll(k), x.chunk(k), x[:, k], x[k])
    print(torch.randint(k, (k,)), torch.linspace(0, k, k + k), torch.nn.functional.max_pool1d(x[None], k).shape, torch.manual_seed(k).initial_seed())

A = torch.tensor([[4.0, 9], [1, 3]])
t(lambda: torch.linalg.cholesky(A))
t(lambda: torch.linalg.cholesky(A, upper=True))
t(lambda: torch.linalg.cholesky(A.T, upper=True))
t(lambda: torch.linalg.cholesky_ex(A.T))
t(lambda: torch.linalg.cholesky_ex(torch.stack([torch.eye(2), -torch.eye(2)]) + 0j).info)
t(lambda: torch.linalg.cholesky_ex(-torch.eye(2), check_errors=True))
B = torch.tensor([[2.0, 0], [0, 1e-3]], dtype=torch.float64)
for options in (dict(), dict(rtol=1e-2), dict(atol=1e-2), dict(rcond=1e-2), dict(hermitian=True), dict(hermitian=True, atol=1.0), dict(rtol=torch.tensor(1))):
    print(options, torch.linalg.pinv(B, **options))
print(torch.pinverse(B, 0.1), torch.linalg.pinv(B.expand(2, 2, 2), rcond=torch.tensor([0.1, 1e-9])))
t(lambda: torch.linalg.pinv(torch.ones(2)))
t(lambda: torch.linalg.pinv(B, rtol=torch.tensor(1j)))
nan = torch.full((2,), float("nan"))
M, r = torch.tensor([[1.0, 2], [3, 4]]), torch.tensor([1.0, -1])
print(torch.addmv(nan, M, r, beta=0), torch.addmv(r, M * float("inf"), r, alpha=0), nan.clone().addmv_(M, r, beta=0))
C = torch.tensor([[2 + 1j, 1], [1j, 3]], dtype=torch.complex128)
a, tau = torch.geqrf(C)
print(torch.allclose(torch.linalg.householder_product(a, tau), torch.linalg.qr(C)[0]), torch.allclose(torch.ormqr(a, tau, C, transpose=True).triu(), torch.linalg.qr(C)[1]))
t(lambda: torch.ormqr(torch.ones(3, 2), torch.ones(3), torch.ones(3, 1)))
t(lambda: torch.linalg.householder_product(torch.ones(2, 3), torch.ones(2)))
t(lambda: torch.linalg.lstsq(torch.ones(2, 2), torch.ones(3)))
t(lambda: torch.linalg.vector_norm(torch.ones(3), dtype=torch.complex64))
t(lambda: torch.linalg.vector_norm(torch.ones(2, 0), float("inf"), dim=1))
t(lambda: torch.linalg.norm(torch.ones(3, 3).half(), "fro"))
for call in ("torch.linalg.inv(A, out={})", "torch.mm(A, A, out={})", "torch.linalg.pinv(A, out={})", "torch.linalg.eigvals(A, out={})", "torch.dot(r, r, out={})",
             "torch.linalg.multi_dot([A, A], out={})", "torch.linalg.eig(A, out=({}, torch.empty(0, dtype=torch.complex64)))"):
    for d in (torch.int32, torch.float64):
        t(lambda: (eval(call.format(f"torch.empty(0, dtype={d})")), "given")[1])

# What is changed in place keeps the last gradient; generators are resumed with the exceptions that are thrown in.
a = torch.tensor([1.0], requires_grad=True).clone()
a.retain_grad()
a.mul_(2)
a.mul_(3)
a.sum().backward()
print(a.grad)


@torch.no_grad()
def numbers():
    for i in range(3):
        try:
            yield i, torch.is_grad_enabled()
        except KeyError as e:
            yield "thrown", e.args
        except GeneratorExit:
            print("closed", torch.is_grad_enabled())
            raise


g = numbers()
print(next(g), g.throw(KeyError("k")), next(g))
g.close()
x = torch.tensor(3.0, requires_grad=True)
out = torch.gather(x, 0, torch.zeros(2, dtype=torch.int64))
out.sum().backward()
print(out, x.grad, torch.gather(torch.ones(3), 0, torch.tensor(1)))
print(torch.autograd.functional.jacobian(lambda x: x * 2, x.detach()), torch.autograd.functional.hessian(lambda x: x ** 3, x.detach()))
t(lambda: torch.autograd.functional.hvp(lambda x: x ** 3, x.detach(), (x, 2)))
r = torch.ones(1, requires_grad=True)
x = torch.ones(5)
v = x.select(0, 1)
x.add_(r)
v.backward()
print(v.requires_grad, r.grad)
