"""Jacobians, Hessians and products with them, of functions of tensors."""

import torch


def _inputs(given):
    many = isinstance(given, tuple)
    tensors = given if many else (given,)
    return many, tuple(x.detach().clone().requires_grad_() if not x.requires_grad else x.view_as(x) for x in tensors)


def _shaped(values, many):
    return tuple(values) if many else values[0]


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    """The Jacobian of func at inputs: shape of output, then shape of input."""
    many, xs = _inputs(inputs)
    out = func(*xs)
    outs = out if isinstance(out, tuple) else (out,)
    rows = []
    for o in outs:
        parts = [[] for _ in xs]
        for value in o.reshape(-1):
            grads = torch.autograd.grad(value, xs, retain_graph=True, create_graph=create_graph, allow_unused=True)
            for part, g, x in zip(parts, grads, xs):
                part.append(torch.zeros_like(x) if g is None else g)
        rows.append(_shaped([torch.stack(p).view(*o.shape, *x.shape) for p, x in zip(parts, xs)], many))
    return tuple(rows) if isinstance(out, tuple) else rows[0]


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy="reverse-mode"):
    """The Hessian of a scalar function at inputs."""
    def gradient(*xs):
        grads = torch.autograd.grad(func(*xs), xs, create_graph=True, allow_unused=True)
        return tuple(torch.zeros_like(x) if g is None else g for g, x in zip(grads, xs))

    if isinstance(inputs, tuple):
        return jacobian(gradient, inputs, create_graph)
    return jacobian(lambda x: gradient(x)[0], inputs, create_graph)


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    """func at inputs, and the product of v with its Jacobian."""
    many, xs = _inputs(inputs)
    out = func(*xs)
    grads = torch.autograd.grad(out, xs, v, create_graph=create_graph, allow_unused=True)
    grads = [torch.zeros_like(x) if g is None else g for g, x in zip(grads, xs)]
    return (out if create_graph else out.detach()), _shaped(grads, many)


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    """func at inputs, and the product of its Jacobian with v, by two backward passes."""
    many, xs = _inputs(inputs)
    vs = v if isinstance(v, tuple) else (torch.ones_like(xs[0]) if v is None else v,)
    out = func(*xs)
    dummy = torch.zeros_like(out, requires_grad=True)
    grads = torch.autograd.grad(out, xs, dummy, create_graph=True, allow_unused=True)
    pairs = [(g, w) for g, w in zip(grads, vs) if g is not None]
    product = torch.autograd.grad([g for g, _ in pairs], dummy, [w for _, w in pairs], create_graph=create_graph)[0]
    return (out if create_graph else out.detach()), product


def hvp(func, inputs, v=None, create_graph=False, strict=False):
    """func at inputs, and the product of its Hessian with v."""
    many, xs = _inputs(inputs)
    vs = v if isinstance(v, tuple) else (v,)
    out = func(*xs)
    grads = torch.autograd.grad(out, xs, create_graph=True)
    product = torch.autograd.grad(grads, xs, vs, create_graph=create_graph, allow_unused=True)
    product = [torch.zeros_like(x) if g is None else g for g, x in zip(product, xs)]
    return out.detach(), _shaped(product, many)


vhp = hvp
