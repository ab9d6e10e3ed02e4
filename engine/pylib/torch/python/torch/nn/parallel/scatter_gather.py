"""scatter and gather of nested inputs and outputs."""

import torch
from torch.nn.parallel.functions import Gather, Scatter


def _is_namedtuple(obj):
    return isinstance(obj, tuple) and hasattr(obj, "_asdict") and hasattr(obj, "_fields")


def scatter(inputs, target_gpus, dim=0):
    """Cuts the tensors in inputs into one piece per GPU; other objects are repeated."""
    def pieces(obj):
        if isinstance(obj, torch.Tensor):
            return Scatter.apply(target_gpus, None, dim, obj)
        if _is_namedtuple(obj):
            return [type(obj)(*args) for args in zip(*map(pieces, obj))]
        if isinstance(obj, tuple) and obj:
            return list(zip(*map(pieces, obj)))
        if isinstance(obj, list) and obj:
            return [list(i) for i in zip(*map(pieces, obj))]
        if isinstance(obj, dict) and obj:
            return [type(obj)(i) for i in zip(*map(pieces, obj.items()))]
        return [obj for _ in target_gpus]

    return pieces(inputs)


def scatter_kwargs(inputs, kwargs, target_gpus, dim=0):
    """scatter of positional and keyword arguments, made equally long."""
    inputs = scatter(inputs, target_gpus, dim) if inputs else []
    kwargs = scatter(kwargs, target_gpus, dim) if kwargs else []
    inputs, kwargs = list(inputs), list(kwargs)
    inputs.extend(() for _ in range(len(kwargs) - len(inputs)))
    kwargs.extend({} for _ in range(len(inputs) - len(kwargs)))
    return tuple(inputs), tuple(kwargs)


def gather(outputs, target_device, dim=0):
    """Joins the outputs of several GPUs on one device."""
    def joined(outs):
        first = outs[0]
        if isinstance(first, torch.Tensor):
            return Gather.apply(target_device, dim, *outs)
        if first is None:
            return None
        if isinstance(first, dict):
            if not all(len(first) == len(d) for d in outs):
                raise ValueError("All dicts must have the same number of keys")
            return type(first)((k, joined([d[k] for d in outs])) for k in first)
        if _is_namedtuple(first):
            return type(first)._make(map(joined, zip(*outs)))
        return type(first)(map(joined, zip(*outs)))

    return joined(outputs)
