"""What a layer is observed or rounded with: one observer for what it gives, one for its weights."""

from collections import namedtuple

import torch
from torch import nn

from torch.ao.quantization import fake_quantize as _fq
from torch.ao.quantization import observer as _ob
from torch.ao.quantization.fake_quantize import FakeQuantizeBase, FusedMovingAvgObsFakeQuantize
from torch.ao.quantization.observer import HistogramObserver, MovingAverageMinMaxObserver, NoopObserver, PlaceholderObserver, ReuseInputObserver


class QConfig(namedtuple("QConfig", ["activation", "weight"])):
    """Ways to make the observer of a layer's output and that of its weights; not observers themselves."""

    def __new__(cls, activation, weight):
        if isinstance(activation, nn.Module) or isinstance(weight, nn.Module):
            raise ValueError("QConfig received observer instance, please pass observer class instead. "
                             "Use MyObserver.with_args(x=1) to override arguments to constructor if needed")
        return super().__new__(cls, activation, weight)


default_qconfig = QConfig(_ob.default_observer, _ob.default_weight_observer)
default_debug_qconfig = QConfig(_ob.default_debug_observer, _ob.default_weight_observer)
default_per_channel_qconfig = QConfig(_ob.default_observer, _ob.default_per_channel_weight_observer)
default_dynamic_qconfig = QConfig(_ob.default_dynamic_quant_observer, _ob.default_weight_observer)
float16_dynamic_qconfig = QConfig(PlaceholderObserver.with_args(dtype=torch.float16, compute_dtype=torch.float16), PlaceholderObserver.with_args(dtype=torch.float16))
float16_static_qconfig = QConfig(PlaceholderObserver.with_args(dtype=torch.float16), PlaceholderObserver.with_args(dtype=torch.float16))
per_channel_dynamic_qconfig = QConfig(_ob.default_dynamic_quant_observer, _ob.default_per_channel_weight_observer)
float_qparams_weight_only_qconfig = QConfig(_ob.default_placeholder_observer, _ob.default_float_qparams_observer)
default_qat_qconfig = QConfig(_fq.default_fake_quant, _fq.default_weight_fake_quant)
default_dynamic_qat_qconfig = QConfig(_fq.default_dynamic_fake_quant, _fq.default_weight_fake_quant)
default_weight_only_qconfig = QConfig(nn.Identity, _fq.default_weight_fake_quant)
default_activation_only_qconfig = QConfig(_fq.default_fake_quant, nn.Identity)
default_qat_qconfig_v2 = QConfig(_fq.default_fused_act_fake_quant, _fq.default_fused_wt_fake_quant)
default_reuse_input_qconfig = QConfig(_ob.default_reuse_input_observer, NoopObserver)
default_symmetric_qnnpack_qconfig = QConfig(HistogramObserver.with_args(dtype=torch.qint8, reduce_range=False, eps=2 ** -12), _ob.weight_observer_range_neg_127_to_127)
default_per_channel_symmetric_qnnpack_qconfig = QConfig(
    HistogramObserver.with_args(dtype=torch.qint8, reduce_range=False, eps=2 ** -12), _ob.per_channel_weight_observer_range_neg_127_to_127)
_symmetric_qat = FusedMovingAvgObsFakeQuantize.with_args(
    observer=MovingAverageMinMaxObserver, quant_min=-128, quant_max=127, dtype=torch.qint8, reduce_range=False, eps=2 ** -12)
default_symmetric_qnnpack_qat_qconfig = QConfig(_symmetric_qat, _fq.fused_wt_fake_quant_range_neg_127_to_127)
default_per_channel_symmetric_qnnpack_qat_qconfig = QConfig(_symmetric_qat, _fq.fused_per_channel_wt_fake_quant_range_neg_127_to_127)

# By backend: whether outputs have half of the range, as FBGEMM's sums of 16 bits need it, and whether weights have a scale per channel.
_BACKENDS = {"fbgemm": (True, True), "x86": (True, True), "onednn": (False, True), "qnnpack": (False, False)}


def get_default_qconfig(backend="fbgemm", version=0):
    """The QConfig for quantisation after training."""
    if version != 0:
        raise AssertionError(f"Version number: {version} in get_default_qconfig is not supported. Version number must be 0")
    if backend not in _BACKENDS:
        return default_qconfig
    half, channels = _BACKENDS[backend]
    return QConfig(HistogramObserver.with_args(reduce_range=half), _ob.default_per_channel_weight_observer if channels else _ob.default_weight_observer)


def get_default_qat_qconfig(backend="fbgemm", version=1):
    """The QConfig for training that prepares quantisation."""
    if version not in (0, 1):
        raise AssertionError(f"Version number: {version}in get_default_qat_qconfig is not supported. Version number must be 0 or 1")
    if backend not in _BACKENDS:
        return default_qat_qconfig_v2 if version else default_qat_qconfig
    half, channels = _BACKENDS[backend]
    make = FusedMovingAvgObsFakeQuantize if version else _fq.FakeQuantize
    options = {} if backend == "onednn" else {"reduce_range": half}
    activation = make.with_args(observer=MovingAverageMinMaxObserver, quant_min=0, quant_max=255, **options)
    if version:
        return QConfig(activation, _fq.default_fused_per_channel_wt_fake_quant if channels else _fq.default_fused_wt_fake_quant)
    return QConfig(activation, _fq.default_per_channel_weight_fake_quant if channels else _fq.default_weight_fake_quant)


def assert_valid_qconfig(qconfig, mod):
    """Refuses a scale per channel for transposed convolutions."""
    if qconfig is None or qconfig.weight is None or not isinstance(mod, (nn.ConvTranspose1d, nn.ConvTranspose2d, nn.ConvTranspose3d)):
        return
    assert not isinstance(qconfig.weight(), (_ob.PerChannelMinMaxObserver, _ob.MovingAveragePerChannelMinMaxObserver)), (
        "Per channel weight observer is not supported yet for ConvTranspose{n}d.")


def add_module_to_qconfig_obs_ctr(qconfig, module):
    """A QConfig whose observers are made where the module's tensors are."""
    if module is None or qconfig is None or qconfig._fields != ("activation", "weight"):
        return qconfig

    def where():
        devices = {x.device for x in (*module.parameters(), *module.buffers())}
        return {"device": next(iter(devices))} if devices else None

    def placed(constructor):
        try:
            constructor.with_args(factory_kwargs=None)()
            return constructor.with_callable_args(factory_kwargs=where)
        except (AttributeError, TypeError):  # it makes no tensors
            return constructor

    return QConfig(placed(qconfig.activation), placed(qconfig.weight))


def activation_is_memoryless(qconfig):
    """Whether the observer of outputs only ever knows the last one."""
    seen = qconfig.activation()
    if isinstance(seen, FakeQuantizeBase) and hasattr(seen, "activation_post_process"):
        seen = seen.activation_post_process
    return getattr(seen, "averaging_constant", None) == 1


def is_reuse_input_qconfig(qconfig):
    return qconfig is not None and isinstance(qconfig.activation(), ReuseInputObserver) and isinstance(qconfig.weight(), NoopObserver)
