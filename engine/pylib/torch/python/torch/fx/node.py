"""One step of a graph."""

import operator

import torch

OPS = ("placeholder", "call_method", "call_module", "call_function", "get_attr", "output", "root")
_IMPURE = {torch._assert} if hasattr(torch, "_assert") else set()


def has_side_effect(fn):
    """Marks a function whose calls stay, used or not."""
    _IMPURE.add(fn)
    return fn


def map_aggregate(a, fn):
    """a with fn applied to all that is no tuple, list, dict or slice."""
    if isinstance(a, tuple):
        items = [map_aggregate(x, fn) for x in a]
        return type(a)(*items) if hasattr(a, "_fields") else tuple(items)
    if isinstance(a, list):
        return [map_aggregate(x, fn) for x in a]
    if isinstance(a, dict):
        return {k: map_aggregate(v, fn) for k, v in a.items()}
    if isinstance(a, slice):
        return slice(map_aggregate(a.start, fn), map_aggregate(a.stop, fn), map_aggregate(a.step, fn))
    return fn(a)


def map_arg(a, fn):
    """a with fn applied to its nodes."""
    return map_aggregate(a, lambda x: fn(x) if isinstance(x, Node) else x)


_PLACES = ("torch", "torch.nn.functional", "torch._C._nn", "torch.fft", "torch.linalg", "torch.special", "torch.nn.init", "torch.functional")


def qualified_name(func):
    """The name by which a program would write a function."""
    import builtins
    name = getattr(func, "__name__", None) or repr(func)
    if getattr(builtins, name, None) is func:
        return name
    if getattr(operator, name, None) is func:
        return "operator." + name
    if getattr(torch._C._nn, name, None) is func:
        return "torch._C._nn." + name
    for prefix in ("linalg", "fft", "special"):
        if name.startswith(prefix + "_") and hasattr(getattr(torch, prefix), name[len(prefix) + 1:]):
            return f"torch.{prefix}.{name[len(prefix) + 1:]}"
    for place in _PLACES:
        owner = torch
        for part in place.split(".")[1:]:
            owner = getattr(owner, part, None)
        if getattr(owner, name, None) is func:
            return f"{place}.{name}"
    return f"{getattr(func, '__module__', None) or '__main__'}.{name}"


def format_arg(arg):
    if isinstance(arg, (list, tuple)):
        inner = ", ".join(format_arg(a) for a in arg)
        if isinstance(arg, list):
            return f"[{inner}]"
        return f"({inner},)" if len(arg) == 1 else f"({inner})"
    if isinstance(arg, dict):
        return "{" + ", ".join(f"{k}: {format_arg(v)}" for k, v in arg.items()) + "}"
    return "%" + arg.name if isinstance(arg, Node) else str(arg)


class Node:
    """A step: its op, what it calls (target), with what (args, kwargs), and who uses it."""

    def __init__(self, graph, name, op, target, args, kwargs, return_type=None):
        if op not in OPS:
            raise AssertionError(f"op must be one of {OPS}, got {op}")
        self.graph, self.name, self.op, self.target, self.type = graph, name, op, target, return_type
        self.users, self.meta, self._input_nodes = {}, {}, {}
        self._erased, self._prev, self._next = False, self, self
        self._args, self._kwargs = (), {}
        self._update(tuple(args), dict(kwargs))

    def __repr__(self):
        return self.name

    next = property(lambda self: self._next)
    prev = property(lambda self: self._prev)

    def _update(self, args, kwargs):
        for n in self._input_nodes:
            n.users.pop(self, None)
        self._args, self._kwargs, self._input_nodes = args, kwargs, {}
        map_arg((args, kwargs), lambda n: self._input_nodes.setdefault(n))
        for n in self._input_nodes:
            n.users.setdefault(self)

    @property
    def args(self):
        return self._args

    @args.setter
    def args(self, value):
        self._update(tuple(value), self._kwargs)

    @property
    def kwargs(self):
        return self._kwargs

    @kwargs.setter
    def kwargs(self, value):
        self._update(self._args, dict(value))

    @property
    def all_input_nodes(self):
        return list(self._input_nodes)

    @property
    def stack_trace(self):
        return self.meta.get("stack_trace")

    def update_arg(self, idx, arg):
        args = list(self.args)
        args[idx] = arg
        self.args = tuple(args)

    def update_kwarg(self, key, arg):
        self.kwargs = {**self.kwargs, key: arg}

    def _remove(self):
        self._prev._next, self._next._prev = self._next, self._prev

    def prepend(self, x):
        """Puts x before this node."""
        if x is self:
            return
        x._remove()
        p = self._prev
        p._next, x._prev, x._next, self._prev = x, p, self, x

    def append(self, x):
        """Puts x after this node."""
        self._next.prepend(x)

    def replace_input_with(self, old_input, new_input):
        swap = lambda n: new_input if n is old_input else n
        self._update(map_arg(self.args, swap), map_arg(self.kwargs, swap))

    def replace_all_uses_with(self, replace_with, delete_user_cb=lambda user: True):
        """Makes the users of this node use another; returns them."""
        users = [u for u in self.users if delete_user_cb(u)]
        for user in users:
            user.replace_input_with(self, replace_with)
        return users

    def is_impure(self):
        if self.op in ("placeholder", "output"):
            return True
        return self.op == "call_function" and self.target in _IMPURE

    def _target_text(self):
        return self.target if isinstance(self.target, str) else qualified_name(self.target)

    def format_node(self, placeholder_names=None, maybe_return_typename=None):
        """The node as a line of the graph's text."""
        kind = f"{_type_name(self.type)} " if self.type else ""
        head = f"%{self.name} : {kind}[#users={len(self.users)}] = {self.op}[target={self._target_text()}]"
        if self.op == "output":
            return f"return {self.args[0]}"
        if self.op == "placeholder":
            return head + (f"(default={self.args[0]})" if self.args else "")
        if self.op == "get_attr":
            return head
        return f"{head}(args = {format_arg(self.args)}, kwargs = {format_arg(self.kwargs)})"


def _type_name(t):
    return t.__name__ if getattr(t, "__module__", "") == "builtins" else ("torch." + t.__name__ if t is torch.Tensor else getattr(t, "__name__", str(t)))
