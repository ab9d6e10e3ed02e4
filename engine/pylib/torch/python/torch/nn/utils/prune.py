"""Pruning: parameters times masks."""

import numbers
from abc import ABC

import torch


class BasePruningMethod(ABC):
    """A forward pre-hook that masks a parameter; compute_mask says which entries stay."""

    PRUNING_TYPE = "unstructured"

    def __call__(self, module, inputs):
        setattr(module, self._tensor_name, self.apply_mask(module))

    def compute_mask(self, t, default_mask):
        raise NotImplementedError

    def apply_mask(self, module):
        mask, original = getattr(module, self._tensor_name + "_mask"), getattr(module, self._tensor_name + "_orig")
        return mask.to(dtype=original.dtype) * original

    @classmethod
    def apply(cls, module, name, *args, importance_scores=None, **kwargs):
        method = cls(*args, **kwargs)
        method._tensor_name = name
        old = [(k, h) for k, h in module._forward_pre_hooks.items() if isinstance(h, BasePruningMethod) and h._tensor_name == name]
        if old:
            default_mask = getattr(module, name + "_mask").detach().clone()
            for key, _ in old:
                del module._forward_pre_hooks[key]
        else:
            original = getattr(module, name)
            module.register_parameter(name + "_orig", original)
            del module._parameters[name]
            default_mask = torch.ones_like(original)
        scores = importance_scores if importance_scores is not None else getattr(module, name + "_orig")
        try:
            module.register_buffer(name + "_mask", method.compute_mask(scores.detach(), default_mask))
            setattr(module, name, method.apply_mask(module))
        except Exception:
            if not old:  # as it was before
                module.register_parameter(name, module._parameters.pop(name + "_orig"))
            raise
        module.register_forward_pre_hook(method)
        return method

    def prune(self, t, default_mask=None, importance_scores=None):
        mask = torch.ones_like(t) if default_mask is None else default_mask
        return t * self.compute_mask(t if importance_scores is None else importance_scores, mask)

    def remove(self, module):
        name = self._tensor_name
        weight = self.apply_mask(module)
        if hasattr(module, name):
            delattr(module, name)
        original = module._parameters[name + "_orig"]
        original.data = weight.data
        del module._parameters[name + "_orig"]
        del module._buffers[name + "_mask"]
        setattr(module, name, original)


class Identity(BasePruningMethod):
    def compute_mask(self, t, default_mask):
        return default_mask


def _validate_pruning_amount_init(amount):
    """Refuses an amount that is neither a number of entries nor a share of them."""
    if not isinstance(amount, numbers.Real):
        raise TypeError(f"Invalid type for amount: {amount}. Must be int or float.")
    if amount < 0 or not isinstance(amount, numbers.Integral) and amount > 1:
        raise ValueError(f"amount={amount} should either be a float in the range [0, 1] or a non-negative integer")


def _validate_pruning_amount(amount, tensor_size):
    """Refuses to prune more entries than there are."""
    if isinstance(amount, numbers.Integral) and amount > tensor_size:
        raise ValueError(f"amount={amount} should be smaller than the number of parameters to prune={tensor_size}")


def _compute_nparams_toprune(amount, tensor_size):
    """How many of so many entries an amount means."""
    return amount if isinstance(amount, numbers.Integral) else round(amount * tensor_size)


def _count(amount, size):
    _validate_pruning_amount(amount, size)
    return _compute_nparams_toprune(amount, size)


class RandomUnstructured(BasePruningMethod):
    def __init__(self, amount):
        _validate_pruning_amount_init(amount)
        self.amount = amount

    def compute_mask(self, t, default_mask):
        n = _count(self.amount, t.nelement())
        mask = default_mask.clone(memory_format=torch.contiguous_format)
        if n:
            mask.view(-1)[torch.topk(torch.rand_like(t).view(-1), k=n).indices] = 0
        return mask


class L1Unstructured(BasePruningMethod):
    def __init__(self, amount):
        _validate_pruning_amount_init(amount)
        self.amount = amount

    def compute_mask(self, t, default_mask):
        n = _count(self.amount, int((default_mask == 1).sum()))
        mask = default_mask.clone(memory_format=torch.contiguous_format)
        if n:
            size = torch.where(default_mask == 1, t.abs(), float("inf")).view(-1)
            mask.view(-1)[torch.topk(size, k=n, largest=False).indices] = 0
        return mask


class LnStructured(BasePruningMethod):
    PRUNING_TYPE = "structured"

    def __init__(self, amount, n, dim=-1):
        self.amount, self.n, self.dim = amount, n, dim

    def compute_mask(self, t, default_mask):
        size = t.shape[self.dim]
        count = _count(self.amount, size)
        others = [d for d in range(t.dim()) if d != self.dim % t.dim()]
        mask = default_mask.clone(memory_format=torch.contiguous_format)
        if count:
            norms = torch.norm(t, p=self.n, dim=others)
            gone = torch.topk(norms, k=count, largest=False).indices
            mask.index_fill_(self.dim, gone, 0)
        return mask


class RandomStructured(BasePruningMethod):
    PRUNING_TYPE = "structured"

    def __init__(self, amount, dim=-1):
        self.amount, self.dim = amount, dim

    def compute_mask(self, t, default_mask):
        size = t.shape[self.dim]
        shape = [size if d == self.dim % t.dim() else 1 for d in range(t.dim())]
        scores = torch.rand(size).view(shape).expand_as(t)
        return LnStructured(self.amount, 2, self.dim).compute_mask(scores, default_mask)


class CustomFromMask(BasePruningMethod):
    def __init__(self, mask):
        self.mask = mask

    def compute_mask(self, t, default_mask):
        return default_mask * self.mask.to(dtype=default_mask.dtype)


def identity(module, name):
    Identity.apply(module, name)
    return module


def random_unstructured(module, name, amount):
    """Zeroes random entries."""
    RandomUnstructured.apply(module, name, amount)
    return module


def l1_unstructured(module, name, amount, importance_scores=None):
    """Zeroes the entries nearest to zero."""
    L1Unstructured.apply(module, name, amount, importance_scores=importance_scores)
    return module


def random_structured(module, name, amount, dim):
    RandomStructured.apply(module, name, amount, dim)
    return module


def ln_structured(module, name, amount, n, dim, importance_scores=None):
    """Zeroes the slices along dim with the smallest n-norms."""
    LnStructured.apply(module, name, amount, n, dim, importance_scores=importance_scores)
    return module


def custom_from_mask(module, name, mask):
    CustomFromMask.apply(module, name, mask)
    return module


def global_unstructured(parameters, pruning_method, importance_scores=None, **kwargs):
    """Prunes parameters of several modules together."""
    parameters = list(parameters)
    tensors = [getattr(m, n) for m, n in parameters]
    masks = [getattr(m, n + "_mask", torch.ones_like(t)) for (m, n), t in zip(parameters, tensors)]
    flat = torch.cat([t.detach().reshape(-1) for t in tensors])
    mask = pruning_method(**kwargs).compute_mask(flat, torch.cat([m.reshape(-1) for m in masks]))
    start = 0
    for (module, name), t in zip(parameters, tensors):
        custom_from_mask(module, name, mask[start:start + t.numel()].view_as(t))
        start += t.numel()


def remove(module, name):
    """Makes the pruning final: the parameter is the masked one."""
    for key, hook in list(module._forward_pre_hooks.items()):
        if isinstance(hook, BasePruningMethod) and hook._tensor_name == name:
            hook.remove(module)
            del module._forward_pre_hooks[key]
            return module
    raise ValueError(f"Parameter '{name}' of module {module} has to be pruned before pruning can be removed")


def is_pruned(module):
    return any(isinstance(h, BasePruningMethod) for _, m in module.named_modules() for h in m._forward_pre_hooks.values())
