"""Adamax (Kingma, Ba, 2014)."""

import torch
from torch.optim.optimizer import Optimizer, check_options, decayed, step_each, zeros_like


class Adamax(Optimizer):
    """Adam with the infinity norm."""

    _tensor_states = ("step",)
    _complex_as_pairs = True

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, foreach=None, *,
                 maximize=False):
        check_options(lr, weight_decay, eps, betas)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay,
                                      foreach=foreach, maximize=maximize))

    def step(self, closure=None):
        """One step; closure recomputes the loss and returns it."""
        return step_each(self, closure)

    def _update(self, p, grad, state, group):
        if not state:
            state["step"] = torch.tensor(0.0)
            state["exp_avg"] = zeros_like(p)
            state["exp_inf"] = zeros_like(p)
        state["step"] += 1
        beta1, beta2 = group["betas"]
        grad = decayed(p, grad, group)
        state["exp_avg"].mul_(beta1).add_(grad, alpha=1 - beta1)
        norm = state["exp_inf"]
        torch.maximum(norm.mul_(beta2), grad.abs().add_(group["eps"]), out=norm)
        rate = group["lr"] / (1 - beta1 ** state["step"].item())
        p.addcdiv_(state["exp_avg"], norm, value=-rate)
