"""torch.amp: automatic mixed precision."""

from torch.amp.autocast_mode import autocast
