"""Functions of quantised tensors."""

import torch
from torch.nn import functional as F

relu, max_pool2d, avg_pool2d, adaptive_avg_pool2d, hardtanh, clamp = F.relu, F.max_pool2d, F.avg_pool2d, F.adaptive_avg_pool2d, F.hardtanh, torch.clamp


def linear(input, weight, bias=None, scale=None, zero_point=None):
    """A linear layer; without a scale its result has the input's."""
    scale = input.q_scale() if scale is None else scale
    zero_point = input.q_zero_point() if zero_point is None else zero_point
    return torch.ops.quantized.linear(input, torch.ops.quantized.linear_prepack(weight, bias), scale, zero_point)


def conv2d(input, weight, bias, stride=1, padding=0, dilation=1, groups=1, padding_mode="zeros", scale=1.0, zero_point=0, dtype=torch.quint8):
    """A convolution."""
    if padding_mode != "zeros":
        raise NotImplementedError("Only zero-padding is supported!")
    if input.dtype != torch.quint8:
        raise NotImplementedError("Only torch.quint8 is supported for activation tensor!")
    if weight.dtype != torch.qint8:
        raise NotImplementedError("Only torch.qint8 is supported for weight tensor!")
    if input.ndim != 4:
        raise ValueError("Input shape must be `(N, C, H, W)`!")
    pair = lambda n: (n, n) if isinstance(n, int) else tuple(n)
    packed = torch.ops.quantized.conv2d_prepack(weight, bias, pair(stride), pair(padding), pair(dilation), groups)
    return torch.ops.quantized.conv2d(input, packed, scale, zero_point)
