"""The names that layers outside this torch import."""

from torch.nn.modules.sizes import _pair, _quadruple, _single, _triple
from torch.nn.modules.sizes import ntuple as _ntuple


def _reverse_repeat_tuple(t, n):
    """(a, b) as a and b n times each, the last first."""
    return tuple(x for x in reversed(t) for _ in range(n))
