"""Forward-mode gradients: dual tensors, which carry a tangent along.

A dual tensor is a copy of its primal in a graph of its own. The tangent of what was computed from
it is the product of a Jacobian with a vector, which two backward passes give: the gradient g(v) of
an output is linear in v, and the gradient of g by v is its transpose.
"""

from collections import namedtuple

import torch
from torch import _C

UnpackedDualTensor = namedtuple("UnpackedDualTensor", ["primal", "tangent"])

_current_level = -1
_made = []  # (primal, tangent, where its graph begins, the dual tensor) of the open level


def enter_dual_level():
    """Opens the level in which tensors may have tangents, and returns its number."""
    global _current_level
    if _current_level >= 0:
        raise RuntimeError("Nested forward mode AD is not supported at the moment")
    _current_level = 0
    _C._dual(_text, _applied)
    return _current_level


def exit_dual_level(*, level=None):
    """Closes the level; tensors lose their tangents."""
    global _current_level
    if _current_level < 0:
        raise RuntimeError("Dual level must be a positive number.")
    if level is not None and level != _current_level:
        raise RuntimeError("Trying to exit a forward AD level that was not the last one that was created. This is not supported.")
    _current_level = -1
    _made.clear()
    _C._dual(None, None)


class dual_level:
    """The block in which make_dual and unpack_dual work."""

    def __enter__(self):
        return enter_dual_level()

    def __exit__(self, *exc):
        exit_dual_level()


def make_dual(tensor, tangent, *, level=None):
    """tensor with a tangent of its shape."""
    if (_current_level if level is None else level) < 0:
        raise RuntimeError("Trying to create a dual Tensor for forward AD but no level exists, make sure to enter_dual_level() first.")
    for name, x in (("primal", tensor), ("tangent", tangent)):
        if not (x.is_floating_point() or x.is_complex()):
            raise ValueError(f"Expected {name} to be floating point or complex, but got: {x.dtype}")
    if tangent.shape != tensor.shape:
        raise RuntimeError("Trying to set a forward gradient that has a different size than that of the original Tensor, this is not "
                           f"supported. Tensor is of size {list(tensor.shape)} while the given forward gradient is of size {list(tangent.shape)}.")
    if _tangent(tensor) is not None:
        raise RuntimeError("Making a dual Tensor based on a Tensor that already has a forward gradient at the same level 0 is not supported.")
    if tangent.stride() != tensor.stride():
        tangent = torch.empty_strided(tensor.shape, tensor.stride(), dtype=tangent.dtype, device=tangent.device).copy_(tangent)
    with torch.enable_grad():
        begin = tensor.view_as(tensor) if tensor.requires_grad else tensor.detach().requires_grad_()
        dual = begin.clone()
    _made.append((tensor, tangent, begin, dual))
    return dual


def unpack_dual(tensor, *, level=None):
    """(primal, tangent) of a tensor; the tangent is None where it has none."""
    if (_current_level if level is None else level) < 0:
        return UnpackedDualTensor(tensor, None)
    for primal, tangent, _, dual in _made:
        if dual is tensor and dual._version == 0:
            return UnpackedDualTensor(primal.view_as(primal), tangent)
    tangent = _tangent(tensor)
    return UnpackedDualTensor(tensor if tangent is None or _wanted() else tensor.detach(), tangent)


def _wanted():
    """Whether tangents are to be differentiated themselves."""
    return any(primal.requires_grad or tangent.requires_grad for primal, tangent, _, _ in _made)


def _tangent(tensor):
    if not (_made and tensor.requires_grad):
        return None
    begins = [begin for _, _, begin, _ in _made]
    with torch.enable_grad():
        v = torch.zeros_like(tensor, requires_grad=True)
        grads = torch.autograd.grad(tensor, begins, v, create_graph=True, allow_unused=True)
        reached = [(g, t) for g, (_, t, _, _) in zip(grads, _made) if g is not None]
        if not reached:
            return None
        linear = [(g, t.to(g.dtype)) for g, t in reached if g.requires_grad]
        product = linear and torch.autograd.grad([g for g, _ in linear], v, [t for _, t in linear], create_graph=_wanted(), allow_unused=True)[0]
    if product is None or product == []:
        return torch.zeros_like(tensor).detach()
    return product if _wanted() else product.detach()


def _text(tensor):
    """How the tangent of a tensor is printed, or None."""
    unpacked = unpack_dual(tensor)
    return None if unpacked.tangent is None else f"tangent={unpacked.tangent.detach()!r}"


def _applied(function, ctx, args, out):
    """What apply of a Function gives where some argument has a tangent; None where none has."""
    tangents = [unpack_dual(a).tangent if isinstance(a, torch.Tensor) else None for a in args]
    if all(t is None for t in tangents):
        return None
    if not hasattr(function, "jvp"):
        raise NotImplementedError("You must implement the jvp function for custom autograd.Function to use it with forward mode AD.")
    tangents = [torch.zeros_like(a) if t is None and isinstance(a, torch.Tensor) else t for t, a in zip(tangents, args)]
    given = function.jvp(ctx, *tangents)
    outs = out if isinstance(out, tuple) else (out,)
    given = given if isinstance(given, tuple) else (given,)
    duals = tuple(o if t is None else make_dual(o.detach(), t) for o, t in zip(outs, given))
    return duals if isinstance(out, tuple) else duals[0]
