"""Adagrad (Duchi, Hazan, Singer, 2011)."""

import torch
from torch.optim.optimizer import Optimizer, check_options, decayed, step_each


class Adagrad(Optimizer):
    """p -= lr · grad / (√(sum of grad²) + eps)."""

    _tensor_states = ("step",)
    _complex_as_pairs = True

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
                initial = initial_accumulator_value
                if torch.is_complex(p):
                    initial = complex(initial, initial)
                self.state[p] = {"step": torch.tensor(0.0), "sum": torch.full_like(
                    p, initial, memory_format=torch.preserve_format)}

    def share_memory(self):
        """One process: nothing to share."""

    def step(self, closure=None):
        """One step; closure recomputes the loss and returns it."""
        return step_each(self, closure)

    def _update(self, p, grad, state, group):
        state["step"] += 1
        grad = decayed(p, grad, group)
        rate = group["lr"] / (1 + (state["step"].item() - 1) * group["lr_decay"])
        state["sum"].addcmul_(grad, grad, value=1)
        p.addcdiv_(grad, state["sum"].sqrt().add_(group["eps"]), value=-rate)
