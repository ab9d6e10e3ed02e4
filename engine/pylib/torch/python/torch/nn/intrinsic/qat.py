"""Fused layers that round their weights while they are trained."""

import torch
import torch.ao.nn.qat as nnqat
import torch.nn.intrinsic as nni
from torch import nn
from torch.nn import functional as F
from torch.nn.parameter import Parameter


class _ConvBn(nni._FusedModule):
    """A convolution whose weights are rounded as the normalisation after it will scale them
    (section 3.2.2 of https://arxiv.org/abs/1806.08342, with the running variance)."""

    _version = 2
    _relu = False

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=None, padding_mode="zeros",
                 eps=1e-05, momentum=0.1, freeze_bn=False, qconfig=None):
        self._conv.__init__(self, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, False, padding_mode)
        assert qconfig, "qconfig must be provided for QAT module"
        self.qconfig = qconfig
        self.freeze_bn = freeze_bn if self.training else True
        self.bn = self._bn(out_channels, eps, momentum, True, True)
        self.weight_fake_quant = qconfig.weight()
        if bias:
            self.bias = Parameter(torch.zeros(out_channels))
        self.bn.training = not self.freeze_bn

    def update_bn_stats(self):
        """The normalisation goes by the batch."""
        self.freeze_bn, self.bn.training = False, True
        return self

    def freeze_bn_stats(self):
        """The normalisation goes by what it has learnt."""
        self.freeze_bn, self.bn.training = True, False
        return self

    def forward(self, input):
        factor = self.bn.weight / torch.sqrt(self.bn.running_var + self.bn.eps)
        weight = self.weight_fake_quant(self.weight * factor.reshape(-1, *[1] * (self.weight.dim() - 1)))
        along = [1, -1, *[1] * (self.weight.dim() - 2)]
        out = self._conv_forward(input, weight, torch.zeros(self.out_channels, dtype=input.dtype, device=weight.device)) / factor.reshape(along)
        if self.bias is not None:
            out = out + self.bias.reshape(along)
        out = self.bn(out)
        return F.relu(out) if self._relu else out

    def extra_repr(self):
        return self._conv.extra_repr(self)

    def train(self, mode=True):
        self.training = mode
        if not self.freeze_bn:
            for module in self.children():
                module.train(mode)
        return self

    @classmethod
    def from_float(cls, mod):
        assert type(mod) == cls._FLOAT_MODULE, f"qat.{cls.__name__}.from_float only works for {cls._FLOAT_MODULE.__name__}"
        assert hasattr(mod, "qconfig"), "Input float module must have qconfig defined"
        assert mod.qconfig, "Input float module must have a valid qconfig"
        conv, bn = mod[0], mod[1]
        made = cls(conv.in_channels, conv.out_channels, conv.kernel_size, conv.stride, conv.padding, conv.dilation, conv.groups,
                   conv.bias is not None, conv.padding_mode, bn.eps, bn.momentum, False, mod.qconfig)
        made.weight, made.bias = conv.weight, conv.bias
        for name in ("weight", "bias", "running_mean", "running_var", "num_batches_tracked"):
            setattr(made.bn, name, getattr(bn, name))
        return made


def _conv_bn(conv, bn, relu):
    name = ("ConvBnReLU" if relu else "ConvBn") + conv.__name__[4:]
    return type(name, (_ConvBn, conv), {"_conv": conv, "_bn": bn, "_relu": relu, "_FLOAT_MODULE": getattr(nni, name), "__module__": __name__})


_KINDS = ((nn.Conv1d, nn.BatchNorm1d), (nn.Conv2d, nn.BatchNorm2d), (nn.Conv3d, nn.BatchNorm3d))
ConvBn1d, ConvBn2d, ConvBn3d = (_conv_bn(conv, bn, False) for conv, bn in _KINDS)
ConvBnReLU1d, ConvBnReLU2d, ConvBnReLU3d = (_conv_bn(conv, bn, True) for conv, bn in _KINDS)


class _ThenReLU(nni._FusedModule):
    def forward(self, input):
        return F.relu(self._layer.forward(self, input))

    def __init__(self, *args, **kwargs):
        self._layer.__init__(self, *args, **kwargs)

    def extra_repr(self):
        return self._layer.extra_repr(self)


def _then_relu(layer, name):
    return type(name, (_ThenReLU, layer), {"_layer": layer, "_FLOAT_MODULE": getattr(nni, name), "__module__": __name__})


ConvReLU1d, ConvReLU2d, ConvReLU3d = (_then_relu(c, f"ConvReLU{c.__name__[4:]}") for c in (nnqat.Conv1d, nnqat.Conv2d, nnqat.Conv3d))
LinearReLU = _then_relu(nnqat.Linear, "LinearReLU")


def update_bn_stats(mod):
    """For Module.apply: normalisations go by the batch."""
    if isinstance(mod, _ConvBn):
        mod.update_bn_stats()


def freeze_bn_stats(mod):
    """For Module.apply: normalisations go by what they have learnt."""
    if isinstance(mod, _ConvBn):
        mod.freeze_bn_stats()
