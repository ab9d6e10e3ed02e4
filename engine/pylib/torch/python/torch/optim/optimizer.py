"""Optimizer: parameter groups, state, and the walk that every step makes."""

import warnings
from collections import abc, defaultdict
from copy import deepcopy

import torch
from torch.nn.modules.module import clear_grad


class _RequiredParameter:
    """The default of an option that has none."""

    def __repr__(self):
        return "<required parameter>"


required = _RequiredParameter()


class Optimizer:
    """Base class: params is an iterable of tensors or of dicts with a key "params"."""

    # What step_each asks of a subclass.
    _takes_sparse = False  # gradients
    _tensor_states = ()  # what older files keep as numbers
    _instead = ""  # what the refusal of sparse gradients adds
    _complex_as_pairs = False  # a complex parameter is stepped as two real ones

    def _together(self, group):
        return False

    def __init__(self, params, defaults):
        self.defaults = defaults
        if isinstance(params, torch.Tensor):
            raise TypeError("params argument given to the optimizer should be an iterable of Tensors "
                            "or dicts, but got " + torch.typename(params))
        self.state = defaultdict(dict)
        self.param_groups = []
        groups = list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(group)

    def __getstate__(self):
        return {"defaults": self.defaults, "state": self.state, "param_groups": self.param_groups}

    def __setstate__(self, state):
        self.__dict__.update(state)
        self.defaults.setdefault("differentiable", False)
        for kept in self.state.values():
            for name in self._tensor_states:
                if name in kept and not isinstance(kept[name], torch.Tensor):
                    kept[name] = torch.tensor(float(kept[name]))

    def __repr__(self):
        groups = []
        for i, group in enumerate(self.param_groups):
            options = [f"    {key}: {group[key]}\n" for key in sorted(group) if key != "params"]
            groups.append(f"\nParameter Group {i}\n" + "".join(options))
        return type(self).__name__ + " (" + "".join(groups) + ")"

    def add_param_group(self, param_group):
        """Adds a dict of params and the options that differ from the defaults."""
        assert isinstance(param_group, dict), "param group must be a dict"
        params = param_group["params"]
        if isinstance(params, torch.Tensor):
            params = [params]
        elif isinstance(params, set):
            raise TypeError("optimizer parameters need to be organized in ordered collections, but the "
                            "ordering of tensors in sets will change between runs. Please use a list instead.")
        param_group["params"] = params = list(params)
        for param in params:
            self._check_param(param)
        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise ValueError(f"parameter group didn't specify a value of required optimization parameter {name}")
            param_group.setdefault(name, default)
        if len(params) != len(set(params)):
            warnings.warn("optimizer contains a parameter group with duplicate parameters; "
                          "in future, this will cause an error; "
                          "see github.com/pytorch/pytorch/issues/40967 for more information", stacklevel=3)
        known = {p for group in self.param_groups for p in group["params"]}
        if not known.isdisjoint(params):
            raise ValueError("some parameters appear in more than one parameter group")
        self.param_groups.append(param_group)

    def _check_param(self, param):
        if not isinstance(param, torch.Tensor):
            raise TypeError("optimizer can only optimize Tensors, but one of the params is " + torch.typename(param))
        if not self.defaults.get("differentiable") and not (param.is_leaf or param.retains_grad):
            raise ValueError("can't optimize a non-leaf Tensor")

    def state_dict(self):
        """The options and state, with parameters named by their number."""
        number = {}

        def packed(group):
            for p in group["params"]:
                number.setdefault(id(p), len(number))
            out = {k: v for k, v in group.items() if k != "params"}
            out["params"] = [number[id(p)] for p in group["params"]]
            return out

        groups = [packed(group) for group in self.param_groups]
        state = {number[id(k)] if isinstance(k, torch.Tensor) else k: v for k, v in self.state.items()}
        return {"state": state, "param_groups": groups}

    def load_state_dict(self, state_dict):
        """Takes over what state_dict() returned."""
        state_dict = deepcopy(state_dict)
        saved = state_dict["param_groups"]
        if len(self.param_groups) != len(saved):
            raise ValueError("loaded state dict has a different number of parameter groups")
        pairs = list(zip(self.param_groups, saved))
        if any(len(ours["params"]) != len(theirs["params"]) for ours, theirs in pairs):
            raise ValueError("loaded state dict contains a parameter group "
                             "that doesn't match the size of optimizer's group")
        param_of = {number: p for ours, theirs in pairs for number, p in zip(theirs["params"], ours["params"])}
        state = defaultdict(dict)
        for number, value in state_dict["state"].items():
            if number in param_of:
                state[param_of[number]] = _cast(param_of[number], value)
            else:
                state[number] = value
        for ours, theirs in pairs:
            theirs["params"] = ours["params"]
        self.__setstate__({"state": state, "param_groups": saved})

    def zero_grad(self, set_to_none=False):
        """Clears the gradients of all parameters."""
        block = torch._C._profiler_enter(f"Optimizer.zero_grad#{type(self).__name__}.zero_grad")
        for group in self.param_groups:
            for p in group["params"]:
                clear_grad(p, set_to_none)
        torch._C._profiler_leave(block)

    def step(self, closure=None):
        """One step; closure recomputes the loss and returns it."""
        raise NotImplementedError


def _cast(param, value, key=None):
    """Loaded state as the parameter's type and on its device; step counts stay as they are."""
    if isinstance(value, torch.Tensor):
        if key != "step":
            if param.is_floating_point():
                value = value.to(param.dtype)
            value = value.to(param.device)
        return value
    if isinstance(value, dict):
        return {k: _cast(param, v, k) for k, v in value.items()}
    if isinstance(value, abc.Iterable) and not isinstance(value, str):
        return type(value)(_cast(param, v) for v in value)
    return value


def _any_apart(group):
    """Whether a parameter has to be stepped by itself."""
    return any(p.grad is not None and (p.grad.is_sparse or torch.is_complex(p)) for p in group["params"])


def _update_pairs(optimizer, p, grad, state, group):
    """Steps the real and the imaginary parts of p as parameters of their own; what is kept stays complex."""
    pairs = {k: torch.view_as_real(v) if isinstance(v, torch.Tensor) and torch.is_complex(v) else v
             for k, v in state.items()}
    whole = {k for k in pairs if pairs[k] is not state[k]}
    fresh = not state
    optimizer._update(torch.view_as_real(p), torch.view_as_real(grad), pairs, group)
    for k, v in pairs.items():
        if k not in whole:
            state[k] = torch.view_as_complex(v) if fresh and isinstance(v, torch.Tensor) and v.dim() > 0 else v


def step_each(optimizer, closure):
    """The step of an optimizer that treats each parameter by itself, in its _update(p, grad, state,
    group): p changes in place, state is the parameter's own dict. An optimizer with _together(group)
    may step all of a group in one launch; it answers False where it has to be one by one."""
    loss = None
    if closure is not None:
        with torch.enable_grad():
            loss = closure()
    block = torch._C._profiler_enter(f"Optimizer.step#{type(optimizer).__name__}.step")
    with torch.set_grad_enabled(optimizer.defaults.get("differentiable", False)):
        state = optimizer.state
        for group in optimizer.param_groups:
            if (group.get("fused") or group.get("foreach")) and not _any_apart(group) and optimizer._together(group):
                continue
            for p in group["params"]:
                grad = p.grad
                if grad is not None:
                    if grad.is_sparse and not optimizer._takes_sparse:
                        raise RuntimeError(f"{type(optimizer).__name__} does not support sparse gradients{optimizer._instead}")
                    if group.get("maximize"):
                        grad = -grad
                    if optimizer._complex_as_pairs and torch.is_complex(p):
                        _update_pairs(optimizer, p, grad, state[p], group)
                    else:
                        optimizer._update(p, grad, state[p], group)
    torch._C._profiler_leave(block)
    return loss


def zeros_like(p):
    """A state tensor for p."""
    return torch.zeros_like(p, memory_format=torch.preserve_format)


def decayed(p, grad, group):
    """The gradient with weight decay."""
    return grad.add(p, alpha=group["weight_decay"]) if group["weight_decay"] != 0 else grad


def check_options(lr, weight_decay=0, eps=0, betas=None):
    """Refuses negative rates and betas outside [0, 1)."""
    if not 0.0 <= lr:
        raise ValueError(f"Invalid learning rate: {lr}")
    if not 0.0 <= eps:
        raise ValueError(f"Invalid epsilon value: {eps}")
    if betas is not None:
        for i in range(2):
            if not 0.0 <= betas[i] < 1.0:
                raise ValueError(f"Invalid beta parameter at index {i}: {betas[i]}")
    if not 0.0 <= weight_decay:
        raise ValueError(f"Invalid weight_decay value: {weight_decay}")
