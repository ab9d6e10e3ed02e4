"""The old name of Tensor."""

import torch


class _VariableMeta(type):
    def __instancecheck__(cls, other):
        return isinstance(other, torch.Tensor)

    def __call__(cls, data=None, requires_grad=False, volatile=None):
        if data is None:
            data = torch.empty(0)
        return data.detach().requires_grad_(True) if requires_grad else data


class Variable(metaclass=_VariableMeta):
    """The old name of Tensor."""
