"""torch.multiprocessing is not part of this torch; it says so when it is used."""


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'torch.multiprocessing' has no attribute '{name}'")
    raise NotImplementedError(f"torch.multiprocessing.{name}: torch.multiprocessing is not part of this torch")
