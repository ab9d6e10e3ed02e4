"""Arrays on the GPU (numba/cuda/cudadrv/devicearray.py): each is a tensor, shown as NumPy shows arrays."""
import numpy as np
import torch

from .errors import CudaSupportError


def check():
    if not torch.cuda.is_available():
        raise CudaSupportError('Error at driver init: \nCall to cuInit results in CUDA_ERROR_NO_DEVICE')


def tensor_of(array):
    """A copy of an array of the host on the GPU."""
    check()
    return torch.from_numpy(np.ascontiguousarray(array).reshape(array.shape)).cuda()


class DeviceNDArray:
    __cuda_ndarray__ = True

    def __init__(self, tensor):
        self._tensor = tensor

    shape = property(lambda self: tuple(self._tensor.shape))
    ndim = property(lambda self: self._tensor.dim())
    size = property(lambda self: self._tensor.numel())
    dtype = property(lambda self: self._tensor[:0].cpu().numpy().dtype if self._tensor.dim() else self._tensor.cpu().numpy().dtype)
    nbytes = alloc_size = property(lambda self: self._tensor.numel() * self._tensor.element_size())
    strides = property(lambda self: tuple(n * self._tensor.element_size() for n in self._tensor.stride()))
    T = property(lambda self: self.transpose())

    @property
    def __cuda_array_interface__(self):
        return self._tensor.__cuda_array_interface__

    def __len__(self):
        return len(self._tensor)

    def __repr__(self):
        return '<numba.cuda.cudadrv.devicearray.DeviceNDArray object at 0x%x>' % id(self)

    def copy_to_host(self, ary=None, stream=0):
        """The elements on the host: in ary where it is given, else in a new array."""
        host = self._tensor.cpu().numpy()
        if ary is None:
            return host
        if ary.shape != host.shape:
            raise ValueError('incompatible shape: %s vs. %s' % (ary.shape, host.shape))
        if ary.dtype != host.dtype:
            raise TypeError('incompatible dtype: %s vs. %s' % (ary.dtype, host.dtype))
        ary[...] = host
        return ary

    def copy_to_device(self, ary, stream=0):
        if ary is self:
            return
        x = ary._tensor if isinstance(ary, DeviceNDArray) else torch.from_numpy(np.ascontiguousarray(ary))
        if tuple(x.shape) != self.shape:
            raise ValueError('incompatible shape: %s vs. %s' % (tuple(x.shape), self.shape))
        if x.dtype != self._tensor.dtype:
            raise TypeError('incompatible dtype: %s vs. %s' % (x.dtype, self._tensor.dtype))
        self._tensor.copy_(x)

    def __getitem__(self, key):
        x = self._tensor[key]
        return x.item() if x.dim() == 0 else DeviceNDArray(x)

    def __setitem__(self, key, value):
        if isinstance(value, DeviceNDArray):
            value = value._tensor
        elif isinstance(value, np.ndarray):
            value = torch.from_numpy(np.ascontiguousarray(value)).cuda()
        self._tensor[key] = value

    def is_c_contiguous(self):
        return self._tensor.is_contiguous()

    def reshape(self, *shape, order='C'):
        return DeviceNDArray(self._tensor.view(*shape))

    def ravel(self, order='C'):
        return DeviceNDArray(self._tensor.view(-1))

    def transpose(self, axes=None):
        return DeviceNDArray(self._tensor.permute(*(axes or range(self.ndim - 1, -1, -1))))

    def to_host(self, stream=0):
        return self.copy_to_host()


def to_device(obj, stream=0, copy=True, to=None):
    """A copy of an array on the GPU."""
    if isinstance(obj, DeviceNDArray):
        return obj
    if isinstance(obj, torch.Tensor) and obj.is_cuda:
        return DeviceNDArray(obj)
    array = np.asarray(obj)
    if to is None:
        return DeviceNDArray(tensor_of(array))
    to.copy_to_device(array)
    return to


def device_array(shape, dtype=np.float64, strides=None, order='C', stream=0):
    """An array on the GPU whose elements are not set."""
    check()
    kind = torch.from_numpy(np.empty(0, dtype)).dtype
    return DeviceNDArray(torch.empty(shape if isinstance(shape, tuple) else (shape,), dtype=kind, device='cuda'))


def device_array_like(ary, stream=0):
    return device_array(tuple(ary.shape), ary._tensor.cpu().numpy().dtype if isinstance(ary, DeviceNDArray) else np.asarray(ary.cpu() if isinstance(ary, torch.Tensor) else ary).dtype)


def as_cuda_array(obj, sync=True):
    """An array over the memory of another library's."""
    if isinstance(obj, DeviceNDArray):
        return obj
    if isinstance(obj, torch.Tensor) and obj.is_cuda:
        return DeviceNDArray(obj)
    raise TypeError('*obj* doesn\'t implement the cuda array interface.')


def is_cuda_array(obj):
    return isinstance(obj, DeviceNDArray) or isinstance(obj, torch.Tensor) and obj.is_cuda
