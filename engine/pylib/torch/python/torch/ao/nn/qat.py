"""Layers that round their weights while they are trained."""

from torch import nn
from torch.nn import functional as F
from torch.nn.intrinsic import _FusedModule
from torch.nn.utils.parametrize import type_before_parametrizations


class _Rounding:
    """A layer with a fake quantisation of its weights."""

    def _give(self, qconfig, device, dtype):
        assert qconfig, "qconfig must be provided for QAT module"
        self.qconfig = qconfig
        self.weight_fake_quant = qconfig.weight(factory_kwargs={"device": device, "dtype": dtype})

    @classmethod
    def from_float(cls, mod):
        assert type_before_parametrizations(mod) == cls._FLOAT_MODULE, f"{cls._said}.{cls.__name__}.from_float only works for {cls._FLOAT_MODULE.__name__}"
        assert hasattr(mod, "qconfig"), "Input float module must have qconfig defined"
        assert mod.qconfig, "Input float module must have a valid qconfig"
        qconfig = mod.qconfig
        layer = mod[0] if isinstance(mod, _FusedModule) else mod
        made = cls._like(layer, qconfig)
        made.weight, made.bias = layer.weight, layer.bias
        return made


class Linear(_Rounding, nn.Linear):
    _FLOAT_MODULE, _said = nn.Linear, " qat"

    def __init__(self, in_features, out_features, bias=True, qconfig=None, device=None, dtype=None):
        nn.Linear.__init__(self, in_features, out_features, bias, device=device, dtype=dtype)
        self._give(qconfig, device, dtype)

    def forward(self, input):
        return F.linear(input, self.weight_fake_quant(self.weight), self.bias)

    @classmethod
    def _like(cls, layer, qconfig):
        return cls(layer.in_features, layer.out_features, layer.bias is not None, qconfig)

    def to_float(self):
        """The layer without rounding."""
        layer = nn.Linear(self.in_features, self.out_features, self.bias is not None)
        layer.weight, layer.bias = nn.Parameter(self.weight.detach()), None if self.bias is None else nn.Parameter(self.bias.detach())
        return layer.train(self.training)


class _Conv(_Rounding):
    _said = "qat"

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, padding_mode="zeros",
                 qconfig=None, device=None, dtype=None):
        self._conv.__init__(self, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode, device, dtype)
        self._give(qconfig, device, dtype)

    def forward(self, input):
        return self._conv_forward(input, self.weight_fake_quant(self.weight), self.bias)

    @classmethod
    def _like(cls, layer, qconfig):
        return cls(layer.in_channels, layer.out_channels, layer.kernel_size, layer.stride, layer.padding, layer.dilation, layer.groups,
                   layer.bias is not None, layer.padding_mode, qconfig)


def _rounding(conv):
    return type(conv.__name__, (_Conv, conv), {"_conv": conv, "_FLOAT_MODULE": conv, "__module__": __name__})


Conv1d, Conv2d, Conv3d = _rounding(nn.Conv1d), _rounding(nn.Conv2d), _rounding(nn.Conv3d)
