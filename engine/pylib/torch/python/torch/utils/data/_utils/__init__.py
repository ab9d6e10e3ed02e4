"""What a loader does with the items that it is given."""

from torch.utils.data._utils import collate
