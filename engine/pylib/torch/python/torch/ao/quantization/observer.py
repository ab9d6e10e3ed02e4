"""Observers: modules that see tensors pass and derive a scale and a zero point from them.
Source: https://pytorch.org/docs/1.13/quantization-support.html#torch-quantization-observer"""

import warnings
from abc import ABC, abstractmethod
from collections import OrderedDict
from functools import partial

import torch
from torch import nn

_PER_TENSOR = (torch.per_tensor_affine, torch.per_tensor_symmetric)
_PER_CHANNEL = (torch.per_channel_affine, torch.per_channel_symmetric, torch.per_channel_affine_float_qparams)
_EPS = torch.finfo(torch.float32).eps

# The integers of each type, and those of half the range.
_RANGES = {torch.qint8: ((-128, 127), (-64, 63)), torch.quint8: ((0, 255), (0, 127)), torch.qint32: ((-2 ** 31, 2 ** 31 - 1),) * 2}


class _PartialWrapper:
    """A way to make an observer: a class and what it is to be called with."""

    def __init__(self, p):
        self.p, self.callable_args = p, {}

    def __call__(self, *args, **keywords):
        made = {name: make() for name, make in self.callable_args.items() if name not in keywords}
        return self.p(*args, **made, **keywords)

    def __repr__(self):
        return repr(self.p) + repr(self.callable_args)

    def with_args(self, **kwargs):
        return _PartialWrapper(partial(self, **kwargs) if self.callable_args else partial(self.p, **kwargs))

    def with_callable_args(self, **kwargs):
        made = _PartialWrapper(self.p)
        made.callable_args = {**self.callable_args, **kwargs}
        return made


def _with_args(cls, **kwargs):
    return _PartialWrapper(partial(cls, **kwargs))


def _with_callable_args(cls, **kwargs):
    return _PartialWrapper(partial(cls)).with_callable_args(**kwargs)


class ObserverBase(ABC, nn.Module):
    """What all observers do: forward sees a tensor, calculate_qparams says the scale and the zero point."""

    def __init__(self, dtype):
        super().__init__()
        self.dtype = dtype

    @abstractmethod
    def forward(self, x):
        pass

    @abstractmethod
    def calculate_qparams(self, **kwargs):
        pass

    with_args = classmethod(_with_args)
    with_callable_args = classmethod(_with_callable_args)


class UniformQuantizationObserverBase(ObserverBase):
    """An observer whose integers lie evenly over a range."""

    _version = 3

    def __init__(self, dtype=torch.quint8, qscheme=torch.per_tensor_affine, reduce_range=False, quant_min=None, quant_max=None,
                 factory_kwargs=None, eps=_EPS):
        super().__init__(dtype)
        self.qscheme, self.reduce_range = qscheme, reduce_range
        if reduce_range:
            warnings.warn("Please use quant_min and quant_max to specify the range for observers. "
                          "                    reduce_range will be deprecated in a future release of PyTorch.")
        self.register_buffer("eps", torch.tensor([eps], **(factory_kwargs or {})))
        assert qscheme in _PER_TENSOR + _PER_CHANNEL, (
            "Default Observer only works for per_tensor_affine,                 per_tensor_symmetric, per_channel_affine, "
            "                per_channel_symmetric and per_channel_float_qparams quantization scheme")
        assert dtype in _RANGES, "Default Observer only works for qint8, quint8 and quint4x2 data type"
        self.has_customized_qrange = quant_min is not None and quant_max is not None
        if self.has_customized_qrange:
            assert quant_min <= 0 <= quant_max, "Used-specified quantization range must include 0."
            assert quant_min < quant_max, "qmin must be strictly less than qmax for user-specified quantization range."
            if dtype == torch.qint8:
                assert quant_max - quant_min < 256, "quantization range should be positive and not exceed the maximum bit range (=256)."
            self.quant_min, self.quant_max = (quant_min // 2, quant_max // 2) if reduce_range else (quant_min, quant_max)
        else:
            self.quant_min, self.quant_max = _RANGES[dtype][bool(reduce_range)]

    def _no_half_of_symmetric_bytes(self):
        if self.qscheme in (torch.per_tensor_symmetric, torch.per_channel_symmetric) and self.reduce_range and self.dtype == torch.quint8:
            gap = " " * 40 if self.qscheme == torch.per_tensor_symmetric else " "
            raise NotImplementedError(f"Cannot reduce range for symmetric{gap}quantization for quint8")

    def _calculate_qparams(self, low, high):
        """The scale and the zero point for values from low to high; 0 is always one of the numbers."""
        if not _seen(low, high):
            return torch.tensor([1.0], device=low.device.type), torch.tensor([0], device=low.device.type)
        span = float(self.quant_max - self.quant_min)
        below, above = torch.clamp(low, max=0.0), torch.clamp(high, min=0.0)
        zero = torch.zeros(low.size(), dtype=torch.int64, device=low.device)
        if self.qscheme in (torch.per_tensor_symmetric, torch.per_channel_symmetric):
            scale = torch.max(torch.max(-below, above) / (span / 2), self.eps)
            if self.dtype == torch.quint8:
                zero = torch.full_like(zero, (self.quant_min + self.quant_max) // 2 if self.has_customized_qrange else 128)
        elif self.qscheme == torch.per_channel_affine_float_qparams:
            scale = (high - low) / span
            scale = torch.where(scale > self.eps, scale, torch.ones_like(scale))
            zero = -1 * low / scale
        else:
            scale = torch.max((above - below) / span, self.eps)
            zero = torch.clamp(self.quant_min - torch.round(below / scale).to(torch.int), self.quant_min, self.quant_max)
        return scale.reshape(-1) if scale.dim() == 0 else scale, zero.reshape(-1) if zero.dim() == 0 else zero

    def reset_min_max_vals(self):
        raise NotImplementedError("Cannot reset min/max values in the given observer.")

    def extra_repr(self):
        return f"min_val={self.min_val}, max_val={self.max_val}"


_ObserverBase = UniformQuantizationObserverBase


def _seen(low, high):
    """Whether an observer has seen values; without, it warns."""
    if low.numel() == 0 or low.dim() == 0 and low == float("inf") and high == float("-inf"):
        warnings.warn("must run observer before calling calculate_qparams. Returning default values.")
        return False
    assert (low <= high).all(), f"min {low} should be less than max {high}"
    return True


class MinMaxObserver(UniformQuantizationObserverBase):
    """The smallest and the largest value seen so far."""

    def __init__(self, dtype=torch.quint8, qscheme=torch.per_tensor_affine, reduce_range=False, quant_min=None, quant_max=None,
                 factory_kwargs=None, eps=_EPS):
        if qscheme not in _PER_TENSOR:
            raise NotImplementedError(f"{self._scheme_owner}'s qscheme only support torch.per_tensor_symmetric \
                    and torch.per_tensor_affine.")
        super().__init__(dtype, qscheme, reduce_range, quant_min, quant_max, factory_kwargs, eps)
        self.register_buffer("min_val", torch.tensor(float("inf"), **(factory_kwargs or {})))
        self.register_buffer("max_val", torch.tensor(float("-inf"), **(factory_kwargs or {})))
        self._no_half_of_symmetric_bytes()

    _scheme_owner = "MinMaxObserver"

    def forward(self, x_orig):
        if x_orig.numel():
            low, high = x_orig.detach().to(self.min_val.dtype).aminmax()
            self._note(low, high)
        return x_orig

    def _note(self, low, high):
        self.min_val.copy_(torch.min(low, self.min_val))
        self.max_val.copy_(torch.max(high, self.max_val))

    def calculate_qparams(self):
        return self._calculate_qparams(self.min_val, self.max_val)

    def reset_min_max_vals(self):
        self.min_val.fill_(float("inf"))
        self.max_val.fill_(float("-inf"))


class MovingAverageMinMaxObserver(MinMaxObserver):
    """The moving averages of the smallest and of the largest values."""

    _scheme_owner = "MovingAverageMinMaxObserver"

    def __init__(self, averaging_constant=0.01, dtype=torch.quint8, qscheme=torch.per_tensor_affine, reduce_range=False,
                 quant_min=None, quant_max=None, eps=_EPS, **kwargs):
        self.averaging_constant = averaging_constant
        super().__init__(dtype, qscheme, reduce_range, quant_min, quant_max, eps=eps, **kwargs)

    def _note(self, low, high):
        if self.min_val != float("inf") or self.max_val != float("-inf"):
            low = self.min_val + self.averaging_constant * (low - self.min_val)
            high = self.max_val + self.averaging_constant * (high - self.max_val)
        self.min_val.copy_(low)
        self.max_val.copy_(high)


class PerChannelMinMaxObserver(UniformQuantizationObserverBase):
    """The smallest and the largest value of each channel."""

    _scheme_owner = "PerChannelMinMaxObserver"

    def __init__(self, ch_axis=0, dtype=torch.quint8, qscheme=torch.per_channel_affine, reduce_range=False, quant_min=None, quant_max=None,
                 factory_kwargs=None, eps=_EPS):
        if qscheme not in _PER_CHANNEL:
            raise NotImplementedError(f"{self._scheme_owner}'s qscheme only support \
                    torch.per_channel_symmetric, torch.per_channel_affine and torch.per_channel_affine_float_qparams.")
        super().__init__(dtype, qscheme, reduce_range, quant_min, quant_max, factory_kwargs, eps)
        self.ch_axis = ch_axis
        self.register_buffer("min_val", torch.tensor([], **(factory_kwargs or {})))
        self.register_buffer("max_val", torch.tensor([], **(factory_kwargs or {})))
        self._no_half_of_symmetric_bytes()

    def forward(self, x_orig):
        if x_orig.numel():
            x = x_orig.detach().to(self.min_val.dtype).transpose(0, self.ch_axis).flatten(1)
            low, high = x.aminmax(dim=1)
            if self.min_val.numel():
                low, high = self._combined(low, high)
            self.min_val.resize_(low.shape).copy_(low)
            self.max_val.resize_(high.shape).copy_(high)
        return x_orig

    def _combined(self, low, high):
        return torch.min(low, self.min_val), torch.max(high, self.max_val)

    def calculate_qparams(self):
        return self._calculate_qparams(self.min_val, self.max_val)

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        for name in ("min_val", "max_val"):  # which have no elements before anything was seen
            if prefix + name in state_dict:
                getattr(self, name).resize_(state_dict[prefix + name].shape)
        super()._load_from_state_dict(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)

    def reset_min_max_vals(self):
        self.min_val, self.max_val = torch.rand(0), torch.rand(0)


class MovingAveragePerChannelMinMaxObserver(PerChannelMinMaxObserver):
    """The moving averages of the smallest and the largest value of each channel."""

    _scheme_owner = "MovingAveragePerChannelMinMaxObserver"

    def __init__(self, averaging_constant=0.01, ch_axis=0, dtype=torch.quint8, qscheme=torch.per_channel_affine, reduce_range=False,
                 quant_min=None, quant_max=None, eps=_EPS, **kwargs):
        super().__init__(ch_axis, dtype, qscheme, reduce_range, quant_min, quant_max, eps=eps, **kwargs)
        self.averaging_constant = averaging_constant

    def _combined(self, low, high):
        c = self.averaging_constant
        return self.min_val + c * (low - self.min_val), self.max_val + c * (high - self.max_val)


class HistogramObserver(UniformQuantizationObserverBase):
    """A histogram of the values; the range is the part of it that loses least when it is quantised."""

    def __init__(self, bins=2048, upsample_rate=128, dtype=torch.quint8, qscheme=torch.per_tensor_affine, reduce_range=False,
                 quant_min=None, quant_max=None, factory_kwargs=None, eps=_EPS):
        if qscheme not in _PER_TENSOR:
            raise NotImplementedError("HistogramObserver's qscheme only support torch.per_tensor_symmetric \
                    and torch.per_tensor_affine.")
        super().__init__(dtype, qscheme, reduce_range, quant_min, quant_max, factory_kwargs, eps)
        self.bins, self.upsample_rate, self.dst_nbins = bins, upsample_rate, 2 ** torch.iinfo(dtype).bits
        self.register_buffer("histogram", torch.zeros(bins, **(factory_kwargs or {})))
        self.register_buffer("min_val", torch.tensor(float("inf"), **(factory_kwargs or {})))
        self.register_buffer("max_val", torch.tensor(float("-inf"), **(factory_kwargs or {})))

    def forward(self, x_orig):
        if x_orig.numel() == 0:
            return x_orig
        x = x_orig.detach()
        low, high = x.aminmax()
        fresh = self.min_val == float("inf") and self.max_val == float("-inf")
        if fresh or self.min_val.item() == self.max_val.item():
            histogram = torch.histc(x, self.bins, min=int(low), max=int(high))
        else:
            low, high, histogram = self._joined(x, torch.min(low, self.min_val), torch.max(high, self.max_val))
        self.histogram.copy_(histogram)
        self.min_val.copy_(low)
        self.max_val.copy_(high)
        return x_orig

    def _joined(self, x, low, high):
        """The range of old and new values, and the histogram of both over it."""
        fine = (self.max_val - self.min_val) / (self.bins * self.upsample_rate)
        down = int(torch.ceil((high - low) / (self.bins * fine)).item())
        high = high + (down * (self.bins * fine) - (high - low))  # so that old bins are a whole number of fine ones
        start = int(torch.round((self.min_val - low) / fine).item())
        histogram = torch.histc(x, self.bins, min=int(low), max=int(high))
        if low == self.min_val and high == self.max_val:
            return low, high, histogram + self.histogram
        spread = torch.zeros(self.bins * down, device=x.device)
        spread[start:start + self.bins * self.upsample_rate] = self.histogram.repeat_interleave(self.upsample_rate)
        sums = torch.cumsum(spread, 0, dtype=torch.double)[down - 1::down]
        before = torch.zeros(self.bins, device=x.device)
        before[1:] = sums[:-1]
        return low, high, histogram + ((sums - before) / self.upsample_rate).to(torch.float)

    def _error(self, first, last):
        """How much is lost where bins first to last are the range: the integral of the squared distances to the marks."""
        width = (self.max_val.item() - self.min_val.item()) / self.bins
        mark = width * (last - first + 1) / self.dst_nbins
        if mark == 0.0:
            return 0.0
        density = self.histogram / width
        begin = (torch.arange(self.bins, device=self.histogram.device) - first) * width
        end = begin + width

        def of(x):
            return torch.clamp(torch.div(x, mark, rounding_mode="floor"), 0, self.dst_nbins - 1)

        def integral(a, b):
            return density * ((b * b * b - a * a * a) / 3)

        at, to = of(begin), of(end)
        half = torch.tensor(mark / 2)
        lost = integral(begin - (at + 0.5) * mark, half) + (to - at - 1) * integral(-half, half)
        return (lost + integral(-half, end - (to * mark + mark / 2))).sum().item()

    def _range(self):
        """The range to quantise: bins are given up from either side while that loses less."""
        sums = torch.cumsum(self.histogram, dim=0).tolist()
        total, step = torch.sum(self.histogram).item(), 1e-5
        left, right, first, last, least = 0.0, 1.0, 0, self.bins - 1, float("inf")
        while left < right:
            next_left, next_right = left + step, right - step
            a, b = first, last
            while a < last and sums[a] < torch.tensor(next_left * total).item():
                a += 1
            while b > first and sums[b] > torch.tensor(next_right * total).item():
                b -= 1
            next_first, next_last = first, last
            if a - first > last - b:
                next_first, left = a, next_left
            else:
                next_last, right = b, next_right
            if (next_first, next_last) == (first, last):
                continue
            lost = self._error(next_first, next_last)
            if lost > least:
                break
            least, first, last = lost, next_first, next_last
        width = (self.max_val - self.min_val) / self.bins
        return self.min_val + width * first, self.min_val + width * (last + 1)

    def calculate_qparams(self):
        if self.min_val == float("inf") and self.max_val == float("-inf"):
            warnings.warn("must run observer before calling calculate_qparams.                                    "
                          "Returning default scale and zero point ")
            return torch.tensor([1.0], device=self.min_val.device.type), torch.tensor([0], device=self.min_val.device.type)
        return self._calculate_qparams(*self._range())


class FixedQParamsObserver(ObserverBase):
    """A scale and a zero point that are known beforehand."""

    def __init__(self, scale, zero_point, dtype=torch.quint8, qscheme=torch.per_tensor_affine, quant_min=0, quant_max=255):
        super().__init__(dtype)
        self.quant_min, self.quant_max, self.qscheme = quant_min, quant_max, qscheme
        self.register_buffer("scale", torch.tensor([scale], dtype=torch.float))
        self.register_buffer("zero_point", torch.tensor([zero_point], dtype=torch.int))

    def forward(self, X):
        return X

    def calculate_qparams(self):
        return self.scale, self.zero_point


class _Passive(ObserverBase):
    """An observer that has no scale and zero point to say."""

    def forward(self, x):
        return x

    def calculate_qparams(self):
        raise Exception(f"calculate_qparams should not be called for {type(self).__name__}")


class PlaceholderObserver(_Passive):
    """Only tells the quantised module a type."""

    def __init__(self, dtype=torch.float32, custom_op_name="", compute_dtype=None):
        super().__init__(dtype)
        self.custom_op = custom_op_name
        if compute_dtype:
            self.compute_dtype = compute_dtype


class NoopObserver(_Passive):
    """Does nothing."""

    def __init__(self, dtype=torch.float16, custom_op_name=""):
        super().__init__(dtype)
        self.custom_op = custom_op_name


class ReuseInputObserver(_Passive):
    """Stands for the observer of an operation's input."""

    def __init__(self):
        super().__init__(torch.quint8)


class RecordingObserver(_Passive):
    """Keeps all tensors that it has seen."""

    def __init__(self, dtype=torch.quint8, **kwargs):
        super().__init__(dtype, **kwargs)
        self.tensor_val = []

    def forward(self, x):
        self.tensor_val.append(x.clone())
        return x

    def get_tensor_value(self):
        return self.tensor_val


def get_observer_state_dict(mod):
    """The part of a module's state that belongs to observers."""
    state = mod.state_dict()
    found = OrderedDict((k, v) for k, v in state.items() if "activation_post_process" in k)
    found._metadata = state._metadata
    return found


def load_observer_state_dict(mod, obs_dict):
    """Gives a module's observers what get_observer_state_dict returned."""
    missing, unexpected = [], []
    for name, module in mod.named_modules():
        if isinstance(module, ObserverBase):
            module._load_from_state_dict(obs_dict, name + ".", {}, False, missing, unexpected, [])


default_observer = MinMaxObserver.with_args(quant_min=0, quant_max=127)
default_placeholder_observer = PlaceholderObserver
default_debug_observer = RecordingObserver
default_weight_observer = MinMaxObserver.with_args(dtype=torch.qint8, qscheme=torch.per_tensor_symmetric)
weight_observer_range_neg_127_to_127 = MinMaxObserver.with_args(
    dtype=torch.qint8, qscheme=torch.per_tensor_symmetric, quant_min=-127, quant_max=127, eps=2 ** -12)
default_histogram_observer = HistogramObserver.with_args(quant_min=0, quant_max=127)
default_per_channel_weight_observer = PerChannelMinMaxObserver.with_args(dtype=torch.qint8, qscheme=torch.per_channel_symmetric)
per_channel_weight_observer_range_neg_127_to_127 = PerChannelMinMaxObserver.with_args(
    dtype=torch.qint8, qscheme=torch.per_channel_symmetric, quant_min=-127, quant_max=127, eps=2 ** -12)
default_dynamic_quant_observer = PlaceholderObserver.with_args(dtype=torch.quint8, compute_dtype=torch.quint8)
default_float_qparams_observer = PerChannelMinMaxObserver.with_args(
    dtype=torch.quint8, qscheme=torch.per_channel_affine_float_qparams, ch_axis=0)
default_fixed_qparams_range_neg1to1_observer = FixedQParamsObserver.with_args(
    scale=2.0 / 256.0, zero_point=128, dtype=torch.quint8, quant_min=0, quant_max=255)
default_fixed_qparams_range_0to1_observer = FixedQParamsObserver.with_args(
    scale=1.0 / 256.0, zero_point=0, dtype=torch.quint8, quant_min=0, quant_max=255)
default_symmetric_fixed_qparams_observer = default_fixed_qparams_range_neg1to1_observer
default_affine_fixed_qparams_observer = default_fixed_qparams_range_0to1_observer
default_reuse_input_observer = ReuseInputObserver
