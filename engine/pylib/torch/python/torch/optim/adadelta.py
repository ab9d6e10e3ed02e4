"""Adadelta (Zeiler, 2012)."""

from torch.optim.optimizer import Optimizer, check_options, decayed, step_each, zeros_like


class Adadelta(Optimizer):
    """Steps in the proportion of the running means of steps and gradients."""

    _complex_as_pairs = True

    def __init__(self, params, lr=1.0, rho=0.9, eps=1e-6, weight_decay=0, foreach=None, *, maximize=False):
        check_options(lr)
        if not 0.0 <= rho <= 1.0:
            raise ValueError(f"Invalid rho value: {rho}")
        check_options(0, weight_decay, eps)
        super().__init__(params, dict(lr=lr, rho=rho, eps=eps, weight_decay=weight_decay,
                                      maximize=maximize, foreach=foreach))

    def step(self, closure=None):
        """One step; closure recomputes the loss and returns it."""
        return step_each(self, closure)

    def _update(self, p, grad, state, group):
        if not state:
            state["step"] = 0
            state["square_avg"] = zeros_like(p)
            state["acc_delta"] = zeros_like(p)
        state["step"] += 1
        rho, eps = group["rho"], group["eps"]
        grad = decayed(p, grad, group)
        square, acc = state["square_avg"], state["acc_delta"]
        square.mul_(rho).addcmul_(grad, grad, value=1 - rho)
        delta = acc.add(eps).sqrt_().div_(square.add(eps).sqrt_()).mul_(grad)
        acc.mul_(rho).addcmul_(delta, delta, value=1 - rho)
        p.add_(delta, alpha=-group["lr"])
