"""Which modules FullyShardedDataParallel takes for units of their own."""

import contextlib

from torch import nn

_FORCED_CONTAINERS, _NEVER = (nn.ModuleList, nn.ModuleDict), (nn.MultiheadAttention,)


def always_wrap_policy(*args, **kwargs):
    return True


def size_based_auto_wrap_policy(module, recurse, unwrapped_params=None, min_num_params=int(1e8), force_leaf_modules=None, exclude_wrap_modules=None, **given):
    """Modules with at least min_num_params parameters that no unit below has."""
    count = given.get("nonwrapped_numel", unwrapped_params)
    if recurse:
        return count >= min_num_params and not isinstance(module, tuple(force_leaf_modules or _NEVER))
    return count >= min_num_params and not isinstance(module, tuple(exclude_wrap_modules or _FORCED_CONTAINERS))


def transformer_auto_wrap_policy(module, recurse, unwrapped_params=None, transformer_layer_cls=(), **given):
    """Modules of the given classes."""
    return True if recurse else isinstance(module, tuple(transformer_layer_cls))


class ModuleWrapPolicy:
    """Modules of the given classes."""

    def __init__(self, module_classes):
        self.policy = tuple(module_classes)

    def __call__(self, module, recurse, **given):
        return True if recurse else isinstance(module, self.policy)


def wrap_below(module, policy, make, ignored):
    """Puts modules below that policy takes into units, which make makes; returns how many parameters they have."""
    count = sum(p.numel() for p in module.parameters())
    if not policy(module=module, recurse=True, unwrapped_params=count, nonwrapped_numel=count):
        return 0
    taken = 0
    for name, child in module.named_children():
        if child in ignored:
            continue
        below = wrap_below(child, policy, make, ignored)
        left = sum(p.numel() for p in child.parameters()) if below == 0 else max(0, _whole(child) - below)
        if left and policy(module=child, recurse=False, unwrapped_params=left, nonwrapped_numel=left):
            below = _whole(child)
            setattr(module, name, make(child))
        taken += below
    return taken


def _whole(module):
    """How many parameters a module has, those of units included."""
    from torch.distributed.fsdp import FullyShardedDataParallel
    units = [m for m in module.modules() if isinstance(m, FullyShardedDataParallel)]
    return sum(p.numel() for p in module.parameters() if not getattr(p, "_is_flat", False)) + sum(u._numel for u in units)


_options = []


@contextlib.contextmanager
def enable_wrap(*, wrapper_cls, **wrapper_kwargs):
    """Has wrap make units in a block."""
    _options.append((wrapper_cls, wrapper_kwargs))
    try:
        yield
    finally:
        _options.pop()


def wrap(module, **overrides):
    """module as a unit, inside of enable_wrap; as it is elsewhere."""
    if not _options:
        return module
    cls, options = _options[-1]
    return cls(module, **{**options, **overrides})
