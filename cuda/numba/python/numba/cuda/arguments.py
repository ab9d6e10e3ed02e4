"""What a kernel is launched with: types of the arguments, and tensors of the GPU for the arrays."""
import warnings

import numpy as np
import torch

from ..core import config, types
from ..core.errors import NumbaPerformanceWarning
from ..core.types import Array, Tuple
from .devicearray import DeviceNDArray, tensor_of

TORCH = {torch.bool: types.boolean, torch.uint8: types.uint8, torch.int8: types.int8, torch.int16: types.int16, torch.int32: types.int32, torch.int64: types.int64,
         torch.float32: types.float32, torch.float64: types.float64}


def untyped(value):
    return ValueError('Cannot determine Numba type of %r' % type(value))


def typeof_tensor(x):
    if x.dtype not in TORCH:
        raise TypeError('a kernel takes no array of %s here' % x.dtype)
    return Array(TORCH[x.dtype], x.dim(), 'C' if x.is_contiguous() else 'A')


def typeof(value):
    """The type that a kernel sees of an argument."""
    if isinstance(value, bool):
        return types.boolean
    if isinstance(value, int):
        return types.int64 if -2**63 <= value < 2**63 else types.uint64
    if isinstance(value, float):
        return types.float64
    if isinstance(value, tuple):
        return Tuple(typeof(v) for v in value)
    if isinstance(value, DeviceNDArray):
        return typeof_tensor(value._tensor)
    if isinstance(value, torch.Tensor) and value.is_cuda:
        return typeof_tensor(value)
    if isinstance(value, np.ndarray):
        t = types.of_dtype(value.dtype)
        if t is None:
            raise TypeError('a kernel takes no array of %s here' % value.dtype)
        return Array(t, value.ndim, 'C')
    if isinstance(value, np.generic) and value.dtype.name in types.numbers:
        return types.numbers[value.dtype.name]
    raise untyped(value)


class Launch:
    """The arguments of one launch."""

    def __init__(self, values):
        self.back = []  # arrays of the host, and their tensors
        self.values = [self.ready(v) for v in values]
        self.types = [typeof(v) for v in self.values]

    def ready(self, v):
        if isinstance(v, tuple):
            return tuple(map(self.ready, v))
        if isinstance(v, np.ndarray):
            typeof(v)
            if config.CUDA_WARN_ON_IMPLICIT_COPY:
                warnings.warn(NumbaPerformanceWarning('Host array used in CUDA kernel will incur copy overhead to/from device.'))
            x = tensor_of(v)
            self.back.append((v, x))
            return x
        if isinstance(v, DeviceNDArray):
            return v._tensor
        return v

    def flat(self, extents):
        """What the kernel's parameters get: numbers and tensors, and then the extents."""
        list = []

        def add(v):
            if isinstance(v, tuple):
                for x in v:
                    add(x)
            else:
                list.append(v)
        for v in self.values:
            add(v)
        for path, word, axis in extents:
            v = self.values
            for i in path:
                v = v[i]
            list.append(v.shape[axis] if word == 'shape' else v.stride(axis))
        return list

    def home(self):
        """A tensor of the GPU that the kernel runs on."""
        for v in self.flat(()):
            if isinstance(v, torch.Tensor):
                return v
        return torch.empty(0, device='cuda')

    def finish(self):
        for array, x in self.back:
            array[...] = x.cpu().numpy()
