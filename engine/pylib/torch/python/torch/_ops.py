"""torch.ops: operations by their namespaces; torch.ops.quantized has those of quantised tensors, torch.ops.aten those of torch."""

import torch


class _Namespace:
    def __init__(self, name, places):
        self._name, self._places = name, places

    def __getattr__(self, name):
        for place in self._places:
            found = getattr(torch._C._import(place), name, None)
            if found is not None and not name.startswith("_"):
                return found
        raise AttributeError(f"'_OpNamespace' '{self._name}' object has no attribute '{name}'")

    def __repr__(self):
        return f"<torch._ops._OpNamespace '{self._name}'>"


class _Ops:
    quantized = _Namespace("quantized", ["torch._quantized_ops"])
    aten = _Namespace("aten", ["torch._C", "torch._C._nn"])


ops = _Ops()
