"""Functions made of functions: gradients, Jacobians and maps over a batch."""
import torch
from functorch import (
    combine_state_for_ensemble, grad, grad_and_value, hessian, jacrev, jvp, make_functional, make_functional_with_buffers, vjp,
    vmap)

torch.manual_seed(0)
x, y = torch.randn(4, 3), torch.randn(4, 3)
print(vmap(torch.dot)(x, y))
print(vmap(lambda a, b: a * b, in_dims=(0, None), out_dims=1)(x, y[0]))
print(vmap(vmap(torch.mul))(x, y), vmap(lambda row: (row.min(), row.mean()))(x))
print(vmap(lambda d: d["a"] + d["b"], in_dims=({"a": 0, "b": None},))({"a": x, "b": y[0]}))
for wrong in (lambda: vmap(torch.dot)(x, y[:3]), lambda: grad(torch.sin)(x)):
    try:
        wrong()
    except (ValueError, RuntimeError) as e:
        print(type(e).__name__)

print(grad(torch.sin)(torch.tensor(0.5)), grad(grad(grad(torch.sin)))(torch.tensor(0.5)))
print(grad(lambda a, b: (a * b ** 2).sum(), argnums=(0, 1))(x[0], y[0]))
print(grad(lambda a: ((a ** 2).sum(), a + 1), has_aux=True)(x[0]))
print(grad_and_value(lambda p: (p["w"] * x[0]).sum())({"w": y[0]}))
print(vjp(torch.exp, x[0])[1](torch.ones(3)), jvp(torch.exp, (x[0],), (torch.ones(3),)))
print(jacrev(lambda v: v ** 2)(x[0]), hessian(lambda v: (v ** 3).sum())(x[0]) + 0.0)
print(vmap(jacrev(torch.tanh))(x).shape, grad(lambda v: v.sum())(x[0]).requires_grad)

model = torch.nn.Linear(3, 2)
func, params = make_functional(model)
print(func(params, x), [p.requires_grad for p in params])


def loss(params, sample, target):
    return (func(params, sample) - target).square().mean()


print([g.detach() for g in vmap(grad(loss), in_dims=(None, 0, None))(params, x, torch.zeros(2))])
func, params, buffers = make_functional_with_buffers(torch.nn.BatchNorm1d(3).eval())
print(func(params, buffers, x), len(params), len(buffers))
func, params, buffers = combine_state_for_ensemble([torch.nn.Linear(3, 2) for _ in range(5)])
print(vmap(func, in_dims=(0, 0, None))(params, buffers, x).shape, [tuple(p.shape) for p in params])
