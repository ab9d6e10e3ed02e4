"""Optimizers that scale each element by its own history: RMSprop, Adagrad, Adadelta, Rprop, ASGD."""

import math

import torch
from torch.optim.optimizer import ElementwiseOptimizer, check_options


def _zeros_like(p):
    return torch.zeros_like(p, memory_format=torch.preserve_format)


def _decayed(p, grad, group):
    return grad.add(p, alpha=group["weight_decay"]) if group["weight_decay"] != 0 else grad


class RMSprop(ElementwiseOptimizer):
    """p -= lr · grad / (√(running mean of grad²) + eps)."""

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

    def _update(self, p, grad, state, group):
        if not state:
            state["step"] = 0
            state["square_avg"] = _zeros_like(p)
            if group["momentum"] > 0:
                state["momentum_buffer"] = _zeros_like(p)
            if group["centered"]:
                state["grad_avg"] = _zeros_like(p)
        state["step"] += 1
        alpha = group["alpha"]
        grad = _decayed(p, grad, group)
        square = state["square_avg"]
        square.mul_(alpha).addcmul_(grad, grad, value=1 - alpha)
        if group["centered"]:
            mean = state["grad_avg"]
            mean.mul_(alpha).add_(grad, alpha=1 - alpha)
            avg = square.addcmul(mean, mean, value=-1).sqrt_()
        else:
            avg = square.sqrt()
        avg.add_(group["eps"])
        if group["momentum"] > 0:
            buf = state["momentum_buffer"]
            buf.mul_(group["momentum"]).addcdiv_(grad, avg)
            p.add_(buf, alpha=-group["lr"])
        else:
            p.addcdiv_(grad, avg, value=-group["lr"])


class Adagrad(ElementwiseOptimizer):
    """p -= lr · grad / (√(sum of grad²) + eps)."""

    _tensor_states = ("step",)

    def __init__(self, params, lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0, eps=1e-10,
                 foreach=None, *, maximize=False):
        check_options(lr)
        if not 0.0 <= lr_decay:
            raise ValueError(f"Invalid lr_decay value: {lr_decay}")
        check_options(0, weight_decay)
        if not 0.0 <= initial_accumulator_value:
            raise ValueError(f"Invalid initial_accumulator_value value: {initial_accumulator_value}")
        check_options(0, 0, eps)
        super().__init__(params, dict(
            lr=lr, lr_decay=lr_decay, eps=eps, weight_decay=weight_decay,
            initial_accumulator_value=initial_accumulator_value, foreach=foreach, maximize=maximize))
        for group in self.param_groups:
            for p in group["params"]:
                self.state[p] = {"step": torch.tensor(0.0), "sum": torch.full_like(
                    p, initial_accumulator_value, memory_format=torch.preserve_format)}

    def share_memory(self):
        """One process: nothing to share."""

    def _update(self, p, grad, state, group):
        state["step"] += 1
        grad = _decayed(p, grad, group)
        rate = group["lr"] / (1 + (state["step"].item() - 1) * group["lr_decay"])
        state["sum"].addcmul_(grad, grad, value=1)
        p.addcdiv_(grad, state["sum"].sqrt().add_(group["eps"]), value=-rate)


class Adadelta(ElementwiseOptimizer):
    """Steps in the proportion of the running means of steps and gradients."""

    def __init__(self, params, lr=1.0, rho=0.9, eps=1e-6, weight_decay=0, foreach=None, *, maximize=False):
        check_options(lr)
        if not 0.0 <= rho <= 1.0:
            raise ValueError(f"Invalid rho value: {rho}")
        check_options(0, weight_decay, eps)
        super().__init__(params, dict(lr=lr, rho=rho, eps=eps, weight_decay=weight_decay,
                                      maximize=maximize, foreach=foreach))

    def _update(self, p, grad, state, group):
        if not state:
            state["step"] = 0
            state["square_avg"] = _zeros_like(p)
            state["acc_delta"] = _zeros_like(p)
        state["step"] += 1
        rho, eps = group["rho"], group["eps"]
        grad = _decayed(p, grad, group)
        square, acc = state["square_avg"], state["acc_delta"]
        square.mul_(rho).addcmul_(grad, grad, value=1 - rho)
        delta = acc.add(eps).sqrt_().div_(square.add(eps).sqrt_()).mul_(grad)
        acc.mul_(rho).addcmul_(delta, delta, value=1 - rho)
        p.add_(delta, alpha=-group["lr"])


class Rprop(ElementwiseOptimizer):
    """Steps by the sign of the gradient; the size grows while the sign stays."""

    def __init__(self, params, lr=1e-2, etas=(0.5, 1.2), step_sizes=(1e-6, 50), foreach=None, maximize=False):
        check_options(lr)
        if not 0.0 < etas[0] < 1.0 < etas[1]:
            raise ValueError(f"Invalid eta values: {etas[0]}, {etas[1]}")
        super().__init__(params, dict(lr=lr, etas=etas, step_sizes=step_sizes, foreach=foreach, maximize=maximize))

    def _update(self, p, grad, state, group):
        if not state:
            state["step"] = 0
            state["prev"] = _zeros_like(p)
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


class ASGD(ElementwiseOptimizer):
    """Stochastic gradient descent that also averages the parameters."""

    _tensor_states = ("step", "eta", "mu")

    def __init__(self, params, lr=1e-2, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0, foreach=None,
                 maximize=False):
        check_options(lr, weight_decay)
        super().__init__(params, dict(lr=lr, lambd=lambd, alpha=alpha, t0=t0, weight_decay=weight_decay,
                                      foreach=foreach, maximize=maximize))

    def _update(self, p, grad, state, group):
        if not state:
            state["step"] = torch.tensor(0.0)
            state["eta"] = torch.tensor(group["lr"])
            state["mu"] = torch.tensor(1.0)
            state["ax"] = _zeros_like(p)
        state["step"] += 1
        step, eta, mu = state["step"].item(), state["eta"].item(), state["mu"]
        grad = _decayed(p, grad, group)
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
