"""Small helpers that old programs still call."""

import sys

from _numpy import asarray

_buffer = 8192


def setbufsize(size):
    global _buffer
    if size % 16:
        raise ValueError(f"Buffer size, {size}, is not a multiple of 16.")
    old, _buffer = _buffer, size
    return old


def getbufsize():
    return _buffer


def disp(mesg, device=None, linefeed=True):
    device = sys.stdout if device is None else device
    device.write(f"{mesg}\n" if linefeed else f"{mesg}")
    device.flush()


def safe_eval(source):
    import ast
    return ast.literal_eval(source)


def byte_bounds(a):
    low = a._offset * a.itemsize
    high = low + a.itemsize
    for n, step in zip(a.shape, a.strides):
        low, high = (low, high + (n - 1) * step) if step > 0 else (low + (n - 1) * step, high)
    return low, high


def deprecate(*args, message=None, old_name=None, new_name=None):
    import functools
    import warnings

    def wrap(func):
        name = old_name or func.__name__
        text = f"`{name}` is deprecated!" if new_name is None else f"`{name}` is deprecated, use `{new_name}` instead!"

        @functools.wraps(func)
        def inner(*a, **kw):
            warnings.warn(text + (f"\n{message}" if message else ""), DeprecationWarning, stacklevel=2)
            return func(*a, **kw)
        return inner
    return wrap(args[0]) if args else wrap


def info(object=None, maxwidth=76, output=None, toplevel="numpy"):
    print(getattr(object, "__doc__", None) or "", file=output)


def compare_chararrays(a, b, cmp, rstrip):
    import operator
    import numpy as np
    ops = {"<": operator.lt, "<=": operator.le, "==": operator.eq, ">=": operator.ge, ">": operator.gt, "!=": operator.ne}
    if cmp not in ops:
        raise ValueError("comparison must be '==', '!=', '<', '>', '<=', '>='")
    a, b = (np.char.rstrip(x) if rstrip else asarray(x) for x in (a, b))
    return ops[cmp](a, b)
