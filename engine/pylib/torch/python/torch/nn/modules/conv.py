"""Convolutions and transposed convolutions."""

import math

import torch
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.lazy import LazyModuleMixin
from torch.nn.modules.module import Module
from torch.nn.modules.sizes import _pair, _single, _triple, doubled
from torch.nn.parameter import Parameter, UninitializedParameter


class _ConvNd(Module):
    __constants__ = ["stride", "padding", "dilation", "groups", "padding_mode", "output_padding",
                     "in_channels", "out_channels", "kernel_size"]

    _tuple = None  # how sizes are made into tuples
    transposed = False

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1,
                 groups=1, bias=True, padding_mode="zeros", device=None, dtype=None):
        super().__init__()
        self._set_sizes(in_channels, out_channels, kernel_size, stride, padding, dilation, groups, padding_mode)
        self.output_padding = (0,) * len(self.kernel_size)
        self._make_parameters(bias, device, dtype)

    def _set_sizes(self, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, padding_mode):
        many = type(self)._tuple
        if groups <= 0:
            raise ValueError("groups must be a positive integer")
        if in_channels % groups != 0:
            raise ValueError("in_channels must be divisible by groups")
        if out_channels % groups != 0:
            raise ValueError("out_channels must be divisible by groups")
        modes = {"zeros", "reflect", "replicate", "circular"}
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = many(kernel_size)
        self.stride = many(stride)
        self.padding = padding if isinstance(padding, str) else many(padding)
        self.dilation = many(dilation)
        if isinstance(padding, str):
            if padding not in ("same", "valid"):
                raise ValueError(f"Invalid padding string {padding!r}, should be one of {({'same', 'valid'})}")
            if padding == "same" and any(s != 1 for s in self.stride):
                raise ValueError("padding='same' is not supported for strided convolutions")
        if padding_mode not in modes:
            raise ValueError(f"padding_mode must be one of {modes}, but got padding_mode='{padding_mode}'")
        self.groups = groups
        self.padding_mode = padding_mode
        self._reversed_padding_repeated_twice = self._edge_padding()

    def _edge_padding(self):
        """The amounts for F.pad when the padding mode is not zeros."""
        if self.padding == "valid":
            return [0, 0] * len(self.kernel_size)
        if self.padding != "same":
            return doubled(self.padding)
        amounts = []
        for d, k in zip(reversed(self.dilation), reversed(self.kernel_size)):
            total = d * (k - 1)
            amounts += [total // 2, total - total // 2]
        return amounts

    def _make_parameters(self, bias, device, dtype):
        into, out = self.in_channels, self.out_channels
        first = (into, out // self.groups) if self.transposed else (out, into // self.groups)
        self.weight = Parameter(torch.empty((*first, *self.kernel_size), device=device, dtype=dtype))
        if bias:
            self.bias = Parameter(torch.empty(out, device=device, dtype=dtype))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def reset_parameters(self):
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in = init._calculate_fan_in_and_fan_out(self.weight)[0]
            if fan_in != 0:
                bound = 1 / math.sqrt(fan_in)
                init.uniform_(self.bias, -bound, bound)

    def extra_repr(self):
        nothing, ones = (0,) * len(self.kernel_size), (1,) * len(self.kernel_size)
        s = f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"
        if self.padding != nothing:
            s += f", padding={self.padding}"
        if self.dilation != ones:
            s += f", dilation={self.dilation}"
        if self.output_padding != nothing:
            s += f", output_padding={self.output_padding}"
        if self.groups != 1:
            s += f", groups={self.groups}"
        if self.bias is None:
            s += ", bias=False"
        if self.padding_mode != "zeros":
            s += f", padding_mode={self.padding_mode}"
        return s

    def _conv_forward(self, input, weight, bias):
        padding = self.padding
        if self.padding_mode != "zeros":
            input = F.pad(input, self._reversed_padding_repeated_twice, mode=self.padding_mode)
            padding = (0,) * len(self.kernel_size)
        return self._convolve(input, weight, bias, self.stride, padding, self.dilation, self.groups)

    def forward(self, input):
        return self._conv_forward(input, self.weight, self.bias)


class Conv1d(_ConvNd):
    """(N, C_in, L) or (C_in, L) to (N, C_out, L_out)."""

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1,
                 groups=1, bias=True, padding_mode="zeros", device=None, dtype=None):
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, dilation,
                         groups, bias, padding_mode, device, dtype)

    _tuple = staticmethod(_single)
    _convolve = staticmethod(F.conv1d)


class Conv2d(_ConvNd):
    """(N, C_in, H, W) or (C_in, H, W) to (N, C_out, H_out, W_out)."""

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1,
                 groups=1, bias=True, padding_mode="zeros", device=None, dtype=None):
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, dilation,
                         groups, bias, padding_mode, device, dtype)

    _tuple = staticmethod(_pair)
    _convolve = staticmethod(F.conv2d)


class Conv3d(_ConvNd):
    """(N, C_in, D, H, W) to (N, C_out, D_out, H_out, W_out)."""

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1,
                 groups=1, bias=True, padding_mode="zeros", device=None, dtype=None):
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, dilation,
                         groups, bias, padding_mode, device, dtype)

    _tuple = staticmethod(_triple)
    _convolve = staticmethod(F.conv3d)


class _ConvTransposeNd(_ConvNd):
    transposed = True

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0,
                 groups=1, bias=True, dilation=1, padding_mode="zeros", device=None, dtype=None):
        Module.__init__(self)
        if padding_mode != "zeros":
            raise ValueError(f'Only "zeros" padding mode is supported for {type(self).__name__}')
        self._set_sizes(in_channels, out_channels, kernel_size, stride, padding, dilation, groups, padding_mode)
        self.output_padding = type(self)._tuple(output_padding)
        self._make_parameters(bias, device, dtype)

    def _output_padding(self, input, output_size):
        """What to add at one side so that the output has the size asked for."""
        if output_size is None:
            return self.output_padding
        dims = len(self.kernel_size)
        batch = 2 if input.dim() == dims + 2 else 1
        if len(output_size) == batch + dims:
            output_size = output_size[batch:]
        if len(output_size) != dims:
            raise ValueError(f"ConvTranspose{dims}D: for {input.dim()}D input, output_size must have "
                             f"{dims} or {batch + dims} elements (got {len(output_size)})")
        least = [(input.size(d + batch) - 1) * self.stride[d] - 2 * self.padding[d]
                 + self.dilation[d] * (self.kernel_size[d] - 1) + 1 for d in range(dims)]
        most = [n + self.stride[d] - 1 for d, n in enumerate(least)]
        for size, low, high in zip(output_size, least, most):
            if size < low or size > high:
                raise ValueError(f"requested an output size of {output_size}, but valid sizes range "
                                 f"from {least} to {most} (for an input of {input.size()[2:]})")
        return [size - low for size, low in zip(output_size, least)]

    def forward(self, input, output_size=None):
        extra = self._output_padding(input, output_size)
        return self._convolve(input, self.weight, self.bias, self.stride, self.padding,
                              extra, self.groups, self.dilation)


class ConvTranspose1d(_ConvTransposeNd):
    """(N, C_in, L) to (N, C_out, L_out), the gradient of a Conv1d."""

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0,
                 groups=1, bias=True, dilation=1, padding_mode="zeros", device=None, dtype=None):
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, output_padding,
                         groups, bias, dilation, padding_mode, device, dtype)

    _tuple = staticmethod(_single)
    _convolve = staticmethod(F.conv_transpose1d)


class ConvTranspose2d(_ConvTransposeNd):
    """(N, C_in, H, W) to (N, C_out, H_out, W_out), the gradient of a Conv2d."""

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0,
                 groups=1, bias=True, dilation=1, padding_mode="zeros", device=None, dtype=None):
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, output_padding,
                         groups, bias, dilation, padding_mode, device, dtype)

    _tuple = staticmethod(_pair)
    _convolve = staticmethod(F.conv_transpose2d)


class ConvTranspose3d(_ConvTransposeNd):
    """(N, C_in, D, H, W) to (N, C_out, D_out, H_out, W_out)."""

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0,
                 groups=1, bias=True, dilation=1, padding_mode="zeros", device=None, dtype=None):
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, output_padding,
                         groups, bias, dilation, padding_mode, device, dtype)

    _tuple = staticmethod(_triple)
    _convolve = staticmethod(F.conv_transpose3d)


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
    base = globals()[name]
    return type("Lazy" + name, (_LazyConvXdMixin, base),
                {"cls_to_become": base, "__module__": __name__, "__doc__": f"A {name} that learns in_channels from its first input."})


LazyConv1d, LazyConv2d, LazyConv3d = (_lazy(f"Conv{n}d") for n in (1, 2, 3))
LazyConvTranspose1d, LazyConvTranspose2d, LazyConvTranspose3d = (
    _lazy(f"ConvTranspose{n}d") for n in (1, 2, 3))
