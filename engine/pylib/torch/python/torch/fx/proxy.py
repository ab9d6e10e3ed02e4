"""Values that stand for what a traced program would compute."""

import builtins
import operator

import torch
from torch.fx.graph import INPLACE, MAGIC, REFLECTED
from torch.fx.node import Node


class TraceError(ValueError):
    """The program asks for a value that tracing does not have."""


class Proxy:
    """The result of a node; what is done with it becomes more nodes."""

    def __init__(self, node, tracer=None):
        self.node, self.tracer = node, tracer

    def __repr__(self):
        return f"Proxy({self.node.name})"

    def __getattr__(self, name):
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return Attribute(self, name)

    def __call__(self, *args, **kwargs):
        return self.tracer.create_proxy("call_method", "__call__", (self,) + args, kwargs)

    def __iter__(self):
        return self.tracer.iter(self)

    def __bool__(self):
        return self.tracer.to_bool(self)

    def __abs__(self):
        return self.tracer.create_proxy("call_function", operator.abs, (self,), {})

    def __len__(self):
        raise RuntimeError("'len' is not supported in symbolic tracing by default. If you want this call to be recorded, please call "
                           "torch.fx.wrap('len') at module scope")

    def keys(self):
        return self.tracer.keys(self)

    @classmethod
    def __torch_function__(cls, orig_method, types, args=(), kwargs=None):
        tracer = next(t for t in _tracers((args, kwargs or {})))
        name = getattr(orig_method, "__name__", "")
        if getattr(torch.Tensor, name, None) is orig_method:
            return tracer.create_proxy("call_method", name, args, kwargs or {})
        return tracer.create_proxy("call_function", orig_method, args, kwargs or {})


def _tracers(value):
    if isinstance(value, Proxy):
        yield value.tracer
    elif isinstance(value, dict):
        for v in value.values():
            yield from _tracers(v)
    elif isinstance(value, (list, tuple)):
        for v in value:
            yield from _tracers(v)


class Attribute(Proxy):
    """x.name, which is a method until it is used as a value."""

    def __init__(self, root, attr):
        self.root, self.attr, self.tracer, self._node = root, attr, root.tracer, None

    @property
    def node(self):
        if self._node is None:
            self._node = self.tracer.create_proxy("call_function", builtins.getattr, (self.root, self.attr), {}).node
        return self._node

    def __call__(self, *args, **kwargs):
        return self.tracer.create_proxy("call_method", self.attr, (self.root,) + args, kwargs)


def _method(name):
    fn = getattr(operator, name)

    def method(self, *args):
        return self.tracer.create_proxy("call_function", fn, (self,) + args, {})
    return method


def _reflected(name):
    fn = getattr(operator, name)

    def method(self, other):
        return self.tracer.create_proxy("call_function", fn, (other, self), {})
    return method


for _name in list(MAGIC) + [n for n in INPLACE if n != "setitem"] + ["setitem"]:
    setattr(Proxy, f"__{_name.strip('_')}__", _method(_name))
for _name in REFLECTED:
    if _name != "getitem":
        setattr(Proxy, f"__r{_name.strip('_')}__", _reflected(_name))
Proxy.__hash__ = object.__hash__
