"""AdamW (Loshchilov, Hutter, 2017)."""

from torch.optim.adam import Adam, check_capture
from torch.optim.optimizer import Optimizer, check_options, step_each


class AdamW(Optimizer):
    """Adam whose weight decay does not pass through the means."""

    decoupled, _tensor_states = True, ("step",)
    _complex_as_pairs = True

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, *,
                 maximize=False, foreach=None, capturable=False):
        check_options(lr, weight_decay, eps, betas)
        super().__init__(params, dict(
            lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad, foreach=foreach,
            maximize=maximize, capturable=capturable))

    def __setstate__(self, state):
        super().__setstate__(state)
        for group in self.param_groups:
            for name in ("amsgrad", "maximize", "capturable"):
                group.setdefault(name, False)
            group.setdefault("foreach", None)

    @staticmethod
    def _decay(p, grad, group):
        p.mul_(1 - group["lr"] * group["weight_decay"])
        return grad

    _together, _update = Adam._together, Adam._update

    def step(self, closure=None):
        """One step; closure recomputes the loss and returns it."""
        check_capture(self)
        return step_each(self, closure)
