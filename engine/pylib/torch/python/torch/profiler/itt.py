"""Marks for Intel's profiler. Nothing listens here, and PyTorch without it refuses them, too."""

from contextlib import contextmanager


def is_available():
    """Answers False: there is no Intel profiler."""
    return False


def _refuse(*_):
    raise RuntimeError("ITT functions not installed. Are you sure you have a ITT build?")


range_push = range_pop = mark = _refuse


@contextmanager
def range(msg, *args, **kwargs):
    """A marked block, which is refused as the other marks are."""
    range_push(msg.format(*args, **kwargs))
    yield
    range_pop()
