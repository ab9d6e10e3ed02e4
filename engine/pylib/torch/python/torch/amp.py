"""torch.amp: automatic mixed precision."""

from torch.cuda.amp.autocast_mode import autocast
