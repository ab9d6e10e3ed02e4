"""Activation checkpointing: computing forward again in place of keeping what it made."""

import torch


class CheckpointFunction(torch.autograd.Function):
    """Runs a function without recording it, and records it in backward."""

    @staticmethod
    def forward(ctx, run_function, preserve_rng_state, *args):
        ctx.run_function = run_function
        ctx.args = args
        ctx.state = torch.get_rng_state() if preserve_rng_state else None
        with torch.no_grad():
            return run_function(*args)

    @staticmethod
    def backward(ctx, *grads):
        inputs = [a.detach().requires_grad_(a.requires_grad) if isinstance(a, torch.Tensor) else a for a in ctx.args]
        now = torch.get_rng_state()
        if ctx.state is not None:
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            outputs = ctx.run_function(*inputs)
        torch.set_rng_state(now)
        outputs = outputs if isinstance(outputs, tuple) else (outputs,)
        pairs = [(o, g) for o, g in zip(outputs, grads) if isinstance(o, torch.Tensor) and o.requires_grad]
        if not pairs:
            raise RuntimeError("none of output has requires_grad=True, this checkpoint() is not necessary")
        torch.autograd.backward([o for o, _ in pairs], [g for _, g in pairs])
        return (None, None, *(i.grad if isinstance(i, torch.Tensor) else None for i in inputs))


def checkpoint(function, *args, use_reentrant=True, preserve_rng_state=True, **kwargs):
    """function(*args), computed again in backward."""
    if kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    return CheckpointFunction.apply(function, preserve_rng_state, *args)


def checkpoint_sequential(functions, segments, input, **kwargs):
    """A Sequential in segments, each computed again in backward."""
    functions = list(functions)
    size = max(len(functions) // segments, 1)

    def run(part):
        def forward(x):
            for f in part:
                x = f(x)
            return x
        return forward

    starts = list(range(0, size * (segments - 1), size))
    for start in starts:
        input = checkpoint(run(functions[start:start + size]), input)
    return run(functions[size * (segments - 1):])(input)
