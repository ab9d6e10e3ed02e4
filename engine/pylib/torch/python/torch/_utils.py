"""What several parts of torch need: device numbers, and the functions that pickles name."""

import contextlib
import copyreg
import threading
from collections import OrderedDict

import torch


def _get_device_index(device, optional=False, allow_cpu=False):
    """The number of a GPU given as a number, a string or a device; -1 is the CPU."""
    if isinstance(device, str):
        device = torch.device(device)
    if isinstance(device, torch.device):
        if device.type == "cpu":
            if allow_cpu:
                return -1
            raise ValueError(f"Expected a non cpu device, but got: {device}")
        index = device.index
        if index is None:
            if not optional:
                raise ValueError(f'Expected a torch.device with a specified index or an integer, but got:{device}')
            return torch.cuda.current_device()
        return index
    if isinstance(device, int):
        return device
    if device is None:
        if optional:
            return torch.cuda.current_device()
        raise ValueError(f"Expected a torch.device with a specified index or an integer, but got:{device}")
    if isinstance(device, torch.cuda.device):
        return device.idx
    raise ValueError(f"Expected a torch.device with a specified index or an integer, but got:{device}")


def _element_size(dtype):
    """The bytes of an element."""
    if not isinstance(dtype, torch.dtype):
        raise RuntimeError(f"expected torch.dtype, but got {type(dtype)}")
    return dtype.itemsize


def _rebuild_parameter(data, requires_grad, backward_hooks):
    """Makes a Parameter again from what a pickle holds."""
    param = torch.nn.Parameter(data, requires_grad)
    param._backward_hooks = backward_hooks
    return param


def _rebuild_tensor(storage, storage_offset, size, stride):
    """Makes a tensor over a storage."""
    return torch.tensor([], dtype=storage.dtype, device=storage.device).set_(storage, storage_offset, size, stride)


def _rebuild_tensor_v2(storage, storage_offset, size, stride, requires_grad, backward_hooks):
    """Makes a tensor again from what a pickle holds."""
    tensor = _rebuild_tensor(storage, storage_offset, size, stride)
    tensor.requires_grad = requires_grad
    return tensor


def _rebuild_tensor_v3(storage, storage_offset, size, stride, requires_grad, backward_hooks, dtype, metadata=None):
    """_rebuild_tensor_v2 of a storage in bytes."""
    data = torch.TypedStorage(wrap_storage=storage, dtype=torch.uint8)
    return _rebuild_tensor(data, storage_offset, size, stride).view(dtype).requires_grad_(requires_grad)


def _rebuild_meta_tensor_no_storage(dtype, size, stride, requires_grad):
    """Makes a tensor without memory again."""
    return torch.empty_strided(size, stride, dtype=dtype, device="meta", requires_grad=requires_grad)


def _get_layout(name):
    """The layout of a name such as "torch.strided"."""
    return getattr(torch, name.removeprefix("torch."))


_get_layout.__module__ = "torch.serialization"  # where pickles look for it
copyreg.pickle(torch.layout, lambda layout: (_get_layout, (str(layout),)))


_loading = threading.local()  # made: the sparse tensors of the load under way, whose indices may come after the pickle that names them


@contextlib.contextmanager
def _checked_sparse_tensors():
    """Refuses sparse tensors that a block makes with indices outside their sizes, once the block has all bytes."""
    outer = getattr(_loading, "made", None)  # storages that are pickled by themselves are loaded within
    made = _loading.made = []
    try:
        yield
    finally:
        _loading.made = outer
    for x in made:
        x._check()


def _check_when_loaded(made):
    if (loading := getattr(_loading, "made", None)) is not None:
        loading.append(made)
    return made


def _rebuild_sparse_tensor(layout, data):
    """Makes a sparse tensor in coordinates again."""
    if layout != torch.sparse_coo:
        raise NotImplementedError(f"rebuilding sparse tensor for layout {layout}")
    from torch import _sparse
    indices, values, size = data
    return _check_when_loaded(_sparse.make(indices, values, tuple(size), False))


def _rebuild_sparse_csr_tensor(layout, data):
    """Makes a sparse matrix in compressed rows again."""
    if layout != torch.sparse_csr:
        raise NotImplementedError(f"rebuilding sparse tensor for layout {layout}")
    from torch import _sparse
    return _check_when_loaded(_sparse.csr(*data))


def _rebuild_qtensor(storage, storage_offset, size, stride, quantizer_params, requires_grad, backward_hooks):
    """Makes a quantised tensor again from what a pickle holds."""
    return torch._C._import("torch._quantized").rebuild(storage, storage_offset, size, stride, quantizer_params)


_LATER = (torch.float8_e4m3fn, torch.float8_e5m2)  # types that have no storages of their own


def _reduced_data(x):
    """The function and arguments that make a tensor's numbers anew."""
    hooks = OrderedDict()  # which are not pickled
    if x.is_quantized:
        from torch import _quantized
        from torch.storage import QuantisedStorage
        integers = x._q
        return _rebuild_qtensor, (QuantisedStorage(integers.storage(), x.type()), integers.storage_offset(), tuple(integers.size()),
                                  integers.stride(), _quantized.parameters(x), x.requires_grad, hooks)
    if x.layout == torch.sparse_coo:
        return _rebuild_sparse_tensor, (x.layout, (x._indices(), x._values(), x.size()))
    if x.layout == torch.sparse_csr:
        return _rebuild_sparse_csr_tensor, (x.layout, (x.crow_indices(), x.col_indices(), x.values(), x.size()))
    if x.device.type == "meta":
        return _rebuild_meta_tensor_no_storage, (x.dtype, tuple(x.size()), x.stride(), x.requires_grad)
    if x.dtype in _LATER:
        data = x.detach().view(torch.uint8)
        return _rebuild_tensor_v3, (data.storage().untyped(), data.storage_offset(), tuple(x.size()), x.stride(), x.requires_grad, hooks, x.dtype)
    return _rebuild_tensor_v2, (x.storage(), x.storage_offset(), tuple(x.size()), x.stride(), x.requires_grad, hooks)


def _reduce_tensor(x, protocol):
    """Tensor.__reduce_ex__: how pickle makes a tensor anew, over a storage."""
    parts = _reduced_data(x)
    if type(x).__module__ == "torch" and type(x).__name__ == "Tensor":  # sparse ones have classes of that name
        return parts
    from torch._tensor import _rebuild_from_type_v2
    return _rebuild_from_type_v2, (parts[0], type(x), parts[1], _get_obj_state(x))


def _get_obj_state(obj):
    """The attributes of an object: what its class says, its __dict__, or that and what is in its slots."""
    return obj.__getstate__()


def _set_obj_state(obj, state):
    """Gives an object the attributes that _get_obj_state found."""
    attributes, slots = state if isinstance(state, tuple) else (state, None)
    if attributes:
        obj.__dict__.update(attributes)
    for name, value in (slots or {}).items():
        setattr(obj, name, value)
