"""What becomes of floating-point errors: np.seterr, np.errstate and the warnings."""

import warnings

from _numpy import _watch_faults

_modes = {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}
_words = {"divide": "divide by zero", "over": "overflow", "under": "underflow", "invalid": "invalid value"}
_flags = {"divide": 1, "over": 2, "under": 4, "invalid": 8}
_handler = None


def geterr():
    return dict(_modes)


def seterr(all=None, divide=None, over=None, under=None, invalid=None):
    old = geterr()
    for name, mode in zip(_modes, (divide, over, under, invalid)):
        mode = mode or all or old[name]
        if mode not in ("ignore", "warn", "raise", "call", "print", "log"):
            raise KeyError(mode)
        _modes[name] = mode
    _watch_faults(*(_modes[n] != "ignore" for n in ("divide", "over", "invalid")))
    return old


def geterrcall():
    return _handler


def seterrcall(func):
    global _handler
    if func is not None and not callable(func) and not (hasattr(func, "write") and callable(func.write)):
        raise ValueError("Only callable can be used as callback")
    old, _handler = _handler, func
    return old


class errstate:
    """Settings for floating-point errors while a block runs, or a decorated function."""

    def __init__(self, *, call=None, **kwargs):
        self.call, self.kwargs = call, kwargs

    def __enter__(self):
        self.before, self.handler = seterr(**self.kwargs), geterrcall()
        if self.call is not None:
            seterrcall(self.call)

    def __exit__(self, *exc):
        seterr(**self.before)
        seterrcall(self.handler)

    def __call__(self, f):
        import functools

        @functools.wraps(f)
        def inner(*args, **kwargs):
            with errstate(call=self.call, **self.kwargs):
                return f(*args, **kwargs)
        return inner


def _fault(kind, name):
    text = f"{_words[kind]} encountered in {name}"
    mode = _modes[kind]
    if mode == "raise":
        raise FloatingPointError(text)
    if mode == "warn":
        warnings.warn(text, RuntimeWarning, stacklevel=2)
    elif mode == "print":
        print(f"Warning: {text}")
    elif mode == "call" and _handler is not None:
        _handler(_words[kind], _flags[kind])
    elif mode == "log" and _handler is not None:
        _handler.write(f"Warning: {text}\n")


def _warn_mean(scalar):
    warnings.warn("Mean of empty slice.", RuntimeWarning, stacklevel=2)
    _fault("invalid", "scalar divide" if scalar else "divide")


def _warn_spread(n, scalar):
    warnings.warn("Degrees of freedom <= 0 for slice", RuntimeWarning, stacklevel=2)
    if n == 0:
        _fault("invalid", "divide")
    _fault("invalid", "scalar divide" if scalar else "divide")


def _warn_complex():
    import numpy as np
    warnings.warn("Casting complex values to real discards the imaginary part", np.ComplexWarning, stacklevel=2)


def _warn_empty():
    warnings.warn("The truth value of an empty array is ambiguous. Returning False, but in future this will result in an error. Use `array.size > 0` to check that an array is not empty.", DeprecationWarning, stacklevel=2)


def _warn_bounds(value, name):
    warnings.warn(f"NumPy will stop allowing conversion of out-of-bound Python integers to integer arrays.  The conversion of {value} to {name} will fail in the future.\nFor the old behavior, usually:\n    np.array(value).astype(dtype)`\nwill give the desired result (the cast overflows).", DeprecationWarning, stacklevel=2)


def _incomparable(result):
    warnings.warn("elementwise comparison failed; this will raise an error in the future.", DeprecationWarning, stacklevel=2)
    return result
