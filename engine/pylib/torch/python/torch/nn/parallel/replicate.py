"""Copies of a module on several GPUs that share its parameters through autograd."""

from collections import OrderedDict

from torch._utils import _get_device_index
from torch.nn.parallel import comm
from torch.nn.parallel.functions import Broadcast


def _copies(tensors, devices, detach):
    """For each device the copies of all tensors."""
    if detach or not tensors:
        return comm.broadcast_coalesced(tensors, devices)
    flat = Broadcast.apply(devices, *tensors)
    n = len(tensors)
    return [flat[i:i + n] for i in range(0, len(flat), n)]


def _fill(replica, module, tables, copies, children):
    """Puts the copies of module's children, parameters and buffers into replica."""
    params, buffers = tables
    for key, child in module._modules.items():
        replica._modules[key] = None if child is None else children[child]
    for key, param in module._parameters.items():
        if param is None:
            replica._parameters[key] = None
        else:
            copy = copies[0][params[param]]
            # No leaf of autograd any more, so a plain attribute and no parameter.
            setattr(replica, key, copy)
            replica._former_parameters[key] = copy
    for key, buf in module._buffers.items():
        replica._buffers[key] = None if buf is None else copies[1][buffers[buf]]


def replicate(network, devices, detach=False):
    """A copy of network on each device."""
    if not devices:
        return []
    devices = [_get_device_index(x, True) for x in devices]
    params = list(network.parameters())
    buffers = list(network.buffers())
    tables = ({p: i for i, p in enumerate(params)}, {b: i for i, b in enumerate(buffers)})
    param_copies = _copies(params, devices, detach)
    buffer_copies = _copies(buffers, devices, True)
    modules = list(network.modules())
    replicas = []
    for j in range(len(devices)):
        children = {}
        for module in modules:
            children[module] = module._replicate_for_data_parallel()
            children[module]._former_parameters = OrderedDict()
        for module in modules:
            _fill(children[module], module, tables, (param_copies[j], buffer_copies[j]), children)
        replicas.append(children[network])
    return replicas
