"""Operations made of others: the bodies of torch's functions of the same names.

torch._C binds their arguments, so each takes what its signature says, by name.
"""

from torch import _C


def underived(node, name, out, *inputs):
    """out, whose gradient nobody has derived: asking for it raises."""
    def backward(g):
        raise NotImplementedError(f"the derivative for '{name}' is not implemented.")
    return _C._record(node, out, inputs, backward)
