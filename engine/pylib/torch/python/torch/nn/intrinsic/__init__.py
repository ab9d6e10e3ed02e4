"""Layers that stand for several: what fuse_modules makes."""

from torch.nn.modules.activation import ReLU
from torch.nn.modules.batchnorm import BatchNorm1d, BatchNorm2d, BatchNorm3d
from torch.nn.modules.container import Sequential
from torch.nn.modules.conv import Conv1d, Conv2d, Conv3d
from torch.nn.modules.linear import Linear
from torch.nn.utils.parametrize import type_before_parametrizations


class _FusedModule(Sequential):
    """Modules that follow each other and are quantised as one."""

    _types = ()

    def __init__(self, *modules):
        kinds = tuple(type_before_parametrizations(m) for m in modules)
        assert kinds == self._types, "Incorrect types for input modules" + "".join(map(str, kinds))
        super().__init__(*modules)


def _fused(name, *types):
    return type(name, (_FusedModule,), {"_types": types, "__module__": "torch.nn.intrinsic.modules.fused"})


ConvReLU1d, ConvReLU2d, ConvReLU3d = (_fused(f"ConvReLU{c.__name__[4:]}", c, ReLU) for c in (Conv1d, Conv2d, Conv3d))
ConvBn1d, ConvBn2d, ConvBn3d = (
    _fused(f"ConvBn{c.__name__[4:]}", c, b) for c, b in ((Conv1d, BatchNorm1d), (Conv2d, BatchNorm2d), (Conv3d, BatchNorm3d)))
ConvBnReLU1d, ConvBnReLU2d, ConvBnReLU3d = (
    _fused(f"ConvBnReLU{c.__name__[4:]}", c, b, ReLU) for c, b in ((Conv1d, BatchNorm1d), (Conv2d, BatchNorm2d), (Conv3d, BatchNorm3d)))
LinearReLU, LinearBn1d = _fused("LinearReLU", Linear, ReLU), _fused("LinearBn1d", Linear, BatchNorm1d)
BNReLU2d, BNReLU3d = _fused("BNReLU2d", BatchNorm2d, ReLU), _fused("BNReLU3d", BatchNorm3d, ReLU)
