"""numba.cuda: kernels written in Python. A kernel is translated to CUDA C++ when it is first launched with arguments of
some types, and runs as those of kernel cells do: checked, counted, and step by step."""
import torch

from .arguments import typeof
from .devicearray import DeviceNDArray, as_cuda_array, device_array, device_array_like, is_cuda_array, to_device
from .dispatch import Dispatcher as _Dispatcher, jit
from .errors import CudaSupportError
from .intrinsics import INTRINSICS as _intrinsics
from .stream import Event, Stream, close, current_context, default_stream, detect, event, event_elapsed_time, get_current_device, gpus, select_device, stream, synchronize

for _name in _intrinsics.table:
    if '.' not in _name:
        globals()[_name] = _intrinsics.named(_name)


def is_available():
    return torch.cuda.is_available()


def pinned_array(shape, dtype=float, strides=None, order='C'):
    import numpy as np
    return np.empty(shape, dtype)


def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    raise AttributeError("module 'numba.cuda' has no attribute '%s' here" % name)
