"""torch.nn: layers, losses and what trains with them."""

from torch.nn.parameter import Parameter, UninitializedBuffer, UninitializedParameter
from torch.nn.modules import *
from torch.nn import functional, init, modules, parallel, utils
from torch.nn.parallel import DataParallel
