"""The operators of the language as functions."""

from _operator import *
from _operator import (abs, index, add, and_, contains, delitem, eq, floordiv, ge, getitem, gt, iadd, iand, iconcat,
                       ifloordiv, ilshift, imatmul, imod, imul, inv, invert, ior, ipow, irshift, is_, isub, itruediv, ixor,
                       le, lshift, lt, matmul, mod, mul, ne, neg, not_, or_, pos, pow, rshift, setitem, sub, truediv, xor,
                       concat, call)

__lt__, __le__, __eq__, __ne__, __ge__, __gt__ = lt, le, eq, ne, ge, gt
__not__, __abs__, __add__, __and__, __call__, __floordiv__ = not_, abs, add, and_, call, floordiv
__index__, __inv__, __invert__, __lshift__, __mod__, __mul__ = index, inv, invert, lshift, mod, mul
__matmul__, __neg__, __or__, __pos__, __pow__, __rshift__ = matmul, neg, or_, pos, pow, rshift
__sub__, __truediv__, __xor__, __concat__, __contains__ = sub, truediv, xor, concat, contains
__delitem__, __getitem__, __setitem__ = delitem, getitem, setitem
__iadd__, __iand__, __iconcat__, __ifloordiv__, __ilshift__ = iadd, iand, iconcat, ifloordiv, ilshift
__imod__, __imul__, __imatmul__, __ior__, __ipow__ = imod, imul, imatmul, ior, ipow
__irshift__, __isub__, __itruediv__, __ixor__ = irshift, isub, itruediv, ixor

__all__ = sorted(name for name in globals() if not name.startswith('_'))
