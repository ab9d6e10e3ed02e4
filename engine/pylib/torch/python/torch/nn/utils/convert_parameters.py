"""Parameters as one vector and back."""

import torch


def _checked_device(param, device):
    """The device of param, as a number; -1 is the CPU. All parameters must share it."""
    here = param.get_device() if param.is_cuda else -1
    if device is not None and here != device:
        raise TypeError("Found two parameters on different devices, this is currently not supported.")
    return here


def parameters_to_vector(parameters):
    """All parameters, flat and joined."""
    device, parts = None, []
    for param in parameters:
        device = _checked_device(param, device)
        parts.append(param.view(-1))
    return torch.cat(parts)


def vector_to_parameters(vec, parameters):
    """Slices vec into the parameters' data."""
    if not isinstance(vec, torch.Tensor):
        raise TypeError(f"expected torch.Tensor, but got: {torch.typename(vec)}")
    device, start = None, 0
    for param in parameters:
        device = _checked_device(param, device)
        n = param.numel()
        param.data = vec[start:start + n].view_as(param).data
        start += n
