"""Tensors handed over to other libraries without copying."""

import torch


class Capsule:
    """A tensor on its way, to be taken out once."""

    def __init__(self, tensor):
        self._tensor = tensor

    def __repr__(self):
        return f'<capsule object "{"dltensor" if self._tensor is not None else "used_dltensor"}" at {id(self):#x}>'

    def take(self):
        """The tensor, as a view of the same memory."""
        if self._tensor is None:
            raise RuntimeError("from_dlpack received an invalid capsule. Note that DLTensor capsules can be consumed only "
                               "once, so you might have already constructed a tensor from it once.")
        tensor, self._tensor = self._tensor, None
        return tensor.view(tensor.shape)


def to_dlpack(tensor):
    """A capsule that from_dlpack takes."""
    if tensor.requires_grad:
        raise RuntimeError("Can't export tensors that require gradient, use tensor.detach()")
    if tensor.dtype == torch.bool:
        raise RuntimeError("Bool type is not supported by dlpack")
    return Capsule(tensor)


def _exported(tensor, stream):
    """Tensor.__dlpack__: a capsule; work on GPUs is in order, whatever the stream."""
    if stream is not None and type(stream) is not int:
        raise TypeError("stream must be ``int`` or ``none``")
    if tensor.layout != torch.strided:
        raise RuntimeError("Can't export tensors with layout other than torch.strided")
    return to_dlpack(tensor)


def _device(tensor):
    """Tensor.__dlpack_device__: the kind of a device and its number, by DLPack's table."""
    index = tensor.device.index or 0
    if tensor.device.type == "cuda":
        return (2, index)
    if tensor.device.type == "cpu":
        return (3 if tensor.is_pinned() else 1, index)
    raise ValueError(f"Unknown device type {tensor.device.type} for Dlpack")


def from_dlpack(ext_tensor):
    """The tensor of a capsule, or of anything that shares its memory."""
    if isinstance(ext_tensor, Capsule):
        return ext_tensor.take()
    if isinstance(ext_tensor, torch.Tensor):
        return ext_tensor.detach()
    if hasattr(ext_tensor, "__dlpack__") and not hasattr(ext_tensor, "__array_interface__"):
        return from_dlpack(ext_tensor.__dlpack__())
    return torch.from_numpy(ext_tensor)
