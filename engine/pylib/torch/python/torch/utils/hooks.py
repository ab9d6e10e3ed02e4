"""Handles of registered hooks, and the gradient plumbing of full backward hooks."""

import itertools
import weakref
from collections import OrderedDict

import torch

_ids = itertools.count()


class RemovableHandle:
    """What a register_*_hook call returns; remove() takes the hook away again."""

    def __init__(self, hooks_dict):
        self.hooks_dict_ref = weakref.ref(hooks_dict)
        self.id = next(_ids)

    def remove(self):
        hooks = self.hooks_dict_ref()
        if hooks is not None:
            hooks.pop(self.id, None)

    def __getstate__(self):
        return self.hooks_dict_ref(), self.id

    def __setstate__(self, state):
        hooks, self.id = state
        self.hooks_dict_ref = weakref.ref(OrderedDict() if hooks is None else hooks)  # an id that no hook has

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.remove()


class BackwardHook:
    """Calls a module's full backward hooks once the gradients of both its
    inputs and its outputs are known.

    Inputs and outputs pass through an identity function of autograd, whose
    node sees the gradients.
    """

    def __init__(self, module, hooks):
        self.module = module
        self.hooks = hooks
        self.grad_output = None
        self.has_input_grads = False
        self.n_inputs = 0

    def setup_input_hook(self, args):
        self.n_inputs = len(args)
        tensors, where = _tensors(args)
        if not tensors or not any(t.requires_grad for t in tensors):
            return args
        self.has_input_grads = True
        wrapped = _Identity.apply(*tensors)
        if len(tensors) == 1:
            wrapped = (wrapped,)
        wrapped[0].grad_fn.register_hook(lambda grad_in, _: self._on_inputs(len(args), where, grad_in))
        return _replaced(args, where, wrapped)

    def setup_output_hook(self, result):
        single = not isinstance(result, tuple)
        args = (result,) if single else result
        tensors, where = _tensors(args)
        if not tensors or not any(t.requires_grad for t in tensors):
            return result
        wrapped = _Identity.apply(*tensors)
        if len(tensors) == 1:
            wrapped = (wrapped,)
        wrapped[0].grad_fn.register_hook(lambda _, grad_out: self._on_outputs(len(args), where, grad_out))
        out = _replaced(args, where, wrapped)
        return out[0] if single else out

    def _on_outputs(self, n, where, grads):
        self.grad_output = _spread(n, where, grads)
        if not self.has_input_grads:
            for hook in self.hooks:
                out = hook(self.module, (None,) * self.n_inputs, self.grad_output)
                if out is not None and not (isinstance(out, tuple) and all(g is None for g in out)):
                    raise RuntimeError("Backward hooks for Modules where no input requires "
                                       "gradient should always return None or None for all gradients.")

    def _on_inputs(self, n, where, grads):
        grad_input = _spread(n, where, grads)
        for hook in self.hooks:
            out = hook(self.module, grad_input, self.grad_output)
            if out is None:
                continue
            out = out if isinstance(out, tuple) else (out,)
            if len(out) != len(grad_input):
                raise RuntimeError("Backward hook returned an invalid number of grad_input, "
                                   "got {}, but expected {}".format(len(out), len(grad_input)))
            grad_input = out
        self.grad_output = None
        return tuple(grad_input[i] for i in where)


class _Identity(torch.autograd.Function):
    @staticmethod
    def forward(ctx, *args):
        ctx.set_materialize_grads(False)
        out = tuple(a.view_as(a) for a in args)
        return out if len(out) != 1 else out[0]

    @staticmethod
    def backward(ctx, *grads):
        return grads if len(grads) != 1 else grads[0]


_Identity.__name__ = _Identity.__qualname__ = "BackwardHookFunction"


def _tensors(args):
    where = [i for i, a in enumerate(args) if isinstance(a, torch.Tensor)]
    return [args[i] for i in where], where


def _replaced(args, where, new):
    out = list(args)
    for i, t in zip(where, new):
        out[i] = t
    return tuple(out)


def _spread(n, where, grads):
    out = [None] * n
    for i, g in zip(where, grads):
        out[i] = g
    return tuple(out)


def warn_if_has_hooks(tensor):
    if tensor._backward_hooks:
        import warnings
        warnings.warn("backward hooks on a tensor are not saved with it")
