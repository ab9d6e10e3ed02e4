"""Settings of oneDNN. Here they are remembered and change nothing."""

import contextlib

enabled = True


def is_available():
    return True


def is_built():
    return True


@contextlib.contextmanager
def flags(enabled=False):
    """Whether oneDNN may be used, for a block or, as a decorator, for a function."""
    own = globals()
    before = own["enabled"]
    own["enabled"] = enabled
    try:
        yield
    finally:
        own["enabled"] = before
