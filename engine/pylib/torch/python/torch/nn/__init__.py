"""torch.nn: layers, losses and what trains with them."""

import torch
from torch.nn.parameter import Parameter, UninitializedBuffer, UninitializedParameter
from torch.nn.modules import *
from torch.nn import functional, init, modules, parallel, utils
from torch.nn.parallel import DataParallel


def __getattr__(name):
    if name in ("attention", "grad", "intrinsic", "qat", "quantized"):
        return torch._C._import("torch.nn." + name)
    raise AttributeError(f"module 'torch.nn' has no attribute '{name}'")
