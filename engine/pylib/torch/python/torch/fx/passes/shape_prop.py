"""Notes of every node the shape and type of its result."""

from collections import namedtuple

import torch
from torch.fx.interpreter import Interpreter
from torch.fx.node import map_aggregate

TensorMetadata = namedtuple("TensorMetadata", ["shape", "dtype", "requires_grad", "stride", "memory_format", "is_quantized", "qparams"])


def _metadata(x):
    kept = torch.contiguous_format if x.is_contiguous() else None
    return TensorMetadata(x.shape, x.dtype, x.requires_grad, x.stride(), kept, False, {})


class ShapeProp(Interpreter):
    """Runs a module and keeps n.meta["tensor_meta"] and n.meta["type"]."""

    def run_node(self, n):
        result = super().run_node(n)
        found = []
        meta = map_aggregate(result, lambda x: (found.append(x), _metadata(x))[1] if isinstance(x, torch.Tensor) else x)
        if found:
            n.meta["tensor_meta"] = meta
        n.meta["type"] = type(result)
        return result

    def propagate(self, *args):
        return super().run(*args)
