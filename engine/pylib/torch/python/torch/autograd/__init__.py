"""torch.autograd: gradients of what was computed."""

import torch
from torch._C import Function, _backward, _grad
from torch.autograd import function, grad_mode
from torch.autograd.anomaly_mode import detect_anomaly, set_detect_anomaly
from torch.autograd.grad_mode import (
    enable_grad, inference_mode, no_grad, set_grad_enabled)
from torch.autograd.gradcheck import gradcheck, gradgradcheck
from torch.autograd.variable import Variable


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None):
    """Adds to the gradients of the leaves that tensors depend on."""
    _backward(tensors, grad_variables if grad_tensors is None else grad_tensors, retain_graph, create_graph, inputs)


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True,
         allow_unused=False, is_grads_batched=False):
    """The gradients of outputs with respect to inputs, as a tuple; batched grad_outputs give batches of them."""
    if isinstance(inputs, (tuple, list)) and not inputs:
        raise ValueError("grad requires non-empty inputs.")
    if is_grads_batched:
        batches = [grad_outputs] if isinstance(grad_outputs, torch.Tensor) else grad_outputs
        for i, (out, g) in enumerate(zip([outputs] if isinstance(outputs, torch.Tensor) else outputs, batches)):
            if g is not None and g.shape[1:] != out.shape:
                raise RuntimeError("If `is_grads_batched=True`, we interpret the first dimension of each grad_output as the batch dimension. The "
                                   "sizes of the remaining dimensions are expected to match the shape of corresponding output, but a mismatch "
                                   f"was detected: grad_output[{i}] has a shape of {g.shape} and output[{i}] has a shape of {out.shape}. If you "
                                   "only want some tensors in `grad_output` to be considered batched, consider using vmap.")
        rows = zip(*batches)
        each = [grad(outputs, inputs, row, True, create_graph, only_inputs, allow_unused) for row in rows]
        return tuple(None if column[0] is None else torch.stack(column) for column in zip(*each))
    return _grad(outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused)


# Submodules that a program may use without importing them.
_LAZY = ("forward_ad", "functional", "graph", "profiler")


def __getattr__(name):
    if name in _LAZY:
        return torch._C._import("torch.autograd." + name)
    raise AttributeError(f"module 'torch.autograd' has no attribute '{name}'")
