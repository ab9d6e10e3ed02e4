"""torch.cpu: what is the CPU's own."""

from torch.cpu import amp
