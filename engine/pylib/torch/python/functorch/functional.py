"""Modules as functions of their parameters."""

import copy

import torch
from torch.nn.utils.stateless import functional_call


class FunctionalModuleWithBuffers(torch.nn.Module):
    """A module without state: call it with parameters, buffers and inputs."""

    def __init__(self, model):
        super().__init__()
        self.stateless_model = copy.deepcopy(model)
        self.param_names = [name for name, _ in model.named_parameters()]
        self.buffer_names = [name for name, _ in model.named_buffers()]
        for p in self.stateless_model.parameters():
            p.requires_grad_(False)

    def forward(self, params, buffers, *args, **kwargs):
        state = {**dict(zip(self.param_names, params)), **dict(zip(self.buffer_names, buffers))}
        return functional_call(self.stateless_model, state, args, kwargs)


class FunctionalModule(FunctionalModuleWithBuffers):
    """A module without state or buffers: call it with parameters and inputs."""

    def forward(self, params, *args, **kwargs):
        return super().forward(params, (), *args, **kwargs)


def _parameters(model, disable_autograd_tracking):
    return tuple(p.detach().clone().requires_grad_(p.requires_grad and not disable_autograd_tracking) for p in model.parameters())


def make_functional(model, disable_autograd_tracking=False):
    """(function, parameters) of a module without buffers."""
    if list(model.buffers()):
        raise RuntimeError("make_functional(model): `model` has buffers. Please use make_functional_with_buffers(model) instead.")
    return FunctionalModule(model), _parameters(model, disable_autograd_tracking)


def make_functional_with_buffers(model, disable_autograd_tracking=False):
    """(function, parameters, buffers) of a module."""
    buffers = tuple(b.detach().clone() for b in model.buffers())
    return FunctionalModuleWithBuffers(model), _parameters(model, disable_autograd_tracking), buffers


def combine_state_for_ensemble(models):
    """(function, parameters, buffers) of models of one class, each parameter stacked."""
    if not models:
        raise RuntimeError("combine_state_for_ensemble: Expected at least one model, got 0.")
    if not all(type(m) is type(models[0]) for m in models):
        raise RuntimeError("combine_state_for_ensemble: Expected all models to be of the same class.")
    functions, params, buffers = zip(*[make_functional_with_buffers(m) for m in models])
    params = tuple(torch.stack([p.detach() for p in each]).requires_grad_() for each in zip(*params))
    return functions[0], params, tuple(torch.stack(each) for each in zip(*buffers))
