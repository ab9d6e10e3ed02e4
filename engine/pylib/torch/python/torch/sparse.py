"""torch.sparse is not part of this torch; it says so when it is used."""


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'torch.sparse' has no attribute '{name}'")
    raise NotImplementedError(f"torch.sparse.{name}: The package torch.sparse is not part of this torch")
