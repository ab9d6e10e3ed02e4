"""torch.ao.quantization: models in integers, in eager mode (https://pytorch.org/docs/1.13/quantization.html)."""

from torch.ao.quantization.fake_quantize import *
from torch.ao.quantization.fuse_modules import fuse_conv_bn, fuse_conv_bn_relu, fuse_linear_bn, fuse_modules, fuse_modules_qat, get_fuser_method
from torch.ao.quantization.observer import *
from torch.ao.quantization.observer import _PartialWrapper
from torch.ao.quantization.qconfig import *
from torch.ao.quantization.quantization_mappings import *
from torch.ao.quantization.quantize import (
    add_observer_, add_quant_dequant, convert, get_observer_dict, prepare, prepare_qat, propagate_qconfig_, quantize, quantize_dynamic, quantize_qat,
    swap_module)
from torch.ao.quantization.stubs import DeQuantStub, QuantStub, QuantWrapper


def default_eval_fn(model, calib_data):
    """Runs a model on data, for calibration."""
    for data, target in calib_data:
        model(data)


def __getattr__(name):
    if name.endswith(("_fx", "_jit", "_mapping")) or name == "QConfigMapping":
        raise NotImplementedError(f"torch.ao.quantization.{name}: quantization of graphs is not offered; prepare, convert and quantize_dynamic work on modules")
    raise AttributeError(f"module 'torch.ao.quantization' has no attribute '{name}'")
