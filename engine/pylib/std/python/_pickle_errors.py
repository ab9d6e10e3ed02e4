"""The exceptions of pickle."""


class PickleError(Exception):
    pass


class PicklingError(PickleError):
    pass


class UnpicklingError(PickleError):
    pass


for _kind in (PickleError, PicklingError, UnpicklingError):
    _kind.__module__ = '_pickle'
