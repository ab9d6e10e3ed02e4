"""Bits packed into bytes, and numbers written in other bases."""

import numpy as np
from _numpy import asarray
from numpy.core.numeric import zeros
from numpy.core.shape_base import _axis, moveaxis


def _weights(bitorder):
    if bitorder not in ("big", "little"):
        raise ValueError("'order' must be either 'little' or 'big'")
    w = 1 << np.arange(8)
    return w[::-1] if bitorder == "big" else w


def packbits(a, /, axis=None, bitorder="big"):
    a, weights = asarray(a), _weights(bitorder)
    if a.dtype.kind not in "biu":
        raise TypeError("Expected an input array of integer or boolean data type")
    if axis is None:
        a, axis = a.ravel(), 0
    axis = _axis(axis, a.ndim)
    bits = moveaxis(a != 0, axis, -1)
    n = bits.shape[-1]
    whole = zeros(bits.shape[:-1] + (-(-n // 8) * 8,), int)
    whole[..., :n] = bits
    packed = (whole.reshape(whole.shape[:-1] + (-1, 8)) * weights).sum(-1).astype("uint8")
    return moveaxis(packed, -1, axis)


def unpackbits(a, /, axis=None, count=None, bitorder="big"):
    a, weights = asarray(a), _weights(bitorder)
    if a.dtype.name != "uint8":
        raise TypeError("Expected an input array of unsigned byte data type")
    if axis is None:
        a, axis = a.ravel(), 0
    axis = _axis(axis, a.ndim)
    bits = (moveaxis(a, axis, -1)[..., None].astype(int) & weights != 0).astype("uint8")
    bits = bits.reshape(bits.shape[:-2] + (-1,))
    if count is not None:
        n = bits.shape[-1]
        bits = bits[..., :count] if count <= n else np.concatenate([bits, zeros(bits.shape[:-1] + (count - n,), "uint8")], -1)
    return moveaxis(bits, -1, axis)


def binary_repr(num, width=None):
    num = int(num)
    if num >= 0:
        text = f"{num:b}"
        return text.zfill(width or 0)
    if width is None:
        return f"{num:b}"
    need = len(f"{-num:b}")
    need = need if -num == 1 << need - 1 else need + 1
    if width < need:
        import warnings
        warnings.warn("Insufficient bit width provided. This behavior will raise an error in the future.", DeprecationWarning, stacklevel=2)
        width = need
    return f"{num & (1 << width) - 1:0{width}b}"


def base_repr(number, base=2, padding=0):
    if not 2 <= base <= 36:
        raise ValueError("Bases greater than 36 not handled in base_repr." if base > 36 else "Bases less than 2 not handled in base_repr.")
    digits, n = "", abs(int(number))
    while n:
        n, r = divmod(n, base)
        digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[r] + digits
    return ("-" if number < 0 else "") + "0" * padding + (digits or ("" if padding else "0"))
