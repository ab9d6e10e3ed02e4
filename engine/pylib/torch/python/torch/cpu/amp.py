"""torch.cpu.amp: automatic mixed precision on the CPU."""

import torch
from torch.amp import autocast_mode


class autocast(autocast_mode.autocast):
    """Runs products of matrices in bfloat16 inside a block."""

    def __init__(self, enabled=True, dtype=torch.bfloat16, cache_enabled=True):
        super().__init__("cpu", dtype=dtype, enabled=enabled, cache_enabled=cache_enabled)
