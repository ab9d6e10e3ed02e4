"""Copies between GPUs that autograd can go back through."""

import warnings

import torch
from torch._utils import _get_device_index
from torch.autograd import Function
from torch.nn.parallel import comm


class Broadcast(Function):
    """Tensors on each of several GPUs; the gradient is the sum."""

    @staticmethod
    def forward(ctx, target_gpus, *inputs):
        assert all(i.device.type != "cpu" for i in inputs), "Broadcast function not implemented for CPU tensors"
        ctx.target_gpus = [_get_device_index(x, True) for x in target_gpus]
        if not inputs:
            return ()
        ctx.num_inputs = len(inputs)
        ctx.input_device = inputs[0].get_device()
        copies = comm.broadcast_coalesced(inputs, ctx.target_gpus)
        needs = ctx.needs_input_grad[1:]
        ctx.mark_non_differentiable(*[of_gpu[i] for i, need in enumerate(needs) if not need for of_gpu in copies])
        return tuple(t for of_gpu in copies for t in of_gpu)

    @staticmethod
    def backward(ctx, *grads):
        return (None, *ReduceAddCoalesced.apply(ctx.input_device, ctx.num_inputs, *grads))


class ReduceAddCoalesced(Function):
    """The sums of tensors of several GPUs on one of them."""

    @staticmethod
    def forward(ctx, destination, num_inputs, *grads):
        ctx.target_gpus = [grads[i].get_device() for i in range(0, len(grads), num_inputs)]
        rows = [grads[i:i + num_inputs] for i in range(0, len(grads), num_inputs)]
        return comm.reduce_add_coalesced(rows, destination)

    @staticmethod
    def backward(ctx, *grads):
        return (None, None, *Broadcast.apply(ctx.target_gpus, *grads))


class Gather(Function):
    """Tensors of several GPUs joined on one device."""

    @staticmethod
    def forward(ctx, target_device, dim, *inputs):
        assert all(i.device.type != "cpu" for i in inputs), "Gather function not implemented for CPU tensors"
        target = target_device if target_device == "cpu" else _get_device_index(target_device, True)
        ctx.dim = dim
        ctx.input_gpus = tuple(i.get_device() for i in inputs)
        ctx.unsqueezed_scalar = dim == 0 and all(t.dim() == 0 for t in inputs)
        if ctx.unsqueezed_scalar:
            inputs = tuple(t.view(1) for t in inputs)
            warnings.warn("Was asked to gather along dimension 0, but all input tensors were scalars; "
                          "will instead unsqueeze and return a vector.")
        ctx.input_sizes = tuple(i.size(dim) for i in inputs)
        return comm.gather(inputs, dim, target)

    @staticmethod
    def backward(ctx, grad):
        grads = Scatter.apply(ctx.input_gpus, ctx.input_sizes, ctx.dim, grad)
        if ctx.unsqueezed_scalar:
            grads = tuple(g[0] for g in grads)
        return (None, None, *grads)


class Scatter(Function):
    """A tensor cut along dim, one piece per GPU."""

    @staticmethod
    def forward(ctx, target_gpus, chunk_sizes, dim, input):
        gpus = [_get_device_index(x, True) for x in target_gpus]
        ctx.dim = dim
        ctx.input_device = input.get_device() if input.device.type != "cpu" else "cpu"
        return comm.scatter(input, gpus, chunk_sizes, dim)

    @staticmethod
    def backward(ctx, *grads):
        return None, None, None, Gather.apply(ctx.input_device, ctx.dim, *grads)
