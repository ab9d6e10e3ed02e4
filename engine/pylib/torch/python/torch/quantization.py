"""torch.quantization: the name of torch.ao.quantization before 1.10."""

from torch.ao.quantization import *
from torch.ao.quantization import __getattr__  # noqa: F401
