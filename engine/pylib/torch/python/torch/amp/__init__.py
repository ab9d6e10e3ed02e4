"""torch.amp: automatic mixed precision."""

import torch
from torch.amp.autocast_mode import autocast, custom_bwd, custom_fwd
from torch.cuda.amp.grad_scaler import GradScaler as _OfCUDA


class GradScaler(_OfCUDA):
    """torch.cuda.amp.GradScaler, under the name that it has since PyTorch 2.3, with the device in front."""

    def __init__(self, device="cuda", init_scale=2.0 ** 16, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True):
        self._device = torch.device(device).type
        super().__init__(init_scale, growth_factor, backoff_factor, growth_interval, enabled and self._device == "cuda")


def is_autocast_available(device_type):
    """Whether autocast knows a type of devices."""
    return torch.device(device_type).type in ("cpu", "cuda")
