# Gradients where the memory of a tensor is larger than the tensor, of complex powers, and how they lie in memory.
import torch


def attempt(f):
    try:
        return f()
    except Exception as e:
        return "%s: %s" % (type(e).__name__, e)


def text(x):
    x = torch.view_as_real(x.resolve_conj()) if x.is_complex() else x
    return " ".join("%.4g" % v for v in x.reshape(-1).tolist()) + " " + str(list(x.shape))


for name, view in [
    ("past the end", lambda x: x.narrow(0, 1, 2).as_strided((4,), (1,), 1)),
    ("before the beginning", lambda x: x.narrow(0, 1, 3).as_strided((2, 2), (2, 1), 2)),
    ("beside a column", lambda x: x.reshape(2, 3)[:, 1:2].as_strided((2, 2), (2, 1), 1)),
    ("over itself", lambda x: x.as_strided((3, 3), (1, 1), 1)),
    ("one element", lambda x: x.as_strided((), (), 4)),
    ("nothing", lambda x: x.as_strided((0, 2), (2, 1))),
    ("from the middle", lambda x: x[2:].as_strided((2, 2), (2, 1))),
    ("of every second", lambda x: x[::2].as_strided((2,), (2,))),
    ("windows", lambda x: x.reshape(2, 3).unfold(0, 2, 1).unfold(1, 2, 1)),
    ("windows of a transpose", lambda x: x.reshape(2, 3).t().unfold(0, 2, 1)),
    ("a window of a number", lambda x: x[3].unfold(0, 1, 1)),
]:
    x = torch.arange(6.0, dtype=torch.float64).requires_grad_()
    y = view(x)
    w = torch.arange(1.0, y.numel() + 1, dtype=torch.float64).reshape(y.shape)
    g, = torch.autograd.grad((y * w).sum(), x)
    print(name, y.grad_fn.name(), text(g))

z = torch.tensor([1 + 2j, 0.5 - 1j], dtype=torch.complex128)
for p in [1 + 2j, 2, 3, 0.5, -1.5, 0, 1, 2j, 0j]:
    x = z.clone().requires_grad_()
    g, = torch.autograd.grad(torch.view_as_real(x ** p).sum(), x, create_graph=True)
    again = torch.autograd.grad(torch.view_as_real(g.resolve_conj()).sum(), x)[0] if g.requires_grad and p not in (0, 1, 0j) else torch.zeros(0)
    print("power", p, text(g.detach()), text(again))
for base in [2, 0.5, 1 + 1j]:
    x = z.clone().requires_grad_()
    g, = torch.autograd.grad(torch.view_as_real(base ** x).sum(), x)
    print("exponent of", base, text(g))
for name, f in [("add", lambda x, y: torch.add(x, y, alpha=2 - 1j)), ("sub", lambda x, y: torch.sub(x, y, alpha=1j)), ("addcmul", lambda x, y: torch.addcmul(x, y, x, value=2)), ("addcdiv", lambda x, y: torch.addcdiv(x, y, x, value=2)), ("pow", torch.pow)]:
    x, y = z.clone().requires_grad_(), (z * (2 - 1j) + 1).requires_grad_()
    print(name, *[text(g) for g in torch.autograd.grad(torch.view_as_real(f(x, y)).sum(), [x, y])])
for name in ["abs", "sgn", "angle", "sqrt", "rsqrt", "reciprocal", "exp", "log", "log2", "log10", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "sigmoid", "square", "conj", "neg"]:
    x = (z * 0.3).requires_grad_()
    y = getattr(torch, name)(x)
    g, = torch.autograd.grad((torch.view_as_real(y.resolve_conj()) if y.is_complex() else y).sum(), x)
    print(name, text(g))

a, b = torch.ones(3, 2, requires_grad=True), torch.ones(2, 3, requires_grad=True)
for x, y in [(a, b), (a.t(), b.t()), (b, a), (a, b.t().contiguous().t()), (a.t().contiguous().t(), b)]:
    x.retain_grad(), y.retain_grad()
    (x @ y).sum().backward()
    print("product", x.stride(), x.grad.stride(), y.stride(), y.grad.stride())
for f in [lambda: torch.fft.rfft(torch.ones(2, dtype=torch.complex64)), lambda: torch.fft.irfft(torch.ones(1)), lambda: torch.fft.irfft(torch.ones(3), -1), lambda: torch.fft.fft(torch.ones(0)),
          lambda: torch.fft.irfft(torch.ones(3)).shape, lambda: torch.fft.irfft(torch.ones(3), 1), lambda: torch.fft.fft(torch.ones(3, requires_grad=True)).grad_fn.name(),
          lambda: torch.fft.ifft(torch.ones(3, dtype=torch.complex64, requires_grad=True)).grad_fn.name()]:
    print(attempt(f))
w = torch.tensor([[0.3, -0.7, 0.2], [0.1, 0.9, -0.4]], dtype=torch.float64, requires_grad=True)
for target in [torch.tensor([2, 0], dtype=torch.uint8), torch.tensor([2, 0])]:
    print("classes", text(torch.autograd.grad(torch.nn.functional.nll_loss(w, target), w)[0]))
for f in [lambda x: torch.floor_divide(x, x), lambda x: torch.heaviside(x, x), lambda x: torch.aminmax(x).min, lambda x: torch.floor_divide(x, 2)]:
    x = torch.ones(2, requires_grad=True)
    print(attempt(lambda: f(x).sum().backward()))
for d in [torch.float16, torch.bfloat16, torch.float32, torch.complex64]:
    x = torch.ones(2, dtype=d, requires_grad=True)
    s = torch.softmax(x, 0, dtype=torch.float64) if d != torch.complex64 else x.abs()
    print(s.dtype, torch.autograd.grad(s[0], x)[0].dtype, torch.autograd.grad((x.double() if d != torch.complex64 else x.to(torch.complex128)).abs().sum(), x)[0].dtype)
