"""Weights of convolutions in another order of memory."""

import torch


def convert_conv2d_weight_memory_format(module, memory_format):
    """Lays out the weights of all 2-d convolutions as memory_format says."""
    for part in module.modules():
        if isinstance(part, (torch.nn.Conv2d, torch.nn.ConvTranspose2d)):
            part.weight.data = part.weight.detach().clone().contiguous(memory_format=memory_format)
    return module
