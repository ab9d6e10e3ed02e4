"""Tracing: calling a program with proxies."""

import builtins
import functools
import inspect

import torch
from torch import _C
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.node import Node, map_aggregate
from torch.fx.proxy import Proxy, TraceError

_wrapped = []  # (namespace, name) of functions that are recorded and not gone into
_BASE = (str, int, float, bool, complex, torch.dtype, torch.device, torch.layout, torch.memory_format, type(None), type(...), range, torch.Size)


def wrap(fn_or_name):
    """Has calls of a function, or of a name of the calling module, recorded as they are."""
    if not callable(fn_or_name) and not isinstance(fn_or_name, str):
        raise RuntimeError("Unsupported type for global function! Must be either a callable or string name")
    name = fn_or_name if isinstance(fn_or_name, str) else fn_or_name.__name__
    names = fn_or_name.__globals__ if hasattr(fn_or_name, "__globals__") else inspect.currentframe().f_back.f_globals
    _wrapped.append((names, name))
    return fn_or_name


def _proxies(value):
    if isinstance(value, Proxy):
        return value
    if isinstance(value, (list, tuple)):
        return next((p for p in map(_proxies, value) if p is not None), None)
    if isinstance(value, dict):
        return _proxies(list(value.values()))
    return None


def _recording(fn, marked=False):
    """fn, which is recorded where it is given a proxy."""
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        proxy = _proxies((args, kwargs))
        if proxy is None:
            return fn(*args, **kwargs)
        made = proxy.tracer.create_proxy("call_function", fn, args, kwargs)
        if marked:
            made.node.meta["is_wrapped"] = True
        return made
    return wrapper


class _Patches:
    """Replaces what a traced program calls, and puts it back."""

    def __init__(self):
        self.before = []

    def set(self, owner, name, value):
        self.before.append((owner, name, owner[name] if isinstance(owner, dict) else getattr(owner, name, None)))
        self._put(owner, name, value)

    def _put(self, owner, name, value):
        if isinstance(owner, dict):
            owner[name] = value
        else:
            setattr(owner, name, value)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        for owner, name, value in reversed(self.before):
            self._put(owner, name, value)


def _python_functions():
    """The functions of torch that are Python and would be gone into."""
    for module in (torch, torch.nn.functional):
        for name in dir(module):
            fn = getattr(module, name)
            if not name.startswith("_") and inspect.isfunction(fn) and name not in ("load", "save", "compile", "manual_seed"):
                yield module, name, fn


class Tracer:
    """Makes graphs; override its methods to decide what is a leaf."""

    def __init__(self, autowrap_modules=(), autowrap_functions=(), param_shapes_constant=False):
        self.graph, self.root, self._attributes, self._constants = None, None, {}, 0
        self.module_stack = {}

    def is_leaf_module(self, m, module_qualified_name):
        """Whether calls of a module are recorded as they are: those of torch.nn."""
        return m.__module__.startswith("torch.nn") and not isinstance(m, torch.nn.Sequential)

    def path_of_module(self, mod):
        for name, m in self.root.named_modules():
            if m is mod:
                return name
        raise NameError("module is not installed as a submodule")

    def call_module(self, m, forward, args, kwargs):
        path = self.path_of_module(m)
        if self.is_leaf_module(m, path):
            return self.create_proxy("call_module", path, args, kwargs)
        return forward(*args, **kwargs)

    def create_node(self, kind, target, args, kwargs, name=None, type_expr=None):
        return self.graph.create_node(kind, target, args, kwargs, name, type_expr)

    def proxy(self, node):
        return Proxy(node, self)

    def create_proxy(self, kind, target, args, kwargs, name=None, type_expr=None, proxy_factory_fn=None):
        node = self.create_node(kind, target, self.create_arg(tuple(args)), self.create_arg(dict(kwargs)), name, type_expr)
        return self.proxy(node)

    def create_arg(self, a):
        """a with its proxies as nodes and its tensors as attributes of the module."""
        return map_aggregate(a, self._argument)

    def _argument(self, a):
        if isinstance(a, Proxy):
            return a.node
        if isinstance(a, Node) or isinstance(a, _BASE):
            return a
        if isinstance(a, torch.Tensor):
            return self.create_node("get_attr", self._attribute(a), (), {})
        if isinstance(a, torch.nn.Module):
            return self.create_node("get_attr", self.path_of_module(a), (), {})
        if callable(a):
            return a
        raise NotImplementedError(f"argument of type: {type(a)}")

    def _attribute(self, tensor):
        for name, x in [*self.root.named_parameters(), *self.root.named_buffers()]:
            if x is tensor:
                return name
        for name, x in self._attributes.items():
            if x is tensor:
                return name
        while hasattr(self.root, f"_tensor_constant{self._constants}"):
            self._constants += 1
        name = f"_tensor_constant{self._constants}"
        setattr(self.root, name, tensor)
        self._attributes[name] = tensor
        return name

    def to_bool(self, obj):
        raise TraceError("symbolically traced variables cannot be used as inputs to control flow")

    def iter(self, obj):
        frame = inspect.currentframe().f_back.f_back
        count = _unpacked(frame)
        if count:
            return (obj[i] for i in range(count))
        raise TraceError("Proxy object cannot be iterated. This can be attempted when the Proxy is used in a loop or as a *args or **kwargs "
                         "function argument. See the torch.fx docs on pytorch.org for a more detailed explanation of what types of control "
                         "flow can be traced, and check out the Proxy docstring for help troubleshooting Proxy iteration errors")

    def keys(self, obj):
        from torch.fx.proxy import Attribute
        return Attribute(obj, "keys")()

    def _placeholders(self, fn, concrete_args):
        """The arguments of fn as proxies: by position and by name."""
        positional, named = [], {}
        for name, p in inspect.signature(fn).parameters.items():
            if p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD):
                self.create_proxy("placeholder", ("*" if p.kind == p.VAR_POSITIONAL else "**") + name, (), {})
                continue
            default = () if p.default is inspect.Parameter.empty else (p.default,)
            kind = p.annotation if p.annotation is torch.Tensor else None
            if concrete_args is not None and name in concrete_args:
                value = concrete_args[name]
                x = self.create_proxy("placeholder", f"{name}_1", default, {}, f"{name}_1")
                if value is not None and isinstance(value, (bool, int, float)):
                    words = f"{name} has been specialized to have value {value} but got another value"
                    self.create_proxy("call_function", torch._assert, (x == value, words), {})
                x = value
            else:
                x = self.create_proxy("placeholder", name, default, {}, name, kind)
            if p.kind == p.KEYWORD_ONLY:
                named[name] = x
            else:
                positional.append(x)
        return positional, named

    def trace(self, root, concrete_args=None):
        """The graph of a module's forward, or of a function."""
        module = isinstance(root, torch.nn.Module)
        self.root = root if module else torch.nn.Module()
        fn = root.forward if module else root
        self.graph = Graph(tracer_cls=type(self))
        _C._answers(Proxy)
        with _Patches() as patches:
            self._patch(patches)
            positional, named = self._placeholders(fn, concrete_args)
            result = fn(*positional, **named)
            returned = inspect.signature(fn).return_annotation
            self.create_node("output", "output", (self.create_arg(result),), {}, type_expr=returned if returned is torch.Tensor else None)
        return self.graph

    def _patch(self, patches):
        call, getter, tracer, cache = torch.nn.Module.__call__, torch.nn.Module.__getattr__, self, {}

        def module_call(mod, *args, **kwargs):
            return tracer.call_module(mod, lambda *a, **k: call(mod, *a, **k), args, kwargs)

        def module_getattr(mod, name):
            value = getter(mod, name)
            if isinstance(value, torch.nn.Parameter):
                path = next((n for n, p in tracer.root.named_parameters() if p is value), None)
                if path is not None:
                    if path not in cache:
                        cache[path] = tracer.create_proxy("get_attr", path, (), {})
                    return cache[path]
            return value

        patches.set(torch.nn.Module, "__call__", module_call)
        patches.set(torch.nn.Module, "__getattr__", module_getattr)
        for module, name, fn in list(_python_functions()):
            patches.set(module, name, _recording(fn))
        for names, name in _wrapped:
            patches.set(names, name, _recording(names[name] if name in names else getattr(builtins, name), True))


def _unpacked(frame):
    """How many names the line that runs in a frame unpacks a value into; 0 where it does not."""
    import ast
    import linecache
    line = linecache.getline(frame.f_code.co_filename, frame.f_lineno).strip()
    try:
        statements = ast.parse(line).body
    except SyntaxError:
        return 0
    for s in statements:
        if isinstance(s, ast.Assign) and isinstance(s.targets[0], (ast.Tuple, ast.List)):
            return len(s.targets[0].elts)
    return 0


def symbolic_trace(root, concrete_args=None):
    """A module that does what root does, with its graph."""
    tracer = Tracer()
    graph = tracer.trace(root, concrete_args)
    name = type(root).__name__ if isinstance(root, torch.nn.Module) else root.__name__
    return GraphModule(tracer.root, graph, name)
