"""Quantisation of models: observers are put in (prepare), the model sees data, quantised modules take the place of its own (convert).
Source: https://pytorch.org/docs/1.13/quantization.html"""

import copy
import warnings

import torch
from torch import nn
from torch.ao.nn import quantized as nnq
from torch.ao.quantization import qconfig as _qc
from torch.ao.quantization.fake_quantize import FakeQuantizeBase
from torch.ao.quantization.observer import ObserverBase
from torch.ao.quantization.quantization_mappings import (
    DEFAULT_MODULE_TO_ACT_POST_PROCESS, get_default_dynamic_quant_module_mappings, get_default_qat_module_mappings,
    get_default_qconfig_propagation_list, get_default_static_quant_module_mappings)
from torch.ao.quantization.stubs import DeQuantStub, QuantWrapper
from torch.nn.intrinsic import _FusedModule
from torch.nn.utils.parametrize import type_before_parametrizations


def propagate_qconfig_(module, qconfig_dict=None, prepare_custom_config_dict=None):
    """Gives each module below the QConfig that holds for it: its own, that of its name or type, or that of the module above."""
    _propagate(module, qconfig_dict or {}, None, "")


def _propagate(module, by_name, above, path):
    found = by_name.get(type_before_parametrizations(module), above)
    found = getattr(module, "qconfig", by_name.get(path, found))
    _qc.assert_valid_qconfig(found, module)
    module.qconfig = _qc.add_module_to_qconfig_obs_ctr(found, module)
    for name, child in module.named_children():
        _propagate(child, by_name, module.qconfig, path + "." + name if path else name)


def _observer_forward_hook(self, input, output):
    return self.activation_post_process(output)


def _observer_forward_pre_hook(self, input):
    return self.activation_post_process(input[0])


def _devices(module):
    return {x.device for x in (*module.parameters(), *module.buffers())}


def _device_of(module, what):
    devices = _devices(module)
    assert len(devices) <= 1, f"{what} only works with cpu or single-device CUDA modules, but got devices {devices}"
    return next(iter(devices), None)


def _wants_observer(m):
    return getattr(m, "qconfig", None) is not None


def _made(m, device, special=None):
    observer = (special or m.qconfig.activation)()
    return observer if device is None else observer.to(device)


def _observe(m, device, special=None):
    """Has an observer see what m gives, before any other hook."""
    if not _wants_observer(m) or isinstance(m, DeQuantStub):
        return
    m.add_module("activation_post_process", _made(m, device, special))
    if _qc.activation_is_memoryless(m.qconfig):
        handle = m.register_forward_pre_hook(_observer_forward_pre_hook)
        m._forward_pre_hooks.move_to_end(handle.id, last=False)
    else:
        handle = m.register_forward_hook(_observer_forward_hook)
        m._forward_hooks.move_to_end(handle.id, last=False)


def add_observer_(module, qconfig_propagation_list=None, non_leaf_module_list=None, device=None, custom_module_class_mapping=None):
    """Puts observers on the modules below that have a QConfig."""
    wanted = get_default_qconfig_propagation_list() if qconfig_propagation_list is None else qconfig_propagation_list
    device = _device_of(module, "add_observer_") if device is None else device
    for child in module.children():
        kind = type_before_parametrizations(child)
        if kind is nn.Dropout:
            continue
        if kind in (nnq.FloatFunctional, nnq.QFunctional):
            if _wants_observer(child):
                child.activation_post_process = _made(child, device)
        elif isinstance(child, _FusedModule) or kind in (non_leaf_module_list or ()):
            _observe(child, device)
        elif child.training and kind in DEFAULT_MODULE_TO_ACT_POST_PROCESS:
            _observe(child, device, DEFAULT_MODULE_TO_ACT_POST_PROCESS[kind])
        else:
            add_observer_(child, wanted, non_leaf_module_list, device)
    if not list(module.children()) and not isinstance(module, nn.Sequential) and type_before_parametrizations(module) in wanted:
        _observe(module, device)


def add_quant_dequant(module):
    """Puts modules that have a QConfig and none below them between stubs."""
    if not list(module.children()) and getattr(module, "qconfig", None):
        return QuantWrapper(module)
    for name, child in module.named_children():
        module._modules[name] = add_quant_dequant(child)
    return module


def prepare(model, inplace=False, allow_list=None, observer_non_leaf_module_list=None, prepare_custom_config_dict=None):
    """model with observers."""
    model = model if inplace else copy.deepcopy(model)
    propagate_qconfig_(model)
    if not any(_wants_observer(m) for m in model.modules()):
        warnings.warn("None of the submodule got qconfig applied. Make sure you passed correct configuration through `qconfig_dict` or "
                      "by assigning the `.qconfig` attribute directly on submodules")
    add_observer_(model, allow_list, observer_non_leaf_module_list)
    return model


def prepare_qat(model, mapping=None, inplace=False):
    """model with modules that round while it is trained."""
    assert model.training, "prepare_qat only works on models in training mode"
    mapping = get_default_qat_module_mappings() if mapping is None else mapping
    model = model if inplace else copy.deepcopy(model)
    propagate_qconfig_(model)
    convert(model, mapping=mapping, inplace=True, remove_qconfig=False)
    prepare(model, observer_non_leaf_module_list=set(mapping.values()), inplace=True)
    return model


def _forget(module):
    """Takes QConfigs and observers away."""
    for child in module.children():
        _forget(child)
    if hasattr(module, "qconfig"):
        del module.qconfig
    if isinstance(getattr(module, "activation_post_process", None), (ObserverBase, FakeQuantizeBase)):
        delattr(module, "activation_post_process")
    for hooks, ours in ((module._forward_pre_hooks, _observer_forward_pre_hook), (module._forward_hooks, _observer_forward_hook)):
        for number in [n for n, hook in hooks.items() if hook is ours]:
            del hooks[number]


def convert(module, mapping=None, inplace=False, remove_qconfig=True, is_reference=False, convert_custom_config_dict=None):
    """module with quantised modules in the place of those that observers have seen."""
    if is_reference:
        raise NotImplementedError("convert(is_reference=True): reference modules are not offered")
    module = module if inplace else copy.deepcopy(module)
    _convert(module, get_default_static_quant_module_mappings() if mapping is None else mapping)
    if remove_qconfig:
        _forget(module)
    return module


def _convert(module, mapping):
    for name, child in list(module.named_children()):
        if not isinstance(child, _FusedModule):
            _convert(child, mapping)
        module._modules[name] = swap_module(child, mapping, {})


def swap_module(mod, mapping, custom_module_class_mapping=None):
    """The module that mapping has in the place of mod, or mod."""
    kind = type_before_parametrizations(mod)
    if not _wants_observer(mod) or kind not in mapping:
        return mod
    new = mapping[kind].from_float(mod)
    for hook in mod._forward_pre_hooks.values():
        new.register_forward_pre_hook(hook)
    for hook in mod._forward_hooks.values():
        if hook is not _observer_forward_hook:
            new.register_forward_hook(hook)
    device = _device_of(mod, "swap_module")
    return new if device is None else new.to(device)


def quantize(model, run_fn, run_args, mapping=None, inplace=False):
    """prepare, run_fn(model, *run_args), convert."""
    model = model if inplace else copy.deepcopy(model)
    model.eval()
    prepare(model, inplace=True)
    run_fn(model, *run_args)
    return convert(model, mapping, inplace=True)


def quantize_qat(model, run_fn, run_args, inplace=False):
    """prepare_qat, run_fn(model, *run_args), convert."""
    model = model if inplace else copy.deepcopy(model)
    model.train()
    prepare_qat(model, inplace=True)
    run_fn(model, *run_args)
    return convert(model, inplace=True)


_RECURRENT = (nn.LSTM, nn.GRU, nn.LSTMCell, nn.RNNCell, nn.GRUCell)
_DYNAMIC = {torch.qint8: _qc.default_dynamic_qconfig, torch.float16: _qc.float16_dynamic_qconfig, torch.quint8: _qc.float_qparams_weight_only_qconfig}


def quantize_dynamic(model, qconfig_spec=None, dtype=torch.qint8, mapping=None, inplace=False):
    """model with the weights of its Linear and recurrent modules (or of those that qconfig_spec has) as integers; what they
    are multiplied with is quantised when it comes."""
    if qconfig_spec is None or isinstance(qconfig_spec, set):
        if dtype not in _DYNAMIC:
            if qconfig_spec is None:
                raise ValueError(f"Don't know how to quantize with default settings for {dtype}. Provide full qconfig please")
            raise RuntimeError("Unknown dtype specified for quantize_dynamic: ", str(dtype))
        kinds = qconfig_spec or ((nn.EmbeddingBag, nn.Embedding) if dtype == torch.quint8 else (nn.Linear, *_RECURRENT))
        qconfig_spec = dict.fromkeys(kinds, _DYNAMIC[dtype])
    model = model if inplace else copy.deepcopy(model)
    model.eval()
    propagate_qconfig_(model, qconfig_spec)
    return convert(model, get_default_dynamic_quant_module_mappings() if mapping is None else mapping, inplace=True)


def get_observer_dict(mod, target_dict, prefix=""):
    """Collects the observers of a module and of those below by their paths."""
    start = prefix + "." if prefix else ""
    if hasattr(mod, "activation_post_process"):
        target_dict[start + "activation_post_process"] = mod.activation_post_process
    for name, child in mod.named_children():
        get_observer_dict(child, target_dict, start + name)
