"""Averaging the parameters of a model over training."""

import math
from copy import deepcopy

import torch
from torch.nn import Module
from torch.optim.lr_scheduler import LRScheduler


class AveragedModel(Module):
    """A copy of a model whose parameters are the running mean of the model's."""

    def __init__(self, model, device=None, avg_fn=None, use_buffers=False):
        super().__init__()
        self.module = deepcopy(model)
        if device is not None:
            self.module = self.module.to(device)
        self.register_buffer("n_averaged", torch.tensor(0, dtype=torch.long, device=device))
        self.avg_fn = avg_fn or (lambda mean, new, n: mean + (new - mean) / (n + 1))
        self.use_buffers = use_buffers

    def forward(self, *args, **kwargs):
        return self.module(*args, **kwargs)

    def update_parameters(self, model):
        """Takes the model's present parameters into the mean."""
        for mean, new in zip(self.module.parameters(), model.parameters()):
            new = new.detach().to(mean.device)
            if self.n_averaged == 0:
                mean.detach().copy_(new)
            else:
                mean.detach().copy_(self.avg_fn(mean.detach(), new, self.n_averaged.to(mean.device)))
        self.n_averaged += 1


@torch.no_grad()
def update_bn(loader, model, device=None):
    """Computes the running statistics of batch normalization anew from the data."""
    layers = {m: m.momentum for m in model.modules() if isinstance(m, torch.nn.modules.batchnorm._BatchNorm)}
    if not layers:
        return
    was = model.training
    model.train()
    for m in layers:
        m.running_mean = torch.zeros_like(m.running_mean)
        m.running_var = torch.ones_like(m.running_var)
        m.momentum = None
        m.num_batches_tracked *= 0
    for batch in loader:
        batch = batch[0] if isinstance(batch, (list, tuple)) else batch
        model(batch if device is None else batch.to(device))
    for m, momentum in layers.items():
        m.momentum = momentum
    model.train(was)


class SWALR(LRScheduler):
    """Anneals the learning rate to a constant one."""

    def __init__(self, optimizer, swa_lr, anneal_epochs=10, anneal_strategy="cos", last_epoch=-1):
        rates = swa_lr if isinstance(swa_lr, (list, tuple)) else [swa_lr] * len(optimizer.param_groups)
        for rate, group in zip(rates, optimizer.param_groups):
            group["swa_lr"] = rate
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must by one of 'cos' or 'linear', instead got {anneal_strategy}")
        self.anneal_func = (lambda t: (1 - math.cos(math.pi * t)) / 2) if anneal_strategy == "cos" else (lambda t: t)
        if not isinstance(anneal_epochs, int) or anneal_epochs < 0:
            raise ValueError(f"anneal_epochs must be equal or greater than 0, got {anneal_epochs}")
        self.anneal_epochs = anneal_epochs
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        step = self._step_count - 1
        if self.anneal_epochs == 0:
            step = max(1, step)
        before = self.anneal_func(max(0, min(1, (step - 1) / max(1, self.anneal_epochs))))
        now = self.anneal_func(max(0, min(1, step / max(1, self.anneal_epochs))))
        rates = []
        for group in self.optimizer.param_groups:
            start = group["swa_lr"] if before == 1 else (group["lr"] - before * group["swa_lr"]) / (1 - before)
            rates.append(group["swa_lr"] * now + start * (1 - now))
        return rates
