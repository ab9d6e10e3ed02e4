"""Gradients of convolutions, by themselves."""

import torch
from torch.nn import functional as F


def _by(convolve, wanted, other, grad_output):
    """The gradient of convolve(wanted, other) by the first; differentiable itself by the other two."""
    create_graph = torch.is_grad_enabled() and (other.requires_grad or grad_output.requires_grad)
    with torch.enable_grad():
        return torch.autograd.grad(convolve(wanted, other), wanted, grad_output, create_graph=create_graph)[0]


def _pair(rank):
    convolution = getattr(F, f"conv{rank}d")

    def conv_input(input_size, weight, grad_output, stride=1, padding=0, dilation=1, groups=1):
        x = grad_output.new_zeros(1).expand(tuple(input_size)).requires_grad_()
        return _by(lambda x, w: convolution(x, w, None, stride, padding, dilation, groups), x, weight, grad_output)

    def conv_weight(input, weight_size, grad_output, stride=1, padding=0, dilation=1, groups=1):
        w = grad_output.new_zeros(1).expand(tuple(weight_size)).requires_grad_()
        return _by(lambda w, x: convolution(x, w, None, stride, padding, dilation, groups), w, input, grad_output)

    for f, of in ((conv_input, "input"), (conv_weight, "weight")):
        f.__name__ = f.__qualname__ = f"conv{rank}d_{of}"
        f.__doc__ = f"The gradient of conv{rank}d by its {of}."
    return conv_input, conv_weight


conv1d_input, conv1d_weight = _pair(1)
conv2d_input, conv2d_weight = _pair(2)
conv3d_input, conv3d_weight = _pair(3)
