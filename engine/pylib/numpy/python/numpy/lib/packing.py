"""Bits packed into bytes, and numbers written in other bases."""

from _numpy import array, asarray


def packbits(a, axis=None, bitorder="big"):
    bits = [1 if b else 0 for b in asarray(a).ravel().tolist()]
    bits += [0] * (-len(bits) % 8)
    order = range(7, -1, -1) if bitorder == "big" else range(8)
    return array([sum(b << k for b, k in zip(bits[i:i + 8], order)) for i in range(0, len(bits), 8)], "uint8")


def unpackbits(a, axis=None, count=None, bitorder="big"):
    order = range(7, -1, -1) if bitorder == "big" else range(8)
    a = asarray(a)
    if a.dtype.name != "uint8":
        raise TypeError("Expected an input array of unsigned byte data type")
    bits = array([v >> k & 1 for v in a.ravel().tolist() for k in order][:count], "uint8")
    return bits if axis is None else bits.reshape(a.shape[:-1] + (-1,))


def binary_repr(num, width=None):
    num = int(num)
    if num < 0 and width is not None:
        return f"{num & (1 << width) - 1:0{width}b}"
    return f"{num:b}" if width is None or num < 0 else f"{num:0{width}b}"


def base_repr(number, base=2, padding=0):
    if not 2 <= base <= 36:
        raise ValueError("Bases greater than 36 not handled in base_repr." if base > 36 else "Bases less than 2 not handled in base_repr.")
    digits, n = "", abs(int(number))
    while n:
        n, r = divmod(n, base)
        digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[r] + digits
    return ("-" if number < 0 else "") + "0" * padding + (digits or ("" if padding else "0"))
