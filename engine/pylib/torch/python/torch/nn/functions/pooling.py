"""Pooling functions."""

import torch
from torch.nn.modules.sizes import _pair, _single, _triple

_nn = torch._C._nn

avg_pool1d = torch.avg_pool1d
avg_pool2d = _nn.avg_pool2d
avg_pool3d = _nn.avg_pool3d
adaptive_avg_pool1d = torch.adaptive_avg_pool1d


def _max_pool(name, values, both):
    def pool(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
        fn = both if return_indices else values
        return fn(input, kernel_size, [] if stride is None else stride, padding, dilation, ceil_mode)

    def with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
        return pool(input, kernel_size, stride, padding, dilation, ceil_mode, True)

    pool.__name__, with_indices.__name__ = name, name + "_with_indices"
    pool.__doc__ = "The maximum of each window; with return_indices also where it stands."
    with_indices.__doc__ = "The maximum of each window, and where it stands in the input."
    return pool, with_indices


max_pool1d, max_pool1d_with_indices = _max_pool(
    "max_pool1d", torch.max_pool1d, torch.max_pool1d_with_indices)
max_pool2d, max_pool2d_with_indices = _max_pool(
    "max_pool2d", torch.max_pool2d, _nn.max_pool2d_with_indices)
max_pool3d, max_pool3d_with_indices = _max_pool(
    "max_pool3d", torch.max_pool3d, _nn.max_pool3d_with_indices)


def _adaptive_size(output_size, input, dims):
    if isinstance(output_size, int):
        return (output_size,) * dims
    if isinstance(output_size, (tuple, list)) and len(output_size) == dims:
        return tuple(n if want is None else want for want, n in zip(output_size, input.shape[-dims:]))
    return output_size


def adaptive_avg_pool2d(input, output_size):
    """The mean of output_size windows that cover the image."""
    return _nn.adaptive_avg_pool2d(input, _adaptive_size(output_size, input, 2))


def adaptive_avg_pool3d(input, output_size):
    """The mean of output_size windows that cover the volume."""
    return _nn.adaptive_avg_pool3d(input, _adaptive_size(output_size, input, 3))


def adaptive_max_pool1d(input, output_size, return_indices=False):
    """The maximum of output_size windows that cover the sequence."""
    out = torch.adaptive_max_pool1d(input, output_size)
    return out if return_indices else out[0]


def adaptive_max_pool2d(input, output_size, return_indices=False):
    """The maximum of output_size windows that cover the image."""
    out = _nn.adaptive_max_pool2d(input, _adaptive_size(output_size, input, 2))
    return out if return_indices else out[0]


def adaptive_max_pool3d(input, output_size, return_indices=False):
    """The maximum of output_size windows that cover the volume."""
    out = _nn.adaptive_max_pool3d(input, _adaptive_size(output_size, input, 3))
    return out if return_indices else out[0]


def _unpool_size(input, kernel, stride, padding, wanted):
    default = [(n - 1) * s + k - 2 * p
               for n, s, k, p in zip(input.size()[-len(kernel):], stride, kernel, padding)]
    if wanted is None:
        return default
    if len(wanted) == len(kernel) + 2:
        wanted = wanted[2:]
    if len(wanted) != len(kernel):
        raise ValueError(f"output_size should be a sequence containing {len(kernel)} or {len(kernel) + 2} "
                         f"elements, but it has a length of '{len(wanted)}'")
    for d, (size, n, s) in enumerate(zip(wanted, default, stride)):
        if not n - s < size < n + s:
            raise ValueError(f'invalid output_size "{wanted}" (dim {d} must be between {n - s} and {n + s})')
    return list(wanted)


def _unpool(input, kernel_size, stride, padding, output_size, many):
    kernel = many(kernel_size)
    stride = kernel if stride is None else many(stride)
    padding = many(padding)
    size = _unpool_size(input, kernel, stride, padding, output_size)
    return size, stride, padding


def max_unpool1d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """Puts maxima back at their indices, zeros elsewhere."""
    size, _, _ = _unpool(input, kernel_size, stride, padding, output_size, _single)
    return _nn.max_unpool2d(input.unsqueeze(-1), indices.unsqueeze(-1), [*size, 1]).squeeze(-1)


def max_unpool2d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """Puts maxima back at their indices, zeros elsewhere."""
    size, _, _ = _unpool(input, kernel_size, stride, padding, output_size, _pair)
    return _nn.max_unpool2d(input, indices, size)


def max_unpool3d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """Puts maxima back at their indices, zeros elsewhere."""
    size, stride, padding = _unpool(input, kernel_size, stride, padding, output_size, _triple)
    return _nn.max_unpool3d(input, indices, size, stride, padding)


def _lp_pool(pooled, norm_type, elements):
    """Turns the mean of powers into the norm."""
    total = torch.sign(pooled) * torch.relu(torch.abs(pooled))
    return total.mul(elements).pow(1.0 / norm_type)


def lp_pool1d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """The norm of each window of a sequence."""
    mean = avg_pool1d(input.pow(norm_type), kernel_size, [] if stride is None else stride, 0, ceil_mode)
    return _lp_pool(mean, norm_type, kernel_size)


def lp_pool2d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """The norm of each window of an image."""
    height, width = _pair(kernel_size)
    mean = avg_pool2d(input.pow(norm_type), kernel_size, [] if stride is None else stride, 0, ceil_mode)
    return _lp_pool(mean, norm_type, height * width)


def _fractional(dims, many):
    name = f"fractional_max_pool{dims}d"

    def with_indices(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
        if output_size is None and output_ratio is None:
            raise ValueError(f"{name} requires specifying either an output_size or an output_ratio")
        if output_size is None:
            output_size = [int(n * ratio) for n, ratio in zip(input.shape[-dims:], many(output_ratio))]
        if _random_samples is None:
            batch = 1 if input.dim() == dims + 1 else input.size(0)
            _random_samples = torch.rand(batch, input.size(-dims - 1), dims, dtype=input.dtype, device=input.device)
        return getattr(_nn, name)(input, many(kernel_size), many(output_size), _random_samples)

    def pool(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
        both = with_indices(input, kernel_size, output_size, output_ratio, return_indices, _random_samples)
        return both if return_indices else both[0]

    with_indices.__name__, pool.__name__ = name + "_with_indices", name
    with_indices.__doc__ = "Max pooling over windows at random places, and where the maxima stand."
    pool.__doc__ = "Max pooling over windows at random places."
    return pool, with_indices


fractional_max_pool2d, fractional_max_pool2d_with_indices = _fractional(2, _pair)
fractional_max_pool3d, fractional_max_pool3d_with_indices = _fractional(3, _triple)
