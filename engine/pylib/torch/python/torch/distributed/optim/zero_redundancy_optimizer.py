"""An optimizer whose state is shared out: each rank steps its part of the parameters and sends it to the others.
Source: https://pytorch.org/docs/1.13/distributed.optim.html#torch.distributed.optim.ZeroRedundancyOptimizer"""

from copy import deepcopy

import torch
from torch import distributed as dist
from torch.optim.optimizer import Optimizer, _cast


def _on_cpu(value):
    if isinstance(value, torch.Tensor):
        return value.cpu()
    if isinstance(value, dict):
        return {k: _on_cpu(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(map(_on_cpu, value))
    return value


class ZeroRedundancyOptimizer(Optimizer):
    """optimizer_class over a rank's part of params: the largest first, each to the rank that has least."""

    def __init__(self, params, optimizer_class, process_group=None, parameters_as_bucket_view=False, overlap_with_ddp=False, **defaults):
        if overlap_with_ddp:
            raise NotImplementedError("ZeroRedundancyOptimizer(overlap_with_ddp=True) is not offered: step() after the backward pass does the same")
        params = list(params)
        self._verify(params)
        self._of_param, self._parts = {}, []
        self.process_group = dist._get_default_group() if process_group is None else process_group
        self.world_size, self.rank = self.process_group.size(), self.process_group.rank()
        self.global_rank = dist.get_global_rank(self.process_group, self.rank)
        self._optim_defaults, self._optim_constructor = defaults, optimizer_class
        self.parameters_as_bucket_view, self._all_state_dicts, self.initialized = parameters_as_bucket_view, [], False
        super().__init__(params, defaults)
        self._share_out()
        self.optim = optimizer_class([dict(g) for g in self._parts[self.rank]], **defaults)
        self._sync(self.optim.param_groups, self.param_groups)
        self.initialized = True

    @staticmethod
    def _verify(params):
        if not params:
            raise ValueError("ZeroRedundancyOptimizer got an empty parameter list")
        tensors = [p for group in params for p in (group["params"] if isinstance(group, dict) else [group])]
        for p in tensors:
            if not isinstance(p, torch.Tensor):
                raise TypeError(f"params argument should be an iterable of Tensors, but got {torch.typename(p)}")
            if p.is_sparse:
                raise ValueError("ZeroRedundancyOptimizer only supports using the same dense type for all parameters but got both dense and sparse")
            if p.dtype != tensors[0].dtype:
                raise ValueError(f"ZeroRedundancyOptimizer only supports using the same dense type for all parameters but got both {tensors[0].type()} and {p.type()}")

    def _share_out(self):
        """Says for each parameter which rank steps it."""
        sizes = [0] * self.world_size
        self._parts = [[] for _ in sizes]
        for group in self.param_groups:
            mine = [[] for _ in sizes]
            for p in sorted(group["params"], key=lambda p: p.numel(), reverse=True):
                rank = sizes.index(min(sizes))
                mine[rank].append(p)
                sizes[rank] += p.numel()
                self._of_param[p] = rank
            for rank, part in enumerate(mine):
                self._parts[rank].append({**group, "params": part})

    def add_param_group(self, param_group):
        if not getattr(self, "initialized", False):
            return super().add_param_group(param_group)
        super().add_param_group(param_group)
        self._share_out()
        self.optim.add_param_group(dict(self._parts[self.rank][-1]))

    @staticmethod
    def _sync(source, target):
        for a, b in zip(source, target):
            b.update((k, v) for k, v in a.items() if k != "params")

    def step(self, closure=None, **kwargs):
        """Steps this rank's part, then sends it to the others."""
        self._sync(self.param_groups, self.optim.param_groups)
        loss = self.optim.step(**kwargs) if closure is None else self.optim.step(closure=closure, **kwargs)
        works = []
        for rank, groups in enumerate(self._parts):
            source = dist.get_global_rank(self.process_group, rank)
            works += [dist.broadcast(p.data, source, self.process_group, async_op=True) for group in groups for p in group["params"]]
        for work in works:
            work.wait()
        self._sync(self.optim.param_groups, self.param_groups)
        return loss

    def consolidate_state_dict(self, to=0):
        """Brings the state of all ranks to one, which state_dict returns there. All ranks call this."""
        self._sync(self.param_groups, self.optim.param_groups)
        found = [None] * self.world_size if self.rank == to else None
        dist.gather_object(_on_cpu(self.optim.state_dict()), found, dist.get_global_rank(self.process_group, to), self.process_group)
        self._all_state_dicts = found if self.rank == to else []

    def state_dict(self):
        """The options and the state of all parameters, after consolidate_state_dict."""
        if not self._all_state_dicts:
            raise RuntimeError("Optimizer state has not been consolidated on this rank. "
                               f"Please call `consolidate_state_dict(to={self.rank})` on all ranks beforehand if you meant to save the global state.")
        whole = super().state_dict()
        number = {p: i for ours, theirs in zip(self.param_groups, whole["param_groups"]) for p, i in zip(ours["params"], theirs["params"])}
        state = {}
        for part, local in zip(self._parts, self._all_state_dicts):
            for group, saved in zip(part, local["param_groups"]):
                state.update((number[p], local["state"][i]) for p, i in zip(group["params"], saved["params"]) if i in local["state"])
        whole["state"] = dict(sorted(state.items()))
        return whole

    def load_state_dict(self, state_dict):
        """Takes over what state_dict returned; a rank keeps its own part."""
        state_dict = deepcopy(state_dict)
        params = [p for group in self.param_groups for p in group["params"]]
        for i, value in state_dict["state"].items():
            if self._of_param[params[i]] == self.rank:
                self.optim.state[params[i]] = _cast(params[i], value)
        super().load_state_dict({"state": {}, "param_groups": state_dict["param_groups"]})
        self._sync(self.param_groups, self.optim.param_groups)
