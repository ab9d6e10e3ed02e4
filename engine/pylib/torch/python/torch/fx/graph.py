"""Graphs: lists of nodes, and the Python that they stand for."""

import builtins
import contextlib
import copy
import keyword
import re
from collections import namedtuple

import torch
from torch.fx.node import Node, map_arg, qualified_name

PythonCode = namedtuple("PythonCode", ["src", "globals"])

REFLECTED = {
    "add": "{} + {}", "sub": "{} - {}", "mul": "{} * {}", "floordiv": "{} // {}", "truediv": "{} / {}", "mod": "{} % {}", "pow": "{} ** {}",
    "lshift": "{} << {}", "rshift": "{} >> {}", "and_": "{} & {}", "or_": "{} | {}", "xor": "{} ^ {}", "getitem": "{}[{}]", "matmul": "{} @ {}",
}
MAGIC = {"eq": "{} == {}", "ne": "{} != {}", "lt": "{} < {}", "gt": "{} > {}", "le": "{} <= {}", "ge": "{} >= {}", "pos": "+{}", "neg": "-{}",
         "invert": "~{}", **REFLECTED}
INPLACE = {"iadd": "{} += {}", "iand": "{} &= {}", "ifloordiv": "{} //= {}", "ilshift": "{} <<= {}", "imod": "{} %= {}", "imul": "{} *= {}",
           "imatmul": "{} @= {}", "ior": "{} |= {}", "ipow": "{} **= {}", "irshift": "{} >>= {}", "isub": "{} -= {}", "itruediv": "{} /= {}",
           "ixor": "{} ^= {}", "setitem": "{}[{}] = {}"}
_GLOBALS = {"inf": float("inf"), "nan": float("nan"), "NoneType": type(None), "torch": torch, "device": torch.device}


class _Names:
    """Names that are used once each."""

    def __init__(self):
        self.used = set()

    def create(self, candidate):
        candidate = re.sub(r"[^0-9a-zA-Z_]+", "_", candidate)
        if not candidate or candidate[0].isdigit():
            candidate = "_" + candidate
        match = re.match(r"(.*)_(\d+)$", candidate)
        base, number = (match.group(1), int(match.group(2))) if match else (candidate, 0)
        while candidate in self.used or keyword.iskeyword(candidate) or hasattr(builtins, candidate) or candidate in _GLOBALS:
            number += 1
            candidate = f"{base}_{number}"
        self.used.add(candidate)
        return candidate


def _snake_case(text):
    return "".join("_" + c.lower() if c.isupper() and i and not text[i - 1].isupper() and text[i - 1] != "_" else c.lower() for i, c in enumerate(text))


class _Nodes:
    """The nodes of a graph in order; the graph may change while they are gone through."""

    def __init__(self, graph, backwards=False):
        self.graph, self.backwards = graph, backwards

    def __len__(self):
        return self.graph._len

    def __iter__(self):
        root, step = self.graph._root, "_prev" if self.backwards else "_next"
        current = getattr(root, step)
        while current is not root:
            if not current._erased:
                yield current
            current = getattr(current, step)

    def __reversed__(self):
        return _Nodes(self.graph, not self.backwards)


def _target_path(base, target):
    for part in target.split("."):
        base = f"{base}.{part}" if part.isidentifier() else f'getattr({base}, "{part}")'
    return base


def _arguments(args, kwargs):
    return ", ".join([repr(a) for a in args] + [f"{k} = {v!r}" for k, v in kwargs.items()])


class Graph:
    """Nodes from placeholders to output."""

    def __init__(self, owning_module=None, tracer_cls=None, tracer_extras=None):
        self._root = Node(self, "", "root", "", (), {})
        self._names, self._len, self._insert = _Names(), 0, self._root.prepend
        self.owning_module, self._tracer_cls = owning_module, tracer_cls

    nodes = property(lambda self: _Nodes(self))

    def create_node(self, op, target, args=None, kwargs=None, name=None, type_expr=None):
        """Adds a node where nodes are inserted."""
        candidate = name if name is not None else self._candidate(target)
        node = Node(self, self._names.create(candidate), op, target, args or (), kwargs or {}, type_expr)
        self._insert(node)
        self._len += 1
        return node

    def _candidate(self, target):
        text = target if isinstance(target, str) else getattr(target, "__name__", type(target).__name__)
        if text.startswith("__") and text.endswith("__") and len(text) > 4:
            text = text[2:-2]
        return _snake_case(text)

    def placeholder(self, name, type_expr=None, default_value=None):
        return self.create_node("placeholder", name, () if default_value is None else (default_value,), type_expr=type_expr)

    def get_attr(self, qualified_name, type_expr=None):
        return self.create_node("get_attr", qualified_name, type_expr=type_expr)

    def call_module(self, module_name, args=None, kwargs=None, type_expr=None):
        return self.create_node("call_module", module_name, args, kwargs, type_expr=type_expr)

    def call_method(self, method_name, args=None, kwargs=None, type_expr=None):
        return self.create_node("call_method", method_name, args, kwargs, type_expr=type_expr)

    def call_function(self, the_function, args=None, kwargs=None, type_expr=None):
        return self.create_node("call_function", the_function, args, kwargs, type_expr=type_expr)

    def output(self, result, type_expr=None):
        return self.create_node("output", "output", (result,), type_expr=type_expr)

    @contextlib.contextmanager
    def _inserting(self, insert):
        before, self._insert = self._insert, insert
        try:
            yield
        finally:
            self._insert = before

    def inserting_before(self, n=None):
        """New nodes in the block come before n, by default at the start."""
        return self._inserting((self._root._next if n is None else n).prepend)

    def inserting_after(self, n=None):
        """New nodes in the block come after n, by default at the end of the graph's start."""
        place = [self._root if n is None else n]

        def insert(node):
            place[0].append(node)
            place[0] = node
        return self._inserting(insert)

    def erase_node(self, to_erase):
        """Removes a node that nobody uses."""
        if to_erase.users:
            raise RuntimeError(f"Tried to erase Node {to_erase} but it still had {len(to_erase.users)} users in the graph: {to_erase.users}!")
        to_erase._remove()
        to_erase._erased = True
        self._len -= 1
        to_erase._update((), {})

    def node_copy(self, node, arg_transform=lambda x: x):
        """Adds a node like one of another graph."""
        new = self.create_node(node.op, node.target, map_arg(node.args, arg_transform), map_arg(node.kwargs, arg_transform), node.name, node.type)
        new.meta = copy.copy(node.meta)
        return new

    def graph_copy(self, g, val_map, return_output_node=False):
        """Adds the nodes of another graph and returns what that gives."""
        for node in g.nodes:
            if node in val_map:
                continue
            if node.op == "output":
                result = map_arg(node.args[0], lambda n: val_map[n])
                return (result, node) if return_output_node else result
            val_map[node] = self.node_copy(node, lambda n: val_map[n])

    def __deepcopy__(self, memo=None):
        g = Graph(tracer_cls=self._tracer_cls)
        val_map = {}
        result = g.graph_copy(self, val_map, return_output_node=True)
        if result:
            node = g.output(result[0], result[1].type)
            node.meta = copy.copy(result[1].meta)
        return g

    def eliminate_dead_code(self):
        """Removes nodes that nobody uses; says whether there were any."""
        self.lint()
        changed = False
        for node in reversed(self.nodes):
            if not node.is_impure() and not node.users:
                self.erase_node(node)
                changed = True
        return changed

    def lint(self):
        """Refuses a graph whose nodes are out of order, of another graph, or called twice."""
        seen, names = set(), set()
        for node in self.nodes:
            if node.graph is not self:
                raise RuntimeError(f"Node '{node}' does not belong to this Graph!")
            for n in node.all_input_nodes:
                if n.graph is not self:
                    raise RuntimeError(f"Argument '{n}' of Node '{node}' does not belong to this Graph, but was used as an argument! If you are copying "
                                       "nodes from another graph, make sure to use ``arg_transform`` on node_copy() to remap values")
                if n not in seen:
                    raise RuntimeError(f"Argument '{n}' of Node '{node}' was used before it has been defined! Please check that Nodes in the graph "
                                       f"are topologically ordered\n{self}")
            if node.name in names:
                raise RuntimeError(f"Node redefined name {node.name}!")
            seen.add(node)
            names.add(node.name)
            if node.op in ("get_attr", "call_module") and self.owning_module is not None:
                self._lint_target(node)

    def _lint_target(self, node):
        at = self.owning_module
        for part in node.target.split("."):
            if not hasattr(at, part):
                raise RuntimeError(f"Node {node} target {node.target} references nonexistent attribute {part} of {type(at).__module__}.{type(at).__name__}")
            at = getattr(at, part)

    def print_tabular(self):
        """Prints the nodes as a table."""
        rows = [[n.op, n.name, n.target, n.args, n.kwargs] for n in self.nodes]
        print(_table(rows, ["opcode", "name", "target", "args", "kwargs"]))

    def __str__(self):
        return "graph():" + "".join("\n    " + n.format_node() for n in self.nodes)

    def process_inputs(self, *args):
        return args

    def process_outputs(self, out):
        return out

    def python_code(self, root_module="self"):
        """The graph as a function's text and the globals that it needs."""
        names, body, free, wrapped = dict(_GLOBALS), [], [], []
        returns = [""]
        last_uses, used = {}, set()
        for node in reversed(self.nodes):
            for n in _in_order(node):
                if n not in used:
                    used.add(n)
                    last_uses.setdefault(node, []).append(n)

        def name_of(fn):
            name = qualified_name(fn)
            if name.startswith("torch.") or "." not in name:
                return name
            name = name.replace(".", "_")
            names[name] = fn
            return name

        for node in self.nodes:
            text = self._statement(node, root_module, name_of, free, wrapped, returns)
            if node.op == "placeholder":
                body.append(text)
            elif node.op == "output":
                body.append(text)
            else:
                ended = last_uses.get(node, [])
                body.append(text + (";  " + " = ".join([repr(n) for n in ended] + ["None"]) if ended else "") + "\n")
        lines = "\n".join("    " + line for line in "".join(body).split("\n")) if body else "    pass\n"
        stubs = "\n".join(f'torch.fx._symbolic_trace.wrap("{name}")' for name in wrapped)
        head = f"def forward({', '.join(['self'] + free)}){returns[0]}:"
        return PythonCode(f"\n{stubs}\n\n{head}\n{lines}", names)

    def _statement(self, node, root_module, name_of, free, wrapped, returns):
        kind = f" : {_annotation(node.type)}" if node.type is not None else ""
        if node.op == "placeholder":
            free.append(node.target + kind + (f" = {node.args[0]!r}" if node.args else ""))
            raw = node.target.replace("*", "")
            return f"{node!r} = {raw}\n" if raw != repr(node) else ""
        if node.op == "output":
            if node.type is not None:
                returns[0] = f" -> {_annotation(node.type)}"
            return f"return {node.args[0]!r}\n"
        left = f"{node!r}{kind} = "
        if node.op == "get_attr":
            return left + _target_path(root_module, node.target)
        if node.op == "call_module":
            return f"{left}{_target_path(root_module, node.target)}({_arguments(node.args, node.kwargs)})"
        if node.op == "call_method":
            return f"{left}{_target_path(repr(node.args[0]), node.target)}({_arguments(node.args[1:], node.kwargs)})"
        fn, name = node.target, getattr(node.target, "__name__", "")
        if qualified_name(fn) == "operator." + name and name in MAGIC:
            return left + MAGIC[name].format(*(repr(a) for a in node.args))
        if qualified_name(fn) == "operator." + name and name in INPLACE:
            return f"{INPLACE[name].format(*(repr(a) for a in node.args))};  {left}{node.args[0]!r}"
        if fn is getattr and isinstance(node.args[1], str) and node.args[1].isidentifier() and len(node.args) == 2:
            return left + _target_path(repr(node.args[0]), node.args[1])
        called = name_of(fn)
        if node.meta.get("is_wrapped") and called not in wrapped:
            wrapped.append(called)
        return f"{left}{called}({_arguments(node.args, node.kwargs)})"


def _in_order(node):
    found = []
    map_arg((node.args, node.kwargs), found.append)
    return found


def _annotation(t):
    return "torch.Tensor" if t is torch.Tensor else getattr(t, "__name__", str(t))


def _table(rows, heads):
    """Rows under heads, columns as wide as they need."""
    cells = [[str(c) for c in row] for row in rows]
    widths = [max(len(row[i]) for row in [heads] + cells) for i in range(len(heads))]
    line = lambda row: "  ".join(c.ljust(w) for c, w in zip(row, widths)).rstrip()
    return "\n".join([line(heads), "  ".join("-" * w for w in widths)] + [line(row) for row in cells])
