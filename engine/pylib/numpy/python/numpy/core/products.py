"""Products of vectors, matrices and tensors."""

from _numpy import _einsum, asarray, conjugate, matmul, multiply
from numpy.core.numeric import max_
from numpy.core.shape_base import moveaxis, ndim, ravel, swapaxes


def dot(a, b, out=None):
    a, b = asarray(a), asarray(b)
    if a.ndim == 0 or b.ndim == 0:
        return multiply(a, b)
    k = b.shape[-2] if b.ndim > 1 else b.shape[0]
    if a.shape[-1] != k:
        left, right = (str(s).replace(" ", "") for s in (a.shape, b.shape))
        raise ValueError(f"shapes {left} and {right} not aligned: {a.shape[-1]} (dim {a.ndim - 1}) != {k} (dim {max_(b.ndim - 2, 0)})")
    if b.ndim > 2:
        return tensordot(a, b, ((-1,), (-2,)))
    return matmul(a, b)


def vdot(a, b):
    return dot(conjugate(ravel(a)), ravel(b))


def inner(a, b):
    return dot(a, swapaxes(b, -1, -2) if ndim(b) > 1 else b)


def outer(a, b):
    return multiply(ravel(a)[:, None], ravel(b)[None, :])


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
    ia, ib = [i % a.ndim for i in ia], [i % b.ndim for i in ib]
    if [a.shape[i] for i in ia] != [b.shape[i] for i in ib]:
        raise ValueError("shape-mismatch for sum")
    fa, fb = [i for i in range(a.ndim) if i not in ia], [i for i in range(b.ndim) if i not in ib]
    k = 1
    for i in ia:
        k *= a.shape[i]
    r = matmul(a.transpose(fa + ia).reshape(-1, k), b.transpose(ib + fb).reshape(k, -1))
    return r.reshape([a.shape[i] for i in fa] + [b.shape[i] for i in fb])[()]


def einsum(subscripts, *operands, optimize=False):
    return _einsum(subscripts, *operands)


def cross(a, b, axis=-1):
    a, b = moveaxis(asarray(a), axis, -1), moveaxis(asarray(b), axis, -1)
    i, j = [1, 2, 0], [2, 0, 1]
    return moveaxis(a[..., i] * b[..., j] - a[..., j] * b[..., i], -1, axis)
