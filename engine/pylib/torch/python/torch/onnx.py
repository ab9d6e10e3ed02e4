"""torch.onnx is not part of this torch; it says so when it is used."""


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'torch.onnx' has no attribute '{name}'")
    raise NotImplementedError(f"torch.onnx.{name}: ONNX export (torch.onnx) is not part of this torch")
