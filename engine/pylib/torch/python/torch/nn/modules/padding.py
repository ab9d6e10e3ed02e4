"""Padding layers."""

from torch.nn import functional as F
from torch.nn.modules.module import Module
from torch.nn.modules.sizes import ntuple


class _PadNd(Module):
    _sides = None  # two per spatial dimension
    _mode = None

    def __init__(self, padding):
        super().__init__()
        self.padding = ntuple(self._sides)(padding)

    def forward(self, input):
        return F.pad(input, self.padding, self._mode)

    def extra_repr(self):
        return f"{self.padding}"


class _ConstantPadNd(_PadNd):
    def __init__(self, padding, value):
        super().__init__(padding)
        self.value = value

    def forward(self, input):
        return F.pad(input, self.padding, "constant", self.value)

    def extra_repr(self):
        return f"padding={self.padding}, value={self.value}"


class ConstantPad1d(_ConstantPadNd):
    """Pads the last dimension with a value."""
    _sides = 2


class ConstantPad2d(_ConstantPadNd):
    """Pads the last two dimensions with a value."""
    _sides = 4


class ConstantPad3d(_ConstantPadNd):
    """Pads the last three dimensions with a value."""
    _sides = 6


class ZeroPad2d(ConstantPad2d):
    """Pads the last two dimensions with zeros."""

    def __init__(self, padding):
        super().__init__(padding, 0.0)

    def extra_repr(self):
        return f"{self.padding}"


class _ReflectionPadNd(_PadNd):
    _mode = "reflect"


class ReflectionPad1d(_ReflectionPadNd):
    """Pads the last dimension by reflection at the edge."""
    _sides = 2


class ReflectionPad2d(_ReflectionPadNd):
    """Pads the last two dimensions by reflection at the edges."""
    _sides = 4


class ReflectionPad3d(_ReflectionPadNd):
    """Pads the last three dimensions by reflection at the edges."""
    _sides = 6


class _ReplicationPadNd(_PadNd):
    _mode = "replicate"


class ReplicationPad1d(_ReplicationPadNd):
    """Pads the last dimension with its edge values."""
    _sides = 2


class ReplicationPad2d(_ReplicationPadNd):
    """Pads the last two dimensions with their edge values."""
    _sides = 4


class ReplicationPad3d(_ReplicationPadNd):
    """Pads the last three dimensions with their edge values."""
    _sides = 6
