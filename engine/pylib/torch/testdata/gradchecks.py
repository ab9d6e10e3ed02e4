"""gradcheck and gradgradcheck: both modes, forward and backward, what they refuse and in which words."""
import warnings

import torch
from torch.autograd import gradcheck, gradgradcheck
from torch.autograd.gradcheck import get_analytical_jacobian, get_numerical_jacobian

warnings.filterwarnings("ignore")
torch.manual_seed(0)
a = torch.rand(2, 3, dtype=torch.double, requires_grad=True)
z = torch.rand(2, 3, dtype=torch.cdouble, requires_grad=True)
one = torch.ones(1, dtype=torch.double, requires_grad=True)


def said(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: " + str(e).split("\n")[0].replace("on index {idx} ", "")[:150]


def wrong(x):
    y = x.clone()
    y.register_hook(lambda g: g + 1e-2)
    return y


def several(x, y):
    return x * y, y.exp(), x.sin()


class Sparse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, g):
        return g.to_sparse()


class Trembling(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, jitter):
        ctx.jitter = jitter
        return x.clone()

    @staticmethod
    def backward(ctx, g):
        return g * (1 + torch.rand_like(g) * ctx.jitter), None


for fast in (False, True):
    how = dict(fast_mode=fast)
    for forward in (False, True):
        print(gradcheck(several, (a, z), check_forward_ad=forward, check_batched_grad=True, **how), gradgradcheck(several, (a, z), check_fwd_over_rev=forward, **how))
    for x in (a, z, a.detach().float().requires_grad_()):
        print(said(lambda: gradcheck(wrong, (x,), check_undefined_grad=False, **how)))
        print(gradcheck(wrong, (x,), raise_exception=False, check_undefined_grad=False, **how))
    print(said(lambda: gradcheck(wrong, (one,), atol=0.1, check_undefined_grad=False, **how)))
    print(gradcheck(lambda x: x.sum(0), torch.empty(0, 3, dtype=torch.double, requires_grad=True), **how), gradcheck(lambda x: (), (one,), **how))
    print(said(lambda: gradcheck(lambda x: torch.tensor([x.item()]), one, **how)))
    print(said(lambda: gradcheck(lambda x: Trembling.apply(x, 1e-6), one, **how)), gradcheck(lambda x: Trembling.apply(x, 1e-6), one, nondet_tol=1e-5, **how))
    print(said(lambda: gradcheck(Sparse.apply, one, check_batched_grad=False, **how)))
    print(said(lambda: gradcheck(lambda x: torch.cat([x, x]) if x >= 1 else x, one, **how)), said(lambda: gradcheck(lambda x: x.float() if x >= 1 else x, one, **how)))
    print(said(lambda: gradcheck(lambda x: x, one.expand(2, 2), **how)), said(lambda: gradcheck(lambda x: x, a.detach(), **how)))
    print(said(lambda: gradcheck(lambda x: x, one, check_backward_ad=False, **how)), said(lambda: gradcheck(lambda x: torch.max(x, 0), a, **how)))
    print(gradgradcheck(lambda x: torch.max(x, 0), a, **how))


def two(inputs):
    return 2 * inputs[0] + inputs[1], inputs[0]


print([j.round() for j in get_numerical_jacobian(two, (a[0], one.expand(3).clone()), eps=1e-6)])
print(get_analytical_jacobian((a,), a * 3)[0][0].diag(), get_analytical_jacobian((a,), Trembling.apply(a, 1e-6))[1:])
print(said(lambda: get_numerical_jacobian(two, (a, one), grad_out=2.0)))


class Several(torch.autograd.Function):
    """x, and 2 x if there are two; backward may get None, and then does what."""
    @staticmethod
    def forward(ctx, x, count, what):
        ctx.what = what
        ctx.set_materialize_grads(what == "zeros")
        return (x.clone(), x * 2)[:count]

    @staticmethod
    def backward(ctx, *grads):
        if ctx.what == "refuse all" and all(g is None for g in grads):
            raise RuntimeError("a gradient is None")
        if ctx.what == "ones" and all(g is None for g in grads):
            return torch.ones(2, dtype=torch.double), None, None
        known = [g * n for n, g in enumerate(grads, 1) if g is not None or ctx.what == "multiply"]
        return sum(known) if known else None, None, None


# A backward must take undefined gradients as zeros: those of all outputs, and one at a time.
x = a[0, :2].detach().requires_grad_()
for what in ("zeros", "nothing", "refuse all", "ones", "multiply"):
    for count in (1, 2):
        for undefined in (True, False):
            print(what, count, undefined, said(lambda: gradcheck(lambda x: Several.apply(x, count, what), (x,), check_undefined_grad=undefined)))
        print(said(lambda: gradcheck(lambda x: Several.apply(x, count, what), (x,), raise_exception=False)))
        print(said(lambda: gradgradcheck(lambda x: Several.apply(x * x, count, what), (x,))))
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    gradcheck(lambda x: Several.apply(x, 2, "refuse all"), (x,), raise_exception=False)
    print(seen[-1].category.__name__, seen[-1].message)
print(said(lambda: gradgradcheck(lambda x: x * x, (x,), check_rev_over_rev=False, check_fwd_over_rev=True)))
print(said(lambda: gradgradcheck(lambda x: x * x, (x,), check_rev_over_rev=False, check_fwd_over_rev=True, check_undefined_grad=False)))
