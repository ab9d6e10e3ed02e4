"""Averaging the parameters of a model over training."""

from copy import deepcopy

import torch
from torch.nn import Module


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
