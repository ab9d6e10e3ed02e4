"""Convolutions, padding, resizing and sliding blocks."""

import math
import warnings

import torch
from torch.nn.modules.sizes import _pair

_nn = torch._C._nn

conv1d, conv2d, conv3d = torch.conv1d, torch.conv2d, torch.conv3d
conv_transpose1d, conv_transpose2d = torch.conv_transpose1d, torch.conv_transpose2d
conv_transpose3d = torch.conv_transpose3d
pad = _nn.pad
pixel_shuffle, pixel_unshuffle = torch.pixel_shuffle, torch.pixel_unshuffle
channel_shuffle = torch.channel_shuffle

# mode: the dimensions of inputs that have a kernel for it
_KERNELS = {
    "nearest": {3: "upsample_nearest1d", 4: "upsample_nearest2d", 5: "upsample_nearest3d"},
    "nearest-exact": {3: "_upsample_nearest_exact1d", 4: "_upsample_nearest_exact2d",
                      5: "_upsample_nearest_exact3d"},
    "linear": {3: "upsample_linear1d"},
    "bilinear": {4: "upsample_bilinear2d"},
    "bicubic": {4: "upsample_bicubic2d"},
    "trilinear": {5: "upsample_trilinear3d"},
}
_NEEDS = {"linear": 3, "bilinear": 4, "trilinear": 5}


def _check_given(given, input, names, words, letters):
    """names: how the two parts of the message call what was given."""
    if len(given) != input.dim() - 2:
        raise ValueError(
            f"Input and {names} must have the same number of spatial dimensions, but got "
            f"input with spatial dimensions of {list(input.shape[2:])} and {words} {given}. "
            "Please provide input tensor in (N, C, d1, d2, ...,dK) format and "
            f"{names if names != 'output' else 'output size'} in {letters} format.")


def _target(input, size, scale_factor):
    """The output size and the scale factors; one of the two is None."""
    dims = input.dim() - 2
    if size is not None and scale_factor is not None:
        raise ValueError("only one of size or scale_factor should be defined")
    if size is not None:
        if not isinstance(size, (list, tuple)):
            return [size] * dims, None
        _check_given(size, input, "output", "output size of", "(o1, o2, ...,oK)")
        return size, None
    if scale_factor is not None:
        if not isinstance(scale_factor, (list, tuple)):
            return None, [scale_factor] * dims
        _check_given(scale_factor, input, "scale_factor", "scale_factor of shape", "(s1, s2, ...,sK)")
        return None, scale_factor
    raise ValueError("either size or scale_factor should be defined")


def interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None,
                recompute_scale_factor=None, antialias=False):
    """Resizes the spatial dimensions of (N, C, *)."""
    if mode in ("nearest", "area", "nearest-exact"):
        if align_corners is not None:
            raise ValueError("align_corners option can only be set with the "
                             "interpolating modes: linear | bilinear | bicubic | trilinear")
    elif align_corners is None:
        align_corners = False
    size, scales = _target(input, size, scale_factor)
    if recompute_scale_factor and size is not None:
        raise ValueError("recompute_scale_factor is not meaningful with an explicit size.")
    if size is None and (mode == "area" or recompute_scale_factor):
        size = [int(math.floor(float(n) * s)) for n, s in zip(input.shape[2:], scales)]
        scales = None
    if antialias and not (mode in ("bilinear", "bicubic") and input.dim() == 4):
        raise ValueError("Anti-alias option is only supported for bilinear and bicubic modes")
    return _resize(input, size, scales, mode, align_corners, antialias)


def _resize(input, size, scales, mode, align_corners, antialias):
    F, dims = torch.nn.functional, input.dim()
    if mode == "area" and dims in (3, 4, 5):
        return (F.adaptive_avg_pool1d, F.adaptive_avg_pool2d, F.adaptive_avg_pool3d)[dims - 3](input, size)
    name = _KERNELS.get(mode, {}).get(dims)
    if name is None:
        if mode in _NEEDS and dims in (3, 4, 5):
            raise NotImplementedError(f"Got {dims}D input, but {mode} mode needs {_NEEDS[mode]}D input")
        raise NotImplementedError(
            f"Input Error: Only 3D, 4D and 5D input Tensors supported (got {dims}D) for the modes: "
            f"nearest | linear | bilinear | bicubic | trilinear | area | nearest-exact (got {mode})")
    if antialias:
        name = f"_{name}_aa"
    if align_corners is None:
        return getattr(_nn, name)(input, size, scales)
    return getattr(_nn, name)(input, size, align_corners, scales)


def upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None):
    """Deprecated: interpolate."""
    warnings.warn("nn.functional.upsample is deprecated. Use nn.functional.interpolate instead.")
    return interpolate(input, size, scale_factor, mode, align_corners)


def upsample_nearest(input, size=None, scale_factor=None):
    """Deprecated: interpolate in mode nearest."""
    warnings.warn("nn.functional.upsample_nearest is deprecated. Use nn.functional.interpolate instead.")
    return interpolate(input, size, scale_factor, mode="nearest")


def upsample_bilinear(input, size=None, scale_factor=None):
    """Deprecated: interpolate in mode bilinear with aligned corners."""
    warnings.warn("nn.functional.upsample_bilinear is deprecated. Use nn.functional.interpolate instead.")
    return interpolate(input, size, scale_factor, mode="bilinear", align_corners=True)


_ALIGN_WARNING = ("Default grid_sample and affine_grid behavior has changed to align_corners=False since "
                  "1.3.0. Please specify align_corners=True if the old behavior is desired. "
                  "See the documentation of grid_sample for details.")


def grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None):
    """The values of input at the places that grid names, in [-1, 1]."""
    modes, paddings = ("bilinear", "nearest", "bicubic"), ("zeros", "border", "reflection")
    if mode not in modes:
        raise ValueError("nn.functional.grid_sample(): expected mode to be "
                         f"'bilinear', 'nearest' or 'bicubic', but got: '{mode}'")
    if padding_mode not in paddings:
        raise ValueError("nn.functional.grid_sample(): expected padding_mode "
                         f"to be 'zeros', 'border', or 'reflection', but got: '{padding_mode}'")
    if align_corners is None:
        warnings.warn(_ALIGN_WARNING)
        align_corners = False
    return torch.grid_sampler(input, grid, modes.index(mode), paddings.index(padding_mode), align_corners)


def affine_grid(theta, size, align_corners=None):
    """The places that affine maps send the pixels of an image of a size to."""
    if align_corners is None:
        warnings.warn(_ALIGN_WARNING)
        align_corners = False
    if not theta.is_floating_point():
        raise ValueError(f"Expected theta to have floating point type, but got {theta.dtype}")
    if len(size) not in (4, 5):
        raise NotImplementedError("affine_grid only supports 4D and 5D sizes, for 2D and 3D affine "
                                  f"transforms, respectively. Got size {size}.")
    n = len(size) - 2
    if theta.dim() != 3 or theta.shape[-2] != n or theta.shape[-1] != n + 1:
        raise ValueError(f"Expected a batch of {n}D affine matrices of shape Nx{n}x{n + 1} "
                         f"for size {size}. Got {theta.shape}.")
    if min(size) <= 0:
        raise ValueError(f"Expected non-zero, positive output size. Got {size}")
    return torch.affine_grid_generator(theta, size, align_corners)


def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    """Cuts an image into sliding blocks: (N, C·∏kernel, L)."""
    return _nn.im2col(input, _pair(kernel_size), _pair(dilation), _pair(padding), _pair(stride))


def fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1):
    """Adds up sliding blocks to an image."""
    return _nn.col2im(input, _pair(output_size), _pair(kernel_size), _pair(dilation), _pair(padding),
                      _pair(stride))
