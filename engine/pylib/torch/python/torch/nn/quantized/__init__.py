"""The older name of torch.ao.nn.quantized."""

from torch.ao.nn.quantized import *
from torch.ao.nn.quantized import dynamic, functional, modules  # noqa: F401
