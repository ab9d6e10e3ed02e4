"""Modules that run a graph."""

import copy

import torch
from torch.fx.graph import Graph


def _place(root, target, value):
    """Puts value where root has the attribute target, a dotted name."""
    *path, name = target.split(".")
    for part in path:
        if not hasattr(root, part):
            root.add_module(part, torch.nn.Module())
        root = getattr(root, part)
    if isinstance(value, torch.Tensor) and not isinstance(value, torch.nn.Parameter):
        root.register_buffer(name, value)
    else:
        setattr(root, name, value)


def _find(root, target):
    for part in target.split("."):
        if not hasattr(root, part):
            raise RuntimeError(f"Node referenced nonexistent target {target}!")
        root = getattr(root, part)
    return root


class GraphModule(torch.nn.Module):
    """A module whose forward is the code of its graph."""

    def __new__(cls, *args, **kwargs):
        base = next(c for c in cls.__mro__ if not c.__dict__.get("_of_one"))
        return super().__new__(type(base.__name__, (base,), {"_of_one": True}))

    def __init__(self, root, graph, class_name="GraphModule"):
        super().__init__()
        type(self).__name__ = class_name
        if isinstance(root, torch.nn.Module):
            self.training = root.training
        for node in graph.nodes:
            if node.op not in ("get_attr", "call_module"):
                continue
            if isinstance(root, dict):
                if node.target not in root:
                    raise RuntimeError(f"Node {node} referenced target {node.target} but that target was not provided in ``root``!")
                _place(self, node.target, root[node.target])
            else:
                _place(self, node.target, _find(root, node.target))
        self.graph = graph
        self.meta = {}

    @property
    def graph(self):
        return self.__dict__["_graph"]

    @graph.setter
    def graph(self, g):
        g.owning_module = self
        self.__dict__["_graph"] = g
        self.recompile()

    @property
    def code(self):
        return self._code

    def recompile(self):
        """Makes forward of the graph as it is now."""
        code = self.__dict__["_graph"].python_code("self")
        self.__dict__["_code"] = code.src
        names = dict(code.globals)
        exec(compile(code.src, "<eval_with_key>", "exec"), names)
        type(self).forward = names["forward"]
        return code

    def add_submodule(self, target, m):
        _place(self, target, m)
        return True

    def delete_submodule(self, target):
        path, _, name = target.rpartition(".")
        owner = self.get_submodule(path) if path else self
        if name not in owner._modules:
            return False
        delattr(owner, name)
        return True

    def delete_all_unused_submodules(self):
        used = set()
        for node in self.graph.nodes:
            if node.op in ("call_module", "get_attr"):
                parts = node.target.split(".")
                used.update(".".join(parts[:i + 1]) for i in range(len(parts)))
        for name in [n for n, _ in self.named_modules() if n and n not in used and not any(n.startswith(u + ".") for u in used)]:
            self.delete_submodule(name)

    def print_readable(self, print_output=True):
        text = f"class {type(self).__name__}(torch.nn.Module):\n" + "\n".join("    " + line for line in self._code.strip().split("\n"))
        if print_output:
            print(text)
        return text

    def __deepcopy__(self, memo):
        new = GraphModule(copy.deepcopy({t: _find(self, t) for t in self._targets()}, memo), copy.deepcopy(self.graph), type(self).__name__)
        new.training = self.training
        return new

    def __copy__(self):
        return GraphModule(self, copy.deepcopy(self.graph), type(self).__name__)

    def _targets(self):
        return [n.target for n in self.graph.nodes if n.op in ("get_attr", "call_module")]

    def __str__(self):
        return "\n".join([super().__repr__(), self._code, "# To see more debug info, please use `graph_module.print_readable()`"])
