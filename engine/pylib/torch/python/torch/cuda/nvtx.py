"""Marks for NVIDIA's profiler. Nothing listens here."""


def range_push(msg):
    return 0


def range_pop():
    return 0


def mark(msg):
    pass


class range:
    """A marked block."""

    def __init__(self, msg, *args, **kwargs):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass
