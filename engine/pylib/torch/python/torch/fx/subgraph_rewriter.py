"""Replacing what looks like a pattern."""

from collections import namedtuple

from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.node import Node, map_arg

Match = namedtuple("Match", ["anchor", "nodes_map"])


def _graph(pattern):
    from torch.fx.tracer import symbolic_trace
    return pattern if isinstance(pattern, Graph) else pattern.graph if isinstance(pattern, GraphModule) else symbolic_trace(pattern).graph


def _matches(pattern, node, found):
    """Whether node computes what the pattern's node does; found maps the nodes."""
    if pattern in found:
        return found[pattern] is node
    if not isinstance(node, Node):
        return False
    if pattern.op == "placeholder":
        found[pattern] = node
        return True
    if pattern.op != node.op or pattern.target != node.target or len(pattern.args) != len(node.args) or set(pattern.kwargs) != set(node.kwargs):
        return False
    found[pattern] = node
    pairs = [*zip(pattern.args, node.args), *((v, node.kwargs[k]) for k, v in pattern.kwargs.items())]
    return all(_same(a, b, found) for a, b in pairs)


def _same(a, b, found):
    if isinstance(a, Node):
        return _matches(a, b, found)
    if isinstance(a, (list, tuple)):
        return isinstance(b, (list, tuple)) and len(a) == len(b) and all(_same(x, y, found) for x, y in zip(a, b))
    return not isinstance(b, Node) and a == b


def _inside(found, anchor):
    """The nodes that go; none of them may be used by one that stays."""
    gone = [n for p, n in found.items() if p.op != "placeholder"]
    return gone if all(u in gone for n in gone if n is not anchor for u in n.users) else None


def replace_pattern(gm, pattern, replacement):
    """Replaces every part of gm that is like pattern, and returns the matches."""
    old, new = _graph(pattern), _graph(replacement)
    anchor = next(iter(reversed(old.nodes))).args[0]
    inputs = [n for n in old.nodes if n.op == "placeholder"]
    matches, taken = [], set()
    for node in list(gm.graph.nodes):
        found = {}
        if node in taken or not _matches(anchor, node, found):
            continue
        gone = _inside(found, node)
        if gone is None or any(n in taken for n in gone):
            continue
        matches.append(Match(node, dict(found)))
        taken.update(gone)
        values = dict(zip([n for n in new.nodes if n.op == "placeholder"], [found[p] for p in inputs]))
        with gm.graph.inserting_before(node):
            result = gm.graph.graph_copy(new, values)
        node.replace_all_uses_with(result)
        for n in sorted(gone, key=list(gm.graph.nodes).index, reverse=True):
            gm.graph.erase_node(n)
    gm.recompile()
    return matches
