"""Making one batch of a list of items."""

from collections import abc

import torch

_WRONG = "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {}"


def _is_array(x):
    return type(x).__module__ == "numpy"


def default_convert(data):
    """Arrays as tensors, inside containers too; everything else as it is."""
    if isinstance(data, torch.Tensor):
        return data
    if _is_array(data):
        return torch.as_tensor(data) if data.dtype.kind not in "SUO" else data
    if isinstance(data, abc.Mapping):
        converted = {key: default_convert(value) for key, value in data.items()}
        return converted if type(data) is dict else _like(data, converted)
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*(default_convert(d) for d in data))
    if isinstance(data, tuple):
        return [default_convert(d) for d in data]
    if isinstance(data, abc.Sequence) and not isinstance(data, (str, bytes)):
        converted = [default_convert(d) for d in data]
        return converted if type(data) is list else _like(data, converted)
    return data


def _like(original, value):
    """value as the type of original, if that can be built from it."""
    try:
        return type(original)(value)
    except TypeError:
        return value


def default_collate(batch):
    """Items stacked along a new first dimension, inside containers too."""
    elem = batch[0]
    if isinstance(elem, str):  # of an array of words, too, whose elements are words and arrays at once
        return batch
    if isinstance(elem, torch.Tensor):
        return torch.stack(batch, 0)
    if _is_array(elem):
        if elem.dtype.kind in "SUO":
            raise TypeError(_WRONG.format(elem.dtype))
        if getattr(elem, "shape", None) == ():
            return torch.as_tensor(batch)
        return default_collate([torch.as_tensor(b) for b in batch])
    if isinstance(elem, float):
        return torch.tensor(batch, dtype=torch.float64)
    if isinstance(elem, int):
        return torch.tensor(batch)
    if isinstance(elem, bytes):
        return batch
    if isinstance(elem, abc.Mapping):
        merged = {key: default_collate([d[key] for d in batch]) for key in elem}
        return merged if type(elem) is dict else _like(elem, merged)
    if isinstance(elem, tuple) and hasattr(elem, "_fields"):
        return type(elem)(*(default_collate(samples) for samples in zip(*batch)))
    if isinstance(elem, abc.Sequence):
        size = len(elem)
        if not all(len(e) == size for e in batch):
            raise RuntimeError("each element in list of batch should be of equal size")
        columns = [default_collate(samples) for samples in zip(*batch)]
        return columns if isinstance(elem, (tuple, list)) else _like(elem, columns)
    raise TypeError(_WRONG.format(type(elem)))
