"""The older name of torch.ao.nn.quantized.functional."""

from torch.ao.nn.quantized.functional import *
