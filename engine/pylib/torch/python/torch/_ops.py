"""torch.ops: operations by their namespaces; torch.ops.quantized has those of quantised tensors, torch.ops.aten those of torch."""

import builtins

import torch

# Names of overloads (https://github.com/pytorch/pytorch/blob/v1.13.1/aten/src/ATen/native/native_functions.yaml); arguments choose among them here.
_OVERLOADS = ("Scalar Scalar_Tensor Scalar_mode Tensor Tensor_Scalar Tensor_Tensor Tensor_mode Tensor_out correction default "
              "dim dim_IntList dim_max dim_min dtype int names other out self sizes src start start_step value vec").split()


def slice(self, dim=0, start=None, end=None, step=1):
    """The part start:end:step of one dimension, as a view."""
    before = range(self.dim())[dim]
    return self[(*[builtins.slice(None)] * before, builtins.slice(start, end, step))]


def convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups):
    """A convolution of one, two or three dimensions, or the transpose of one."""
    n = weight.dim() - 2
    if transposed:
        return getattr(torch, f"conv_transpose{n}d")(input, weight, bias, stride, padding, output_padding, groups, dilation)
    return getattr(torch, f"conv{n}d")(input, weight, bias, stride, padding, dilation, groups)


class _Overloads:
    """An operation under all its overloads."""

    def __init__(self, qualified, op):
        self._qualified, self._op, self.__name__ = qualified, op, qualified.rpartition(".")[2]

    def __call__(self, *args, **kwargs):
        return self._op(*args, **kwargs)

    def __getattr__(self, name):
        if name in _OVERLOADS:
            return self._op
        raise AttributeError(f"The underlying op of '{self._qualified}' has no overload name '{name}'")

    def overloads(self):
        """The names that it can be asked for by."""
        return list(_OVERLOADS)

    def __repr__(self):
        return f"<OpOverloadPacket(op='{self._qualified}')>"


class _Namespace:
    def __init__(self, name, places):
        self._name, self._places = name, places

    def __getattr__(self, name):
        for place in self._places:
            found = getattr(torch._C._import(place), name, None)
            if callable(found) and not name.startswith("_"):
                return _Overloads(f"{self._name}.{name}", found)
        raise AttributeError(f"'_OpNamespace' '{self._name}' object has no attribute '{name}'")

    def __repr__(self):
        return f"<torch._ops._OpNamespace '{self._name}'>"


class _Ops:
    quantized = _Namespace("quantized", ["torch._quantized_ops"])
    aten = _Namespace("aten", ["torch._C", "torch._C._nn", "torch._ops"])


ops = _Ops()
