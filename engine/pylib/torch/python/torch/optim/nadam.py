"""NAdam (Dozat, 2016)."""

import torch
from torch.optim.adam import advance, count
from torch.optim.optimizer import Optimizer, check_options, decayed, step_each, zeros_like


class NAdam(Optimizer):
    """Adam with Nesterov momentum."""

    _tensor_states = ("step", "mu_product")

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0,
                 momentum_decay=4e-3, foreach=None):
        check_options(lr, weight_decay, eps, betas)
        if not 0.0 <= momentum_decay:
            raise ValueError(f"Invalid momentum_decay value: {momentum_decay}")
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay,
                                      momentum_decay=momentum_decay, foreach=foreach))

    @staticmethod
    def _new_state(p, state, group):
        state["step"] = torch.tensor(0.0)
        state["mu_product"] = torch.tensor(1.0)
        state["exp_avg"] = zeros_like(p)
        state["exp_avg_sq"] = zeros_like(p)

    def step(self, closure=None):
        """One step; closure recomputes the loss and returns it."""
        return step_each(self, closure)

    def _update(self, p, grad, state, group):
        step = count(p, state, group, self._new_state)
        beta1, beta2 = group["betas"]
        lr, decay = group["lr"], group["momentum_decay"]
        grad = decayed(p, grad, group)
        mu = beta1 * (1.0 - 0.5 * (0.96 ** (step * decay)))
        mu_next = beta1 * (1.0 - 0.5 * (0.96 ** ((step + 1) * decay)))
        product = state["mu_product"]
        product *= mu
        product_next = product * mu * mu_next
        advance(grad, state, group)
        denom = state["exp_avg_sq"].div(1 - beta2 ** step).sqrt().add_(group["eps"])
        p.addcdiv_(grad, denom, value=-lr * (1.0 - mu) / (1.0 - product.item()))
        p.addcdiv_(state["exp_avg"], denom, value=-lr * mu_next / (1.0 - product_next.item()))
