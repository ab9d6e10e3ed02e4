"""torch.distributed is not part of this torch; it says so when it is used."""


def is_available():
    """Whether processes can be joined to a group."""
    return False


def is_initialized():
    """Whether this process is in a group."""
    return False


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'torch.distributed' has no attribute '{name}'")
    raise NotImplementedError(f"torch.distributed.{name}: torch.distributed, training in several processes, is not part of this torch")
