"""Names that profiled programs use; nothing is profiled here."""


class record_function:
    """A block with a name."""

    def __init__(self, name, args=None):
        self.name = name

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass


class profile:
    """Collects nothing."""

    def __init__(self, *args, **kwargs):
        raise RuntimeError("the profiler is not part of this torch; torch.cuda.Event and time.perf_counter measure")
