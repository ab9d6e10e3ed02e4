"""Rounding as quantisation rounds, for training: the result stays float, and gradients pass through what was not cut off."""

import torch
from torch import _C, _quantized


def _rounded(node, x, scale, zero_point, qmin, qmax):
    with torch.no_grad():
        q = (x.float() * (1 / scale)).round() + zero_point
        inside = (q >= qmin) & (q <= qmax)
        y = ((q.clamp(qmin, qmax) - zero_point) * scale).to(x.dtype)
    return _C._record(node, y, (x,), lambda grad: (grad * inside,))


def _check_range(qmin, qmax):
    if qmin > qmax:
        raise RuntimeError("`quant_min` should be less than or         equal to `quant_max`.")


def fake_quantize_per_tensor_affine(input, scale, zero_point, quant_min, quant_max):
    """input, rounded to the numbers that integers from quant_min to quant_max stand for."""
    _check_range(quant_min, quant_max)
    if isinstance(scale, torch.Tensor):
        node = "FakeQuantizePerTensorAffineCachemaskTensorQparamsBackward0"
        return _rounded(node, input, scale.detach().float(), zero_point.detach().float(), quant_min, quant_max)
    if not quant_min <= zero_point <= quant_max:
        raise RuntimeError("`zero_point` must be between `quant_min` and `quant_max`.")
    single = torch.tensor(float(scale), device=input.device)
    return _rounded("FakeQuantizePerTensorAffineCachemaskBackward0", input, single, float(zero_point), quant_min, quant_max)


def fake_quantize_per_channel_affine(input, scale, zero_point, axis, quant_min, quant_max):
    """fake_quantize_per_tensor_affine with a scale and a zero point for each channel of dimension axis."""
    if scale.dtype != torch.float32:
        raise RuntimeError(f"Scale must be Float, found {_C._scalar_name(scale.dtype)}")
    if zero_point.dtype not in (torch.int32, torch.float32, torch.float16):
        raise RuntimeError(f"Zero-point must be Int32, Float or Half, found {_C._scalar_name(zero_point.dtype)}")
    if scale.dim() != 1 or zero_point.dim() != 1:
        raise RuntimeError("scale should be a 1-D tensor" if scale.dim() != 1 else "zero point should be a 1-D tensor")
    if len(scale) != len(zero_point) or len(scale) != input.size(axis):
        raise RuntimeError("scale and zero-point need to have the same dimensions" if len(scale) != len(zero_point) else
                           "dimensions of scale and zero-point are not consistent with input tensor")
    _check_range(quant_min, quant_max)
    if not zero_point.is_floating_point() and ((zero_point < quant_min) | (zero_point > quant_max)).any():
        raise RuntimeError("`zero_point` must be between `quant_min` and `quant_max`.")
    along = lambda v: _quantized._along(v.detach().float(), input, axis)
    return _rounded("FakeQuantizePerChannelAffineCachemaskBackward0", input, along(scale), along(zero_point), quant_min, quant_max)


def fused_moving_avg_obs_fake_quant(input, observer_on, fake_quant_on, running_min, running_max, scale, zero_point, averaging_const,
                                    quant_min, quant_max, ch_axis, per_row_fake_quant=False, symmetric_quant=False):
    """Follows the range of input by a moving average, and rounds as that suits."""
    with torch.no_grad():
        if int(observer_on) == 1:
            x = input.detach().float()
            low, high = x.movedim(ch_axis, 0).flatten(1).aminmax(dim=1) if per_row_fake_quant else x.aminmax()
            _follow(running_min, low, averaging_const)
            _follow(running_max, high, averaging_const)
            pairs = [_quantized.qparams(a, b, quant_min, quant_max, symmetric_quant)
                     for a, b in zip(running_min.reshape(-1).tolist(), running_max.reshape(-1).tolist())]
            for values, kept in zip(zip(*pairs), (scale, zero_point)):
                kept.resize_(len(pairs)).copy_(torch.tensor(values, dtype=torch.float64))
    if int(fake_quant_on) != 1:
        return input
    node = "FusedMovingAvgObsFqHelperBackward0"
    if per_row_fake_quant:
        along = lambda v: _quantized._along(v.detach().float(), input, ch_axis)
        return _rounded(node, input, along(scale), along(zero_point), quant_min, quant_max)
    return _rounded(node, input, scale.detach().float(), zero_point.detach().float(), quant_min, quant_max)


def _follow(kept, now, share):
    """Moves a running extreme by a share of the way to what was seen now."""
    if kept.numel() != now.numel():
        kept.resize_(now.shape).copy_(now)
    elif torch.isinf(kept).any():
        kept.copy_(now.reshape(kept.shape))
    else:
        kept.add_(share * (now.reshape(kept.shape) - kept))
