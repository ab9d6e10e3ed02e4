"""Quantised tensors: integers that stand for numbers, by a scale and a zero point for all or for each channel.

A quantised tensor here is a tensor of those integers, whose class answers for every operation; what has no answer is
refused, as PyTorch refuses it (https://pytorch.org/docs/1.13/quantization-support.html).
"""

import math
from collections import namedtuple

import torch
from torch import _C

# How a tensor's integers are read.
PerTensor = namedtuple("PerTensor", "scale zero_point")
PerChannel = namedtuple("PerChannel", "scales zero_points axis")

INTEGERS = {torch.quint8: torch.uint8, torch.qint8: torch.int8, torch.qint32: torch.int32}
_OF_INTEGERS = {integers: dtype for dtype, integers in INTEGERS.items()}
_TYPES = {torch.quint8: "QUInt8", torch.qint8: "QInt8", torch.qint32: "QInt32"}


class Tensor(torch.Tensor):
    """A quantised tensor."""

    is_quantized = True

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        name, kwargs = getattr(func, "__name__", ""), kwargs or {}
        if type(func).__name__ == "method-wrapper":
            return super().__torch_function__(func, types, args, kwargs)
        if name in _MOVES:
            return args[0]._moved(func, args, kwargs)
        if name in _PLAIN:
            return func(args[0]._q, *args[1:], **kwargs)
        answer = _ANSWERS.get(name)
        if answer is None:
            raise _refusal(name, args)
        return answer(*args, **kwargs)

    dtype = property(lambda self: _OF_INTEGERS[self._q.dtype])
    requires_grad = property(lambda self: False, lambda self, on: _no_gradients(on))
    data = property(lambda self: self)
    T = property(lambda self: self.t())

    def _moved(self, func, args, kwargs):
        """What func, which only moves elements, makes of the integers."""
        how = self._how
        reshapes = func.__name__ in ("reshape", "view") and self._q.is_contiguous()
        if isinstance(how, PerChannel) and func.__name__ not in _KEEP_CHANNELS and not reshapes:
            raise RuntimeError("Setting strides is possible only on uniformly quantized tensor")
        args = [x._q if isinstance(x, Tensor) else x for x in args]
        return _wrapped(func(*args, **kwargs), how)

    def __getitem__(self, key):
        how = self._how
        if isinstance(how, PerTensor):
            return make(self._q[key], how)
        first, *rest = key if isinstance(key, tuple) else (key,)
        if isinstance(first, int) and how.axis == 0: # of one channel
            one = make(self._q[first], PerTensor(how.scales[first].item(), how.zero_points[first].item()))
            return one[tuple(rest)] if rest else one
        raise RuntimeError("Setting strides is possible only on uniformly quantized tensor")

    def __setitem__(self, key, value):
        value = torch.as_tensor(value)
        self._q[key] = value._q if isinstance(value, Tensor) else quantize_per_tensor(value.float(), *self._how, self.dtype)._q

    def int_repr(self):
        """The integers."""
        return self._q.clone()

    def dequantize(self):
        """The numbers that the integers stand for, in float32."""
        how = self._how
        if isinstance(how, PerTensor):
            return (self._q.to(torch.float32) - how.zero_point) * _single(how.scale)
        scales, zeros = _along(how.scales, self, how.axis), _along(how.zero_points, self, how.axis)
        return (self._q.to(torch.float32) - zeros.float()) * scales.float()

    def qscheme(self):
        """How the integers are read."""
        if isinstance(self._how, PerTensor):
            return torch.per_tensor_affine
        floating = self._how.zero_points.is_floating_point()
        return torch.per_channel_affine_float_qparams if floating else torch.per_channel_affine

    def _of(self, kind, name):
        if not isinstance(self._how, kind):
            wanted = {PerTensor: "kPerTensorAffine", PerChannel: "kPerChannelAffine || quantizer->qscheme() == kPerChannelAffineFloatQParams"}[kind]
            raise RuntimeError(f"Expected quantizer->qscheme() == {wanted} to be true, but got false.  ({name} is for tensors with "
                               f"{'one scale' if kind is PerTensor else 'a scale for each channel'}, which this one does not have.)")
        return self._how

    def q_scale(self):
        return self._of(PerTensor, "q_scale").scale

    def q_zero_point(self):
        return self._of(PerTensor, "q_zero_point").zero_point

    def q_per_channel_scales(self):
        return self._of(PerChannel, "q_per_channel_scales").scales

    def q_per_channel_zero_points(self):
        return self._of(PerChannel, "q_per_channel_zero_points").zero_points

    def q_per_channel_axis(self):
        return self._of(PerChannel, "q_per_channel_axis").axis

    def to(self, *args, **kwargs):
        device, dtype, non_blocking, _ = _C._nn._parse_to(*args, **kwargs)
        if dtype is not None:
            _must_stay(self)
        return self if device is None or device == self.device else make(self._q.to(device, non_blocking=non_blocking), self._how)

    def cpu(self):
        return make(self._q.cpu(), self._how)

    def cuda(self, device=None, non_blocking=False):
        return make(self._q.cuda(device, non_blocking=non_blocking), self._how)

    def numpy(self, force=False):
        raise TypeError(f"Got unsupported ScalarType {_TYPES[self.dtype]}")

    __array__ = numpy

    def item(self):
        return self.dequantize().item()

    def tolist(self):
        raise RuntimeError("invalid type")

    def type(self, dtype=None):
        if dtype is not None:
            _must_stay(self)
        return f"torch.quantized.{_TYPES[self.dtype]}Tensor" if not self.is_cuda else f"torch.cuda.quantized.{_TYPES[self.dtype]}Tensor"

    def detach(self):
        return make(self._q, self._how)

    def clone(self, *, memory_format=torch.preserve_format):
        return make(self._q.clone(memory_format=memory_format), self._how)

    def copy_(self, src, non_blocking=False):
        if not isinstance(src, Tensor):
            src = quantize_per_tensor(src.float(), *self._how, self.dtype) if isinstance(self._how, PerTensor) else quantize_per_channel(src.float(), *self._how, self.dtype)
        self._q.copy_(src._q)
        self._how = src._how
        return self

    def requires_grad_(self, requires_grad=True):
        _no_gradients(requires_grad)
        return self

    def __deepcopy__(self, memo):
        memo[id(self)] = copied = self.clone()
        return copied

    def __repr__(self, *, tensor_contents=None):
        text = _C._format("tensor(", self.dequantize().cpu())
        text = text[:-1] if self.numel() else "tensor([]"
        words = [f"device='{self.device}'"] if self.is_cuda else []
        words += [f"size={tuple(self.shape)}", f"dtype={self.dtype}", f"quantization_scheme={self.qscheme()}"]
        names = ("scale", "zero_point", "axis")
        words += [f"{name}={value}" for name, value in zip(names, self._how)]
        return _suffixed(text, words)

    __str__ = __repr__

    def __format__(self, spec):
        return self.item().__format__(spec) if self.dim() == 0 else object.__format__(self, spec)

    def __len__(self):
        return self.shape[0]

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def __bool__(self):
        return bool(self.dequantize())

    def __float__(self):
        return float(self.dequantize())

    def __hash__(self):
        return id(self)


Tensor.__name__ = Tensor.__qualname__ = "Tensor"
Tensor.__module__ = "torch"


def _suffixed(text, words, indent=7, width=80):
    last = len(text) - text.rfind("\n") + 1
    for word in words:
        if last + len(word) + 2 > width:
            text += ",\n" + " " * indent + word
            last = indent + len(word)
        else:
            text += ", " + word
            last += len(word) + 2
    return text + ")"


def _no_gradients(on):
    if on:
        raise RuntimeError("only Tensors of floating point dtype can require gradients")


_OVERLOADS = {"linear": "mm.out", "matmul": "mm.out", "sum": "sum.IntList_out", "maximum": "maximum.out", "minimum": "minimum.out", "argmax": "argmax.out", "argmin": "argmin.out"}
_OVERLOADS.update((name, name + ".out") for name in "add sub mul div abs neg exp log sqrt pow".split())


def _refusal(name, args):
    where = "QuantizedCUDA" if any(isinstance(x, Tensor) and x.is_cuda for x in args) else "QuantizedCPU"
    name = _OVERLOADS.get(name, name)
    return NotImplementedError(
        f"Could not run 'aten::{name}' with arguments from the '{where}' backend. This could be because the operator doesn't exist for this "
        "backend, or was omitted during the selective/custom build process (if using custom build). Call dequantize() first, or put a "
        "DeQuantStub before it.")


def _must_stay(x):
    """What is asked to become a tensor of another kind refuses."""
    raise RuntimeError("Creation of quantized tensor requires quantized dtype like torch.quint8 (dequantize() makes numbers of one)")


def make(integers, how):
    """A quantised tensor of integers, whose memory it shares."""
    x = torch.Tensor._make_subclass(Tensor, integers)
    x._q, x._how = integers, how
    return x


def _wrapped(value, how):
    if isinstance(value, torch.Tensor):
        return make(value, how)
    if isinstance(value, (tuple, list)):
        return type(value)(_wrapped(v, how) for v in value)
    return value


def _single(x):
    """A number of Python as float32 has it."""
    return torch.tensor(float(x), dtype=torch.float32).item()


def _along(values, x, axis):
    """values for each channel, so that they meet dimension axis of x."""
    shape = [1] * x.dim()
    shape[axis] = -1
    return values.to(x.device).reshape(shape)


def _limits(dtype):
    info = torch.iinfo(INTEGERS[dtype])
    return info.min, info.max


def _rounded(x, scale, zero_point, dtype, floating=False):
    """The integers for x, to the nearest, ties to even; floating says that the zero point is not one of them."""
    low, high = _limits(dtype)
    inverse = 1 / (scale if isinstance(scale, torch.Tensor) else torch.tensor(scale, dtype=torch.float32))
    q = x * inverse.to(x.device)
    if floating:
        return (q + zero_point).round().clamp(low, high).to(INTEGERS[dtype])
    q = q.round().double() if dtype == torch.qint32 else q.round() # whose limits float32 does not have
    return (q + zero_point).clamp(low, high).to(INTEGERS[dtype])


def _must_be_quantised(dtype):
    if dtype not in INTEGERS:
        raise RuntimeError(f"ScalarType {_C._scalar_name(dtype)} is not supported in new_qtensor.")


def _must_be_made_quantised(dtype):
    if dtype not in INTEGERS:
        raise RuntimeError("Creation of quantized tensor requires quantized dtype like torch.quint8")


def _must_be_float(x):
    if not isinstance(x, torch.Tensor):
        raise TypeError(f"quantize: argument 'input' (position 1) must be Tensor, not {type(x).__name__}")
    if x.dtype != torch.float32:
        raise RuntimeError(f"Quantize only works on Float Tensor, got {_C._scalar_name(x.dtype)}")


def quantize_per_tensor(input, scale, zero_point, dtype):
    """input with one scale and one zero point; lists of tensors with lists of both."""
    if isinstance(input, (list, tuple)):
        return tuple(quantize_per_tensor(x, float(s), int(z), dtype) for x, s, z in zip(input, scale, zero_point))
    _must_be_quantised(dtype)
    _must_be_float(input)
    scale, zero_point = float(scale), int(zero_point)
    low, high = _limits(dtype)
    if not low <= zero_point <= high:
        which = "below lower" if zero_point < low else "above upper"
        raise RuntimeError(f"quantize_tensor_per_tensor_affine zero_point {zero_point} is {which} bound.")
    return make(_rounded(input.detach(), scale, zero_point, dtype), PerTensor(scale, zero_point))


def quantize_per_tensor_dynamic(input, dtype, reduce_range):
    """input with the scale and the zero point that suit its values."""
    scale, zero_point = choose_qparams(input, dtype, reduce_range)
    return quantize_per_tensor(input, scale, zero_point, dtype)


def quantize_per_channel(input, scales, zero_points, axis, dtype):
    """input with a scale and a zero point for each channel of dimension axis."""
    _must_be_quantised(dtype)
    _must_be_float(input)
    for name, values in ("scale", scales), ("zero_point", zero_points):
        if values.dim() > 1:
            raise RuntimeError(f"{name}s tensor must have dimension 1")
    if scales.numel() != zero_points.numel():
        raise RuntimeError("number of elements in scales and zero_points must match")
    if not 0 <= axis < input.dim():
        raise RuntimeError(f"Channel axis out of range in per channel affine quantization. Got: {axis}Expected: [0, {input.dim()})")
    if len(scales) != input.shape[axis]:
        raise RuntimeError("length of scales must equal to channel")
    if zero_points.is_floating_point():
        how = PerChannel(scales.float(), zero_points.float(), axis)
    else:
        how = PerChannel(scales.double(), zero_points.long(), axis)
    q = _rounded(input.detach(), _along(scales.float(), input, axis), _along(zero_points.float(), input, axis), dtype, zero_points.is_floating_point())
    return make(q, how)


def dequantize(tensor):
    """The numbers of a quantised tensor, or of several; any other tensor as float32."""
    if isinstance(tensor, (list, tuple)):
        return tuple(dequantize(x) for x in tensor)
    return tensor.dequantize() if isinstance(tensor, Tensor) else tensor.to(torch.float32)


def _empty_affine_quantized(*size, scale=1.0, zero_point=0, dtype=torch.quint8, device=None, **options):
    """A quantised tensor of zeros."""
    _must_be_made_quantised(dtype)
    if len(size) == 1 and not isinstance(size[0], int):
        size = tuple(size[0])
    q = torch.full(size, int(zero_point), dtype=INTEGERS[dtype], device=device)
    return make(q, PerTensor(float(scale), int(zero_point)))


def _empty_per_channel_affine_quantized(*size, scales, zero_points, axis, dtype=torch.quint8, device=None, **options):
    _must_be_made_quantised(dtype)
    if len(size) == 1 and not isinstance(size[0], int):
        size = tuple(size[0])
    return make(torch.zeros(size, dtype=INTEGERS[dtype], device=device), PerChannel(scales, zero_points, axis))


def _make_per_tensor_quantized_tensor(input, scale, zero_point):
    """Integers with their scale and zero point."""
    return make(input.clone(), PerTensor(float(scale), int(zero_point)))


def _make_per_channel_quantized_tensor(input, scale, zero_point, axis):
    return make(input.clone(), PerChannel(scale, zero_point, axis))


_SMALLEST = 6.1e-5  # scales below this are not used: their reciprocals times others' leave the range of kernels


def qparams(low, high, qmin, qmax, symmetric=False):
    """The scale and the zero point with which qmin to qmax reach from low to high, and 0 is one of the numbers."""
    if symmetric and low < 0 < high:
        half = (qmax - qmin) // 2
        most = max(abs(low / (half + 1)), abs(high / half))
        low, high = -_single(most * (half + 1)), _single(most * half)
    low, high = min(low, 0.0), max(high, 0.0)
    scale = (high - low) / (qmax - qmin)
    if _single(scale) == 0 or math.isinf(_single(1 / _single(scale))):
        scale = 0.1
    if scale < _SMALLEST:
        grown = _SMALLEST / _single(scale)
        low, high, scale = low * grown, high * grown, _SMALLEST
    from_low, from_high = qmin - low / scale, qmax - high / scale
    zero = from_low if abs(qmin) - abs(low / scale) < abs(qmax) - abs(high / scale) else from_high
    if symmetric and low < 0 < high:
        zero = (qmin + qmax) / 2
    return scale, qmin if zero < qmin else qmax if zero > qmax else round(zero)


def choose_qparams(x, dtype=torch.quint8, reduce_range=False):
    """qparams of a tensor's values."""
    low, high = x.aminmax() if x.numel() else (0.0, 0.0)
    qmin, qmax = _limits(dtype)
    if reduce_range:
        qmin, qmax = int(qmin / 2), int(qmax / 2)
    return qparams(float(low), float(high), qmin, qmax)


def rebuild(storage, storage_offset, size, stride, quantizer_params):
    """Makes a quantised tensor again from what a pickle holds."""
    integers = torch.tensor([], dtype=storage.dtype, device=storage.device).set_(storage, storage_offset, size, stride)
    if quantizer_params[0] == torch.per_tensor_affine:
        return make(integers, PerTensor(*quantizer_params[1:3]))
    return make(integers, PerChannel(*quantizer_params[1:4]))


def parameters(x):
    """What a pickle holds of how a quantised tensor's integers are read."""
    return (x.qscheme(), *x._how)


# Operations.

def _stepped(f):
    """An operation on the distances of the integers from the zero point, with the same scale and zero point."""
    def answer(x, *args, **kwargs):
        low, high = _limits(x.dtype)
        zero = x.q_zero_point()
        steps = f((x._q.to(torch.float32) - zero), *args, **kwargs)
        return make((steps.round() + zero).clamp(low, high).to(x._q.dtype), x._how)
    return answer


def _relu(x, *args):
    return make(x._q.clamp(min=x.q_zero_point()), x._how)


def _relu_(x):
    x._q.clamp_(min=x.q_zero_point())
    return x


def _max_pool2d(x, *args, **kwargs):
    return make(torch.max_pool2d(x._q.to(torch.float32), *args, **kwargs).to(x._q.dtype), x._how)


def _cat(tensors, dim=0):
    """The tensors one after the other, with the first one's scale and zero point."""
    how = tensors[0]._of(PerTensor, "cat")
    same = [x if x._how == how else quantize_per_tensor(x.dequantize(), *how, tensors[0].dtype) for x in tensors]
    return make(torch.cat([x._q for x in same], dim), how)


def _fixed(f, scale, zero_point):
    """A function with a known range, with a scale and a zero point that cover it."""
    def answer(x):
        zero = {torch.qint8: zero_point - 128, torch.qint32: 0}.get(x.dtype, zero_point)
        return quantize_per_tensor(f(x.dequantize()), scale, zero, x.dtype)
    return answer


def _requantised(f):
    """A function of the numbers, whose result has the input's scale and zero point."""
    def answer(x, *args, **kwargs):
        return quantize_per_tensor(f(x.dequantize(), *args, **kwargs), *x._how, x.dtype)
    return answer


def _compared(name):
    def answer(a, b):
        return getattr(torch, name)(dequantize(a) if isinstance(a, torch.Tensor) else a, dequantize(b) if isinstance(b, torch.Tensor) else b)
    return answer


def _equal(a, b):
    if not (isinstance(a, Tensor) and isinstance(b, Tensor)):
        raise RuntimeError("Expected self.is_quantized() && other.is_quantized() to be true, but got false.")
    same = a._how == b._how if isinstance(a._how, PerTensor) and isinstance(b._how, PerTensor) else (
        type(a._how) == type(b._how) and torch.equal(a._how[0], b._how[0]) and torch.equal(a._how[1], b._how[1]) and a._how[2] == b._how[2])
    return a.dtype == b.dtype and same and torch.equal(a._q, b._q)


def _clamp(x, min=None, max=None):
    return _requantised(torch.clamp)(x, min, max)


def _ordered(name):
    """An operation that puts elements in order: the integers are in the order of the numbers."""
    def answer(x, *args, **kwargs):
        how = x._of(PerTensor, name)
        values, indices = found = getattr(torch, name)(x._q, *args, **kwargs)
        return type(found)((make(values, how), indices))
    return answer


def _extreme(name):
    ordered = _ordered(name)

    def answer(x, *args, **kwargs):
        if any(isinstance(a, torch.Tensor) for a in (*args, *kwargs.values())):
            raise _refusal(name + "imum", (x,))
        if not isinstance(x._how, PerTensor):
            raise RuntimeError(f"{name.capitalize()} operator for quantized tensors only works for per tensor quantized tensors. "
                               "Please open an issue on https://github.com/pytorch/pytorch/issues if you need per channel quantized tensor support.")
        return ordered(x, *args, **kwargs) if args or kwargs else make(getattr(torch, name)(x._q), x._how)
    return answer


def _masked_fill(x, mask, value):
    value = quantize_per_tensor(torch.tensor([float(value)], device=x.device), *x._of(PerTensor, "masked_fill"), x.dtype)
    return make(x._q.masked_fill(mask, value._q.item()), x._how)


def _full_like(value):
    def answer(x, *, dtype=None, **options):
        if dtype is not None:
            _must_stay(x)
        ones = torch.full(tuple(x.shape), float(value), device=x.device)
        return quantize_per_tensor(ones, *x._of(PerTensor, "full_like"), x.dtype)
    return answer


_ANSWERS = {
    "relu": _relu, "relu_": _relu_, "max_pool2d": _max_pool2d, "cat": _cat, "stack": lambda tensors, dim=0: _cat([x.unsqueeze(dim) for x in tensors], dim),
    "adaptive_avg_pool2d": _stepped(_C._nn.adaptive_avg_pool2d), "avg_pool2d": _stepped(_C._nn.avg_pool2d), "mean": _stepped(torch.mean),
    "sigmoid": _fixed(torch.sigmoid, 1 / 256, 0), "tanh": _fixed(torch.tanh, 2 / 256, 128), "hardsigmoid": _fixed(_C._nn.hardsigmoid, 1 / 256, 0),
    "clamp": _clamp, "hardtanh": lambda x, low=-1.0, high=1.0: _clamp(x, low, high), "relu6": lambda x: _clamp(x, 0.0, 6.0),
    "leaky_relu": _requantised(_C._nn.leaky_relu), "dropout": lambda x, p=0.5, train=True: x,
    "dequantize": Tensor.dequantize, "int_repr": Tensor.int_repr, "clone": Tensor.clone, "detach": Tensor.detach, "equal": _equal,
    "copy_": Tensor.copy_, "is_floating_point": lambda x: False, "is_complex": lambda x: False, "q_scale": Tensor.q_scale, "q_zero_point": Tensor.q_zero_point,
    "max": _extreme("max"), "min": _extreme("min"), "sort": _ordered("sort"), "topk": _ordered("topk"), "masked_fill": _masked_fill,
    "empty_like": _full_like(0), "ones_like": _full_like(1),
    "is_signed": lambda x: x.dtype != torch.quint8, "to": Tensor.to, "fill_": lambda x, v: x.copy_(torch.full(tuple(x.shape), float(v))),
}
for _name in ("float", "double", "half", "bfloat16", "int", "long", "short", "char", "byte", "bool"):
    _ANSWERS[_name] = lambda x, **options: _must_stay(x)
for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    _ANSWERS[_name] = _compared(_name)

# What only moves elements, and what asks for their layout.
_KEEP_CHANNELS = frozenset(["contiguous", "alias"])
_MOVES = _KEEP_CHANNELS | frozenset(
    ["view", "reshape", "flatten", "transpose", "permute", "t", "squeeze", "unsqueeze", "narrow", "select", "split", "chunk", "unbind", "expand",
     "index_select", "view_as", "expand_as", "as_strided", "unflatten", "movedim", "channel_shuffle", "flip", "repeat", "swapaxes", "masked_select"])
_PLAIN = frozenset(["numel", "size", "stride", "dim", "is_contiguous", "data_ptr", "storage_offset", "element_size", "nelement", "ndimension", "is_same_size"])
