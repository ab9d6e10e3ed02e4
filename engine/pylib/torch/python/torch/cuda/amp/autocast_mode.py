"""autocast for GPUs, and what custom functions do about it."""

from torch.amp import autocast_mode


class autocast(autocast_mode.autocast):
    """torch.autocast for GPUs."""

    def __init__(self, enabled=True, dtype=None, cache_enabled=True):
        super().__init__("cuda", dtype=dtype, enabled=enabled, cache_enabled=cache_enabled)


def custom_fwd(fwd=None, *, cast_inputs=None):
    """torch.amp.custom_fwd for GPUs."""
    return autocast_mode.custom_fwd(fwd, device_type="cuda", cast_inputs=cast_inputs)


def custom_bwd(bwd):
    """torch.amp.custom_bwd for GPUs."""
    return autocast_mode.custom_bwd(bwd, device_type="cuda")
