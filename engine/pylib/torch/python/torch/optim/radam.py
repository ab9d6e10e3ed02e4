"""RAdam (Liu and others, 2019)."""

import math

from torch.optim.adam import advance, count
from torch.optim.optimizer import Optimizer, check_options, decayed, step_each


class RAdam(Optimizer):
    """Adam with a rectified variance."""

    _tensor_states = ("step",)

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, foreach=None):
        check_options(lr, weight_decay, eps, betas)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, foreach=foreach))

    def step(self, closure=None):
        """One step; closure recomputes the loss and returns it."""
        return step_each(self, closure)

    def _update(self, p, grad, state, group):
        step = count(p, state, group)
        beta1, beta2 = group["betas"]
        grad = decayed(p, grad, group)
        advance(grad, state, group)
        correction = 1 - beta2 ** step
        mean = state["exp_avg"] / (1 - beta1 ** step)
        longest = 2 / (1 - beta2) - 1
        length = longest - 2 * step * (beta2 ** step) / correction
        if length <= 5.0:
            p.add_(mean * group["lr"], alpha=-1.0)
            return
        rect = math.sqrt((length - 4) * (length - 2) * longest / ((longest - 4) * (longest - 2) * length))
        adaptive = math.sqrt(correction) / state["exp_avg_sq"].sqrt().add_(group["eps"])
        p.add_(mean * group["lr"] * adaptive * rect, alpha=-1.0)
