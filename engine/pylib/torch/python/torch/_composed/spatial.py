"""Sampling images at places between pixels."""

import itertools
import math

import torch
from torch import _C

_ZEROS, _BORDER, _REFLECTION = 0, 1, 2
_LINEAR, _NEAREST, _CUBIC = 0, 1, 2


def conv_tbc(input, weight, bias, pad=0):
    """A convolution along time of what lies as time, batch, channel."""
    for name, x, rank, words in (("Input", input, 3, "3 dims: time, batch, in_channel"), ("Weight tensor", weight, 3, "3 dims: kernel_width, in_channels, out_channels.")):
        if x.dim() != rank:
            raise RuntimeError(f"{name} must have {words}")
    if bias.dim() != 1:
        raise RuntimeError("Bias must be 1-D")
    if input.shape[2] != weight.shape[1]:
        raise RuntimeError("Input dim 2 (input channels) is not == dim 1 in the weight tensor.")
    if weight.shape[2] != bias.shape[0]:
        raise RuntimeError("Bias size must equal dim 2 in the weight tensor (output channels).")
    y = torch.conv1d(input.permute(1, 2, 0), weight.permute(2, 1, 0), bias, padding=pad)
    return _C._rename("ConvTbcBackward0", y.permute(2, 0, 1))


def _pixels(x, size, align_corners):
    """Coordinates in [-1, 1] as places in pixels."""
    return (x + 1) / 2 * (size - 1) if align_corners else ((x + 1) * size - 1) / 2


def _reflect(x, low2, high2):
    """x folded into [low2/2, high2/2]."""
    if low2 == high2:
        return torch.zeros_like(x)
    low, span = low2 / 2, (high2 - low2) / 2
    x = (x - low).abs()
    extra, flips = torch.fmod(x, span), (x / span).floor()
    return torch.where(flips % 2 == 0, extra + low, span - extra + low)


def _inside(x, size, padding, align_corners):
    """Places moved into the image as the padding says."""
    if padding == _BORDER:
        return _within(x, size)
    if padding == _REFLECTION:
        x = _reflect(x, 0, 2 * (size - 1)) if align_corners else _reflect(x, -1, 2 * size - 1)
        return _within(x, size)
    return x


def _within(x, size):
    """Places moved into 0 … size-1; what is no number, to 0."""
    return x.clamp(0, size - 1).where(~x.isnan(), torch.zeros((), dtype=x.dtype, device=x.device))


def _values(input, index):
    """input at integral places, one index tensor (N, …) per spatial dimension; zero outside."""
    n, c, sizes = input.shape[0], input.shape[1], input.shape[2:]
    flat, ok = 0, True
    for at, size in zip(index, sizes):
        ok = (at >= 0) & (at < size) & ok
        flat = flat * size + _within(at, size).long()
    picked = input.reshape(n, c, -1).gather(2, flat.reshape(n, 1, -1).expand(n, c, -1))
    return picked.reshape(n, c, *flat.shape[1:]) * ok.unsqueeze(1)


def _linear(input, places):
    floors = [p.detach().floor() for p in places]
    total = 0
    for corner in range(2 ** len(places)):
        index, weight = [], 1
        for d, (place, low) in enumerate(zip(places, floors)):
            up = corner >> d & 1
            index.append(low + up)
            weight = weight * (place - low if up else low + 1 - place)
        total = total + _values(input, index) * weight.unsqueeze(1)
    return total


def _cubic_weights(t, A=-0.75):
    def near(x):
        return ((A + 2) * x - (A + 3)) * x * x + 1

    def far(x):
        return ((A * x - 5 * A) * x + 8 * A) * x - 4 * A
    return far(t + 1), near(t), near(1 - t), far(2 - t)


def _cubic(input, places, padding, align_corners):
    y, x = places
    fy, fx = y.detach().floor(), x.detach().floor()
    wy, wx = _cubic_weights(y - fy), _cubic_weights(x - fx)
    h, w = input.shape[2:]
    total = 0
    for i in range(4):
        row = 0
        for j in range(4):
            at = [_inside(fy + (i - 1), h, padding, align_corners), _inside(fx + (j - 1), w, padding, align_corners)]
            row = row + _values(input, at) * wx[j].unsqueeze(1)
        total = total + row * wy[i].unsqueeze(1)
    return total


def grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners):
    dims = input.dim() - 2
    if input.device != grid.device:
        raise RuntimeError("grid_sampler(): expected input and grid to be on same device, but input is on "
                           f"{input.device} and grid is on {grid.device}")
    if input.dtype != grid.dtype:
        raise RuntimeError(f"grid_sampler(): expected input and grid to have same dtype, but input has {_scalar(input)} and grid has {_scalar(grid)}")
    if input.shape[0] != grid.shape[0]:
        raise RuntimeError("grid_sampler(): expected grid and input to have same batch size, but got input with sizes "
                           f"{list(input.shape)} and grid with sizes {list(grid.shape)}")
    if grid.shape[-1] != dims:
        raise RuntimeError(f"grid_sampler(): expected grid to have size {dims} in last dimension, but got grid with sizes {list(grid.shape)}")
    if input.dim() not in (4, 5) or grid.dim() != input.dim():
        raise RuntimeError(f"grid_sampler(): expected {4 if input.dim() == 4 else 5}D input and grid with same number of dimensions, but got "
                           f"input with sizes {list(input.shape)} and grid with sizes {list(grid.shape)}")
    if 0 in input.shape[2:]:
        raise RuntimeError(f"grid_sampler(): expected input to have non-empty spatial dimensions, but input has sizes {list(input.shape)} "
                           f"with dimension {2 + list(input.shape[2:]).index(0)} being empty")
    if interpolation_mode == _CUBIC and dims != 2:
        raise RuntimeError("grid_sampler(): bicubic interpolation only supports 4D input")
    sizes = input.shape[2:]
    places = [_pixels(grid[..., dims - 1 - d], sizes[d], align_corners) for d in range(dims)]
    if interpolation_mode == _CUBIC:
        y = _cubic(input, places, padding_mode, align_corners)
    else:
        places = [_inside(p, n, padding_mode, align_corners) for p, n in zip(places, sizes)]
        y = _values(input, [p.detach().round() for p in places]) if interpolation_mode == _NEAREST else _linear(input, places)
    return _C._rename(f"GridSampler{dims}DBackward0", y)


grid_sampler_2d = grid_sampler_3d = grid_sampler


def _scalar(x):
    return {"float32": "float", "float64": "double", "float16": "c10::Half"}.get(str(x.dtype)[6:], str(x.dtype)[6:])


def affine_grid_generator(theta, size, align_corners):
    n, dims = size[0], len(size) - 2
    axes = []
    for length in size[2:]:
        if length <= 1:
            axis = torch.zeros(length, dtype=theta.dtype, device=theta.device)
        else:
            axis = torch.linspace(-1, 1, length, dtype=theta.dtype, device=theta.device)
            if not align_corners:
                axis = axis * (length - 1) / length
        axes.append(axis)
    places = torch.meshgrid(*axes, indexing="ij")
    base = torch.stack([*reversed(places), torch.ones_like(places[0])], -1)
    flat = base.reshape(1, -1, dims + 1).expand(n, -1, -1)
    return _C._rename("AffineGridGeneratorBackward0", (flat @ theta.transpose(1, 2)).reshape(n, *size[2:], dims))


def _pool_starts(sample, size, out, kernel):
    """Where the windows of fractional pooling begin (Graham, 2014)."""
    alpha = (size - kernel) / (out - 1) if out > 1 else 0
    starts = [int((i + sample) * alpha) - int(sample * alpha) for i in range(out - 1)]
    return starts + [size - kernel]


def _fractional_max_pool(input, kernel_size, output_size, random_samples, dims, order):
    """Maxima of windows at random places; order says which dimension each random number is for."""
    kernel, out = [(k,) * dims if isinstance(k, int) else tuple(k) for k in (kernel_size, output_size)]
    x = input if input.dim() == dims + 2 else input.unsqueeze(0)
    sizes = x.shape[2:]
    place = torch.arange(math.prod(sizes)).reshape(sizes)
    planes, indices = [], []
    for n in range(x.shape[0]):
        for c in range(x.shape[1]):
            samples = random_samples[n, c].tolist()
            starts = [_pool_starts(samples[order[d]], sizes[d], out[d], kernel[d]) for d in range(dims)]
            at = torch.stack([place[tuple(slice(s, s + k) for s, k in zip(corner, kernel))].flatten()
                              for corner in itertools.product(*starts)])
            values, where = x[n, c].reshape(-1)[at].max(1)
            planes.append(values.reshape(out))
            indices.append(at.gather(1, where.unsqueeze(1)).reshape(out))
    shape = (*input.shape[:-dims], *out)
    y = _C._rename(f"FractionalMaxPool{dims}DBackward0", torch.stack(planes).reshape(shape))
    return y, torch.stack(indices).reshape(shape)


def fractional_max_pool2d(input, kernel_size, output_size, random_samples):
    return _fractional_max_pool(input, kernel_size, output_size, random_samples, 2, (1, 0))


def fractional_max_pool3d(input, kernel_size, output_size, random_samples):
    return _fractional_max_pool(input, kernel_size, output_size, random_samples, 3, (0, 1, 2))


def adaptive_max_pool3d(input, output_size):
    sizes = input.shape[-3:]
    out = (output_size,) * 3 if isinstance(output_size, int) else tuple(output_size)
    place = torch.arange(math.prod(sizes), device=input.device).reshape(sizes)
    windows = [[slice(i * n // m, -(-(i + 1) * n // m)) for i in range(m)] for n, m in zip(sizes, out)]
    values, indices = [], []
    for cell in itertools.product(*windows):
        value, where = input[(..., *cell)].flatten(-3).max(-1)
        values.append(value)
        indices.append(place[cell].flatten()[where])
    shape = (*input.shape[:-3], *out)
    y = _C._rename("AdaptiveMaxPool3DBackward0", torch.stack(values, -1).reshape(shape))
    return y, torch.stack(indices, -1).reshape(shape)


def max_unpool3d(input, indices, output_size, stride, padding):
    lead, size = input.shape[:-3], math.prod(output_size)
    if indices.numel() and not 0 <= int(indices.min()) <= int(indices.max()) < size:
        wrong = indices[(indices < 0) | (indices >= size)][0].item()
        raise RuntimeError(f"Found an invalid max index: {wrong} (output volumes are of size {'x'.join(map(str, output_size))}")
    y = input.new_zeros((*lead, size)).scatter(-1, indices.flatten(-3), input.flatten(-3))
    return _C._rename("MaxUnpool3DBackward0", y.reshape(*lead, *output_size))


def native_channel_shuffle(input, groups):
    return input.clone() if groups == 1 else torch.channel_shuffle(input, groups)
