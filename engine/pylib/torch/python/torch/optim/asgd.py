"""Averaged stochastic gradient descent (Polyak, Juditsky, 1992)."""

import math

import torch
from torch.optim.optimizer import Optimizer, check_options, decayed, step_each, zeros_like


class ASGD(Optimizer):
    """Stochastic gradient descent that also averages the parameters."""

    _tensor_states = ("step", "eta", "mu")

    def __init__(self, params, lr=1e-2, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0, foreach=None,
                 maximize=False):
        check_options(lr, weight_decay)
        super().__init__(params, dict(lr=lr, lambd=lambd, alpha=alpha, t0=t0, weight_decay=weight_decay,
                                      foreach=foreach, maximize=maximize))

    def step(self, closure=None):
        """One step; closure recomputes the loss and returns it."""
        return step_each(self, closure)

    def _update(self, p, grad, state, group):
        if not state:
            state["step"] = torch.tensor(0.0)
            state["eta"] = torch.tensor(group["lr"])
            state["mu"] = torch.tensor(1.0)
            state["ax"] = zeros_like(p)
        state["step"] += 1
        step, eta, mu = state["step"].item(), state["eta"].item(), state["mu"]
        grad = decayed(p, grad, group)
        p.mul_(1 - group["lambd"] * eta)
        p.add_(grad, alpha=-eta)
        ax = state["ax"]
        if mu.item() != 1:
            ax.add_(p.sub(ax).mul(mu))
        else:
            ax.copy_(p)
        rate = group["lr"] / math.pow(1 + group["lambd"] * group["lr"] * step, group["alpha"])
        state["eta"].copy_(torch.tensor(rate))
        mu.copy_(torch.tensor(1 / max(1, step - group["t0"])))
