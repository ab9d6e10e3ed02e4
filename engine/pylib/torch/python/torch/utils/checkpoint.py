"""Activation checkpointing: computing forward again in place of keeping what it made.
Source: https://pytorch.org/docs/2.6/checkpoint.html"""

import contextlib
import warnings

import torch

__all__ = ["checkpoint", "checkpoint_sequential", "CheckpointError", "CheckpointFunction", "noop_context_fn"]


class CheckpointError(RuntimeError):
    """Computing again did not do what was done before."""


def noop_context_fn():
    """Two contexts that do nothing, for forward and for computing again."""
    return contextlib.nullcontext(), contextlib.nullcontext()


class _State:
    """What a function's result depends on beside its arguments: random states and autocast."""

    def __init__(self, preserve_rng_state, args):
        self.autocast = [(d, torch.is_autocast_enabled(d), torch.get_autocast_dtype(d)) for d in ("cuda", "cpu")]
        self.rng = torch.get_rng_state() if preserve_rng_state else None
        self.gpus = sorted({x.get_device() for x in args if isinstance(x, torch.Tensor) and x.is_cuda}) if preserve_rng_state else []
        self.gpu_rng = [torch.cuda.get_rng_state(i) for i in self.gpus]

    @contextlib.contextmanager
    def restored(self):
        """Has what runs inside see this state, and gives back what was."""
        now, gpus_now = torch.get_rng_state(), [torch.cuda.get_rng_state(i) for i in self.gpus]
        if self.rng is not None:
            self._set(self.rng, self.gpu_rng)
        with contextlib.ExitStack() as stack:
            for device, enabled, dtype in self.autocast:
                if enabled or torch.is_autocast_enabled(device):
                    stack.enter_context(torch.autocast(device, dtype=dtype, enabled=enabled))
            try:
                yield
            finally:
                if self.rng is not None:
                    self._set(now, gpus_now)

    def _set(self, rng, gpu_rng):
        torch.set_rng_state(rng)
        for i, state in zip(self.gpus, gpu_rng):
            torch.cuda.set_rng_state(state, i)


class CheckpointFunction(torch.autograd.Function):
    """Runs a function without recording it, and records it in backward."""

    @staticmethod
    def forward(ctx, run_function, preserve_rng_state, *args):
        if not any(isinstance(x, torch.Tensor) and x.requires_grad for x in args):
            warnings.warn("None of the inputs have requires_grad=True. Gradients will be None")
        ctx.run_function, ctx.args = run_function, [None if isinstance(x, torch.Tensor) else x for x in args]
        ctx.places = [i for i, x in enumerate(args) if isinstance(x, torch.Tensor)]
        ctx.save_for_backward(*[args[i] for i in ctx.places])
        ctx.state = _State(preserve_rng_state, args)
        with torch.no_grad():
            return run_function(*args)

    @staticmethod
    def backward(ctx, *grads):
        inputs = list(ctx.args)
        for i, x in zip(ctx.places, ctx.saved_tensors):
            inputs[i] = x.detach().requires_grad_(x.requires_grad)
        with torch.enable_grad(), ctx.state.restored():
            outputs = ctx.run_function(*inputs)
        outputs = outputs if isinstance(outputs, tuple) else (outputs,)
        pairs = [(o, g) for o, g in zip(outputs, grads) if isinstance(o, torch.Tensor) and o.requires_grad]
        if not pairs:
            raise RuntimeError("none of output has requires_grad=True, this checkpoint() is not necessary")
        torch.autograd.backward([o for o, _ in pairs], [g for _, g in pairs])
        return (None, None, *(i.grad if isinstance(i, torch.Tensor) else None for i in inputs))


class _Frame:
    """A call whose saved tensors are numbers until backward asks for one; then the function runs again."""

    def __init__(self, function, args, kwargs, preserve_rng_state, context, check):
        self.function, self.args, self.kwargs, self.context = function, args, kwargs, context
        self.state = _State(preserve_rng_state, (*args, *kwargs.values()))
        self.described, self.found, self.check = [], {}, check

    def pack(self, x):
        self.described.append((tuple(x.shape), x.dtype, x.device))
        return len(self.described) - 1

    def unpack(self, number):
        if number not in self.found:
            self.compute()
        return self.found.pop(number)

    def compute(self):
        again = []

        def keep(x):
            again.append(x.detach())
            return len(again) - 1

        with torch.enable_grad(), self.state.restored(), self.context, torch.autograd.graph.saved_tensors_hooks(keep, _never):
            self.function(*self.args, **self.kwargs)
        if len(again) != len(self.described):
            raise CheckpointError(
                "torch.utils.checkpoint: A different number of tensors was saved during the original forward and recomputation.\n"
                f"Number of tensors saved during forward: {len(self.described)}\nNumber of tensors saved during recomputation: {len(again)}")
        for i, (x, (shape, dtype, device)) in enumerate(zip(again, self.described)):
            if self.check and (tuple(x.shape), x.dtype, x.device) != (shape, dtype, device):
                raise CheckpointError(
                    "torch.utils.checkpoint: Recomputed values for the following tensors have different metadata than during the forward pass.\n"
                    f"tensor at position {i}:\nsaved metadata: {dict(shape=shape, dtype=dtype, device=device)}\n"
                    f"recomputed metadata: {dict(shape=tuple(x.shape), dtype=x.dtype, device=x.device)}")
        self.found = dict(enumerate(again))


def _never(number):
    raise RuntimeError("You are calling backwards on a tensor that is never exposed. Please open an issue.")


def checkpoint(function, *args, use_reentrant=True, context_fn=noop_context_fn, determinism_check="default", debug=False, **kwargs):
    """function(*args, **kwargs), computed again in backward. With use_reentrant=False only what backward asks for is kept
    again, and arguments may be given by name."""
    preserve = kwargs.pop("preserve_rng_state", True)
    if use_reentrant is None:
        use_reentrant = True
    if use_reentrant:
        if kwargs:
            raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
        if context_fn is not noop_context_fn or debug is not False:
            raise ValueError("Passing `context_fn` or `debug` is only supported when use_reentrant=False.")
        return CheckpointFunction.apply(function, preserve, *args)
    forward_context, again_context = context_fn()
    frame = _Frame(function, args, kwargs, preserve, again_context, determinism_check != "none")
    with forward_context, torch.autograd.graph.saved_tensors_hooks(frame.pack, frame.unpack):
        return function(*args, **kwargs)


def checkpoint_sequential(functions, segments, input, use_reentrant=True, **kwargs):
    """A Sequential in segments, each but the last computed again in backward."""
    preserve = kwargs.pop("preserve_rng_state", True)
    if kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
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
        input = checkpoint(run(functions[start:start + size]), input, use_reentrant=use_reentrant, preserve_rng_state=preserve)
    return run(functions[size * (segments - 1):])(input)
