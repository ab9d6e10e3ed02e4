"""Adam for sparse gradients: only the rows that the gradient names move."""

import torch
from torch.optim.optimizer import Optimizer


class SparseAdam(Optimizer):
    """Adam whose means change where the gradient has elements."""

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, maximize=False):
        if not 0.0 < lr:
            raise ValueError(f"Invalid learning rate: {lr}")
        if not 0.0 < eps:
            raise ValueError(f"Invalid epsilon value: {eps}")
        for i in range(2):
            if not 0.0 <= betas[i] < 1.0:
                raise ValueError(f"Invalid beta parameter at index {i}: {betas[i]}")
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, maximize=maximize))

    def step(self, closure=None):
        """One step; closure recomputes the loss and returns it."""
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        with torch.no_grad():
            for group in self.param_groups:
                for p in group["params"]:
                    if p.grad is None:
                        continue
                    if not p.grad.is_sparse:
                        raise RuntimeError("SparseAdam does not support dense gradients, please consider Adam instead")
                    self._update(p, p.grad.coalesce(), self.state[p], group)
        return loss

    def _update(self, p, grad, state, group):
        if not state:
            state["step"] = 0
            state["exp_avg"], state["exp_avg_sq"] = torch.zeros_like(p), torch.zeros_like(p)
        state["step"] += 1
        rows, values = tuple(grad.indices()), -grad.values() if group["maximize"] else grad.values()
        beta1, beta2 = group["betas"]
        mean, square = state["exp_avg"], state["exp_avg_sq"]
        old_mean, old_square = mean[rows], square[rows]
        mean_change = (values - old_mean) * (1 - beta1)
        square_change = (values.pow(2) - old_square) * (1 - beta2)
        mean[rows] += mean_change
        square[rows] += square_change
        size = group["lr"] * (1 - beta2 ** state["step"]) ** 0.5 / (1 - beta1 ** state["step"])
        p[rows] += -size * (mean_change + old_mean).div((square_change + old_square).sqrt() + group["eps"])
