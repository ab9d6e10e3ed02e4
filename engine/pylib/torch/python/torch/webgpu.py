"""torch.webgpu: the GPU of the computer that shows the page, where a session in the page has it. PyTorch has no such module;
its functions are named as those of torch.mps and torch.cuda."""

from torch import _C


def is_available():
    """Whether this session has the GPU, and it can be used."""
    return _C._webgpu() is not None


def device_count():
    """1 where it is available, else 0."""
    return int(is_available())


def get_device_name(device=None):
    """What the browser says of it."""
    return _C._webgpu_name()


def synchronize(device=None):
    """Waits for all its work."""
    _C._webgpu_synchronize()


def memory_allocated(device=None):
    """Bytes that tensors take there."""
    return _C._webgpu_memory()[0]


def memory_reserved(device=None):
    """Bytes of GPUBuffers that this session has."""
    return _C._webgpu_memory()[1]


def empty_cache():
    """Gives GPUBuffers that nobody uses back to the browser."""
    _C._webgpu_empty_cache()
