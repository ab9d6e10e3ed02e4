"""torch.ops.quantized: layers on quantised tensors, as FBGEMM calculates them.

Products are of integers and added up exactly; then each is multiplied once, in float32, by the scales of both factors over
that of the result, and rounded (https://github.com/pytorch/FBGEMM, "Requantization").
"""

import torch
from torch import _quantized
from torch._quantized import PerTensor, Tensor, make
from torch.nn import functional as F


class Packed:
    """Weights and bias of a layer, as its kernel wants them."""

    def __init__(self, weight, bias, **options):
        self.weight, self.bias = weight, bias
        self.options = options
        if not isinstance(weight, Tensor):
            return
        axis = 1 if options.get("transposed") else 0
        shape = [1] * weight.dim()
        if isinstance(weight._how, PerTensor):
            self.scales, zeros = torch.tensor(weight._how.scale), torch.tensor(float(weight._how.zero_point))
        else:
            self.scales, zeros = weight._how.scales.float(), weight._how.zero_points.float()
            shape[axis] = -1
        self.steps = weight._q.to(torch.float32) - (zeros.reshape(shape) if zeros.dim() else zeros)
        # A sum of so many products stays below 2²⁴, up to which float32 has all integers.
        self.exact = torch.float32 if weight[0].numel() * 255 * 255 < 2 ** 24 or weight.numel() == 0 else torch.float64

    def __deepcopy__(self, memo):
        return Packed(self.weight if not isinstance(self.weight, Tensor) else self.weight.clone(), self.bias, **self.options)

    def __getstate__(self):
        return self.weight, self.bias, self.options

    def __setstate__(self, state):
        self.__init__(state[0], state[1], **state[2])


def _quantised_input(x, name):
    if not isinstance(x, Tensor):
        raise NotImplementedError(
            f"Could not run 'quantized::{name}' with arguments from the 'CPU' backend. This could be because the operator doesn't exist for this backend, "
            "or was omitted during the selective/custom build process (if using custom build). The input is not quantized: put a QuantStub before the layer.")
    if x.dtype != torch.quint8:
        raise RuntimeError(f"expected scalar type QUInt8 but found {_quantized._TYPES[x.dtype]}")


def _requantised(sums, packed, scale_in, scale, zero_point, channels, relu=False):
    """The result of a layer, from its sums of products of integers; channels is their dimension."""
    factors = packed.scales * _quantized._single(scale_in)

    def along(v):
        return v.reshape([-1 if d == channels else 1 for d in range(sums.dim())]) if v.dim() else v

    x = sums.to(torch.float32)
    if packed.bias is not None:
        x = x + along(packed.bias.detach() / factors)
    q = (x * along(factors / scale)).round() + zero_point
    return make(q.clamp(zero_point if relu else 0, 255).to(torch.uint8), PerTensor(float(scale), int(zero_point)))


def linear_prepack(weight, bias=None):
    return Packed(weight, bias)


def linear_unpack(packed):
    return packed.weight, packed.bias


linear_prepack_fp16, linear_unpack_fp16 = linear_prepack, linear_unpack


def _linear(name, relu):
    def layer(x, packed, output_scale, output_zero_point):
        _quantised_input(x, name)
        if x.shape[-1] != packed.weight.shape[1]:
            raise RuntimeError("The number of columns in the packB should be equal to K: " + str(x.shape[-1]))
        steps = x._q.to(packed.exact) - x.q_zero_point()
        sums = steps @ packed.steps.to(packed.exact).t()
        return _requantised(sums, packed, x.q_scale(), output_scale, output_zero_point, sums.dim() - 1, relu)
    layer.__name__ = name
    return layer


linear, linear_relu = _linear("linear", False), _linear("linear_relu", True)


def linear_dynamic(x, packed, reduce_range=False):
    """A layer of floats: the input is quantised by its own range, and the sums are scaled to floats."""
    if x.dtype != torch.float32:
        raise RuntimeError(f"expected scalar type Float but found {torch._C._scalar_name(x.dtype)}")
    scale, zero = _quantized.choose_qparams(x, torch.quint8, reduce_range)
    q = _quantized.quantize_per_tensor(x, scale, zero, torch.quint8)
    sums = (q._q.to(packed.exact) - zero) @ packed.steps.to(packed.exact).t()
    y = sums.to(torch.float32) * (packed.scales * _quantized._single(scale))
    return y if packed.bias is None else y + packed.bias.detach()


def linear_relu_dynamic(x, packed, reduce_range=False):
    return linear_dynamic(x, packed, reduce_range).relu()


def linear_dynamic_fp16(x, packed):
    """A layer whose weights are kept in 16 bits."""
    return F.linear(x, packed.weight.half().float(), packed.bias)


def _conv_prepack(weight, bias, stride, padding, dilation, groups):
    return Packed(weight, bias, stride=tuple(stride), padding=tuple(padding), dilation=tuple(dilation), groups=groups)


conv1d_prepack = conv2d_prepack = conv3d_prepack = _conv_prepack


def conv2d_unpack(packed):
    return packed.weight, packed.bias


conv1d_unpack = conv3d_unpack = conv2d_unpack


def _conv(name, convolve, relu):
    def layer(x, packed, output_scale, output_zero_point):
        _quantised_input(x, name)
        steps = x._q.to(packed.exact) - x.q_zero_point()
        sums = convolve(steps, packed.steps.to(packed.exact), None, **packed.options)
        return _requantised(sums, packed, x.q_scale(), output_scale, output_zero_point, sums.dim() - packed.weight.dim() + 1, relu)
    layer.__name__ = name
    return layer


conv1d, conv1d_relu = _conv("conv1d", F.conv1d, False), _conv("conv1d_relu", F.conv1d, True)
conv2d, conv2d_relu = _conv("conv2d", F.conv2d, False), _conv("conv2d_relu", F.conv2d, True)
conv3d, conv3d_relu = _conv("conv3d", F.conv3d, False), _conv("conv3d_relu", F.conv3d, True)


def _quantised(y, like, scale, zero_point):
    return _quantized.quantize_per_tensor(y, scale, zero_point, like.dtype)


def _same_kind(name, *tensors):
    for x in tensors:
        _quantised_input(x, name) if not isinstance(x, Tensor) else None
    if len({x.dtype for x in tensors}) > 1:
        raise RuntimeError(f"{name} operands should have same data type.")


def add(x, y, scale, zero_point):
    _same_kind("Add", x, y)
    return _quantised(x.dequantize() + y.dequantize(), x, scale, zero_point)


def add_relu(x, y, scale, zero_point):
    _same_kind("Add", x, y)
    return _quantised((x.dequantize() + y.dequantize()).relu(), x, scale, zero_point)


def mul(x, y, scale, zero_point):
    _same_kind("Mul", x, y)
    steps = (x._q.to(torch.float32) - x.q_zero_point()) * (y._q.to(torch.float32) - y.q_zero_point())
    factor = _quantized._single(_quantized._single(x.q_scale() * y.q_scale()) / scale)
    low, high = _quantized._limits(x.dtype)
    return make(((steps * factor).round() + zero_point).clamp(low, high).to(x._q.dtype), PerTensor(float(scale), int(zero_point)))


def mul_relu(x, y, scale, zero_point):
    return mul(x, y, scale, zero_point).relu()


def add_scalar(x, c):
    """x + c: the zero point moves as far as it can, and only then the integers."""
    low, high = _quantized._limits(x.dtype)
    scale, zero = x.q_scale(), x.q_zero_point()
    moved = zero - round(c / scale)
    if low <= moved <= high:
        return make(x._q.clone(), PerTensor(scale, moved))
    held = min(max(moved, low), high)
    return _grown(x, scale, moved, low, high, held)


def _grown(x, scale, moved, low, high, held):
    """The integers of x with a zero point that lies outside of their type, with a scale so much larger that it does not."""
    wider = scale * ((high - moved) if moved < low else (moved - low)) / (high - low)
    y = (x._q.to(torch.float32) - moved) * _quantized._single(scale)
    return _quantized.quantize_per_tensor(y, wider, held, x.dtype)


def mul_scalar(x, c):
    """x · c: the scale changes; for a negative c the integers are turned over."""
    low, high = _quantized._limits(x.dtype)
    scale, zero = x.q_scale(), x.q_zero_point()
    if c == 0:
        return make(torch.zeros_like(x._q), PerTensor(1.0, 0))
    if c > 0:
        return make(x._q.clone(), PerTensor(scale * c, zero))
    return make((high + low - x._q.to(torch.int64)).to(x._q.dtype), PerTensor(scale * -c, high + low - zero))


def cat(tensors, dim, scale, zero_point):
    return _quantised(torch.cat([x.dequantize() for x in tensors], dim), tensors[0], scale, zero_point)


def batch_norm2d(x, weight, bias, mean, var, eps, output_scale, output_zero_point):
    y = F.batch_norm(x.dequantize(), mean, var, weight, bias, False, 0.0, eps)
    return _quantised(y, x, output_scale, output_zero_point)


batch_norm3d = batch_norm = batch_norm2d


def batch_norm2d_relu(x, *args):
    return batch_norm2d(x, *args).relu()


def relu6(x, inplace=False):
    y = F.relu6(x)
    return x.copy_(y) if inplace else y


def _float_function(f):
    """A layer that is computed in floats."""
    def layer(x, *args):
        *args, scale, zero_point = args
        return _quantised(f(x.dequantize(), *args), x, scale, zero_point)
    return layer


leaky_relu = _float_function(lambda x, slope, inplace: F.leaky_relu(x, slope))
hardswish, sigmoid = _float_function(F.hardswish), _float_function(torch.sigmoid)
layer_norm = _float_function(F.layer_norm)


def elu(x, scale, zero_point, alpha=1.0):
    return _quantised(F.elu(x.dequantize(), alpha), x, scale, zero_point)


def dropout(x, p=0.5, training=False, inplace=False):
    return x
