"""torch.autograd: gradients of what was computed."""

import torch
from torch._C import Function, _backward, _grad
from torch.autograd import function, grad_mode
from torch.autograd.grad_mode import (
    enable_grad, inference_mode, no_grad, set_grad_enabled)
from torch.autograd.gradcheck import gradcheck, gradgradcheck


class _VariableMeta(type):
    def __instancecheck__(cls, other):
        return isinstance(other, torch.Tensor)

    def __call__(cls, data=None, requires_grad=False, volatile=None):
        if data is None:
            data = torch.empty(0)
        return data.detach().requires_grad_(True) if requires_grad else data


class Variable(metaclass=_VariableMeta):
    """The old name of Tensor."""


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


class set_detect_anomaly:
    """Makes backward say which forward operation made a NaN."""

    def __init__(self, mode, check_nan=True):
        self.prev = torch._C._set_anomaly(bool(mode))

    def __enter__(self):
        return None

    def __exit__(self, *exc):
        torch._C._set_anomaly(self.prev)


class detect_anomaly(set_detect_anomaly):
    """set_detect_anomaly(True) for a block."""

    def __init__(self, check_nan=True):
        import warnings
        warnings.warn("Anomaly Detection has been enabled. This mode will increase the runtime and should "
                      "only be enabled for debugging.", stacklevel=2)
        self.prev = False

    def __enter__(self):
        self.prev = torch._C._set_anomaly(True)


# Submodules that a program may use without importing them.
_LAZY = ("functional", "graph", "profiler")


def __getattr__(name):
    if name in _LAZY:
        return torch._C._import("torch.autograd." + name)
    raise AttributeError(f"module 'torch.autograd' has no attribute '{name}'")
