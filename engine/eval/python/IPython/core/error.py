"""Errors of the notebook itself."""


class UsageError(Exception):
    """A magic is used in a way that it does not know; shown without a traceback."""
