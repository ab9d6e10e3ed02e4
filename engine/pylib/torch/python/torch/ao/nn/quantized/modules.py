"""Layers on quantised tensors (https://pytorch.org/docs/1.13/quantization-support.html#torch-nn-quantized)."""

import torch
import torch._quantized_ops
import torch.nn.intrinsic as nni
import torch.nn.intrinsic.qat as nniqat
from torch import nn
from torch.nn import functional as F
from torch.nn.modules.linear import NonDynamicallyQuantizableLinear
from torch.nn.modules.pooling import MaxPool2d
from torch.nn.modules.sizes import _pair, _single, _triple
from torch.nn.utils.fusion import fuse_conv_bn_weights
from torch.nn.utils.parametrize import type_before_parametrizations

__all__ = ["BatchNorm2d", "BatchNorm3d", "Conv1d", "Conv2d", "Conv3d", "DeQuantize", "Dropout", "ELU", "Embedding", "FloatFunctional", "FXFloatFunctional",
           "Hardswish", "LayerNorm", "LeakyReLU", "Linear", "MaxPool2d", "QFunctional", "Quantize", "ReLU6", "Sigmoid"]


class Quantize(nn.Module):
    """Makes numbers integers."""

    def __init__(self, scale, zero_point, dtype, factory_kwargs=None):
        super().__init__()
        where = {k: v for k, v in (factory_kwargs or {}).items() if k != "dtype"}
        self.register_buffer("scale", torch.tensor([scale], **(factory_kwargs or {})))
        self.register_buffer("zero_point", torch.tensor([zero_point], dtype=torch.long, **where))
        self.dtype = dtype

    def forward(self, X):
        return torch.quantize_per_tensor(X, float(self.scale), int(self.zero_point), self.dtype)

    @staticmethod
    def from_float(mod):
        assert hasattr(mod, "activation_post_process")
        scale, zero_point = mod.activation_post_process.calculate_qparams()
        return Quantize(scale.float().item(), zero_point.long().item(), mod.activation_post_process.dtype)

    def extra_repr(self):
        return f"scale={self.scale}, zero_point={self.zero_point}, dtype={self.dtype}"


class DeQuantize(nn.Module):
    """Makes integers numbers."""

    def forward(self, Xq):
        return Xq.dequantize()

    @staticmethod
    def from_float(mod):
        return DeQuantize()


def quantize_weight(weight, observer):
    """Weights in integers, as the observer that has seen them says."""
    scale, zero_point = observer.calculate_qparams()
    seen = getattr(observer, "activation_post_process", observer)
    if seen.qscheme in (torch.per_tensor_symmetric, torch.per_tensor_affine):
        q = torch.quantize_per_tensor(weight, float(scale), int(zero_point), torch.qint8)
    elif seen.qscheme == torch.per_channel_affine_float_qparams:
        q = torch.quantize_per_channel(weight, scale.float(), zero_point.float(), seen.ch_axis, seen.dtype)
    else:
        q = torch.quantize_per_channel(weight, scale.double(), zero_point.long(), seen.ch_axis, torch.qint8)
    limits = torch.iinfo(q.dtype)
    if seen.quant_min <= limits.min and seen.quant_max >= limits.max:
        return q
    return torch._quantized.make(q.int_repr().clamp(seen.quant_min, seen.quant_max), q._how)


class _Output:
    """A layer that knows the scale and the zero point of what it gives."""

    def _save_output(self, destination, prefix):
        destination[prefix + "scale"], destination[prefix + "zero_point"] = torch.tensor(self.scale), torch.tensor(self.zero_point)

    def _load_output(self, state_dict, prefix):
        self.scale, self.zero_point = float(state_dict.pop(prefix + "scale")), int(state_dict.pop(prefix + "zero_point"))

    def _take_output(self, observer):
        scale, zero_point = observer.calculate_qparams()
        self.scale, self.zero_point = float(scale), int(zero_point)


class LinearPackedParams(nn.Module):
    """Weights and bias of a linear layer in the order that its kernel wants."""

    _version = 3

    def __init__(self, dtype=torch.qint8):
        super().__init__()
        self.dtype = dtype

    def set_weight_bias(self, weight, bias):
        self._packed_params = torch.ops.quantized.linear_prepack(weight, bias)

    def _weight_bias(self):
        return torch.ops.quantized.linear_unpack(self._packed_params)

    def forward(self, x):
        return x

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        destination[prefix + "dtype"], destination[prefix + "_packed_params"] = self.dtype, self._weight_bias()

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        self.dtype = state_dict.pop(prefix + "dtype")
        self.set_weight_bias(*state_dict.pop(prefix + "_packed_params"))
        super()._load_from_state_dict(state_dict, prefix, local_metadata, False, missing_keys, unexpected_keys, error_msgs)

    def __repr__(self):
        return repr(self._weight_bias())


class _HidesWeights:
    """A module whose repr does not show where its weights are kept."""

    def __repr__(self):
        return f"{self._get_name()}({self.extra_repr()})"


class Linear(_HidesWeights, _Output, nn.Module):
    """A linear layer in integers."""

    _version = 3
    _FLOAT_MODULE = (nn.Linear, NonDynamicallyQuantizableLinear)
    _operation, _name = "linear", "QuantizedLinear"

    def __init__(self, in_features, out_features, bias_=True, dtype=torch.qint8):
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        if dtype == torch.qint8:
            weight = torch._empty_affine_quantized([out_features, in_features], scale=1, zero_point=0, dtype=torch.qint8)
        elif dtype == torch.float16:
            weight = torch.zeros(out_features, in_features)
        else:
            raise RuntimeError("Unsupported dtype specified for quantized Linear!")
        self._packed_params = LinearPackedParams(dtype)
        self.set_weight_bias(weight, torch.zeros(out_features) if bias_ else None)
        self.scale, self.zero_point = 1.0, 0

    def _get_name(self):
        return self._name

    def extra_repr(self):
        return (f"in_features={self.in_features}, out_features={self.out_features}, scale={self.scale}, "
                f"zero_point={self.zero_point}, qscheme={self.weight().qscheme()}")

    def forward(self, x):
        return getattr(torch.ops.quantized, self._operation)(x, self._packed_params._packed_params, self.scale, self.zero_point)

    def weight(self):
        return self._packed_params._weight_bias()[0]

    def bias(self):
        return self._packed_params._weight_bias()[1]

    def _weight_bias(self):
        return self._packed_params._weight_bias()

    def set_weight_bias(self, w, b):
        self._packed_params.set_weight_bias(w, b)

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        self._save_output(destination, prefix)

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        self._load_output(state_dict, prefix)
        super()._load_from_state_dict(state_dict, prefix, local_metadata, False, missing_keys, unexpected_keys, error_msgs)

    @classmethod
    def from_float(cls, mod):
        """The layer that an observed one becomes."""
        observer = getattr(mod, "activation_post_process", None)
        if hasattr(mod, "weight_fake_quant"):
            weights = mod.weight_fake_quant
        else:
            kinds = cls._FLOAT_MODULE if isinstance(cls._FLOAT_MODULE, tuple) else (cls._FLOAT_MODULE,)
            assert type_before_parametrizations(mod) in kinds, (
                f"nnq.{cls.__name__}.from_float only works for {', '.join(k.__name__ for k in kinds)}, but got: {type(mod)}")
            assert hasattr(mod, "qconfig"), "Input float module must have qconfig defined"
            weights = mod.qconfig.weight()
            mod = mod[0] if isinstance(mod, nni.LinearReLU) else mod
        weights(mod.weight)
        assert weights.dtype == torch.qint8, "Weight observer must have dtype torch.qint8"
        made = cls(mod.in_features, mod.out_features, dtype=weights.dtype)
        made.set_weight_bias(quantize_weight(mod.weight.float(), weights), mod.bias)
        made._take_output(observer)
        return made


class _ConvNd(_Output, nn.Module):
    """A convolution in integers."""

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, padding_mode="zeros",
                 device=None, dtype=None):
        super().__init__()
        if in_channels % groups:
            raise ValueError("in_channels must be divisible by groups")
        if out_channels % groups:
            raise ValueError("out_channels must be divisible by groups")
        if padding_mode not in ("zeros", "reflect"):
            raise ValueError(f"'padding_mode' {padding_mode} is not supported by quantized convolution")
        many = self._tuple
        self.in_channels, self.out_channels, self.groups, self.padding_mode = in_channels, out_channels, groups, padding_mode
        self.kernel_size, self.stride, self.padding, self.dilation = many(kernel_size), many(stride), many(padding), many(dilation)
        self.transposed, self.output_padding = False, many(0)
        shape = [out_channels, in_channels // groups, *self.kernel_size]
        weight = torch._empty_affine_quantized(shape, scale=1, zero_point=0, dtype=torch.qint8, device=device)
        self.set_weight_bias(weight, torch.zeros(out_channels, device=device) if bias else None)
        self.scale, self.zero_point = 1.0, 0

    def set_weight_bias(self, w, b):
        padding = self.padding if self.padding_mode == "zeros" else (0,) * len(self.padding)
        self._packed_params = torch._quantized_ops.conv2d_prepack(w, b, self.stride, padding, self.dilation, self.groups)

    def _weight_bias(self):
        return torch._quantized_ops.conv2d_unpack(self._packed_params)

    def weight(self):
        return self._weight_bias()[0]

    def bias(self):
        return self._weight_bias()[1]

    def _get_name(self):
        return self._name

    def extra_repr(self):
        s = f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}, scale={self.scale}, zero_point={self.zero_point}"
        for name, usual in ("padding", 0), ("dilation", 1), ("output_padding", 0):
            if getattr(self, name) != (usual,) * len(self.kernel_size):
                s += f", {name}={getattr(self, name)}"
        s += f", groups={self.groups}" if self.groups != 1 else ""
        return s + (", bias=False" if self.bias() is None else "")

    def forward(self, input):
        if input.dim() != len(self.kernel_size) + 2:
            raise ValueError(f"Input shape must be `{('(N, C, L)', '(N, C, H, W)', '(N, C, D, H, W)')[len(self.kernel_size) - 1]}`!")
        if self.padding_mode != "zeros":
            amounts = [p for p in reversed(self.padding) for _ in range(2)]
            input = torch._quantized.make(F.pad(input._q.float(), amounts, mode=self.padding_mode).to(input._q.dtype), input._how)
        return getattr(torch.ops.quantized, self._operation)(input, self._packed_params, self.scale, self.zero_point)

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        destination[prefix + "weight"], destination[prefix + "bias"] = self._weight_bias()
        self._save_output(destination, prefix)

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        self.set_weight_bias(state_dict.pop(prefix + "weight"), state_dict.pop(prefix + "bias"))
        self._load_output(state_dict, prefix)
        super()._load_from_state_dict(state_dict, prefix, local_metadata, False, missing_keys, unexpected_keys, error_msgs)

    @classmethod
    def from_float(cls, mod):
        """The convolution that an observed one becomes."""
        observer = getattr(mod, "activation_post_process", None)
        if hasattr(mod, "weight_fake_quant"):
            if isinstance(mod, cls._QAT_CONV_BN):
                mod.weight, mod.bias = fuse_conv_bn_weights(
                    mod.weight, mod.bias, mod.bn.running_mean, mod.bn.running_var, mod.bn.eps, mod.bn.weight, mod.bn.bias)
            weights = mod.weight_fake_quant
        else:
            assert type(mod) == cls._FLOAT_MODULE, f" nnq.{cls.__name__}.from_float only works for {cls._FLOAT_MODULE.__name__} but got:{type(mod)}"
            assert hasattr(mod, "qconfig"), "Input float module must have qconfig defined."
            weights = mod.qconfig.weight()
            mod = mod[0] if isinstance(mod, nni._FusedModule) else mod
        weights(mod.weight)
        assert weights.dtype == torch.qint8, "Weight observer must have a dtype of qint8"
        made = cls(mod.in_channels, mod.out_channels, mod.kernel_size, mod.stride, mod.padding, mod.dilation, mod.groups,
                   mod.bias is not None, mod.padding_mode)
        made.set_weight_bias(quantize_weight(mod.weight.float(), weights), mod.bias)
        if observer is not None and observer.dtype != torch.float:
            made._take_output(observer)
        return made


class Conv1d(_ConvNd):
    _FLOAT_MODULE, _QAT_CONV_BN, _operation, _name = nn.Conv1d, nniqat.ConvBn1d, "conv1d", "QuantizedConv1d"
    _tuple = staticmethod(_single)


class Conv2d(_ConvNd):
    _FLOAT_MODULE, _QAT_CONV_BN, _operation, _name = nn.Conv2d, nniqat.ConvBn2d, "conv2d", "QuantizedConv2d"
    _tuple = staticmethod(_pair)


class Conv3d(_ConvNd):
    _FLOAT_MODULE, _QAT_CONV_BN, _operation, _name = nn.Conv3d, nniqat.ConvBn3d, "conv3d", "QuantizedConv3d"
    _tuple = staticmethod(_triple)


class _BatchNorm:
    def __init__(self, num_features, eps=1e-5, momentum=0.1, device=None, dtype=None):
        super().__init__(num_features, eps, momentum, True, True, device=device, dtype=dtype)
        self.register_buffer("scale", torch.tensor(1.0, device=device))
        self.register_buffer("zero_point", torch.tensor(0, device=device))

    def _get_name(self):
        return "Quantized" + type(self).__name__

    def forward(self, input):
        return torch.ops.quantized.batch_norm2d(
            input, self.weight, self.bias, self.running_mean, self.running_var, self.eps, float(self.scale), int(self.zero_point))

    @classmethod
    def from_float(cls, mod):
        scale, zero_point = mod.activation_post_process.calculate_qparams()
        mod = mod[0] if isinstance(mod, nni._FusedModule) else mod
        made = cls(mod.num_features, mod.eps)
        for name in ("weight", "bias", "running_mean", "running_var"):
            setattr(made, name, getattr(mod, name))
        made.scale, made.zero_point = scale, zero_point
        return made


class BatchNorm2d(_BatchNorm, nn.BatchNorm2d):
    pass


class BatchNorm3d(_BatchNorm, nn.BatchNorm3d):
    pass


class Dropout(nn.Dropout):
    """Does nothing."""

    def forward(self, input):
        return input

    def _get_name(self):
        return "QuantizedDropout"

    @classmethod
    def from_float(cls, mod):
        return cls(mod.p, mod.inplace)


class ReLU6(nn.ReLU):
    def forward(self, input):
        return torch.ops.quantized.relu6(input, self.inplace)

    def _get_name(self):
        return "QuantizedReLU6"

    @staticmethod
    def from_float(mod):
        return ReLU6(mod.inplace)


class _Activation(_Output):
    """An activation that is computed in floats."""

    def _get_name(self):
        return "Quantized" + type(self).__name__

    @classmethod
    def from_float(cls, mod):
        made = cls.__new__(cls)
        made.__dict__.update(mod.__dict__)
        made._forward_hooks, made._forward_pre_hooks, made._modules = type(mod._forward_hooks)(), type(mod._forward_pre_hooks)(), type(mod._modules)()
        made._take_output(mod.activation_post_process)
        return made

    def forward(self, input):
        return torch.quantize_per_tensor(super().forward(input.dequantize()), self.scale, self.zero_point, input.dtype)


def _activation(base):
    return type(base.__name__, (_Activation, base), {"__module__": __name__})


Hardswish, LeakyReLU, ELU, LayerNorm, Sigmoid = map(_activation, (nn.Hardswish, nn.LeakyReLU, nn.ELU, nn.LayerNorm, nn.Sigmoid))


class Embedding(_HidesWeights, nn.Module):
    """A table of rows in integers; what is looked up are numbers."""

    def __init__(self, num_embeddings, embedding_dim, dtype=torch.quint8):
        super().__init__()
        self.num_embeddings, self.embedding_dim, self.dtype = num_embeddings, embedding_dim, dtype
        one = torch.ones(num_embeddings)
        self._weight = torch._empty_per_channel_affine_quantized(
            [num_embeddings, embedding_dim], scales=one, zero_points=torch.zeros(num_embeddings), axis=0, dtype=dtype)

    def weight(self):
        return self._weight

    def set_weight(self, w):
        self._weight = w

    def _get_name(self):
        return "QuantizedEmbedding"

    def extra_repr(self):
        return f"num_embeddings={self.num_embeddings}, embedding_dim={self.embedding_dim}, dtype={self.dtype}, qscheme={self._weight.qscheme()}"

    def forward(self, indices):
        how, rows = self._weight._how, self._weight._q[indices].float()
        return (rows - how.zero_points[indices][..., None]) * how.scales[indices][..., None]

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        destination[prefix + "_packed_params.dtype"], destination[prefix + "_packed_params._packed_weight"] = self.dtype, self._weight

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        self.dtype, self._weight = state_dict.pop(prefix + "_packed_params.dtype"), state_dict.pop(prefix + "_packed_params._packed_weight")
        super()._load_from_state_dict(state_dict, prefix, local_metadata, False, missing_keys, unexpected_keys, error_msgs)

    @classmethod
    def from_float(cls, mod):
        weights = mod.qconfig.weight()
        assert weights.qscheme == torch.per_channel_affine_float_qparams, (
            "Embedding quantization is only supported with float_qparams_weight_only_qconfig.")
        weights(mod.weight)
        made = cls(mod.num_embeddings, mod.embedding_dim)
        made.set_weight(quantize_weight(mod.weight.float(), weights))
        return made


class FloatFunctional(nn.Module):
    """Operations with an observer for what they give."""

    def __init__(self):
        super().__init__()
        self.activation_post_process = nn.Identity()

    def forward(self, x):
        raise RuntimeError("FloatFunctional is not intended to use the 'forward'. Please use the underlying operation")

    def add(self, x, y):
        return self.activation_post_process(torch.add(x, y))

    def add_scalar(self, x, y):
        return torch.add(x, y)

    def mul(self, x, y):
        return self.activation_post_process(torch.mul(x, y))

    def mul_scalar(self, x, y):
        return torch.mul(x, y)

    def cat(self, x, dim=0):
        return self.activation_post_process(torch.cat(x, dim=dim))

    def add_relu(self, x, y):
        return self.activation_post_process(F.relu(torch.add(x, y)))


class FXFloatFunctional(FloatFunctional):
    """FloatFunctional without an observer."""


class QFunctional(_Output, nn.Module):
    """What FloatFunctional becomes."""

    def __init__(self):
        super().__init__()
        self.scale, self.zero_point = 1.0, 0
        self.activation_post_process = nn.Identity()

    def extra_repr(self):
        return f"scale={self.scale}, zero_point={self.zero_point}"

    def forward(self, x):
        raise RuntimeError("Functional is not intended to use the 'forward'. Please use the underlying operation")

    def _given(self, name, *args, **kwargs):
        return self.activation_post_process(getattr(torch.ops.quantized, name)(*args, scale=self.scale, zero_point=self.zero_point, **kwargs))

    def add(self, x, y):
        return self._given("add", x, y)

    def mul(self, x, y):
        return self._given("mul", x, y)

    def add_relu(self, x, y):
        return self._given("add_relu", x, y)

    def cat(self, x, dim=0):
        return self._given("cat", x, dim=dim)

    def add_scalar(self, x, y):
        return torch.ops.quantized.add_scalar(x, y)

    def mul_scalar(self, x, y):
        return torch.ops.quantized.mul_scalar(x, y)

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        self._save_output(destination, prefix)

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        self._load_output(state_dict, prefix)
        super()._load_from_state_dict(state_dict, prefix, local_metadata, False, missing_keys, unexpected_keys, error_msgs)

    @classmethod
    def from_float(cls, mod):
        assert type(mod) == FloatFunctional, "QFunctional.from_float expects an instance of FloatFunctional"
        made = QFunctional()
        made._take_output(mod.activation_post_process)
        return made
