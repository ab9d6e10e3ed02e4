"""Modules that round as quantisation will, while a model is trained.
Source: https://pytorch.org/docs/1.13/quantization-support.html#torch-quantization-fake-quantize"""

from abc import ABC, abstractmethod

import torch
from torch import nn

from torch.ao.quantization.observer import (
    FixedQParamsObserver, MovingAverageMinMaxObserver, MovingAveragePerChannelMinMaxObserver, _with_args,
    default_fixed_qparams_range_0to1_observer, default_fixed_qparams_range_neg1to1_observer)

_PER_CHANNEL = (torch.per_channel_symmetric, torch.per_channel_affine, torch.per_channel_affine_float_qparams)
_PER_TENSOR = (torch.per_tensor_symmetric, torch.per_tensor_affine)


class FakeQuantizeBase(ABC, nn.Module):
    """What all do: observe, if they are told to, and round, if they are told to."""

    _switch_type = torch.uint8

    def __init__(self):
        super().__init__()
        self.register_buffer("fake_quant_enabled", torch.tensor([1], dtype=self._switch_type))
        self.register_buffer("observer_enabled", torch.tensor([1], dtype=self._switch_type))

    @abstractmethod
    def forward(self, x):
        pass

    @abstractmethod
    def calculate_qparams(self, **kwargs):
        pass

    def enable_fake_quant(self, enabled=True):
        self.fake_quant_enabled[0] = 1 if enabled else 0

    def disable_fake_quant(self):
        self.enable_fake_quant(False)

    def enable_observer(self, enabled=True):
        self.observer_enabled[0] = 1 if enabled else 0

    def disable_observer(self):
        self.enable_observer(False)

    with_args = classmethod(_with_args)


class FakeQuantize(FakeQuantizeBase):
    """Rounds to the marks that its observer's range gives: (clamp(round(x / scale + zero_point)) - zero_point) * scale."""

    def __init__(self, observer=MovingAverageMinMaxObserver, quant_min=None, quant_max=None, **observer_kwargs):
        super().__init__()
        if quant_min is not None and quant_max is not None:
            assert quant_min <= quant_max, "quant_min must be less than or equal to quant_max"
            dtype = observer_kwargs.get("dtype", torch.quint8)
            if hasattr(observer, "p"):
                dtype = getattr(observer.p, "keywords", {}).get("dtype", dtype)
            assert torch.iinfo(dtype).min <= quant_min, "quant_min out of bound"
            assert quant_max <= torch.iinfo(dtype).max, "quant_max out of bound"
            observer_kwargs.update(quant_min=quant_min, quant_max=quant_max)
        self.activation_post_process = seen = observer(**observer_kwargs)
        self.quant_min, self.quant_max, self.dtype, self.qscheme = seen.quant_min, seen.quant_max, seen.dtype, seen.qscheme
        floating = seen.qscheme == torch.per_channel_affine_float_qparams
        self.register_buffer("scale", torch.tensor([1.0], dtype=torch.float))
        self.register_buffer("zero_point", torch.tensor([0], dtype=torch.float if floating else torch.int))
        self.ch_axis = getattr(seen, "ch_axis", -1)
        assert self.qscheme in _PER_CHANNEL + _PER_TENSOR, (
            f"Only per channel and per tensor quantization are supported in fake quantize got qscheme: {self.qscheme}")
        self.is_per_channel = self.qscheme in _PER_CHANNEL

    def calculate_qparams(self):
        return self.activation_post_process.calculate_qparams()

    def forward(self, X):
        if self.observer_enabled[0] == 1:
            self.activation_post_process(X.detach())
            for kept, now in zip((self.scale, self.zero_point), self.calculate_qparams()):
                kept.resize_(now.shape).copy_(now.to(kept.device))
        if self.fake_quant_enabled[0] == 1:
            low, high = self.activation_post_process.quant_min, self.activation_post_process.quant_max
            if self.is_per_channel:
                return torch.fake_quantize_per_channel_affine(X, self.scale, self.zero_point, self.ch_axis, low, high)
            return torch.fake_quantize_per_tensor_affine(X, self.scale, self.zero_point, low, high)
        return X

    def _said(self, names):
        seen = self.activation_post_process
        known = {"quant_min": seen.quant_min, "quant_max": seen.quant_max, "reduce_range": getattr(seen, "reduce_range", None)}
        return ", ".join(f"{name}={known[name] if name in known else getattr(self, name)}" for name in names.split())

    def extra_repr(self):
        return self._said("fake_quant_enabled observer_enabled quant_min quant_max dtype qscheme ch_axis scale zero_point")

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        destination[prefix + "scale"], destination[prefix + "zero_point"] = self.scale, self.zero_point

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        for name in ("scale", "zero_point"):  # which have an element for each channel after the first forward
            if prefix + name in state_dict:
                getattr(self, name).resize_(state_dict[prefix + name].shape)
        super()._load_from_state_dict(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)


class FixedQParamsFakeQuantize(FakeQuantize):
    """Rounds to marks that are known beforehand."""

    def __init__(self, observer):
        super().__init__(observer=observer)
        assert type(self.activation_post_process) == FixedQParamsObserver, (
            f"{type(self).__name__}'s observer must be a {FixedQParamsObserver}")
        self._observer_ctr = observer
        self.scale, self.zero_point = self.activation_post_process.scale, self.activation_post_process.zero_point
        assert self.qscheme in _PER_TENSOR, f"Only per tensor quantization is supported FixedQParamsFakeQuantize module, got qscheme:{self.qscheme}"

    def calculate_qparams(self):
        return self.scale, self.zero_point

    def extra_repr(self):
        return self._said("fake_quant_enabled observer_enabled scale zero_point dtype quant_min quant_max qscheme")


class FusedMovingAvgObsFakeQuantize(FakeQuantize):
    """FakeQuantize with a moving average as one operation."""

    _switch_type = torch.long

    def __init__(self, observer=MovingAverageMinMaxObserver, quant_min=0, quant_max=255, **observer_kwargs):
        super().__init__(observer, quant_min, quant_max, **observer_kwargs)
        assert isinstance(self.activation_post_process, (MovingAverageMinMaxObserver, MovingAveragePerChannelMinMaxObserver)), (
            "Fused observer+fake_quant module only works with MovingAverageMinMaxObserver")
        self.is_symmetric_quant = self.qscheme in (torch.per_tensor_symmetric, torch.per_channel_symmetric)

    def extra_repr(self):
        return self._said("fake_quant_enabled observer_enabled scale zero_point dtype quant_min quant_max qscheme reduce_range")

    def forward(self, X):
        seen = self.activation_post_process
        return torch.fused_moving_avg_obs_fake_quant(
            X, self.observer_enabled, self.fake_quant_enabled, seen.min_val, seen.max_val, self.scale, self.zero_point,
            seen.averaging_constant, seen.quant_min, seen.quant_max, self.ch_axis, self.is_per_channel, self.is_symmetric_quant)


def disable_fake_quant(mod):
    """For Module.apply: no rounding from now on."""
    if isinstance(mod, FakeQuantizeBase):
        mod.disable_fake_quant()


def enable_fake_quant(mod):
    if isinstance(mod, FakeQuantizeBase):
        mod.enable_fake_quant()


def disable_observer(mod):
    """For Module.apply: scales stay as they are from now on."""
    if isinstance(mod, FakeQuantizeBase):
        mod.disable_observer()


def enable_observer(mod):
    if isinstance(mod, FakeQuantizeBase):
        mod.enable_observer()


_weights = dict(dtype=torch.qint8, reduce_range=False)
_fused_weights = dict(dtype=torch.qint8)
default_fake_quant = FakeQuantize.with_args(
    observer=MovingAverageMinMaxObserver, quant_min=0, quant_max=255, dtype=torch.quint8, qscheme=torch.per_tensor_affine, reduce_range=True)
default_weight_fake_quant = FakeQuantize.with_args(
    observer=MovingAverageMinMaxObserver, quant_min=-128, quant_max=127, qscheme=torch.per_tensor_symmetric, **_weights)
default_dynamic_fake_quant = FakeQuantize.with_args(
    observer=MovingAverageMinMaxObserver, quant_min=0, quant_max=255, dtype=torch.quint8, averaging_constant=1)
default_fixed_qparams_range_neg1to1_fake_quant = FixedQParamsFakeQuantize.with_args(observer=default_fixed_qparams_range_neg1to1_observer)
default_fixed_qparams_range_0to1_fake_quant = FixedQParamsFakeQuantize.with_args(observer=default_fixed_qparams_range_0to1_observer)
default_symmetric_fixed_qparams_fake_quant = default_fixed_qparams_range_neg1to1_fake_quant
default_affine_fixed_qparams_fake_quant = default_fixed_qparams_range_0to1_fake_quant
default_per_channel_weight_fake_quant = FakeQuantize.with_args(
    observer=MovingAveragePerChannelMinMaxObserver, quant_min=-128, quant_max=127, qscheme=torch.per_channel_symmetric, ch_axis=0, **_weights)
default_embedding_fake_quant = FakeQuantize.with_args(
    observer=MovingAveragePerChannelMinMaxObserver, qscheme=torch.per_channel_affine_float_qparams, dtype=torch.quint8,
    quant_min=0, quant_max=255, ch_axis=0, averaging_constant=1)
default_fused_act_fake_quant = FusedMovingAvgObsFakeQuantize.with_args(
    observer=MovingAverageMinMaxObserver, quant_min=0, quant_max=255, dtype=torch.quint8)
default_fused_wt_fake_quant = FusedMovingAvgObsFakeQuantize.with_args(
    observer=MovingAverageMinMaxObserver, quant_min=-128, quant_max=127, qscheme=torch.per_tensor_symmetric, **_fused_weights)
default_fused_per_channel_wt_fake_quant = FusedMovingAvgObsFakeQuantize.with_args(
    observer=MovingAveragePerChannelMinMaxObserver, quant_min=-128, quant_max=127, qscheme=torch.per_channel_symmetric, **_fused_weights)
fused_wt_fake_quant_range_neg_127_to_127 = FusedMovingAvgObsFakeQuantize.with_args(
    observer=MovingAverageMinMaxObserver, quant_min=-127, quant_max=127, qscheme=torch.per_tensor_symmetric, eps=2 ** -12, **_fused_weights)
fused_per_channel_wt_fake_quant_range_neg_127_to_127 = FusedMovingAvgObsFakeQuantize.with_args(
    observer=MovingAveragePerChannelMinMaxObserver, quant_min=-127, quant_max=127, qscheme=torch.per_channel_symmetric, eps=2 ** -12, **_fused_weights)
