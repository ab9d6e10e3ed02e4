"""torch.quantization is not part of this torch; it says so when it is used."""


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'torch.quantization' has no attribute '{name}'")
    raise NotImplementedError(f"torch.quantization.{name}: Quantization is not part of this torch")
