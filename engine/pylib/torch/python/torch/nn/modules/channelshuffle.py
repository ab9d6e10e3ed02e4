"""Dealing out channels."""

from torch.nn import functional as F
from torch.nn.modules.module import Module


class ChannelShuffle(Module):
    """Deals the channels of groups out in turn."""

    def __init__(self, groups):
        super().__init__()
        self.groups = groups

    def forward(self, input):
        return F.channel_shuffle(input, self.groups)

    def extra_repr(self):
        return f"groups={self.groups}"
