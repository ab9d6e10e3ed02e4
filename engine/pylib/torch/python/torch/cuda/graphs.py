"""CUDA graphs: work that is captured once and launched again as a whole (https://pytorch.org/docs/1.13/notes/cuda.html#cuda-graphs)."""

import gc

import torch
from torch import _C
from torch.cuda import is_current_stream_capturing
from torch.utils._pytree import tree_flatten, tree_unflatten


def graph_pool_handle():
    """Names a pool of memory that several graphs can share: those that are never replayed at the same time."""
    return (0, _C._cuda_new_pool(-1))


class CUDAGraph:
    """Captured work. capture_begin, the work, capture_end; then replay, as often as wanted: the same kernels with the same
    addresses, of which the host launches all at once. New inputs are copied into the tensors that were captured."""

    def __init__(self):
        self._captured = self._capturing = None

    def capture_begin(self, pool=None):
        """Begins to capture what the current stream is given, which must not be the default one."""
        if self._captured is not None:
            raise RuntimeError("This CUDAGraph instance already owns a captured graph. "
                               "To capture a new graph, create a new instance.")
        self._capturing = _C._cuda_capture(-1, pool[1] if pool else 0)

    def capture_end(self):
        """Ends the capture."""
        if self._capturing is None:
            raise RuntimeError("Called CUDAGraph::capture_end without a preceding capture_begin.")
        capturing, self._capturing = self._capturing, None
        capturing.end()
        self._captured = capturing

    def replay(self):
        """Launches the captured work on the current stream."""
        if self._captured is None:
            raise RuntimeError("Called CUDAGraph::replay without a preceding successful capture.")
        self._captured.replay()

    def reset(self):
        """Drops the work and gives the memory back that it used."""
        if self._captured is not None:
            self._captured.close()
        self._captured = self._capturing = None

    def pool(self):
        """The pool of the graph's memory, to be given to the capture of another one."""
        if self._captured is None:
            raise RuntimeError("Called CUDAGraph::pool() without a preceding successful capture.")
        return (0, self._captured.pool())

    def __del__(self):
        self.reset()


class graph:
    """Captures the work of a block: with torch.cuda.graph(g): ... Nothing in it is computed until g.replay()."""

    default_capture_stream = None

    def __init__(self, cuda_graph, pool=None, stream=None):
        if type(self).default_capture_stream is None:
            type(self).default_capture_stream = torch.cuda.Stream()
        self.pool = () if pool is None else (pool,)
        self.capture_stream = stream if stream is not None else type(self).default_capture_stream
        self.stream_ctx = torch.cuda.stream(self.capture_stream)
        self.cuda_graph = cuda_graph

    def __enter__(self):
        torch.cuda.synchronize()
        gc.collect()
        torch.cuda.empty_cache()
        self.stream_ctx.__enter__()
        self.cuda_graph.capture_begin(*self.pool)

    def __exit__(self, kind, value, where):
        try:
            self.cuda_graph.capture_end()
        finally:
            self.stream_ctx.__exit__(kind, value, where)


def make_graphed_callables(callables, sample_args, num_warmup_iters=3, allow_unused_input=False):
    """Makes callables, functions or modules, replay graphs of their forward and their backward pass. sample_args are tensors like
    those that they will get: of the same shapes, dtypes and need of gradients. Answers one callable, or a tuple of them."""
    if torch.is_autocast_enabled() and torch.is_autocast_cache_enabled():
        raise RuntimeError("make_graphed_callables does not support the autocast caching. Please set `cache_enabled=False`.")
    single = not isinstance(callables, tuple)
    if single:
        callables, sample_args = (callables,), (sample_args,)
    flat_args = [_flat_sample(c, args) for c, args in zip(callables, sample_args)]
    leaves = [args + (tuple(c.parameters()) if isinstance(c, torch.nn.Module) else ()) for c, args in zip(callables, flat_args)]
    _warm_up(callables, sample_args, leaves, num_warmup_iters, allow_unused_input)
    pool = graph_pool_handle()
    passes = [_capture_forward(c, args, pool) for c, args in zip(callables, sample_args)]
    backs = [_capture_backward(p.outputs, inputs, pool, allow_unused_input)  # in the order in which they will be replayed
             for p, inputs in reversed(list(zip(passes, leaves)))][::-1]
    made = tuple(_graphed(c, args, inputs, f, b) for c, args, inputs, f, b in zip(callables, flat_args, leaves, passes, backs))
    return made[0] if single else made


def _flat_sample(c, args):
    if isinstance(c, torch.nn.Module):
        if c._backward_hooks or c._forward_hooks or c._forward_pre_hooks:
            raise AssertionError("Modules must not have hooks registered at the time they are passed. However, registering hooks on "
                                 "modules after passing them through make_graphed_callables is allowed.")
        if any(b.requires_grad for b in c.buffers()):
            raise AssertionError("In any :class:`~torch.nn.Module` passed to :func:`~make_graphed_callables`, only parameters may be "
                                 "trainable. All buffers must have ``requires_grad=False``.")
    flat = tuple(tree_flatten(args)[0])
    if not all(isinstance(a, torch.Tensor) for a in flat):
        raise AssertionError("In the beta API, sample_args for each callable must be a tuple of Tensors. Other types are not allowed.")
    return flat


def _warm_up(callables, sample_args, leaves, times, allow_unused):
    torch.cuda.synchronize()
    with torch.cuda.stream(torch.cuda.Stream()):
        for c, args, inputs in zip(callables, sample_args, leaves):
            for _ in range(times):
                outputs = [o for o in tree_flatten(c(*args))[0] if o.requires_grad]
                wanted = tuple(i for i in inputs if i.requires_grad)
                if wanted and outputs:
                    torch.autograd.grad(outputs, wanted, tuple(torch.empty_like(o) for o in outputs), only_inputs=True,
                                        allow_unused=allow_unused)
    torch.cuda.synchronize()


class _Forward:
    """A captured forward pass."""

    def __init__(self, graph, outputs, shape):
        self.graph, self.outputs, self.shape = graph, outputs, shape


def _capture_forward(c, args, pool):
    captured = CUDAGraph()
    with graph(captured, pool=pool):
        outputs = c(*args)
    flat, shape = tree_flatten(outputs)
    return _Forward(captured, tuple(flat), shape)


class _Backward:
    """A captured backward pass: the gradients that are copied in, and those that come out, None for what wants none."""

    def __init__(self, graph, given, gradients):
        self.graph, self.given, self.gradients = graph, given, gradients


def _capture_backward(outputs, inputs, pool, allow_unused):
    given = tuple(torch.empty_like(o) if o.requires_grad else None for o in outputs)
    wanted = tuple(i for i in inputs if i.requires_grad)
    captured, gradients = CUDAGraph(), ()
    if not wanted or all(g is None for g in given):
        return _Backward(None, given, (None,) * len(inputs))
    with graph(captured, pool=pool):
        gradients = torch.autograd.grad(tuple(o for o in outputs if o.requires_grad), wanted, tuple(g for g in given if g is not None),
                                        only_inputs=True, allow_unused=allow_unused)
    found = iter(gradients)
    return _Backward(captured, given, tuple(next(found) if i.requires_grad else None for i in inputs))


def _graphed(c, flat_args, inputs, ahead, back):
    class Graphed(torch.autograd.Function):
        """Replays both passes."""

        @staticmethod
        def forward(ctx, *now):
            for mine, theirs in zip(flat_args, now):
                if mine.data_ptr() != theirs.data_ptr():
                    mine.copy_(theirs)
            ahead.graph.replay()
            return tuple(o.detach() for o in ahead.outputs)

        @staticmethod
        @torch.autograd.function.once_differentiable
        def backward(ctx, *gradients):
            for mine, theirs in zip(back.given, gradients):
                if mine is not None and mine.data_ptr() != theirs.data_ptr():
                    mine.copy_(theirs)
            if back.graph is not None:
                back.graph.replay()
            return tuple(g if g is None else g.detach() for g in back.gradients)

    def replayed(*args):
        return tree_unflatten(list(Graphed.apply(*tree_flatten(args)[0], *inputs[len(flat_args):])), ahead.shape)

    if not isinstance(c, torch.nn.Module):
        return replayed
    training, eager = c.training, c.forward
    c.forward = lambda *args: replayed(*args) if c.training == training else eager(*args)
    return c
