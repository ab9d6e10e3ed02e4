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
    if is_grads_batched:
        single = isinstance(grad_outputs, torch.Tensor)
        rows = zip(*([grad_outputs] if single else grad_outputs))
        each = [grad(outputs, inputs, row, True, create_graph, only_inputs, allow_unused) for row in rows]
        return tuple(None if column[0] is None else torch.stack(column) for column in zip(*each))
    return _grad(outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused)


# Submodules that a program may use without importing them.
_LAZY = ("forward_ad", "functional", "graph", "profiler")


def __getattr__(name):
    if name in _LAZY:
        return torch._C._import("torch.autograd." + name)
    raise AttributeError(f"module 'torch.autograd' has no attribute '{name}'")
