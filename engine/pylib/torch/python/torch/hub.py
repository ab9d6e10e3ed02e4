"""torch.hub is not part of this torch; it says so when it is used."""


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'torch.hub' has no attribute '{name}'")
    raise NotImplementedError(f"torch.hub.{name}: torch.hub, which downloads models, is not part of this torch")
