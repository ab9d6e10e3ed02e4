"""Instance normalization."""

from torch.nn import functional as F
from torch.nn.modules.batchnorm import _expect, _LazyNormBase, _NormBase


class _InstanceNorm(_NormBase):
    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=False,
                 track_running_stats=False, device=None, dtype=None):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype)

    _plain_dim = None  # dimensions of an input without a batch

    def forward(self, input):
        self._check_input_dim(input)
        single = input.dim() == self._plain_dim
        x = input.unsqueeze(0) if single else input
        out = F.instance_norm(x, self.running_mean, self.running_var, self.weight, self.bias,
                              self.training or not self.track_running_stats, self.momentum, self.eps)
        return out.squeeze(0) if single else out

    def _check_input_dim(self, input):
        _expect(input, (self._plain_dim, self._plain_dim + 1))


class InstanceNorm1d(_InstanceNorm):
    """Normalizes each channel of each example: (N, C, L)."""
    _plain_dim = 2


class InstanceNorm2d(_InstanceNorm):
    """Normalizes each channel of each example: (N, C, H, W)."""
    _plain_dim = 3


class InstanceNorm3d(_InstanceNorm):
    """Normalizes each channel of each example: (N, C, D, H, W)."""
    _plain_dim = 4


class LazyInstanceNorm1d(_LazyNormBase, _InstanceNorm):
    """An InstanceNorm1d that learns num_features from its first input."""

    cls_to_become = InstanceNorm1d
    _plain_dim = 2

    def __init__(self, eps=1e-5, momentum=0.1, affine=False, track_running_stats=False, device=None, dtype=None):
        super().__init__(eps, momentum, affine, track_running_stats, device, dtype)


class LazyInstanceNorm2d(_LazyNormBase, _InstanceNorm):
    """An InstanceNorm2d that learns num_features from its first input."""

    cls_to_become = InstanceNorm2d
    _plain_dim = 3

    def __init__(self, eps=1e-5, momentum=0.1, affine=False, track_running_stats=False, device=None, dtype=None):
        super().__init__(eps, momentum, affine, track_running_stats, device, dtype)


class LazyInstanceNorm3d(_LazyNormBase, _InstanceNorm):
    """An InstanceNorm3d that learns num_features from its first input."""

    cls_to_become = InstanceNorm3d
    _plain_dim = 4

    def __init__(self, eps=1e-5, momentum=0.1, affine=False, track_running_stats=False, device=None, dtype=None):
        super().__init__(eps, momentum, affine, track_running_stats, device, dtype)
