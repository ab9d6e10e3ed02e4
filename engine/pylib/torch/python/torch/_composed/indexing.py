"""Scattering into copies, and pieces that are no views."""

import torch
from torch import _C


def put(input, index, source, accumulate=False):
    if source.numel() != index.numel():
        raise IndexError("put_(): Expected source and index to have the same number of elements, but got source.numel() = "
                         f"{source.numel()}, index.numel() = {index.numel()}")
    flat = input.reshape(-1).clone()
    at, values = index.reshape(-1), source.reshape(-1)
    if at.numel() and not bool(((at >= -flat.numel()) & (at < flat.numel())).all()):
        bad = at[(at < -flat.numel()) | (at >= flat.numel())][0].item()
        raise IndexError(f"out of range: tried to access index {bad} on a tensor of {flat.numel()} elements.")
    at = torch.where(at < 0, at + flat.numel(), at)
    flat = flat.index_put((at,), values, accumulate)
    return _C._rename("PutBackward0", flat.reshape(input.shape))


def index_reduce(input, dim, index, source, reduce, include_self=True):
    import warnings
    warnings.warn("index_reduce() is in beta and the API may change at any time. (Triggered internally at  "
                  "./aten/src/ATen/native/TensorAdvancedIndexing.cpp:1008.)")
    shape = [-1 if d == dim % input.dim() else 1 for d in range(input.dim())]
    wide = index.long().reshape(shape).expand(source.shape)
    return input.scatter_reduce(dim, wide, source, reduce, include_self=include_self)


def _replaced(input, src, view, name):
    y = input.clone()
    part = view(y)
    if part.shape != src.shape:
        raise RuntimeError(f"expected src to have a size equal to the slice of self. src size = {list(src.shape)}, "
                           f"slice size = {list(part.shape)}")
    part.copy_(src)
    return _C._rename(name, y)


def diagonal_scatter(input, src, offset=0, dim1=0, dim2=1):
    return _replaced(input, src, lambda y: y.diagonal(offset, dim1, dim2), "DiagonalScatterBackward0")


def select_scatter(input, src, dim, index):
    return _replaced(input, src, lambda y: y.select(dim, index), "SelectScatterBackward0")


def slice_scatter(input, src, dim=0, start=None, end=None, step=1):
    if step < 1:
        raise RuntimeError("slice step must be positive")
    at = [slice(None)] * input.dim()
    at[dim] = slice(start, end, step)
    return _replaced(input, src, lambda y: y[tuple(at)], "SliceScatterBackward0")


def as_strided_scatter(input, src, size, stride, storage_offset=None):
    return _replaced(input, src, lambda y: y.as_strided(size, stride, storage_offset or 0), "AsStridedScatterBackward0")


def segment_reduce(data, reduce, lengths=None, indices=None, offsets=None, axis=0, unsafe=False, initial=None):
    if lengths is None and offsets is None:
        raise RuntimeError("segment_reduce(): Either lengths or offsets must be defined.")
    sizes = lengths.tolist() if lengths is not None else offsets.diff().tolist()
    empty = {"sum": 0.0, "mean": float("nan"), "prod": 1.0, "max": -float("inf"), "min": float("inf")}
    pick = {"sum": lambda x: x.sum(0), "mean": lambda x: x.mean(0), "prod": lambda x: x.prod(0), "max": lambda x: x.amax(0), "min": lambda x: x.amin(0)}
    parts = []
    for part in data.split(sizes):
        if len(part):
            parts.append(pick[reduce](part))
        else:
            parts.append(torch.full(data.shape[1:], empty[reduce] if initial is None else initial, dtype=data.dtype))
    return _C._rename("SegmentReduceBackward0", torch.stack(parts))


def unsafe_chunk(input, chunks, dim=0):
    return tuple(x.clone() for x in input.chunk(chunks, dim))


def unsafe_split(input, split_size, dim=0):
    return tuple(x.clone() for x in input.split(split_size, dim))


def unsafe_split_with_sizes(input, split_sizes, dim=0):
    return tuple(x.clone() for x in input.split(split_sizes, dim))


def norm_except_dim(v, pow=2, dim=0):
    if dim == -1:
        return v.norm(pow)
    if dim == 0:
        return v.contiguous().view(v.size(0), -1).norm(pow, 1).view(-1, *[1] * (v.dim() - 1))
    if dim == v.dim() - 1:
        return v.contiguous().view(-1, v.size(-1)).norm(pow, 0).view(*[1] * (v.dim() - 1), -1)
    return norm_except_dim(v.transpose(0, dim), pow, 0).transpose(0, dim)


_SUM, _MEAN, _MAX = 0, 1, 2


def embedding_bag(weight, indices, offsets, scale_grad_by_freq=False, mode=_SUM, sparse=False, per_sample_weights=None,
                  include_last_offset=False, padding_idx=None):
    if include_last_offset:
        offsets, indices = offsets[:-1], indices[:int(offsets[-1])]
    sizes = torch.diff(offsets, append=offsets.new_tensor([indices.numel()]))
    bag = torch.repeat_interleave(sizes)
    if padding_idx is not None:
        kept = indices != padding_idx % weight.shape[0]
        indices, bag = indices[kept], bag[kept]
        per_sample_weights = per_sample_weights if per_sample_weights is None else per_sample_weights[kept]
    rows = torch.embedding(weight, indices, scale_grad_by_freq=scale_grad_by_freq)
    if per_sample_weights is not None:
        rows = rows * per_sample_weights.unsqueeze(1)
    count = torch.bincount(bag, minlength=len(offsets))
    if mode == _MAX:
        empty = rows.new_zeros(weight.shape[1])
        y = torch.stack([part.amax(0) if len(part) else empty for part in rows.split(count.tolist())])
    else:
        y = rows.new_zeros(len(offsets), weight.shape[1]).index_add(0, bag, rows)
        if mode == _MEAN:
            y = y / count.clamp(min=1).unsqueeze(1)
    return _C._rename("EmbeddingBagBackward0", y), bag, count, count
