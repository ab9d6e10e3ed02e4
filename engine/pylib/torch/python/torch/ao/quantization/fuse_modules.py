"""Layers that follow each other as one: convolution, batch normalisation, ReLU."""

import copy

import torch.nn.intrinsic as nni
from torch import nn
from torch.nn.utils import fusion
from torch.nn.utils.parametrize import type_before_parametrizations

_DIMS = ((nn.Conv1d, nn.BatchNorm1d, "1d"), (nn.Conv2d, nn.BatchNorm2d, "2d"), (nn.Conv3d, nn.BatchNorm3d, "3d"))


def _same_mode(*modules):
    assert len({m.training for m in modules}) == 1, "Conv and BN both must be in the same mode (train or eval)."


def _check_training(layer, bn, what):
    width = layer.out_channels if hasattr(layer, "out_channels") else layer.out_features
    assert bn.num_features == width, f"Output channel of {what} must match num_features of BatchNorm"
    assert bn.affine, "Only support fusing BatchNorm with affine set to True"
    assert bn.track_running_stats, "Only support fusing BatchNorm with tracking_running_stats set to True"


def fuse_conv_bn(is_qat, conv, bn):
    """A convolution and its normalisation: as one that is trained, or as one convolution."""
    _same_mode(conv, bn)
    if not is_qat:
        return fusion.fuse_conv_bn_eval(conv, bn)
    _check_training(conv, bn, "Conv2d")
    return getattr(nni, "ConvBn" + type(conv).__name__[4:])(conv, bn)


def fuse_conv_bn_relu(is_qat, conv, bn, relu):
    """A convolution, its normalisation and ReLU."""
    _same_mode(conv, bn, relu)
    dims = type(conv).__name__[4:]
    if not is_qat:
        return getattr(nni, "ConvReLU" + dims)(fusion.fuse_conv_bn_eval(conv, bn), relu)
    _check_training(conv, bn, "Conv")
    return getattr(nni, "ConvBnReLU" + dims)(conv, bn, relu)


def fuse_linear_bn(is_qat, linear, bn):
    """A linear layer and its normalisation."""
    _same_mode(linear, bn)
    if not is_qat:
        return fusion.fuse_linear_bn_eval(linear, bn)
    raise NotImplementedError("Fusing Linear and BatchNorm1d for training is not offered; fuse them for eval, or leave the normalisation as it is")


def fuse_convtranspose_bn(is_qat, convt, bn):
    _same_mode(convt, bn)
    if is_qat:
        raise Exception("Fusing ConvTranspose+BatchNorm not yet supported in QAT.")
    return fusion.fuse_conv_bn_eval(convt, bn, transpose=True)


def _together(cls):
    return lambda is_qat, a, b: cls(a, b)


# What becomes of layers of these types that follow each other.
DEFAULT_OP_LIST_TO_FUSER_METHOD = {
    (nn.Linear, nn.BatchNorm1d): fuse_linear_bn, (nn.Linear, nn.ReLU): _together(nni.LinearReLU),
    (nn.BatchNorm2d, nn.ReLU): _together(nni.BNReLU2d), (nn.BatchNorm3d, nn.ReLU): _together(nni.BNReLU3d),
}
for _conv, _bn, _dims in _DIMS:
    DEFAULT_OP_LIST_TO_FUSER_METHOD[_conv, _bn] = fuse_conv_bn
    DEFAULT_OP_LIST_TO_FUSER_METHOD[_conv, _bn, nn.ReLU] = fuse_conv_bn_relu
    DEFAULT_OP_LIST_TO_FUSER_METHOD[_conv, nn.ReLU] = _together(getattr(nni, "ConvReLU" + _dims))
    DEFAULT_OP_LIST_TO_FUSER_METHOD[getattr(nn, "ConvTranspose" + _dims), _bn] = fuse_convtranspose_bn


def get_fuser_method(op_list, additional_fuser_method_mapping=None):
    """What makes one layer of several."""
    found = {**DEFAULT_OP_LIST_TO_FUSER_METHOD, **(additional_fuser_method_mapping or {})}.get(op_list)
    assert found is not None, f"did not find fuser method for: {op_list} "
    return found


def fuse_known_modules(mod_list, is_qat, additional_fuser_method_mapping=None):
    """The layers, with the first one made of all and nothing in the place of the others."""
    types = tuple(type_before_parametrizations(m) for m in mod_list)
    fused = get_fuser_method(types, additional_fuser_method_mapping)(is_qat, *mod_list)
    for hook in mod_list[0]._forward_pre_hooks.values():
        fused.register_forward_pre_hook(hook)
    for hook in mod_list[-1]._forward_hooks.values():
        fused.register_forward_hook(hook)
    mod_list[0]._forward_pre_hooks.clear()
    mod_list[-1]._forward_hooks.clear()
    nothing = [nn.Identity().train(mod_list[0].training) for _ in mod_list[1:]]
    return [fused, *nothing]


def _fuse(model, names, is_qat, fuser_func, mapping):
    def owner(name):
        path, _, last = name.rpartition(".")
        found = model
        for part in path.split(".") if path else ():
            found = getattr(found, part)
        return found, last

    places = [owner(name) for name in names]
    fused = fuser_func([getattr(module, last) for module, last in places], is_qat, mapping)
    for (module, last), new in zip(places, fused):
        setattr(module, last, new)


def _fuse_all(model, modules_to_fuse, is_qat, inplace, fuser_func, custom):
    model = model if inplace else copy.deepcopy(model)
    mapping = (custom or {}).get("additional_fuser_method_mapping", {})
    groups = [modules_to_fuse] if all(isinstance(m, str) for m in modules_to_fuse) else modules_to_fuse
    for names in groups:
        _fuse(model, names, is_qat, fuser_func, mapping)
    return model


def fuse_modules(model, modules_to_fuse, inplace=False, fuser_func=fuse_known_modules, fuse_custom_config_dict=None):
    """model with the named layers as one: a list of names, or several lists."""
    return _fuse_all(model, modules_to_fuse, False, inplace, fuser_func, fuse_custom_config_dict)


def fuse_modules_qat(model, modules_to_fuse, inplace=False, fuser_func=fuse_known_modules, fuse_custom_config_dict=None):
    """fuse_modules for a model that will be trained."""
    return _fuse_all(model, modules_to_fuse, True, inplace, fuser_func, fuse_custom_config_dict)
