"""Which kernel F.scaled_dot_product_attention may take (PyTorch 2.3). Here there is one; with none allowed it is refused."""

import contextlib
from enum import IntEnum

import torch
from torch.backends import cuda as _settings


class SDPBackend(IntEnum):
    ERROR, MATH, FLASH_ATTENTION, EFFICIENT_ATTENTION, CUDNN_ATTENTION, OVERRIDEABLE = range(-1, 5)


_NAMES = {SDPBackend.MATH: "math", SDPBackend.FLASH_ATTENTION: "flash", SDPBackend.EFFICIENT_ATTENTION: "mem_efficient", SDPBackend.CUDNN_ATTENTION: "cudnn"}


@contextlib.contextmanager
def sdpa_kernel(backends, set_priority=False):
    """Allows only the given kernels in a block."""
    assert isinstance(backends, (list, SDPBackend)), "Backend must be an instance of SDPBackend or a list of SDPBackend instances"
    wanted = {_NAMES[b] for b in (backends if isinstance(backends, list) else [backends]) if b in _NAMES}
    before = dict(_settings._sdp)
    _settings._sdp.update((name, name in wanted) for name in before)
    try:
        yield {}
    finally:
        _settings._sdp.update(before)
