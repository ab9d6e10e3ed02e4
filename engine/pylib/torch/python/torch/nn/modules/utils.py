"""The names that layers outside this torch import."""

from torch.nn.modules.sizes import _pair, _quadruple, _single, _triple
from torch.nn.modules.sizes import ntuple as _ntuple


def consume_prefix_in_state_dict_if_present(state_dict, prefix):
    """Takes a prefix such as "module." off the names of a state dict, in place."""
    for key in sorted(key for key in state_dict if key.startswith(prefix)):
        state_dict[key[len(prefix):]] = state_dict.pop(key)
    metadata = getattr(state_dict, "_metadata", None)
    for key in list(metadata or ()):  # "" is the module itself, whose prefix is the bare one
        if key and (key == prefix.rstrip(".") or key.startswith(prefix)):
            metadata[key[len(prefix):]] = metadata.pop(key)


def _reverse_repeat_tuple(t, n):
    """(a, b) as a and b n times each, the last first."""
    return tuple(x for x in reversed(t) for _ in range(n))
