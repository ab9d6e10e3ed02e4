"""torch.nn.utils: clipping gradients, flattening parameters, sequences."""

from torch.nn.utils import rnn
from torch.nn.utils.clip_grad import clip_grad_norm, clip_grad_norm_, clip_grad_value_
from torch.nn.utils.convert_parameters import parameters_to_vector, vector_to_parameters
from torch.nn.utils.fusion import fuse_conv_bn_eval, fuse_conv_bn_weights
from torch.nn.utils.memory_format import convert_conv2d_weight_memory_format
from torch.nn.utils.init import skip_init
from torch.nn.utils.spectral_norm import remove_spectral_norm, spectral_norm
from torch.nn.utils.weight_norm import remove_weight_norm, weight_norm

# Modules that a program may use without importing them.
_LAZY = ("parametrizations", "parametrize", "prune", "stateless")


def __getattr__(name):
    if name in _LAZY:
        from torch import _C
        return _C._import("torch.nn.utils." + name)
    raise AttributeError(f"module 'torch.nn.utils' has no attribute '{name}'")
