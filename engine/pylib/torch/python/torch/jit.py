"""torch.jit: scripted and traced code runs as the Python that it is.

Nothing is compiled, so graph and code are not there; calls, parameters, printing and saving
are."""

import contextlib
import functools

import torch
from torch.futures import Future
from torch.nn.modules.module import Module


def is_scripting():
    """Whether code is being compiled."""
    return False


def is_tracing():
    """Whether calls are being traced."""
    return False


def ignore(fn=None, **kwargs):
    """Leaves fn as it is."""
    return fn if fn is not None and not isinstance(fn, bool) else (lambda f: f)


unused = export = ignore


class ScriptFunction:
    """A scripted function."""

    def __init__(self, fn):
        functools.update_wrapper(self, fn)
        self._fn = fn
        self.name = getattr(fn, "__name__", "")

    def __call__(self, *args, **kwargs):
        return self._fn(*args, **kwargs)

    def __getattr__(self, name):
        _no_code(name)
        raise AttributeError(f"'torch._C.ScriptFunction' object has no attribute '{name}'")


def _no_code(name):
    if name in ("graph", "code", "inlined_graph", "graph_for", "inlined_code", "code_with_constants"):
        raise NotImplementedError(f"{name}: TorchScript's intermediate code is not part of this torch; scripted code runs as Python")


class ScriptModule(Module):
    """A scripted module: another one's parameters, buffers, children and methods."""

    def __init__(self, original):
        object.__setattr__(self, "_original", original)
        super().__init__()
        object.__setattr__(self, "_parameters", original._parameters)
        object.__setattr__(self, "_buffers", original._buffers)
        children = {name: type(self)(child) if isinstance(child, Module) else child
                    for name, child in original._modules.items()}
        object.__setattr__(self, "_modules", type(original._modules)(children))
        self.training = original.training
        self.original_name = getattr(original, "original_name", type(original).__name__)

    def forward(self, *args, **kwargs):
        return self._original(*args, **kwargs)

    def train(self, mode=True):
        self._original.train(mode)
        return super().train(mode)

    def save(self, f, **kwargs):
        """Writes the module to a file that torch.jit.load reads."""
        torch.save(self._original, f)

    def __getattr__(self, name):
        _no_code(name)
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(object.__getattribute__(self, "_original"), name)

    def extra_repr(self):
        return f"original_name={self.original_name}"

    def __len__(self):
        return len(self._modules)

    def __getitem__(self, i):
        return list(self._modules.values())[i]

    def __iter__(self):
        return iter(self._modules.values())


class RecursiveScriptModule(ScriptModule):
    """What torch.jit.script makes of a module."""


class TopLevelTracedModule(ScriptModule):
    """What torch.jit.trace makes of a module."""

    def _get_name(self):
        return type(self._original).__name__


class TracedModule(TopLevelTracedModule):
    pass


def script(obj, optimize=None, _frames_up=0, _rcb=None, example_inputs=None):
    """obj as scripted code; it runs as Python."""
    if isinstance(obj, (ScriptModule, ScriptFunction)):
        return obj
    if isinstance(obj, Module):
        return RecursiveScriptModule(obj)
    return obj if isinstance(obj, type) else ScriptFunction(obj)


def trace(func, example_inputs, *args, **kwargs):
    """func as traced code; it is called once with the examples."""
    if isinstance(example_inputs, torch.Tensor):
        example_inputs = (example_inputs,)
    with torch.no_grad():
        func(*example_inputs)
    return TopLevelTracedModule(func) if isinstance(func, Module) else ScriptFunction(func)


def save(m, f, _extra_files=None):
    m.save(f)


def load(f, map_location=None, _extra_files=None):
    """A module that was saved."""
    return RecursiveScriptModule(torch.load(f, map_location))


def freeze(mod, *args, **kwargs):
    if mod.training:
        raise RuntimeError("Freezing is currently only implemented for modules in eval mode. Please call .eval() on your module before freezing.")
    return mod


def optimize_for_inference(mod, *args, **kwargs):
    return mod


def annotate(the_type, the_value):
    return the_value


def fork(func, *args, **kwargs):
    """Runs func at once; wait returns its result."""
    future = Future()
    future.set_result(func(*args, **kwargs))
    return future


def wait(future):
    return future.wait()


@contextlib.contextmanager
def optimized_execution(should_optimize):
    """Nothing is compiled, so nothing is optimized."""
    yield


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'torch.jit' has no attribute '{name}'")
    raise NotImplementedError(f"torch.jit.{name} is not part of this torch")
