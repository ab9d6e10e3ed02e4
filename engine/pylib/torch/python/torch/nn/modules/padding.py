"""Padding layers."""

from torch.nn import functional as F
from torch.nn.modules.module import Module
from torch.nn.modules.sizes import ntuple


class _ConstantPadNd(Module):
    def __init__(self, value):
        super().__init__()
        self.value = value

    def forward(self, input):
        return F.pad(input, self.padding, "constant", self.value)

    def extra_repr(self):
        return f"padding={self.padding}, value={self.value}"


class ConstantPad1d(_ConstantPadNd):
    """Pads the last dimension with a value."""

    def __init__(self, padding, value):
        super().__init__(value)
        self.padding = ntuple(2)(padding)


class ConstantPad2d(_ConstantPadNd):
    """Pads the last two dimensions with a value."""

    def __init__(self, padding, value):
        super().__init__(value)
        self.padding = ntuple(4)(padding)


class ConstantPad3d(_ConstantPadNd):
    """Pads the last three dimensions with a value."""

    def __init__(self, padding, value):
        super().__init__(value)
        self.padding = ntuple(6)(padding)


class ZeroPad2d(ConstantPad2d):
    """Pads the last two dimensions with zeros."""

    def __init__(self, padding):
        super().__init__(padding, 0.0)

    def extra_repr(self):
        return f"{self.padding}"


class _ReflectionPadNd(Module):
    def forward(self, input):
        return F.pad(input, self.padding, "reflect")

    def extra_repr(self):
        return f"{self.padding}"


class ReflectionPad1d(_ReflectionPadNd):
    """Pads the last dimension by reflection at the edge."""

    def __init__(self, padding):
        super().__init__()
        self.padding = ntuple(2)(padding)


class ReflectionPad2d(_ReflectionPadNd):
    """Pads the last two dimensions by reflection at the edges."""

    def __init__(self, padding):
        super().__init__()
        self.padding = ntuple(4)(padding)


class ReflectionPad3d(_ReflectionPadNd):
    """Pads the last three dimensions by reflection at the edges."""

    def __init__(self, padding):
        super().__init__()
        self.padding = ntuple(6)(padding)


class _ReplicationPadNd(Module):
    def forward(self, input):
        return F.pad(input, self.padding, "replicate")

    def extra_repr(self):
        return f"{self.padding}"


class ReplicationPad1d(_ReplicationPadNd):
    """Pads the last dimension with its edge values."""

    def __init__(self, padding):
        super().__init__()
        self.padding = ntuple(2)(padding)


class ReplicationPad2d(_ReplicationPadNd):
    """Pads the last two dimensions with their edge values."""

    def __init__(self, padding):
        super().__init__()
        self.padding = ntuple(4)(padding)


class ReplicationPad3d(_ReplicationPadNd):
    """Pads the last three dimensions with their edge values."""

    def __init__(self, padding):
        super().__init__()
        self.padding = ntuple(6)(padding)
