"""Stochastic gradient descent with momentum."""

import torch
from torch import _C
from torch.optim.optimizer import Optimizer, decayed, required, step_each


class SGD(Optimizer):
    """p -= lr · (momentum buffer of grad + weight_decay · p)."""

    _takes_sparse = True

    def __init__(self, params, lr=required, momentum=0, dampening=0, weight_decay=0, nesterov=False, *,
                 maximize=False, foreach=None, differentiable=False):
        if lr is not required and lr < 0.0:
            raise ValueError(f"Invalid learning rate: {lr}")
        if momentum < 0.0:
            raise ValueError(f"Invalid momentum value: {momentum}")
        if weight_decay < 0.0:
            raise ValueError(f"Invalid weight_decay value: {weight_decay}")
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        super().__init__(params, dict(
            lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay, nesterov=nesterov,
            maximize=maximize, foreach=foreach, differentiable=differentiable))

    def __setstate__(self, state):
        super().__setstate__(state)
        for group in self.param_groups:
            group.setdefault("nesterov", False)
            group.setdefault("maximize", False)
            group.setdefault("foreach", None)
            group.setdefault("differentiable", False)

    def _together(self, group):
        params = [p for p in group["params"] if p.grad is not None]
        kinds, first = [params], 0
        if group["momentum"] != 0:
            buffers = [self.state[p].get("momentum_buffer") for p in params]
            if all(b is None for b in buffers):
                buffers, first = [torch.empty_like(p) for p in params], 1
            elif any(b is None for b in buffers):
                return False
            kinds.append(buffers)
        kinds.append([p.grad for p in params])
        if not _C._step_sgd_(kinds, [group["lr"], group["momentum"], group["dampening"], group["weight_decay"]],
                                [group["nesterov"], group["maximize"], first]):
            return False
        for i, p in enumerate(params):
            self.state[p]["momentum_buffer"] = kinds[1][i] if group["momentum"] != 0 else None
        return True

    def step(self, closure=None):
        """One step; closure recomputes the loss and returns it."""
        return step_each(self, closure)

    def _update(self, p, grad, state, group):
        grad = decayed(p, grad, group)
        momentum = group["momentum"]
        if momentum != 0:
            buf = state.get("momentum_buffer")
            if buf is None:
                buf = torch.clone(grad).detach()
            else:
                buf.mul_(momentum).add_(grad, alpha=1 - group["dampening"])
            state["momentum_buffer"] = buf
            grad = grad.add(buf, alpha=momentum) if group["nesterov"] else buf
        else:
            state["momentum_buffer"] = None
        p.add_(grad, alpha=-group["lr"])
