"""Products of vectors, matrices and tensors."""

import operator

from _numpy import _einsum, array, asarray, conjugate, matmul, multiply
from numpy.core.numeric import max_
from numpy.core.shape_base import _axis, moveaxis, ravel


def _into(r, out):
    if out is None:
        return r
    r = asarray(r)
    if out.shape != r.shape or out.dtype != r.dtype:
        raise ValueError("output array is not acceptable (must have the right datatype, number of dimensions, and be a C-Array)")
    out[...] = r
    return out


def dot(a, b, out=None):
    a, b = asarray(a), asarray(b)
    if a.ndim == 0 or b.ndim == 0:
        return _into(multiply(a, b), out)
    k = b.shape[-2] if b.ndim > 1 else b.shape[0]
    if a.shape[-1] != k:
        left, right = (str(s).replace(" ", "") for s in (a.shape, b.shape))
        raise ValueError(f"shapes {left} and {right} not aligned: {a.shape[-1]} (dim {a.ndim - 1}) != {k} (dim {max_(b.ndim - 2, 0)})")
    return _into(tensordot(a, b, ((-1,), (-2,))) if b.ndim > 2 else matmul(a, b), out)


def vdot(a, b):
    return dot(conjugate(ravel(a)), ravel(b))


def inner(a, b):
    a, b = asarray(a), asarray(b)
    if a.ndim == 0 or b.ndim == 0:
        return multiply(a, b)
    if a.shape[-1] != b.shape[-1]:
        left, right = (str(s).replace(" ", "") for s in (a.shape, b.shape))
        raise ValueError(f"shapes {left} and {right} not aligned: {a.shape[-1]} (dim {a.ndim - 1}) != {b.shape[-1]} (dim {b.ndim - 1})")
    return tensordot(a, b, ((-1,), (-1,))) if b.ndim > 1 else dot(a, b)


def outer(a, b, out=None):
    return multiply(ravel(a)[:, None], ravel(b)[None, :], out=out)


def kron(a, b):
    a, b = asarray(a), asarray(b)
    ndim = a.ndim if a.ndim > b.ndim else b.ndim
    sa, sb = ((1,) * (ndim - x.ndim) + x.shape for x in (a, b))
    m = a.reshape([n for d in sa for n in (d, 1)]) * b.reshape([n for d in sb for n in (1, d)])
    return m.reshape([x * y for x, y in zip(sa, sb)])


def tensordot(a, b, axes=2):
    a, b = asarray(a), asarray(b)
    if isinstance(axes, int):
        axes = (list(range(a.ndim - axes, a.ndim)), list(range(axes)))
    ia, ib = ([x] if isinstance(x, int) else list(x) for x in axes)
    if len(ia) != len(ib) or [a.shape[i] for i in ia] != [b.shape[i] for i in ib]:
        raise ValueError("shape-mismatch for sum")
    ia, ib = [i % a.ndim for i in ia], [i % b.ndim for i in ib]
    fa, fb = [i for i in range(a.ndim) if i not in ia], [i for i in range(b.ndim) if i not in ib]
    k = 1
    for i in ia:
        k *= a.shape[i]
    rows, cols = 1, 1
    for i in fa:
        rows *= a.shape[i]
    for i in fb:
        cols *= b.shape[i]
    r = _product(a.transpose(fa + ia).reshape(rows, k), b.transpose(ib + fb).reshape(k, cols))
    return r.reshape([a.shape[i] for i in fa] + [b.shape[i] for i in fb])[()]


def _product(a, b):
    """A matrix product; objects are multiplied and added as they can."""
    if a.dtype.kind != "O" and b.dtype.kind != "O":
        return matmul(a, b)
    rows, cols = a.tolist(), b.T.tolist()
    out = array([[None] * len(cols) for _ in rows], object)
    for i, r in enumerate(rows):
        for j, c in enumerate(cols):
            total = r[0] * c[0]
            for x, y in zip(r[1:], c[1:]):
                total = total + x * y
            out[i, j] = total
    return out


_letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _subscripts(places):
    return "".join("..." if p is Ellipsis else _letters[operator.index(p)] for p in places)


def _equation(operands):
    """einsum(a, [0, 1], b, [1], [0]) as a string of subscripts and the arrays."""
    operands = list(operands)
    output = operands.pop() if len(operands) % 2 else None
    text = ",".join(_subscripts(p) for p in operands[1::2])
    return text + ("->" + _subscripts(output) if output is not None else ""), operands[::2]


def einsum(*operands, out=None, optimize=False, **kwargs):
    if not operands:
        raise ValueError("must specify the einstein sum subscripts string and at least one operand, or at least one operand and its corresponding subscripts list")
    subscripts, arrays = (operands[0], operands[1:]) if isinstance(operands[0], str) else _equation(operands)
    subscripts, arrays = subscripts.replace(" ", ""), [asarray(a) for a in arrays]
    _check_terms(subscripts, arrays)
    r = _einsum(subscripts, *arrays)
    if "dtype" in kwargs and kwargs["dtype"] is not None:
        r = asarray(r).astype(kwargs["dtype"])[()]
    if out is not None:
        out[...] = r
        return out
    return r


def _check_terms(subscripts, arrays):
    inputs, arrow, output = subscripts.partition("->")
    terms = inputs.split(",")
    if len(terms) > len(arrays):
        raise ValueError("fewer operands provided to einstein sum function than specified in the subscripts string")
    if len(terms) < len(arrays):
        raise ValueError("more operands provided to einstein sum function than specified in the subscripts string")
    sizes = {}
    for i, (term, a) in enumerate(zip(terms, arrays)):
        named = len(term.replace("...", ""))
        if named > a.ndim:
            raise ValueError(f"einstein sum subscripts string contains too many subscripts for operand {i}")
        if named < a.ndim and "..." not in term:
            raise ValueError("operand has more dimensions than subscripts given in einstein sum, but no '...' ellipsis provided to broadcast the extra dimensions.")
        if "..." in term:
            continue
        for c, n in zip(term, a.shape):
            if not c.isalpha():
                raise ValueError(f"invalid subscript '{c}' in einstein sum subscripts string, subscripts must be letters")
            if sizes.setdefault(c, n) == 1:
                sizes[c] = n
            elif n not in (1, sizes[c]):
                raise ValueError(_misfit(terms, output if arrow else None, arrays))
    for c in output.replace("...", "") if arrow else "":
        if c not in inputs:
            raise ValueError(f"einstein sum subscripts string included output subscript '{c}' which never appeared in an input")


def _misfit(terms, output, arrays):
    """NumPy's words for dimensions that do not fit: each shape as the loop sees it."""
    text = lambda dims: "(" + ",".join(map(str, dims)) + ("," if len(dims) == 1 else "") + ")"  # noqa: E731
    letters = [c for c in dict.fromkeys("".join(terms)) if c.isalpha()]
    if output is None:
        output = "".join(sorted(c for c in letters if "".join(terms).count(c) == 1))
    loop = [c for c in output if c.isalpha()] + [c for c in letters if c not in output]
    remapped = []
    for term, a in zip(terms, arrays):
        dims = [a.shape[term.index(c)] if c in term else "newaxis" for c in loop]
        while dims and dims[0] == "newaxis":
            del dims[0]
        remapped.append(f"{text(a.shape)}->{text(dims)} ")
    return "operands could not be broadcast together with remapped shapes [original->remapped]: " + "".join(remapped)


def cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    if axis is not None:
        axisa = axisb = axisc = axis
    a, b = asarray(a), asarray(b)
    a, b = moveaxis(a, _axis(axisa, a.ndim, "axisa"), -1), moveaxis(b, _axis(axisb, b.ndim, "axisb"), -1)
    if a.shape[-1] not in (2, 3) or b.shape[-1] not in (2, 3):
        raise ValueError("incompatible dimensions for cross product\n(dimension must be 2 or 3)")
    parts = lambda x: [x[..., 0], x[..., 1], x[..., 2] if x.shape[-1] == 3 else 0]  # noqa: E731
    (a0, a1, a2), (b0, b1, b2) = parts(a), parts(b)
    if a.shape[-1] == b.shape[-1] == 2:
        return asarray(a0 * b1 - a1 * b0)
    from numpy.core.shape_base import broadcast_arrays, stack
    r = stack(broadcast_arrays(a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0), -1)
    return moveaxis(r, -1, _axis(axisc, r.ndim, "axisc"))
