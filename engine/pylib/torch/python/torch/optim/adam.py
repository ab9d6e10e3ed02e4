"""Adam and its relatives: AdamW, NAdam, RAdam, Adamax.

Diederik Kingma, Jimmy Ba: Adam: A Method for Stochastic Optimization, 2014.
"""

import math

import torch
from torch import _C
from torch.optim.optimizer import ElementwiseOptimizer, check_options


def _zeros_like(p):
    return torch.zeros_like(p, memory_format=torch.preserve_format)


class _Moments(ElementwiseOptimizer):
    """Running means of the gradient and of its square."""

    _tensor_states = ("step",)

    def _new_state(self, p, state, group):
        state["step"] = torch.tensor(0.0)
        state["exp_avg"] = _zeros_like(p)
        state["exp_avg_sq"] = _zeros_like(p)
        if group.get("amsgrad"):
            state["max_exp_avg_sq"] = _zeros_like(p)

    def _advance(self, p, grad, state, group):
        """Counts the step and takes the gradient into both means; returns the count."""
        beta1, beta2 = group["betas"]
        state["exp_avg"].mul_(beta1).add_(grad, alpha=1 - beta1)
        state["exp_avg_sq"].mul_(beta2).addcmul_(grad, grad, value=1 - beta2)

    def _count(self, p, state, group):
        if not state:
            self._new_state(p, state, group)
        state["step"] += 1
        return state["step"].item()


class Adam(_Moments):
    """p -= lr · m̂ / (√v̂ + eps)."""

    _instead = ", please consider SparseAdam instead"

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, *,
                 foreach=None, maximize=False, capturable=False, differentiable=False, fused=False):
        check_options(lr, weight_decay, eps, betas)
        super().__init__(params, dict(
            lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad, maximize=maximize,
            foreach=foreach, capturable=capturable, differentiable=differentiable, fused=fused))

    def __setstate__(self, state):
        super().__setstate__(state)
        for group in self.param_groups:
            for name in ("amsgrad", "maximize", "capturable"):
                group.setdefault(name, False)
            group.setdefault("foreach", None)

    def _decay(self, p, grad, group):
        """The gradient after weight decay."""
        if group["weight_decay"] != 0:
            return grad.add(p, alpha=group["weight_decay"])
        return grad

    decoupled = False

    def _together(self, group):
        params = [p for p in group["params"] if p.grad is not None]
        counts = {self.state[p]["step"].item() if self.state[p] else 0.0 for p in params}
        if group["amsgrad"] or len(counts) > 1:
            return False
        for p in params:
            if not self.state[p]:
                self._new_state(p, self.state[p], group)
        states = [self.state[p] for p in params]
        step = max(counts, default=0.0) + 1
        beta1, beta2 = group["betas"]
        done = _C._step_adam_(
            [params, [s["exp_avg"] for s in states], [s["exp_avg_sq"] for s in states], [p.grad for p in params]],
            [group["lr"] / (1 - beta1 ** step), beta1, beta2, math.sqrt(1 - beta2 ** step), group["eps"], group["weight_decay"], group["lr"]],
            [self.decoupled, group["maximize"]])
        if done:
            for s in states:
                s["step"] += 1
        return done

    def _update(self, p, grad, state, group):
        step = self._count(p, state, group)
        grad = self._decay(p, grad, group)
        self._advance(p, grad, state, group)
        beta1, beta2 = group["betas"]
        second = state["exp_avg_sq"]
        if group["amsgrad"]:
            largest = state["max_exp_avg_sq"]
            torch.maximum(largest, second, out=largest)
            second = largest
        denom = (second.sqrt() / math.sqrt(1 - beta2 ** step)).add_(group["eps"])
        p.addcdiv_(state["exp_avg"], denom, value=-(group["lr"] / (1 - beta1 ** step)))


class AdamW(Adam):
    """Adam whose weight decay does not pass through the means."""

    decoupled, _instead = True, ""

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, *,
                 maximize=False, foreach=None, capturable=False):
        check_options(lr, weight_decay, eps, betas)
        _Moments.__init__(self, params, dict(
            lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad, foreach=foreach,
            maximize=maximize, capturable=capturable))

    def _decay(self, p, grad, group):
        p.mul_(1 - group["lr"] * group["weight_decay"])
        return grad


class NAdam(_Moments):
    """Adam with Nesterov momentum."""

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0,
                 momentum_decay=4e-3, foreach=None):
        check_options(lr, weight_decay, eps, betas)
        if not 0.0 <= momentum_decay:
            raise ValueError(f"Invalid momentum_decay value: {momentum_decay}")
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay,
                                      momentum_decay=momentum_decay, foreach=foreach))

    def _new_state(self, p, state, group):
        state["step"] = torch.tensor(0.0)
        state["mu_product"] = torch.tensor(1.0)
        state["exp_avg"] = _zeros_like(p)
        state["exp_avg_sq"] = _zeros_like(p)

    def _update(self, p, grad, state, group):
        step = self._count(p, state, group)
        beta1, beta2 = group["betas"]
        lr, decay = group["lr"], group["momentum_decay"]
        if group["weight_decay"] != 0:
            grad = grad.add(p, alpha=group["weight_decay"])
        mu = beta1 * (1.0 - 0.5 * (0.96 ** (step * decay)))
        mu_next = beta1 * (1.0 - 0.5 * (0.96 ** ((step + 1) * decay)))
        product = state["mu_product"]
        product *= mu
        product_next = product * mu * mu_next
        self._advance(p, grad, state, group)
        denom = state["exp_avg_sq"].div(1 - beta2 ** step).sqrt().add_(group["eps"])
        p.addcdiv_(grad, denom, value=-lr * (1.0 - mu) / (1.0 - product.item()))
        p.addcdiv_(state["exp_avg"], denom, value=-lr * mu_next / (1.0 - product_next.item()))


class RAdam(_Moments):
    """Adam with a rectified variance."""

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, foreach=None):
        check_options(lr, weight_decay, eps, betas)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, foreach=foreach))

    def _update(self, p, grad, state, group):
        step = self._count(p, state, group)
        beta1, beta2 = group["betas"]
        if group["weight_decay"] != 0:
            grad = grad.add(p, alpha=group["weight_decay"])
        self._advance(p, grad, state, group)
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


class Adamax(ElementwiseOptimizer):
    """Adam with the infinity norm."""

    _tensor_states = ("step",)

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, foreach=None, *,
                 maximize=False):
        check_options(lr, weight_decay, eps, betas)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay,
                                      foreach=foreach, maximize=maximize))

    def _update(self, p, grad, state, group):
        if not state:
            state["step"] = torch.tensor(0.0)
            state["exp_avg"] = _zeros_like(p)
            state["exp_inf"] = _zeros_like(p)
        state["step"] += 1
        beta1, beta2 = group["betas"]
        if group["weight_decay"] != 0:
            grad = grad.add(p, alpha=group["weight_decay"])
        state["exp_avg"].mul_(beta1).add_(grad, alpha=1 - beta1)
        norm = state["exp_inf"]
        torch.maximum(norm.mul_(beta2), grad.abs().add_(group["eps"]), out=norm)
        rate = group["lr"] / (1 - beta1 ** state["step"].item())
        p.addcdiv_(state["exp_avg"], norm, value=-rate)
