"""Adam.

Diederik Kingma, Jimmy Ba: Adam: A Method for Stochastic Optimization, 2014.
"""

import math

import torch
from torch import _C
from torch.optim.optimizer import Optimizer, check_options, decayed, step_each, zeros_like


def new_moments(p, state, group):
    """Starts the running means of the gradient and of its square."""
    state["step"] = torch.zeros((), device=p.device if group.get("capturable") else None)
    state["exp_avg"] = zeros_like(p)
    state["exp_avg_sq"] = zeros_like(p)
    if group.get("amsgrad"):
        state["max_exp_avg_sq"] = zeros_like(p)


def advance(grad, state, group):
    """Takes the gradient into both means."""
    beta1, beta2 = group["betas"]
    state["exp_avg"].mul_(beta1).add_(grad, alpha=1 - beta1)
    state["exp_avg_sq"].mul_(beta2).addcmul_(grad, grad, value=1 - beta2)


def check_capture(optimizer):
    """Refuses to be captured into a CUDA graph where the host counts the steps: all replays would be the same one."""
    capturable, capturing = optimizer.defaults["capturable"], torch.cuda.is_current_stream_capturing()
    if capturing and not capturable:
        raise RuntimeError("Attempting CUDA graph capture of step() for an instance of " + type(optimizer).__name__ +
                           " but this instance was constructed with capturable=False.")
    if capturable and not capturing and not getattr(optimizer, "_warned_capturable_if_run_uncaptured", False) and torch.cuda.is_available():
        print("Warning: This instance was constructed with capturable=True, but step() is running without CUDA graph capture. "
              "If you never intend to graph-capture this instance, capturable=True can impair performance, and you should set "
              "capturable=False.")
        optimizer._warned_capturable_if_run_uncaptured = True


def count(p, state, group, new_state=new_moments):
    """Counts the step and returns its number."""
    if not state:
        new_state(p, state, group)
    state["step"] += 1
    return state["step"].item()


class Adam(Optimizer):
    """p -= lr · m̂ / (√v̂ + eps)."""

    _tensor_states, _instead = ("step",), ", please consider SparseAdam instead"
    _complex_as_pairs = True

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

    _decay = staticmethod(decayed)

    decoupled = False

    def _together(self, group):
        if group["capturable"]:
            return False
        params = [p for p in group["params"] if p.grad is not None]
        counts = {self.state[p]["step"].item() if self.state[p] else 0.0 for p in params}
        if group["amsgrad"] or len(counts) > 1:
            return False
        for p in params:
            if not self.state[p]:
                new_moments(p, self.state[p], group)
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

    def step(self, closure=None):
        """One step; closure recomputes the loss and returns it."""
        check_capture(self)
        return step_each(self, closure)

    def _update(self, p, grad, state, group):
        if group["capturable"]:
            if not state:
                new_moments(p, state, group)
            assert p.is_cuda and state["step"].is_cuda, "If capturable=True, params and state_steps must be CUDA tensors."
            step = state["step"].add_(1)
        else:
            step = count(p, state, group)
        grad = self._decay(p, grad, group)
        advance(grad, state, group)
        beta1, beta2 = group["betas"]
        second = state["exp_avg_sq"]
        if group["amsgrad"]:
            largest = state["max_exp_avg_sq"]
            torch.maximum(largest, second, out=largest)
            second = largest
        if group["capturable"]:  # the GPU's own count decides how long the step is
            size = (group["lr"] / (1 - torch.pow(beta1, step))).neg()
            denom = (second.sqrt() / ((1 - torch.pow(beta2, step)).sqrt() * size)).add_(group["eps"] / size)
            p.addcdiv_(state["exp_avg"], denom)
            return
        denom = (second.sqrt() / math.sqrt(1 - beta2 ** step)).add_(group["eps"])
        p.addcdiv_(state["exp_avg"], denom, value=-(group["lr"] / (1 - beta1 ** step)))
