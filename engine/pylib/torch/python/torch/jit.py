"""torch.jit is not part of this torch; it says so when it is used."""


def is_scripting():
    """Whether code is being compiled."""
    return False


def is_tracing():
    """Whether calls are being traced."""
    return False


def ignore(fn=None, **kwargs):
    """Leaves fn as it is."""
    return fn if fn is not None else (lambda f: f)


unused = export = ignore


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'torch.jit' has no attribute '{name}'")
    raise NotImplementedError(f"torch.jit.{name}: TorchScript (torch.jit) is not part of this torch")
