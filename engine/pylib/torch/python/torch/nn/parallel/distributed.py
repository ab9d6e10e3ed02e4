"""Training of copies of a module in several processes."""

import contextlib

import torch
from torch import distributed as dist
from torch.nn.modules import Module
from torch.nn.parallel.scatter_gather import scatter_kwargs


class GradBucket:
    """Gradients that travel together, for communication hooks."""

    def __init__(self, bucket, buffer, last):
        self._bucket, self._buffer, self._last = bucket, buffer, last

    def index(self):
        return self._bucket.index

    def buffer(self):
        return self._buffer

    def set_buffer(self, buffer):
        self._buffer = buffer

    def gradients(self):
        return [view.view_as(p) for view, p in zip(self._buffer.split([p.numel() for p in self._bucket.params]), self._bucket.params)]

    def parameters(self):
        return list(self._bucket.params)

    def is_last(self):
        return self._last


class _Bucket:
    """Parameters whose gradients travel together."""

    def __init__(self, index, params):
        self.index, self.params = index, params
        self.reset()

    def reset(self):
        self.pending, self.work, self.buffer = len(self.params), None, None


class _Reducer:
    """Adds up the gradients of the processes, bucket by bucket, while the backward pass goes on."""

    def __init__(self, params, names, group, first_bytes, bucket_bytes, find_unused):
        self.group, self.find_unused, self.names = group, find_unused, names
        self.world = group.size()
        self.params, self.hook, self.sync = params, None, True
        self.limits = first_bytes, bucket_bytes
        self.order, self.rebuilt = [], False
        self.build(params, backwards=True)
        self.active, self.accumulators = False, []
        for p in params:
            node = p.expand_as(p).grad_fn.next_functions[0][0]
            self.accumulators.append((node, node.register_hook(lambda *_, p=p: self.ready(p))))

    def build(self, params, backwards=False):
        """Puts parameters into buckets: in the order in which their gradients have come, or, before any has, backwards."""
        groups, size, limit = [], 0, self.limits[0]
        for p in params:
            fits = groups and size < limit and groups[-1][-1].dtype == p.dtype and groups[-1][-1].device == p.device
            if not fits:
                limit = self.limits[0] if not groups else self.limits[1]
                groups.append([])
                size = 0
            groups[-1].append(p)
            size += p.numel() * p.element_size()
        self.buckets = [_Bucket(i, g) for i, g in enumerate(reversed(groups) if backwards else groups)]
        self.bucket_of = {p: b for b in self.buckets for p in b.params}

    def prepare(self, outputs):
        """Begins an iteration: the forward pass is over."""
        if self.active and any(b.pending < len(b.params) or b.pending for b in self.buckets):
            self.unfinished()
        if not self.rebuilt and len(self.order) == len(self.params) and not self.find_unused:
            self.build(self.order)
            self.rebuilt = True
        self.order = []
        for b in self.buckets:
            b.reset()
        self.next, self.active = 0, True
        if self.find_unused:
            used = _reached(outputs)
            for p in self.params:
                if p not in used:
                    self.ready(p, unused=True)

    def unfinished(self):
        missing = [i for i, p in enumerate(self.params) if p not in self.seen]
        raise RuntimeError(
            "Expected to have finished reduction in the prior iteration before starting a new one. This error indicates that your module has parameters that "
            "were not used in producing loss. You can enable unused parameter detection by passing the keyword argument `find_unused_parameters=True` to "
            "`torch.nn.parallel.DistributedDataParallel`, and by \nmaking sure all `forward` function outputs participate in calculating loss. \nIf you already "
            "have done the above, then the distributed data parallel module wasn't able to locate the output tensors in the return value of your module's "
            "`forward` function. Please include the loss function and the structure of the return value of `forward` of your module when reporting this issue "
            f"(e.g. list, dict, iterable).\nParameter indices which did not receive grad for rank {self.group.rank()}: {' '.join(map(str, missing))}\n In addition, you can set "
            "the environment variable TORCH_DISTRIBUTED_DEBUG to either INFO or DETAIL to print out information about which particular parameters did not "
            "receive gradient on this rank as part of this error")

    def ready(self, p, unused=False):
        """Notes that a parameter has its gradient."""
        if not self.active or not self.sync:
            return
        self.order.append(p)
        b = self.bucket_of[p]
        b.pending -= 1
        while self.next < len(self.buckets) and self.buckets[self.next].pending == 0:
            self.send(self.buckets[self.next])
            self.next += 1
        if self.next == len(self.buckets):
            self.finish()

    @property
    def seen(self):
        return set(self.order)

    def send(self, b):
        """Sends a bucket on its way."""
        with torch.no_grad():
            parts = [(p.grad if p.grad is not None else torch.zeros_like(p)).reshape(-1) for p in b.params]
            if self.hook is None:
                b.buffer = torch.cat(parts).mul_(1 / self.world)
                b.work = dist.all_reduce(b.buffer, group=self.group, async_op=True)
            else:
                state, hook = self.hook
                b.work = hook(state, GradBucket(b, torch.cat(parts), b.index == len(self.buckets) - 1))

    def finish(self):
        """Waits for all buckets and gives the parameters what they hold."""
        with torch.no_grad():
            for b in self.buckets:
                if self.hook is None:
                    b.work.wait()
                else:
                    value = b.work.wait()
                    b.buffer = value[0] if isinstance(value, (list, tuple)) else value
                for p, mean in zip(b.params, b.buffer.split([p.numel() for p in b.params])):
                    if p.grad is not None:
                        p.grad.copy_(mean.view_as(p))
                    elif not self.find_unused or mean.any():
                        p.grad = mean.view_as(p).clone()
        self.active = False


def _tensors(value):
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, dict):
        for v in value.values():
            yield from _tensors(v)
    elif isinstance(value, (list, tuple)):
        for v in value:
            yield from _tensors(v)


def _reached(outputs):
    """The leaves that gradients of the outputs reach."""
    seen, leaves, todo = set(), set(), [x.grad_fn for x in _tensors(outputs) if x.grad_fn is not None]
    while todo:
        node = todo.pop()
        if node in seen:
            continue
        seen.add(node)
        if hasattr(node, 'variable'):
            leaves.add(node.variable)
        todo.extend(n for n, _ in node.next_functions if n is not None)
    return leaves


class DistributedDataParallel(Module):
    r"""A module of which each process has a copy: in the backward pass the gradients of all are averaged.

    Parameters and buffers begin as those of rank 0. Gradients travel in buckets of bucket_cap_mb MiB (the first of
    1 MiB), each as soon as it is whole, while the rest of the backward pass goes on.
    Source: https://pytorch.org/docs/1.13/generated/torch.nn.parallel.DistributedDataParallel.html
    """

    def __init__(self, module, device_ids=None, output_device=None, dim=0, broadcast_buffers=True, process_group=None, bucket_cap_mb=25,
                 find_unused_parameters=False, check_reduction=False, gradient_as_bucket_view=False, static_graph=False):
        super().__init__()
        self.logger = None
        self._module_parameters = [p for p in module.parameters() if p.requires_grad]
        if not self._module_parameters:
            raise RuntimeError("DistributedDataParallel is not needed when a module doesn't have any parameter that requires a gradient.")
        if device_ids is not None and len(device_ids) > 1:
            raise ValueError("device_ids can only be None or contain a single element.")
        devices = {p.device for p in self._module_parameters}
        self.is_multi_device_module = len(devices) > 1
        kinds = {d.type for d in devices}
        if len(kinds) != 1:
            raise ValueError("DistributedDataParallel's input module must be on the same type of devices, but input module parameters locate in {}.".format(kinds))
        self.device_type = next(iter(kinds))
        if not device_ids or self.device_type == 'cpu' or self.is_multi_device_module:
            if device_ids or output_device:
                raise ValueError("DistributedDataParallel device_ids and output_device arguments only work with single-device/multiple-device GPU modules or CPU modules, "
                                 f"but got device_ids {device_ids}, output_device {output_device}, and module parameters {devices}.")
            self.device_ids = self.output_device = None
        else:
            index = lambda d: torch.device(d).index if isinstance(d, str) else d.index if isinstance(d, torch.device) else int(d)
            self.device_ids = [index(device_ids[0])]
            self.output_device = self.device_ids[0] if output_device is None else index(output_device)
        self.process_group = dist._get_default_group() if process_group is None else process_group
        self.static_graph = static_graph
        self.dim, self.module, self.device = dim, module, self._module_parameters[0].device
        self.broadcast_buffers, self.find_unused_parameters = broadcast_buffers, find_unused_parameters
        self.require_backward_grad_sync = self.require_forward_param_sync = True
        self.gradient_as_bucket_view = gradient_as_bucket_view
        self.bucket_bytes_cap = int(bucket_cap_mb * 1024 * 1024)
        self._verify_shapes()
        self._broadcast(list(module.parameters()) + list(module.buffers()))
        names = [n for n, p in module.named_parameters() if p.requires_grad]
        self.reducer = _Reducer(self._module_parameters, names, self.process_group, dist._DEFAULT_FIRST_BUCKET_BYTES, self.bucket_bytes_cap, find_unused_parameters)

    def _verify_shapes(self):
        """Refuses modules that are not alike on all ranks."""
        mine = [tuple(p.shape) for p in self._module_parameters]
        all_shapes = [None] * self.process_group.size()
        dist.all_gather_object(all_shapes, mine, self.process_group)
        for rank, shapes in enumerate(all_shapes):
            if len(shapes) != len(mine):
                raise RuntimeError(f"DDP expects same model across all ranks, but Rank {self.process_group.rank()} has {len(mine)} params, while rank {rank} has inconsistent {len(shapes)} params.")
            for i, (a, b) in enumerate(zip(mine, shapes)):
                if a != b:
                    raise RuntimeError(f"[{self.process_group.rank()}]: params[{i}] in this process with sizes {list(a)} appears not to match sizes of the same param in process {rank}.")

    def _broadcast(self, tensors):
        with torch.no_grad():
            for x in tensors:
                dist.broadcast(x.detach(), self.process_group._ranks[0], self.process_group)

    def __getstate__(self):
        state = dict(self.__dict__)
        del state['process_group'], state['reducer'], state['logger']
        return state

    @contextlib.contextmanager
    def no_sync(self):
        """Gradients stay in their process: they add up there until the next backward pass outside of this."""
        old, self.require_backward_grad_sync = self.require_backward_grad_sync, False
        try:
            yield
        finally:
            self.require_backward_grad_sync = old

    def join(self, divide_by_initial_world_size=True, enable=True, throw_on_early_termination=False):
        raise NotImplementedError("DistributedDataParallel.join is not offered: give each rank as many batches, as DistributedSampler does")

    def register_comm_hook(self, state, hook):
        """Has hook(state, bucket) send the gradients; it returns a Future of the tensor that they become."""
        if not callable(hook):
            raise TypeError("Communication hook must be callable.")
        self.reducer.hook = state, hook

    def forward(self, *inputs, **kwargs):
        """What the module makes of the inputs, which are moved to its GPU."""
        if self.broadcast_buffers and self.require_forward_param_sync and torch.is_grad_enabled():
            buffers = list(self.module.buffers())
            if buffers:
                self._broadcast(buffers)
        if self.device_ids:
            inputs, kwargs = scatter_kwargs(inputs, kwargs, self.device_ids, dim=self.dim)
            outputs = self.module(*inputs[0], **kwargs[0])
        else:
            outputs = self.module(*inputs, **kwargs)
        self.reducer.sync = self.require_backward_grad_sync
        if torch.is_grad_enabled() and self.require_backward_grad_sync:
            self.require_forward_param_sync = True
            self.reducer.prepare(outputs)
        else:
            self.require_forward_param_sync = False
        return outputs
