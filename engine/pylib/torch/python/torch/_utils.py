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


def _element_size(dtype):
    """The bytes of an element."""
    if not isinstance(dtype, torch.dtype):
        raise RuntimeError(f"expected torch.dtype, but got {type(dtype)}")
    return dtype.itemsize


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


def _rebuild_tensor_v3(storage, storage_offset, size, stride, requires_grad, backward_hooks, dtype, metadata=None):
    """_rebuild_tensor_v2 of a storage in bytes."""
    return _rebuild_tensor_v2(storage, storage_offset, size, stride, False, backward_hooks).view(dtype).requires_grad_(requires_grad)


def _rebuild_qtensor(storage, storage_offset, size, stride, quantizer_params, requires_grad, backward_hooks):
    """Makes a quantised tensor again from what a pickle holds."""
    return torch._C._import("torch._quantized").rebuild(storage, storage_offset, size, stride, quantizer_params)


def _reduce_tensor(x):
    """How pickle makes a tensor anew: from its bytes."""
    data = x.detach().cpu().contiguous()
    dtype = str(data.dtype)[6:]
    raw = data.reshape(-1).view(torch.uint8) if data.dtype != torch.bool else data.reshape(-1).to(torch.uint8)
    return _tensor_from_bytes, (bytes(raw.tolist()), dtype, tuple(x.shape), x.requires_grad, type(x))


def _tensor_from_bytes(raw, dtype, shape, requires_grad, kind):
    data = torch.tensor(list(raw), dtype=torch.uint8)
    data = data.bool() if dtype == "bool" else data.view(getattr(torch, dtype))
    data = data.reshape(shape)
    if issubclass(kind, torch.nn.Parameter):
        return torch.nn.Parameter(data, requires_grad)
    return data.requires_grad_(requires_grad)
