"""What several parts of torch need: device numbers, and the functions that pickles name."""

import torch


def _get_device_index(device, optional=False, allow_cpu=False):
    """The number of a GPU given as a number, a string or a device; -1 is the CPU."""
    if isinstance(device, str):
        device = torch.device(device)
    if isinstance(device, torch.device):
        if device.type == "cpu":
            if allow_cpu:
                return -1
            raise ValueError(f"Expected a non cpu device, but got: {device}")
        index = device.index
        if index is None:
            if not optional:
                raise ValueError(f'Expected a torch.device with a specified index or an integer, but got:{device}')
            return torch.cuda.current_device()
        return index
    if isinstance(device, int):
        return device
    if device is None:
        if optional:
            return torch.cuda.current_device()
        raise ValueError(f"Expected a torch.device with a specified index or an integer, but got:{device}")
    if isinstance(device, torch.cuda.device):
        return device.idx
    raise ValueError(f"Expected a torch.device with a specified index or an integer, but got:{device}")


def _rebuild_parameter(data, requires_grad, backward_hooks):
    """Makes a Parameter again from what a pickle holds."""
    param = torch.nn.Parameter(data, requires_grad)
    param._backward_hooks = backward_hooks
    return param


def _rebuild_tensor_v2(storage, storage_offset, size, stride, requires_grad, backward_hooks):
    """Makes a tensor again from what a pickle holds."""
    tensor = torch.tensor([], dtype=storage.dtype, device=storage.device)
    tensor.set_(storage, storage_offset, size, stride)
    tensor.requires_grad = requires_grad
    return tensor
