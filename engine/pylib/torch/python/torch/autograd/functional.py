"""Jacobians, Hessians and products with them, of functions of tensors."""

import torch


def _tuple(value, what, name):
    """value as a tuple of tensors, and whether it was one."""
    many = isinstance(value, tuple)
    items = value if many else (value,)
    for i, x in enumerate(items):
        if not isinstance(x, torch.Tensor):
            if many:
                raise TypeError(f"The {what} given to {name} must be either a Tensor or a tuple of Tensors but the value at index {i} has type {type(x)}."
                                if what in ("inputs", "v") else
                                f"The {what} given to {name} must be either a Tensor or a tuple of Tensors but the value at index {i} of the "
                                f"{what} has type {type(x)}.")
            kind = "inputs" if what == "inputs" else what
            raise TypeError(f"The {what} given to {name} must be either a Tensor or a tuple of Tensors but the given {kind} has type {type(x)}.")
    return many, items


def _inputs(given, name, create_graph):
    many, items = _tuple(given, "inputs", name)
    return many, tuple(x.view_as(x) if create_graph and x.requires_grad else x.detach().requires_grad_() for x in items)


def _called(func, inputs, name, strict):
    out = func(*inputs)
    many, outs = _tuple(out, "outputs of the user-provided function", name)
    _must_depend(outs, "outputs", strict)
    return many, outs


def _vectors(v, like, many, which, name):
    """v, which has to look like tensors."""
    if v is None:
        if len(like) != 1 or like[0].numel() != 1:
            what = "the user-provided function returns" if which == "output" else "the input to the user-provided function is"
            raise RuntimeError(f"The vector v can only be None if {what} a single Tensor with a single element.")
        return (torch.ones_like(like[0]),)
    items = _tuple(tuple(v) if isinstance(v, list) else v, "v", name)[1]
    if len(items) != len(like):
        if many:
            raise RuntimeError(f"v is a tuple of invalid length: should be {len(like)} but got {len(items)}.")
        raise RuntimeError("The given v should contain a single Tensor.")
    for i, (x, y) in enumerate(zip(items, like)):
        if x.shape != y.shape:
            prefix = f"Entry {i} in " if len(items) > 1 else ""
            raise RuntimeError(f"{prefix}v has invalid size: should be {y.size()} but got {x.size()}.")
    return tuple(x.detach() if not x.requires_grad else x for x in items)


def _grad(outputs, inputs, vectors, create_graph):
    """The products of vectors with the Jacobian; None where an input does not matter."""
    pairs = [(o, v) for o, v in zip(outputs, vectors) if o is not None and o.requires_grad]
    if not pairs:
        return (None,) * len(inputs)
    return torch.autograd.grad([o for o, _ in pairs], inputs, [v for _, v in pairs], create_graph=create_graph, retain_graph=True, allow_unused=True)


_STRICT = "This is not allowed in strict mode"

# What strict mode says of gradients that need no gradient themselves, by what they are.
_CONSTANT = {
    "outputs": "Output {} of the user-provided function does not require gradients. The outputs must be computed in a differentiable manner "
               "from the input when running in strict mode.",
    "gradients": "The gradient with respect to input {} is independent of the inputs of the user-provided function. " + _STRICT + ".",
    "jacobian": "While computing the hessian, found that the jacobian of the user-provided function with respect to input {} is independent of "
                "the input. " + _STRICT + ". You should ensure that your function is twice differentiable and that the jacobian depends on the "
                "inputs (this would be violated by a linear function for example).",
}

# What it says of a gradient that is missing, and of one that a graph was to be made of, by the stage.
_MISSING = {
    "back": "The output of the user-provided function is independent of input {}. " + _STRICT + ".",
    "back_trick": "The gradient with respect to the input is independent of entry {} in the grad_outputs when using the double backward trick to "
                  "compute forward mode gradients. " + _STRICT + ".",
    "double_back": "The jacobian of the user-provided function is independent of input {}. " + _STRICT + ".",
}
_UNCONNECTED = {
    "back": "The jacobian of the user-provided function is independent of input {}. " + _STRICT + " when create_graph=True.",
    "double_back": "The hessian of the user-provided function is independent of input {}. " + _STRICT + " when create_graph=True.",
}


def _must_depend(values, what, strict):
    """In strict mode refuses values that do not depend on the inputs."""
    for i, x in enumerate(values if strict else ()):
        if x is None:
            raise RuntimeError(_MISSING["back"].format(i))
        if not x.requires_grad:
            raise RuntimeError(_CONSTANT[what].format(i))


def _filled(grads, like, strict=False, create_graph=False, stage="back"):
    """Gradients with zeros where there are none, which strict mode refuses."""
    for i, g in enumerate(grads if strict else ()):
        if g is None:
            raise RuntimeError(_MISSING[stage].format(i))
        if create_graph and not g.requires_grad:
            raise RuntimeError(_UNCONNECTED["double_back" if stage == "double_back" else "back"].format(i))
    return tuple(torch.zeros_like(x) if g is None else g for g, x in zip(grads, like))


def _ended(values, many, create_graph):
    values = tuple(values if create_graph else (v.detach() for v in values))
    return values if many else values[0]


def _strategy(strategy, vectorize, name="strategy"):
    if strategy not in ("forward-mode", "reverse-mode"):
        raise AssertionError(f'Expected {name} to be either "forward-mode" or "reverse-mode". Hint: If your function has more outputs than '
                             'inputs, "forward-mode" tends to be more performant. Otherwise, prefer to use "reverse-mode".')
    if strategy == "forward-mode" and not vectorize:
        raise NotImplementedError("Computing Jacobian using forward-AD or forward-over-reverse Hessian is"
                                  "only implemented for `vectorize=True`.")


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    """The Jacobian of func at inputs: shape of output, then shape of input."""
    _strategy(strategy, vectorize)
    if strategy == "forward-mode" and create_graph:
        raise NotImplementedError("torch.autograd.functional.jacobian: `create_graph=True` and `strategy=\"forward-mode\"` are not supported "
                                  "together (yet). Please either set `create_graph=False` or `strategy=\"reverse-mode\"`.")
    with torch.enable_grad():
        many, xs = _inputs(inputs, "jacobian", create_graph)
        several, outs = _called(func, xs, "jacobian", strict)
        if strict and vectorize:
            raise RuntimeError("torch.autograd.functional.jacobian: `strict=True` and `vectorized=True` are not supported together. Please either set "
                               "`strict=False` or `vectorize=False`.")
        rows = []
        for n, o in enumerate(outs):
            parts = [[] for _ in xs]
            for value in o.reshape(-1):
                grads = _grad((value,), xs, (torch.ones_like(value),), create_graph)
                if strict and None in grads:
                    raise RuntimeError(f"Output {n} of the user-provided function is independent of input {grads.index(None)}. {_STRICT}.")
                grads = _filled(grads, xs, strict, create_graph)
                for part, g in zip(parts, grads):
                    part.append(g)
            rows.append(_ended([torch.stack(p).view((*o.shape, *x.shape)) if p else x.new_zeros(*o.shape, *x.shape) for p, x in zip(parts, xs)], many, create_graph))
    return tuple(rows) if several else rows[0]


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy="reverse-mode"):
    """The Hessian of a function of one number at inputs."""
    many, _ = _tuple(inputs, "inputs", "hessian")
    _strategy(outer_jacobian_strategy, vectorize)

    def single(*xs):
        out = func(*xs)
        several, outs = _tuple(out, "outputs of the user-provided function", "hessian")
        _must_depend(outs, "outputs", strict)
        if several:
            raise RuntimeError("The function given to hessian should return a single Tensor")
        if out.numel() != 1:
            raise RuntimeError("The Tensor returned by the function given to hessian should contain a single element")
        return out.squeeze()

    def gradient(*xs):
        grads = jacobian(single, xs if many else xs[0], create_graph=True)
        _must_depend(grads if many else (grads,), "jacobian", strict)
        return grads

    return jacobian(gradient, inputs, create_graph, strict, vectorize)


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    """func at inputs, and the product of v with its Jacobian."""
    with torch.enable_grad():
        many, xs = _inputs(inputs, "vjp", create_graph)
        several, outs = _called(func, xs, "vjp", strict)
        vs = _vectors(v, outs, several, "output", "vjp")
        product = _filled(_grad(outs, xs, vs, create_graph), xs, strict, create_graph)
    return _ended(outs, several, create_graph), _ended(product, many, create_graph)


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    """func at inputs, and the product of its Jacobian with v, by two backward passes."""
    with torch.enable_grad():
        many, xs = _inputs(inputs, "jvp", create_graph)
        vs = _vectors(v, xs, many, "input", "jvp")
        several, outs = _called(func, xs, "jvp", strict)
        dummies = tuple(torch.zeros_like(o, requires_grad=True) for o in outs)
        grads = _grad(outs, xs, dummies, True)
        _must_depend(grads, "gradients", strict)
        product = _filled(_grad(_filled(grads, xs), dummies, vs, create_graph), outs, strict, create_graph, "back_trick")
    return _ended(outs, several, create_graph), _ended(product, several, create_graph)


def _scalar(func, inputs, name, create_graph, strict):
    many, xs = _inputs(inputs, name, create_graph)
    several, outs = _called(func, xs, name, strict)
    if several:
        raise RuntimeError(f"The function given to {name} should return a single Tensor")
    if outs[0].numel() != 1:
        raise RuntimeError(f"The Tensor returned by the function given to {name} should contain a single element")
    grads = _grad(outs, xs, (torch.ones_like(outs[0]),), True)
    _must_depend(grads, "jacobian", strict)
    return many, xs, outs, _filled(grads, xs)


def vhp(func, inputs, v=None, create_graph=False, strict=False):
    """func at inputs, and the product of v with its Hessian."""
    with torch.enable_grad():
        many, xs, outs, grads = _scalar(func, inputs, "vhp", create_graph, strict)
        vs = _vectors(v, xs, many, "input", "vhp")
        product = _filled(_grad(grads, xs, vs, create_graph), xs, strict, create_graph, "double_back")
    return _ended(outs, False, create_graph), _ended(product, many, create_graph)


def hvp(func, inputs, v=None, create_graph=False, strict=False):
    """func at inputs, and the product of its Hessian with v: the same, since the Hessian is symmetric."""
    with torch.enable_grad():
        many, xs, outs, grads = _scalar(func, inputs, "hvp", create_graph, strict)
        vs = _vectors(v, xs, many, "input", "hvp")
        product = _filled(_grad(grads, xs, vs, create_graph), xs, strict, create_graph, "double_back")
    return _ended(outs, False, create_graph), _ended(product, many, create_graph)
