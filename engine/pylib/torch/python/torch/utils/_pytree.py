"""Trees of lists, tuples, named tuples and dicts, with anything else as leaves."""

from collections import OrderedDict


def _parts(tree):
    """What a tree holds and what rebuilds it from that; None for a leaf."""
    kind = type(tree)
    if kind in (dict, OrderedDict):
        return list(tree.values()), list(tree)
    if kind in (list, tuple):
        return list(tree), None
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return list(tree), None
    return None


class TreeSpec:
    """The shape of a tree: its type, what its type needs beside the children, and theirs."""

    def __init__(self, type, context, children_specs):
        self.type, self.context, self.children_specs = type, context, children_specs
        self.num_leaves = sum(s.num_leaves for s in children_specs) if type is not None else 1

    def __eq__(self, other):
        return isinstance(other, TreeSpec) and (self.type, self.context, self.children_specs) == (other.type, other.context, other.children_specs)

    def __repr__(self):
        if self.type is None:
            return "*"
        return f"TreeSpec({self.type.__name__}, {self.context}, {self.children_specs})"

    def _build(self, leaves):
        if self.type is None:
            return next(leaves)
        children = [s._build(leaves) for s in self.children_specs]
        if self.context is not None:
            return self.type(zip(self.context, children))
        return self.type(*children) if hasattr(self.type, "_fields") else self.type(children)


class LeafSpec(TreeSpec):
    """The shape of a leaf."""

    def __init__(self):
        super().__init__(None, None, [])


def tree_flatten(pytree):
    """The leaves of a tree, and its shape."""
    parts = _parts(pytree)
    if parts is None:
        return [pytree], LeafSpec()
    leaves, specs = [], []
    for child in parts[0]:
        more, spec = tree_flatten(child)
        leaves += more
        specs.append(spec)
    return leaves, TreeSpec(type(pytree), parts[1], specs)


def tree_unflatten(values, spec):
    """The tree of a shape with the given leaves."""
    if not isinstance(spec, TreeSpec):
        raise ValueError(f"tree_unflatten(values, spec): Expected `spec` to be instance of TreeSpec but got item of type {type(spec)}.")
    if len(values) != spec.num_leaves:
        raise ValueError(f"tree_unflatten(values, spec): `values` has length {len(values)} but the spec refers to a pytree that "
                         f"holds {spec.num_leaves} items ({spec}).")
    return spec._build(iter(values))


def tree_map(fn, pytree):
    """A tree of the same shape with fn of each leaf."""
    leaves, spec = tree_flatten(pytree)
    return tree_unflatten([fn(x) for x in leaves], spec)


def tree_map_only(kinds, fn, pytree):
    """tree_map of the leaves of some types; the others stay."""
    return tree_map(lambda x: fn(x) if isinstance(x, kinds) else x, pytree)


def tree_all(pred, pytree):
    """Whether pred holds of all leaves."""
    return all(map(pred, tree_flatten(pytree)[0]))


def tree_any(pred, pytree):
    """Whether pred holds of a leaf."""
    return any(map(pred, tree_flatten(pytree)[0]))
