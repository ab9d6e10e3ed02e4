"""autocast for GPUs, and what custom functions do about it."""

from torch.amp import autocast_mode


class autocast(autocast_mode.autocast):
    """torch.autocast for GPUs."""

    def __init__(self, enabled=True, dtype=None, cache_enabled=True):
        super().__init__("cuda", dtype=dtype, enabled=enabled, cache_enabled=cache_enabled)


def custom_fwd(fwd=None, **kwargs):
    """Leaves a Function's forward as it is."""
    return fwd if fwd is not None else (lambda f: f)


def custom_bwd(bwd):
    """Leaves a Function's backward as it is."""
    return bwd
