"""DataParallel: a batch cut over several GPUs, a replica of the module on each."""

import itertools
import warnings

import torch
from torch._utils import _get_device_index
from torch.nn.modules.module import Module
from torch.nn.parallel.parallel_apply import parallel_apply
from torch.nn.parallel.replicate import replicate
from torch.nn.parallel.scatter_gather import gather, scatter_kwargs


def _check_balance(device_ids):
    """Warns when a GPU is much smaller than another."""
    props = [torch.cuda.get_device_properties(i) for i in device_ids]
    for values in ([p.total_memory for p in props], [p.multi_processor_count for p in props]):
        low, high = min(values), max(values)
        if low / high < 0.75:
            warnings.warn(
                "\n    There is an imbalance between your GPUs. You may want to exclude GPU "
                f"{device_ids[values.index(low)]} which\n    has less than 75% of the memory or cores of GPU "
                f"{device_ids[values.index(high)]}. You can do so by setting\n    the device_ids argument to "
                "DataParallel, or by setting the CUDA_VISIBLE_DEVICES\n    environment variable.")
            return


def _check_source(module, source):
    for t in itertools.chain(module.parameters(), module.buffers()):
        if t.device != source:
            raise RuntimeError("module must have its parameters and buffers "
                               f"on device {source} (device_ids[0]) but found one of "
                               f"them on device: {t.device}")


class DataParallel(Module):
    """Cuts each batch along dim over device_ids and joins the outputs on output_device."""

    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        super().__init__()
        if not torch.cuda.is_available():
            self.module = module
            self.device_ids = []
            return
        if device_ids is None:
            device_ids = list(range(torch.cuda.device_count()))
        if output_device is None:
            output_device = device_ids[0]
        self.dim = dim
        self.module = module
        self.device_ids = [_get_device_index(x, True) for x in device_ids]
        self.output_device = _get_device_index(output_device, True)
        self.src_device_obj = torch.device("cuda", self.device_ids[0])
        _check_balance(self.device_ids)
        if len(self.device_ids) == 1:
            self.module.to(self.src_device_obj)

    def forward(self, *inputs, **kwargs):
        if not self.device_ids:
            return self.module(*inputs, **kwargs)
        _check_source(self.module, self.src_device_obj)
        inputs, kwargs = self.scatter(inputs, kwargs, self.device_ids)
        if not inputs and not kwargs:
            inputs, kwargs = ((),), ({},)
        if len(self.device_ids) == 1:
            return self.module(*inputs[0], **kwargs[0])
        replicas = self.replicate(self.module, self.device_ids[:len(inputs)])
        outputs = self.parallel_apply(replicas, inputs, kwargs)
        return self.gather(outputs, self.output_device)

    def replicate(self, module, device_ids):
        return replicate(module, device_ids, not torch.is_grad_enabled())

    def scatter(self, inputs, kwargs, device_ids):
        return scatter_kwargs(inputs, kwargs, device_ids, dim=self.dim)

    def parallel_apply(self, replicas, inputs, kwargs):
        return parallel_apply(replicas, inputs, kwargs, self.device_ids[:len(replicas)])

    def gather(self, outputs, output_device):
        return gather(outputs, output_device, dim=self.dim)


def data_parallel(module, inputs, device_ids=None, output_device=None, dim=0, module_kwargs=None):
    """One call of module over several GPUs."""
    if not isinstance(inputs, tuple):
        inputs = (inputs,) if inputs is not None else ()
    if device_ids is None:
        device_ids = list(range(torch.cuda.device_count()))
    device_ids = [_get_device_index(x, True) for x in device_ids]
    output_device = _get_device_index(device_ids[0] if output_device is None else output_device, True)
    _check_source(module, torch.device("cuda", device_ids[0]))
    inputs, kwargs = scatter_kwargs(inputs, module_kwargs, device_ids, dim)
    if not inputs and not kwargs:
        inputs, kwargs = ((),), ({},)
    if len(device_ids) == 1:
        return module(*inputs[0], **kwargs[0])
    used = device_ids[:len(inputs)]
    outputs = parallel_apply(replicate(module, used), inputs, kwargs, used)
    return gather(outputs, output_device, dim)
