"""FullyShardedDataParallel: each rank keeps a part of each unit's parameters, and has all of them only while it needs them.

A unit's parameters are one flat tensor, cut into as many pieces as there are ranks. Before the unit's forward pass the
pieces are gathered; what operations save of them for the backward pass is remembered as a place in the flat tensor, so
that its memory comes back after forward. The first operation of the unit's backward pass that asks for such a place has
them gathered again. When all gradients of the unit are there they are added up and each rank gets those of its piece.
"""

import contextlib
import math
from collections import OrderedDict
from dataclasses import dataclass
from enum import Enum, auto

import torch
from torch import distributed as dist
from torch import nn
from torch.distributed.distributed_c10d import _post
from torch.distributed.fsdp.wrap import wrap_below


class ShardingStrategy(Enum):
    """What is shared out: everything; all but the parameters between forward and backward; nothing."""

    FULL_SHARD, SHARD_GRAD_OP, NO_SHARD = auto(), auto(), auto()


class BackwardPrefetch(Enum):
    """Accepted; a unit is gathered when it is needed."""

    BACKWARD_PRE, BACKWARD_POST = auto(), auto()


class StateDictType(Enum):
    FULL_STATE_DICT, LOCAL_STATE_DICT, SHARDED_STATE_DICT = auto(), auto(), auto()


@dataclass
class MixedPrecision:
    """In which types parameters are computed with, gradients are added up, and buffers are kept."""

    param_dtype: object = None
    reduce_dtype: object = None
    buffer_dtype: object = None
    keep_low_precision_grads: bool = False


@dataclass
class CPUOffload:
    offload_params: bool = False


@dataclass
class FullStateDictConfig:
    """Whether a full state dict goes to the CPU, and to rank 0 only."""

    offload_to_cpu: bool = False
    rank0_only: bool = False


class FlatParameter(nn.Parameter):
    """A rank's piece of a unit's parameters."""

    _is_flat = True


class _Gather(torch.autograd.Function):
    """A unit's parameters from the pieces of all ranks; backwards, this rank's piece of the sum of their gradients."""

    @staticmethod
    def forward(ctx, piece, unit):
        ctx.unit = unit
        unit._gather()
        return tuple(x.view_as(x) for x in unit._views())

    @staticmethod
    def backward(ctx, *grads):
        return ctx.unit._reduced(grads), None


def _same(x):
    return x


def _tensors(value):
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, dict):
        for v in value.values():
            yield from _tensors(v)
    elif isinstance(value, (list, tuple)):
        for v in value:
            yield from _tensors(v)


class FullyShardedDataParallel(nn.Module):
    """module with its parameters shared out over the ranks of a group. Wrap, then make the optimizer."""

    def __init__(self, module, process_group=None, sharding_strategy=None, cpu_offload=None, auto_wrap_policy=None, backward_prefetch=None,
                 mixed_precision=None, ignored_modules=None, param_init_fn=None, device_id=None, sync_module_states=False, forward_prefetch=False,
                 limit_all_gathers=False, use_orig_params=False, ignored_parameters=None):
        super().__init__()
        if cpu_offload is not None and cpu_offload.offload_params:
            raise NotImplementedError("FullyShardedDataParallel with CPUOffload is not offered")
        if use_orig_params:
            raise NotImplementedError("FullyShardedDataParallel(use_orig_params=True) is not offered: give parameters() of the wrapped model to one optimizer")
        self.process_group = dist._get_default_group() if process_group is None else process_group
        self.rank, self.world_size = self.process_group.rank(), self.process_group.size()
        self.sharding_strategy = sharding_strategy or ShardingStrategy.FULL_SHARD
        self.mixed_precision = mixed_precision or MixedPrecision()
        if device_id is not None:
            device = torch.device("cuda", device_id) if isinstance(device_id, int) else torch.device(device_id)
            module = module.to(device)
        ignored = set(ignored_modules or ())
        if auto_wrap_policy is not None:
            def make(child):
                return FullyShardedDataParallel(child, process_group, sharding_strategy, None, None, backward_prefetch, mixed_precision,
                                                ignored_modules, None, None, sync_module_states)
            wrap_below(module, auto_wrap_policy, make, ignored)
        self._fsdp_wrapped_module = module
        self._sync_gradients, self._full, self._gathered, self._summoned, self._waiting = True, None, None, False, None
        self._dict_type, self._dict_config = StateDictType.FULL_STATE_DICT, FullStateDictConfig()
        self._find_parameters(ignored)
        if sync_module_states:
            with torch.no_grad():
                for x in [p for p, _ in self._params] + list(module.buffers()):
                    dist.broadcast(x.detach(), self.process_group._ranks[0], self.process_group)
        for b in module.buffers():
            if self.mixed_precision.buffer_dtype is not None and b.is_floating_point():
                b.data = b.data.to(self.mixed_precision.buffer_dtype)
        self._share_out()

    # Parameters and their pieces.

    def _find_parameters(self, ignored):
        """Lists the parameters that no unit below has, each with the places where modules have it."""
        found, skip = {}, set()
        for m in ignored:
            skip.update(m.modules())
        for m in self._fsdp_wrapped_module.modules():
            if isinstance(m, FullyShardedDataParallel):
                skip.update(m.modules())
        for m in self._fsdp_wrapped_module.modules():
            if m not in skip:
                for name, p in m._parameters.items():
                    if p is not None:
                        found.setdefault(p, []).append((m, name))
        if len({(p.dtype, p.requires_grad, p.device) for p in found}) > 1:
            raise ValueError("a unit of FullyShardedDataParallel must have parameters of one dtype, on one device, that all require gradients or none: "
                             "wrap the modules whose parameters differ in units of their own")
        self._params = list(found.items())

    def _share_out(self):
        params = [p for p, _ in self._params]
        self._shapes = [p.shape for p in params]
        self._numel = sum(p.numel() for p in params)
        self._chunk = -(-self._numel // self.world_size) if self._sharded else self._numel
        self._owners = [places for _, places in self._params]
        self._params = None
        if not params:
            return
        with torch.no_grad():
            piece = self._piece_of(torch.cat([p.detach().reshape(-1) for p in params]))
        self._requires_grad = params[0].requires_grad
        for places in self._owners:
            for m, name in places:
                del m._parameters[name]
        self._fsdp_wrapped_module.flat_param = FlatParameter(piece, requires_grad=self._requires_grad)
        self._take()

    @property
    def _sharded(self):
        return self.sharding_strategy != ShardingStrategy.NO_SHARD

    @property
    def _flat(self):
        return self._fsdp_wrapped_module._parameters.get("flat_param")

    def _piece_of(self, flat):
        """This rank's piece of a flat tensor, filled up with zeros."""
        if not self._sharded:
            return flat.clone()
        piece = flat.new_zeros(self._chunk)
        start = min(self.rank * self._chunk, self._numel)
        part = flat[start:start + self._chunk]
        piece[:part.numel()] = part
        return piece

    def _gather(self, dtype=None):
        """Has all of the parameters here, in one tensor: again, where an optimizer has changed the pieces since."""
        if self._full is not None and self._gathered == self._flat._version:
            return
        self._gathered = self._flat._version
        piece = self._flat.detach()
        dtype = dtype or self.mixed_precision.param_dtype
        piece = piece if dtype is None else piece.to(dtype)
        if not self._sharded:
            self._full = piece
            return
        full = torch.empty(self._chunk * self.world_size, dtype=piece.dtype, device=piece.device)
        dist.all_gather_into_tensor(full, piece, self.process_group)
        self._full = full

    def _views(self):
        parts = self._full[:self._numel].split([s.numel() for s in self._shapes])
        return [part.view(shape) for part, shape in zip(parts, self._shapes)]

    def _give(self, views):
        for x, places in zip(views, self._owners):
            for m, name in places:
                m.__dict__[name] = x

    def _take(self):
        """Leaves modules a tensor without elements, so that they can still say what they have."""
        nothing = self._flat.detach()[:0]
        self._give([nothing] * len(self._owners))

    def _reduced(self, grads):
        """This rank's piece of the mean of the ranks' gradients."""
        with torch.no_grad():
            like = next(g for g in grads if g is not None)
            flat = torch.cat([(like.new_zeros(s) if g is None else g).reshape(-1) for g, s in zip(grads, self._shapes)])
            self._full = None
            self._take()
            if self._waiting is not None:
                flat, self._waiting = flat + self._waiting, None
            if not self._sync_gradients:
                self._waiting = flat
                return None
            flat = flat.to(self.mixed_precision.reduce_dtype or flat.dtype).mul_(1 / self.world_size)
            if not self._sharded:
                dist.all_reduce(flat, group=self.process_group)
                return flat.to(self._flat.dtype)
            whole = flat if flat.numel() == self._chunk * self.world_size else nn.functional.pad(flat, (0, self._chunk * self.world_size - flat.numel()))
            piece = torch.empty(self._chunk, dtype=whole.dtype, device=whole.device)
            _post(self.process_group, "reduce_scatter", whole.chunk(self.world_size), [piece], dist.ReduceOp.SUM)
            return piece.to(self._flat.dtype)

    # What operations save.

    def _pack(self, x):
        full = self._full
        if full is not None and x.device == full.device and x.dtype == full.dtype and x.storage().data_ptr() == full.storage().data_ptr():
            return self._place, (tuple(x.size()), tuple(x.stride()), x.storage_offset())
        return self._outer[1], self._outer[0](x)

    def _unpack(self, kept):
        unpack, what = kept
        return unpack(what)

    def _place(self, where):
        with torch.no_grad():
            self._gather()
            return self._full.as_strided(*where)

    def _hooks(self):
        """What is not of this unit is kept as it would be outside."""
        outer = torch.autograd.graph._open[-1:]
        self._outer = (outer[0].pack_hook, outer[0].unpack_hook) if outer else (_same, _same)
        return torch.autograd.graph.saved_tensors_hooks(self._pack, self._unpack)

    def _before_backward(self, grad):
        """Has modules have their parameters, for those that compute something again."""
        with torch.no_grad():
            self._gather()
            views = [x.detach().requires_grad_(self._requires_grad) for x in self._views()]
        self._give(views)

    def forward(self, *args, **kwargs):
        if not self._shapes or self._summoned:
            return self._fsdp_wrapped_module(*args, **kwargs)
        args, kwargs = self._lowered(args, kwargs)
        self._give(_Gather.apply(self._flat, self))
        try:
            with self._hooks():
                outputs = self._fsdp_wrapped_module(*args, **kwargs)
        finally:
            self._take()
            if self.sharding_strategy != ShardingStrategy.SHARD_GRAD_OP or not torch.is_grad_enabled():
                self._full = None
        for x in _tensors(outputs):
            if x.requires_grad:
                x.register_hook(self._before_backward)
        return outputs

    def _lowered(self, args, kwargs):
        """Inputs in the type that the parameters are computed with."""
        dtype = self.mixed_precision.param_dtype
        if dtype is None:
            return args, kwargs
        cast = lambda x: x.to(dtype) if isinstance(x, torch.Tensor) and x.is_floating_point() else x
        return tuple(map(cast, args)), {k: cast(v) for k, v in kwargs.items()}

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(super().__getattr__("_fsdp_wrapped_module"), name)

    def __getitem__(self, key):
        return self._fsdp_wrapped_module[key]

    @property
    def module(self):
        """The wrapped module."""
        return self._fsdp_wrapped_module

    # All of the parameters at once.

    @staticmethod
    def fsdp_modules(module, root_only=False):
        """The units of a module."""
        return [m for m in module.modules() if isinstance(m, FullyShardedDataParallel)]

    @staticmethod
    @contextlib.contextmanager
    def summon_full_params(module, recurse=True, writeback=True, rank0_only=False, offload_to_cpu=False, with_grads=False):
        """Has the parameters whole and under their own names in a block; what is changed there is kept, with writeback."""
        units = [u for u in FullyShardedDataParallel.fsdp_modules(module) if not u._summoned and u._shapes]
        units = units if recurse else units[:1]
        kept = []
        for u in units:
            u._full = None
            u._gather(u._flat.dtype)
            u._summoned = True
            params = [nn.Parameter(x, u._requires_grad) for x in u._views()]
            kept.append((u._flat, params))
            del u._fsdp_wrapped_module._parameters["flat_param"]
            for p, places in zip(params, u._owners):
                for m, name in places:
                    del m.__dict__[name]
                    m._parameters[name] = p
        try:
            yield
        finally:
            for u, (flat, params) in zip(units, kept):
                for places in u._owners:
                    for m, name in places:
                        del m._parameters[name]
                u._fsdp_wrapped_module._parameters["flat_param"] = flat
                with torch.no_grad():
                    if writeback:
                        flat.data.copy_(u._piece_of(torch.cat([p.detach().reshape(-1) for p in params])))
                u._summoned, u._full = False, None
                u._take()

    @staticmethod
    @contextlib.contextmanager
    def state_dict_type(module, state_dict_type, state_dict_config=None):
        """Says which state dict is made in a block."""
        if state_dict_type != StateDictType.FULL_STATE_DICT:
            raise NotImplementedError(f"{state_dict_type} is not offered: StateDictType.FULL_STATE_DICT is")
        units = FullyShardedDataParallel.fsdp_modules(module)
        before = [u._dict_config for u in units]
        for u in units:
            u._dict_config = state_dict_config or FullStateDictConfig()
        try:
            yield
        finally:
            for u, config in zip(units, before):
                u._dict_config = config

    def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
        """The whole parameters, under the names that they have in the wrapped module. All ranks call this."""
        destination = OrderedDict() if destination is None else destination
        if not hasattr(destination, "_metadata"):
            destination._metadata = OrderedDict()
        outermost = not self._summoned
        found = OrderedDict()
        found._metadata = destination._metadata
        with self.summon_full_params(self, writeback=False):
            super().state_dict(destination=found, prefix=prefix, keep_vars=keep_vars)
        config = self._dict_config
        if outermost and config.rank0_only and self.rank != 0:
            return destination
        for name, x in found.items():
            if outermost and isinstance(x, torch.Tensor):
                x = x.cpu() if config.offload_to_cpu else x.clone()
            destination[name.replace("_fsdp_wrapped_module.", "")] = x
        return destination

    def load_state_dict(self, state_dict, strict=True):
        """Takes over a full state dict; each rank keeps its pieces."""
        with self.summon_full_params(self):
            names = list(self._plain_state_dict())
            long = {name.replace("_fsdp_wrapped_module.", ""): name for name in names}
            return super().load_state_dict(OrderedDict((long.get(k, k), v) for k, v in state_dict.items()), strict)

    def _plain_state_dict(self):
        """Names as they stand in the modules, units' own among them."""
        return [n for n, _ in self.named_parameters()] + [n for n, _ in self.named_buffers()]

    # Gradients.

    @contextlib.contextmanager
    def no_sync(self):
        """Gradients stay on their rank, whole, until the next backward pass outside of this."""
        before = [(u, u._sync_gradients) for u in self.fsdp_modules(self)]
        for u, _ in before:
            u._sync_gradients = False
        try:
            yield
        finally:
            for u, synced in before:
                u._sync_gradients = synced

    def clip_grad_norm_(self, max_norm, norm_type=2.0):
        """clip_grad_norm_ of all ranks' pieces together."""
        pieces = [p.grad.detach() for p in self.parameters() if p.grad is not None]
        norm_type = float(norm_type)
        if math.isinf(norm_type):
            total = torch.stack([g.abs().max() for g in pieces]).max()
            dist.all_reduce(total, dist.ReduceOp.MAX, self.process_group)
        else:
            total = torch.stack([g.float().norm(norm_type) ** norm_type for g in pieces]).sum()
            if self._sharded:
                dist.all_reduce(total, group=self.process_group)
            total = total ** (1 / norm_type)
        factor = torch.clamp(max_norm / (total + 1e-6), max=1.0)
        for g in pieces:
            g.mul_(factor.to(g.dtype))
        return total
