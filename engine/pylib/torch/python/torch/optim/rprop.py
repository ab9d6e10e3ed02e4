"""Rprop (Riedmiller, Braun, 1993)."""

import torch
from torch.optim.optimizer import Optimizer, check_options, step_each, zeros_like


class Rprop(Optimizer):
    """Steps by the sign of the gradient; the size grows while the sign stays."""

    _complex_as_pairs = True

    def __init__(self, params, lr=1e-2, etas=(0.5, 1.2), step_sizes=(1e-6, 50), foreach=None, maximize=False):
        check_options(lr)
        if not 0.0 < etas[0] < 1.0 < etas[1]:
            raise ValueError(f"Invalid eta values: {etas[0]}, {etas[1]}")
        super().__init__(params, dict(lr=lr, etas=etas, step_sizes=step_sizes, foreach=foreach, maximize=maximize))

    def step(self, closure=None):
        """One step; closure recomputes the loss and returns it."""
        return step_each(self, closure)

    def _update(self, p, grad, state, group):
        if not state:
            state["step"] = 0
            state["prev"] = zeros_like(p)
            state["step_size"] = torch.full_like(grad, group["lr"])
        state["step"] += 1
        shrink, grow = group["etas"]
        sign = grad.mul(state["prev"]).sign()
        sign[sign.gt(0)] = grow
        sign[sign.lt(0)] = shrink
        sign[sign.eq(0)] = 1
        state["step_size"].mul_(sign).clamp_(*group["step_sizes"])
        grad = grad.clone(memory_format=torch.preserve_format)
        grad[sign.eq(shrink)] = 0
        p.addcmul_(grad.sign(), state["step_size"], value=-1)
        state["prev"].copy_(grad)
