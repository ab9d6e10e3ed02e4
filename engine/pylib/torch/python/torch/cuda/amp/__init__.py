"""torch.cuda.amp: mixed precision."""

from torch.cuda.amp.autocast_mode import autocast as _autocast
from torch.cuda.amp.autocast_mode import custom_bwd, custom_fwd
from torch.cuda.amp.grad_scaler import GradScaler


class autocast(_autocast):
    """torch.autocast for GPUs."""

    def __init__(self, enabled=True, dtype=None, cache_enabled=True):
        super().__init__("cuda", dtype=dtype, enabled=enabled, cache_enabled=cache_enabled)
