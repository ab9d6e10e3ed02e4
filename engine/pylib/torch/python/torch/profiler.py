"""torch.profiler is not part of this torch; it says so when it is used."""


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'torch.profiler' has no attribute '{name}'")
    raise NotImplementedError(f"torch.profiler.{name}: torch.profiler is not part of this torch")
