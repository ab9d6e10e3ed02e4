"""Calling replicas, each on its GPU."""

import torch
from torch._utils import _get_device_index


def get_a_var(obj):
    """Some tensor inside obj, or None."""
    if isinstance(obj, torch.Tensor):
        return obj
    if isinstance(obj, dict):
        obj = obj.items()
    elif not isinstance(obj, (list, tuple)):
        return None
    for item in obj:
        found = get_a_var(item)
        if found is not None:
            return found
    return None


def _reraise(exc, i, device):
    """The replica's exception, told where it came from."""
    text = f"Caught {type(exc).__name__} in replica {i} on device {device}.\nOriginal {_trace(exc)}"
    try:
        told = type(exc)(text)
    except TypeError:
        told = RuntimeError(text)
    raise told


def _trace(exc):
    import traceback
    return "".join(traceback.format_exception(type(exc), exc, exc.__traceback__))


def parallel_apply(modules, inputs, kwargs_tup=None, devices=None):
    """Each module on its inputs. Launches on GPUs return at once, so the devices work side by side."""
    assert len(modules) == len(inputs)
    if kwargs_tup is None:
        kwargs_tup = ({},) * len(modules)
    assert len(modules) == len(kwargs_tup)
    if devices is None:
        devices = [None] * len(modules)
    assert len(modules) == len(devices)
    outputs = []
    for i, (module, args, kwargs, device) in enumerate(zip(modules, inputs, kwargs_tup, devices)):
        device = get_a_var(args).get_device() if device is None else _get_device_index(device, True)
        if not isinstance(args, (list, tuple)):
            args = (args,)
        try:
            with torch.cuda.device(device):
                outputs.append(module(*args, **kwargs))
        except Exception as exc:
            failure = exc
        else:
            continue
        _reraise(failure, i, device)
    return outputs
