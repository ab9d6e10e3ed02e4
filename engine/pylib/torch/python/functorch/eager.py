"""Gradients and Jacobians of functions."""

import functools

import torch
from torch.autograd import functional

_depth = 0  # of gradients that are being taken


def _tensors(value):
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, dict):
        for v in value.values():
            yield from _tensors(v)
    elif isinstance(value, (list, tuple)):
        for v in value:
            yield from _tensors(v)


def _like(value, tensors):
    """value with its tensors replaced, in order."""
    if isinstance(value, torch.Tensor):
        return next(tensors)
    if isinstance(value, dict):
        return {k: _like(v, tensors) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        items = [_like(v, tensors) for v in value]
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    return value


def _input(x):
    """x as something to differentiate by: part of an outer gradient's graph if there is one."""
    return x.view_as(x) if x.requires_grad else x.detach().requires_grad_()


def _inner(results, inputs):
    """Gradients for the caller, who does not differentiate them unless its inputs were differentiable."""
    if _depth or any(x.requires_grad for x in inputs):
        return results
    return _like(results, (x.detach() for x in list(_tensors(results))))


def grad_and_value(func, argnums=0, has_aux=False):
    """(gradient, value) of a function whose result is one number."""
    @functools.wraps(func)
    def wrapped(*args, **kwargs):
        global _depth
        picked = [args[argnums]] if isinstance(argnums, int) else [args[n] for n in argnums]
        given = list(_tensors(picked))
        inputs = [_input(x) for x in given]
        changed = iter(_like(picked, iter(inputs)))
        at = {argnums % len(args)} if isinstance(argnums, int) else {n % len(args) for n in argnums}
        order = [argnums] if isinstance(argnums, int) else list(argnums)
        new = dict(zip((n % len(args) for n in order), changed))
        _depth += 1
        try:
            with torch.enable_grad():
                output = func(*(new[n] if n in at else a for n, a in enumerate(args)), **kwargs)
                output, aux = output if has_aux else (output, None)
                if not isinstance(output, torch.Tensor):
                    raise RuntimeError(f"grad_and_value(f)(*args): Expected f(*args) to return a single tensor, got {type(output)}")
                if output.dim() != 0:
                    raise RuntimeError("grad_and_value(f)(*args): Expected f(*args) to return a scalar Tensor, got tensor with "
                                       f"{output.dim()} dims. Maybe you wanted to use the vjp or jacrev APIs instead?")
                grads = _gradients(output, inputs)
        finally:
            _depth -= 1
        grads = _like(picked, iter(grads))
        grads = grads[0] if isinstance(argnums, int) else tuple(grads)
        grads, output, aux = _inner((grads, output, aux), given)
        return (grads, (output, aux)) if has_aux else (grads, output)
    return wrapped


def _gradients(output, inputs, grad_output=None):
    if not output.requires_grad:
        return [torch.zeros_like(x) for x in inputs]
    grads = torch.autograd.grad(output, inputs, grad_output, create_graph=True, allow_unused=True)
    return [torch.zeros_like(x) if g is None else g for g, x in zip(grads, inputs)]


def grad(func, argnums=0, has_aux=False):
    """The gradient of a function whose result is one number."""
    both = grad_and_value(func, argnums, has_aux)

    @functools.wraps(func)
    def wrapped(*args, **kwargs):
        gradient, value = both(*args, **kwargs)
        return (gradient, value[1]) if has_aux else gradient
    return wrapped


def vjp(func, *primals, has_aux=False):
    """func(*primals) and a function of cotangents: their products with the Jacobian."""
    inputs = _like(primals, (_input(x) for x in list(_tensors(primals))))
    with torch.enable_grad():
        output = func(*inputs)
    output, aux = output if has_aux else (output, None)

    def back(*cotangents):
        outs, given = list(_tensors(output)), list(_tensors(cotangents))
        flat = list(_tensors(inputs))
        grads = torch.autograd.grad(outs, flat, given, create_graph=True, allow_unused=True)
        grads = [torch.zeros_like(x) if g is None else g for g, x in zip(grads, flat)]
        return _like(primals, iter(_inner(grads, list(_tensors(primals)))))

    value = _inner(output, list(_tensors(primals)))
    return (value, back, aux) if has_aux else (value, back)


def jvp(func, primals, tangents, *, strict=False):
    """func(*primals) and the Jacobian's product with tangents."""
    return functional.jvp(func, tuple(primals), tuple(tangents), create_graph=_depth > 0)


def jacrev(func, argnums=0, *, has_aux=False):
    """The Jacobian: result's shape, then the argument's."""
    @functools.wraps(func)
    def wrapped(*args, **kwargs):
        global _depth
        at = [argnums] if isinstance(argnums, int) else list(argnums)
        given = [args[n] for n in at]
        inputs = [_input(x) for x in given]
        new = dict(zip((n % len(args) for n in at), inputs))
        _depth += 1
        try:
            with torch.enable_grad():
                output = func(*(new.get(n, a) for n, a in enumerate(args)), **kwargs)
                output, aux = output if has_aux else (output, None)
                jacobians = _like(output, iter([_jacobian(y, inputs, isinstance(argnums, int)) for y in _tensors(output)]))
        finally:
            _depth -= 1
        jacobians = _inner(jacobians, given)
        return (jacobians, aux) if has_aux else jacobians
    return wrapped


def _jacobian(output, inputs, single):
    rows = []
    for i in range(output.numel()):
        basis = torch.zeros_like(output)
        basis.view(-1)[i] = 1
        rows.append(_gradients(output, inputs, basis))
    parts = tuple(torch.stack(column).reshape(*output.shape, *x.shape) for column, x in zip(zip(*rows), inputs))
    return parts[0] if single else parts


jacfwd = jacrev


def hessian(func, argnums=0):
    """The matrix of second derivatives."""
    return jacfwd(jacrev(func, argnums), argnums)
