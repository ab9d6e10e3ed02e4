"""The later name of torch.nn.intrinsic."""

from torch.nn.intrinsic import *
from torch.nn.intrinsic import _FusedModule, qat, quantized  # noqa: F401
