"""The older name of torch.ao.nn.quantized.dynamic."""

from torch.ao.nn.quantized.dynamic import *
