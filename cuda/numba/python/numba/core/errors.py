"""Numba's exceptions and warnings (numba/core/errors.py of 0.56)."""


class NumbaWarning(Warning):
    pass


class NumbaPerformanceWarning(NumbaWarning):
    pass


class NumbaError(Exception):
    def __init__(self, msg, loc=None):
        self.msg = msg
        self.loc = loc
        super().__init__(msg)


class UnsupportedError(NumbaError):
    pass


class TypingError(NumbaError):
    pass


class LoweringError(NumbaError):
    pass


class NumbaTypeError(TypingError):
    pass


class NumbaValueError(TypingError):
    pass
