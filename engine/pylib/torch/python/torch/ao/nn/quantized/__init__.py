"""Layers in integers: what convert and quantize_dynamic put in the place of others."""

from torch.ao.nn.quantized.modules import *
from torch.ao.nn.quantized import dynamic, functional, modules
