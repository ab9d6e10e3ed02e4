"""torch.func: functions made of functions, which PyTorch before 2.0 had in functorch."""

from functorch import grad, grad_and_value, hessian, jacfwd, jacrev, jvp, vjp, vmap

__all__ = ["functional_call", "grad", "grad_and_value", "hessian", "jacfwd", "jacrev", "jvp", "linearize", "stack_module_state", "vjp", "vmap"]


def functional_call(module, parameter_and_buffer_dicts, args=None, kwargs=None, *, tie_weights=True, strict=False):
    """module(*args, **kwargs) with other parameters and buffers, by name."""
    from torch.nn.utils.stateless import functional_call as call
    dicts = parameter_and_buffer_dicts if isinstance(parameter_and_buffer_dicts, (list, tuple)) else (parameter_and_buffer_dicts,)
    merged = {}
    for d in dicts:
        merged.update(d)
    return call(module, merged, args if isinstance(args, tuple) else () if args is None else (args,), kwargs or {})


def stack_module_state(models):
    """The parameters and the buffers of several alike modules, stacked by name."""
    import torch
    if not models:
        raise RuntimeError("stack_module_state: Expected at least one model, got 0.")
    params = {name: torch.stack([dict(m.named_parameters())[name].detach() for m in models]).requires_grad_() for name, _ in models[0].named_parameters()}
    buffers = {name: torch.stack([dict(m.named_buffers())[name] for m in models]) for name, _ in models[0].named_buffers()}
    return params, buffers


def linearize(func, *primals):
    """func(*primals), and the function that its Jacobian there is (PyTorch 2.1)."""
    return func(*primals), lambda *tangents: jvp(func, primals, tangents)[1]
