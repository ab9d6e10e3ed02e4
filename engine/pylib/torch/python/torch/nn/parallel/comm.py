"""Copies between GPUs: broadcast, reduce, scatter, gather."""

import warnings

import torch
from torch._utils import _get_device_index


def _device(index):
    return torch.device("cpu") if index == -1 else torch.device("cuda", index)


def broadcast(tensor, devices=None, *, out=None):
    """tensor on each of the GPUs; the first copy is tensor itself when it lives there."""
    if (devices is None) == (out is None):
        raise RuntimeError("Exactly one of 'devices' and 'out' must be specified, "
                           f"but got devices={devices} and out={out}")
    if out is not None:
        for t in out:
            t.copy_(tensor, non_blocking=True)
        return tuple(out)
    copies = []
    for index in (_get_device_index(d) for d in devices):
        copies.append(tensor if tensor.is_cuda and tensor.get_device() == index and not copies
                      else tensor.to(_device(index), non_blocking=True, copy=True))
    return tuple(copies)


def broadcast_coalesced(tensors, devices, buffer_size=10485760):
    """broadcast of several tensors: for each GPU a tuple of copies."""
    copies = [broadcast(t, devices) for t in tensors]
    return [tuple(c[i] for c in copies) for i in range(len(devices))]


def reduce_add(inputs, destination=None):
    """The sum of tensors of several GPUs, on one of them."""
    destination = _get_device_index(destination, optional=True)
    size = inputs[0].size()
    root = None
    for i, t in enumerate(inputs):
        assert t.device.type != "cpu", "reduce_add expects all inputs to be on GPUs"
        if t.get_device() == destination:
            root = i
        if t.size() != size:
            got, expected = ("x".join(str(n) for n in s) for s in (t.size(), size))
            raise ValueError(f"input {i} has invalid size: got {got}, but expected {expected}")
    if root is None:
        raise RuntimeError("reduce_add expects destination to be on the same GPU with one of the tensors")
    if len(inputs) == 1:
        return inputs[0]
    others = [t.to(inputs[root].device, non_blocking=True) for i, t in enumerate(inputs) if i != root]
    total = inputs[root] + others[0]
    for t in others[1:]:
        total.add_(t)
    return total


def reduce_add_coalesced(inputs, destination=None, buffer_size=10485760):
    """reduce_add of several tensors: inputs holds one tuple per GPU."""
    return tuple(reduce_add(same, destination) for same in zip(*inputs))


def _chunks(tensor, n, chunk_sizes, dim):
    if chunk_sizes is None:
        return tensor.chunk(n, dim)
    if len(chunk_sizes) != n:
        raise RuntimeError("Expected devices and chunk_sizes to be of same length, but got "
                           f"len(devices) = {n} and len(chunk_sizes) = {len(chunk_sizes)}")
    return tensor.split([int(c) for c in chunk_sizes], dim)


def scatter(tensor, devices=None, chunk_sizes=None, dim=0, streams=None, *, out=None):
    """tensor cut along dim, one piece per GPU."""
    if out is not None:
        if devices is not None:
            raise RuntimeError(f"'devices' must not be specified when 'out' is specified, but got devices={devices}")
        if chunk_sizes is not None:
            raise RuntimeError("'chunk_sizes' must not be specified when 'out' is specified, "
                               f"but got chunk_sizes={chunk_sizes}")
        for t, piece in zip(out, tensor.split([t.size(dim) for t in out], dim)):
            t.copy_(piece)
        return tuple(out)
    devices = [_get_device_index(d) for d in devices]
    pieces = _chunks(tensor, len(devices), chunk_sizes, dim)
    return tuple(piece.to(_device(d), non_blocking=True) for piece, d in zip(pieces, devices))


def gather(tensors, dim=0, destination=None, *, out=None):
    """Tensors of several GPUs joined along dim on one device."""
    if out is not None:
        if destination is not None:
            raise RuntimeError("'destination' must not be specified when 'out' is specified, "
                               f"but got destination={destination}")
        return out.copy_(torch.cat([t.to(out.device) for t in tensors], dim))
    if destination == -1:
        warnings.warn("Using -1 to represent CPU tensor is deprecated. Please use a "
                      'device object or string instead, e.g., "cpu".')
    device = _device(_get_device_index(destination, allow_cpu=True, optional=True))
    return torch.cat([t.to(device, non_blocking=True) for t in tensors], dim)
