"""Saving a module's tensors into a state dict, and checking and copying them back."""

from collections import OrderedDict
from collections.abc import Mapping

import torch

EXTRA_STATE_KEY_SUFFIX = "_extra_state"


def persistent_tensors(module):
    """The (name, tensor) pairs of the module itself that a state dict holds."""
    out = [(k, v) for k, v in module._parameters.items() if v is not None]
    skip = module._non_persistent_buffers_set
    out.extend((k, v) for k, v in module._buffers.items() if v is not None and k not in skip)
    return out


def collect(module, destination, prefix, keep_vars):
    """Adds the tensors of module and its children to destination."""
    metadata = getattr(destination, "_metadata", None)
    local = {"version": module._version}
    if metadata is not None:
        metadata[prefix[:-1]] = local
    module._save_to_state_dict(destination, prefix, keep_vars)
    for name, child in module._modules.items():
        if child is not None:
            child.state_dict(destination=destination, prefix=prefix + name + ".", keep_vars=keep_vars)
    for hook in module._state_dict_hooks.values():
        result = hook(module, destination, prefix, local)
        if result is not None:
            destination = result
    return destination


def _assign(module, name, param, value):
    """Puts an entry of a state dict in the place of param."""
    if isinstance(param, torch.nn.Parameter) and not isinstance(value, torch.nn.Parameter):
        value = torch.nn.Parameter(value, param.requires_grad)
    setattr(module, name, value)


def _copy_into(key, param, value, errors, instead=None):
    """Copies one entry of a state dict into param, or notes why it cannot."""
    if not isinstance(value, torch.Tensor):
        errors.append(f'While copying the parameter named "{key}", expected torch.Tensor or '
                      f'Tensor-like object from checkpoint but received {type(value)}')
        return
    lazy = torch.nn.parameter.is_lazy(param)
    if not lazy and param.dim() == 0 and value.dim() == 1:
        value = value[0]
    if not lazy and value.shape != param.shape:
        errors.append(f"size mismatch for {key}: copying a param with shape {value.shape} from "
                      f"checkpoint, the shape in current model is {param.shape}.")
        return
    if instead is not None:
        return instead(value)
    try:
        with torch.no_grad():
            param.copy_(value)
    except Exception as ex:
        errors.append(f'While copying the parameter named "{key}", whose dimensions in the model '
                      f'are {param.size()} and whose dimensions in the checkpoint are '
                      f'{value.size()}, an exception occurred : {ex.args}.')


def load_local(module, state, prefix, metadata, strict, missing, unexpected, errors):
    """Copies the entries that belong to module itself, not to its children."""
    for hook in module._load_state_dict_pre_hooks.values():
        hook(state, prefix, metadata, strict, missing, unexpected, errors)
    local = dict(persistent_tensors(module))
    for name, param in local.items():
        key = prefix + name
        if key in state:
            instead = (lambda value, name=name, param=param: _assign(module, name, param, value)) if metadata.get("assign_to_params_buffers") else None
            _copy_into(key, param, state[key], errors, instead)
        elif strict:
            missing.append(key)
    extra = prefix + EXTRA_STATE_KEY_SUFFIX
    if type(module).set_extra_state is not torch.nn.Module.set_extra_state:
        if extra in state:
            module.set_extra_state(state[extra])
        elif strict:
            missing.append(extra)
    elif strict and extra in state:
        unexpected.append(extra)
    if not strict:
        return
    for key in state:
        if key.startswith(prefix) and key != extra:
            owner = key[len(prefix):].split(".", 1)[0]
            if owner not in module._modules and owner not in local:
                unexpected.append(key)


def _load_tree(module, state, prefix, metadata, missing, unexpected, errors, incompatible_keys, assign):
    local = {} if metadata is None else metadata.get(prefix[:-1], {})
    if assign:
        local = {**local, "assign_to_params_buffers": True}
    module._load_from_state_dict(state, prefix, local, True, missing, unexpected, errors)
    for name, child in module._modules.items():
        if child is not None:
            start = prefix + name + "."
            part = {k: v for k, v in state.items() if k.startswith(start)}
            _load_tree(child, part, start, metadata, missing, unexpected, errors, incompatible_keys, assign)
    incompatible = incompatible_keys(missing, unexpected)
    for hook in module._load_state_dict_post_hooks.values():
        out = hook(module, incompatible)
        assert out is None, (
            "Hooks registered with ``register_load_state_dict_post_hook`` are not"
            "expected to return new values, if incompatible_keys need to be modified,"
            "it should be done inplace.")


def _quoted(keys):
    return ", ".join(f'"{k}"' for k in keys)


def load(module, state_dict, strict, incompatible_keys, assign=False):
    """Module.load_state_dict."""
    if not isinstance(state_dict, Mapping):
        raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
    missing, unexpected, errors = [], [], []
    metadata = getattr(state_dict, "_metadata", None)
    state = OrderedDict(state_dict)
    if metadata is not None:
        state._metadata = metadata
    _load_tree(module, state, "", metadata, missing, unexpected, errors, incompatible_keys, assign)
    if strict:
        if unexpected:
            errors.insert(0, f"Unexpected key(s) in state_dict: {_quoted(unexpected)}. ")
        if missing:
            errors.insert(0, f"Missing key(s) in state_dict: {_quoted(missing)}. ")
    if errors:
        raise RuntimeError("Error(s) in loading state_dict for {}:\n\t{}".format(
            type(module).__name__, "\n\t".join(errors)))
    return incompatible_keys(missing, unexpected)
