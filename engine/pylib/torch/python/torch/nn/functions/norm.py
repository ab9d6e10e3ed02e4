"""Normalization, embedding and distances."""

import warnings

import torch

bilinear = torch.bilinear
linear = torch._C._nn.linear
one_hot = torch._C._nn.one_hot
cosine_similarity = torch.cosine_similarity
pairwise_distance = torch.pairwise_distance
pdist = torch.pdist

_CUDNN = torch.backends.cudnn


def _product(sizes):
    n = 1
    for size in sizes:
        n *= size
    return n


def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False,
               momentum=0.1, eps=1e-5):
    """Normalizes each channel over the batch, or by the running statistics."""
    if training:
        size = input.size()
        if size[0] * _product(size[2:]) == 1:
            raise ValueError(f"Expected more than 1 value per channel when training, got input size {size}")
    return torch.batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps,
                            _CUDNN.enabled)


def instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None,
                  use_input_stats=True, momentum=0.1, eps=1e-5):
    """Normalizes each channel of each example."""
    if use_input_stats and _product(input.size()[2:]) == 1:
        raise ValueError("Expected more than 1 spatial element when training, "
                         f"got input size {input.size()}")
    return torch.instance_norm(input, weight, bias, running_mean, running_var, use_input_stats,
                               momentum, eps, _CUDNN.enabled)


def rms_norm(input, normalized_shape, weight=None, eps=None):
    """input divided by the root of the mean of its squares over the last dimensions (PyTorch 2.4)."""
    shape = tuple(normalized_shape)
    if tuple(input.shape[input.dim() - len(shape):]) != shape:
        raise RuntimeError(f"Given normalized_shape={list(shape)}, expected input with shape [*, {', '.join(map(str, shape))}], but got input of size{list(input.shape)}")
    mean = input.pow(2).mean(dim=tuple(range(-len(shape), 0)), keepdim=True)
    out = input * torch.rsqrt(mean + (torch.finfo(input.dtype).eps if eps is None else eps))
    return out if weight is None else out * weight


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    """Normalizes over the last dimensions."""
    return torch.layer_norm(input, normalized_shape, weight, bias, eps, _CUDNN.enabled)


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5):
    """Normalizes groups of channels."""
    size = input.size()
    if size[0] * size[1] // num_groups * _product(size[2:]) == 1:
        raise ValueError("Expected more than 1 value per channel when training, got input size "
                         f"{[size[0] * size[1] // num_groups, num_groups, *size[2:]]}")
    return torch.group_norm(input, num_groups, weight, bias, eps, _CUDNN.enabled)


def local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0):
    """Divides by a power of the mean square of neighbouring channels."""
    F = torch.nn.functional
    dims = input.dim()
    if dims < 3:
        raise ValueError("Expected 3D or higher dimensionality                          "
                         f"input (got {dims} dimensions)")
    if input.numel() == 0:
        return input
    squares = input.mul(input).unsqueeze(1)
    if dims == 3:
        mean = F.avg_pool2d(F.pad(squares, (0, 0, size // 2, (size - 1) // 2)), (size, 1), stride=1).squeeze(1)
    else:
        n, c, h = input.size()[:3]
        volume = squares.view(n, 1, c, h, -1)
        volume = F.pad(volume, (0, 0, 0, 0, size // 2, (size - 1) // 2))
        mean = F.avg_pool3d(volume, (size, 1, 1), stride=1).squeeze(1).view(input.size())
    return input / mean.mul(alpha).add(k).pow(beta)


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    """input divided by its p-norm along dim."""
    length = input.norm(p, dim, keepdim=True).clamp_min(eps)
    if out is not None:
        return torch.div(input, length.expand_as(input), out=out)
    return input / length.expand_as(input)


def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0,
              scale_grad_by_freq=False, sparse=False):
    """The rows of weight that input names."""
    if padding_idx is None:
        padding_idx = -1
    elif padding_idx > 0:
        assert padding_idx < weight.size(0), "Padding_idx must be within num_embeddings"
    elif padding_idx < 0:
        assert padding_idx >= -weight.size(0), "Padding_idx must be within num_embeddings"
        padding_idx += weight.size(0)
    if max_norm is not None:
        input = input.contiguous()
        with torch.no_grad():
            torch.embedding_renorm_(weight, input, max_norm, norm_type)
    if sparse:
        from torch import _sparse_gradient
        return _sparse_gradient.embedding(weight, input, padding_idx)
    return torch.embedding(weight, input, padding_idx, scale_grad_by_freq)


_BAG_MODES = {"sum": 0, "mean": 1, "max": 2}


def _bag_input(input, offsets):
    """The indices in one row, and where each bag begins."""
    if input.dim() == 2:
        if offsets is not None:
            raise ValueError("if input is 2D, then offsets has to be None, as input is treated is a "
                             "mini-batch of fixed length sequences. However, found offsets of type "
                             f"{type(offsets)}")
        starts = torch.arange(0, input.numel(), input.size(1), dtype=input.dtype, device=input.device)
        return input.reshape(-1), starts
    if input.dim() != 1:
        raise ValueError(f"input has to be 1D or 2D Tensor, but got Tensor of dimension {input.dim()}")
    if offsets is None:
        raise ValueError("offsets has to be a 1D Tensor but got None")
    if offsets.dim() != 1:
        raise ValueError("offsets has to be a 1D Tensor")
    return input, offsets


def embedding_bag(input, weight, offsets=None, max_norm=None, norm_type=2, scale_grad_by_freq=False,
                  mode="mean", sparse=False, per_sample_weights=None, include_last_offset=False,
                  padding_idx=None):
    """Sums, means or maxima of the rows of weight, bag by bag."""
    if weight.dtype == torch.long and input.is_floating_point():
        warnings.warn("Argument order of nn.functional.embedding_bag was changed. "
                      "Usage `embedding_bag(weight, input, ...)` is deprecated, "
                      "and should now be `embedding_bag(input, weight, ...)`.")
        weight, input = input, weight
    if per_sample_weights is not None and input.size() != per_sample_weights.size():
        raise ValueError(f"embedding_bag: If per_sample_weights ({per_sample_weights.shape}) is not None, "
                         f"then it must have the same shape as the input ({input.shape})")
    flat_weights = None if per_sample_weights is None else per_sample_weights.reshape(-1)
    input, offsets = _bag_input(input, offsets)
    if mode not in _BAG_MODES:
        raise ValueError("mode has to be one of sum, mean or max")
    if mode == "max" and scale_grad_by_freq:
        raise ValueError("max mode does not support scaling the gradient by the frequency")
    if mode == "max" and sparse:
        raise ValueError("max mode does not support sparse weights")
    if max_norm is not None:
        with torch.no_grad():
            torch.embedding_renorm_(weight, input, max_norm, norm_type)
    if flat_weights is not None and mode != "sum":
        raise NotImplementedError(
            "embedding_bag: per_sample_weights was not None. "
            "per_sample_weights is only supported for mode='sum' "
            f"(got mode='{mode}'). Please open a feature request on GitHub.")
    return torch.embedding_bag(weight, input, offsets, scale_grad_by_freq, _BAG_MODES[mode], sparse,
                               flat_weights, include_last_offset, padding_idx)[0]
