"""RMSprop (Hinton, 2012)."""

from torch.optim.optimizer import Optimizer, check_options, decayed, step_each, zeros_like


class RMSprop(Optimizer):
    """p -= lr · grad / (√(running mean of grad²) + eps)."""

    _complex_as_pairs = True

    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0, centered=False,
                 foreach=None, maximize=False, differentiable=False):
        check_options(lr, 0, eps)
        if not 0.0 <= momentum:
            raise ValueError(f"Invalid momentum value: {momentum}")
        check_options(0, weight_decay)
        if not 0.0 <= alpha:
            raise ValueError(f"Invalid alpha value: {alpha}")
        super().__init__(params, dict(
            lr=lr, momentum=momentum, alpha=alpha, eps=eps, centered=centered, weight_decay=weight_decay,
            foreach=foreach, maximize=maximize, differentiable=differentiable))

    def step(self, closure=None):
        """One step; closure recomputes the loss and returns it."""
        return step_each(self, closure)

    def _update(self, p, grad, state, group):
        if not state:
            state["step"] = 0
            state["square_avg"] = zeros_like(p)
            if group["momentum"] > 0:
                state["momentum_buffer"] = zeros_like(p)
            if group["centered"]:
                state["grad_avg"] = zeros_like(p)
        state["step"] += 1
        alpha = group["alpha"]
        grad = decayed(p, grad, group)
        square = state["square_avg"]
        square.mul_(alpha).addcmul_(grad, grad, value=1 - alpha)
        if group["centered"]:
            mean = state["grad_avg"]
            mean.mul_(alpha).add_(grad, alpha=1 - alpha)
            avg = square.addcmul(mean, mean, value=-1).sqrt_()
        else:
            avg = square.sqrt()
        avg = avg.add(group["eps"]) if group.get("differentiable") else avg.add_(group["eps"])
        if group["momentum"] > 0:
            buf = state["momentum_buffer"]
            buf.mul_(group["momentum"]).addcdiv_(grad, avg)
            p.add_(buf, alpha=-group["lr"])
        else:
            p.addcdiv_(grad, avg, value=-group["lr"])
