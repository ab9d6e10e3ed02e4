"""Convolutions that learn in_channels from their first input."""

import torch
from torch.nn.modules import conv
from torch.nn.modules.lazy import LazyModuleMixin
from torch.nn.parameter import UninitializedParameter


class _LazyConvXdMixin(LazyModuleMixin):
    def __init__(self, out_channels, kernel_size, *args, bias=True, device=None, dtype=None, **kwargs):
        # A conv of no channels makes no weights of its own; the two parameters follow.
        super().__init__(0, 0, kernel_size, *args, bias=False, **kwargs)
        self.weight = UninitializedParameter(device=device, dtype=dtype)
        self.out_channels = out_channels
        if bias:
            self.bias = UninitializedParameter(device=device, dtype=dtype)

    def reset_parameters(self):
        if not self.has_uninitialized_params() and self.in_channels != 0:
            super().reset_parameters()

    def initialize_parameters(self, input):
        if not self.has_uninitialized_params():
            return
        self.in_channels = self._input_channels(input)
        if self.in_channels % self.groups != 0:
            raise ValueError("in_channels must be divisible by groups")
        into, out = self.in_channels, self.out_channels
        first = (into, out // self.groups) if self.transposed else (out, into // self.groups)
        self.weight.materialize((*first, *self.kernel_size))
        if self.bias is not None:
            self.bias.materialize((out,))
        self.reset_parameters()

    def _input_channels(self, input):
        plain = len(self.kernel_size) + 1
        if input.dim() not in (plain, plain + 1):
            raise RuntimeError(f"Expected {plain}D (unbatched) or {plain + 1}D (batched) input to "
                               f"{type(self).__name__}, but got input of size: {input.shape}")
        return input.shape[1] if input.dim() == plain + 1 else input.shape[0]


def _lazy(name):
    base = getattr(conv, name)
    return type("Lazy" + name, (_LazyConvXdMixin, base),
                {"cls_to_become": base, "__module__": __name__, "__doc__": f"A lazy {name}."})


LazyConv1d, LazyConv2d, LazyConv3d = (_lazy(f"Conv{n}d") for n in (1, 2, 3))
LazyConvTranspose1d, LazyConvTranspose2d, LazyConvTranspose3d = (
    _lazy(f"ConvTranspose{n}d") for n in (1, 2, 3))
