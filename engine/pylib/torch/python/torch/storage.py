"""The memory of tensors."""

import torch
from torch._C import TypedStorage, UntypedStorage


class _Kind(type):
    """The storages of one element type."""

    def __instancecheck__(cls, value):
        return isinstance(value, TypedStorage) and value.dtype == cls.dtype and value.device.type == "cpu"

    def __call__(cls, *args):
        if args and not isinstance(args[0], int):
            return torch.tensor(args[0], dtype=cls.dtype)._typed_storage()
        return torch.zeros(args or 0, dtype=cls.dtype)._typed_storage()

    def from_buffer(cls, buffer, byte_order="native", **options):
        """The numbers in a buffer."""
        if byte_order not in ("native", "little", "big"):
            raise ValueError(f"invalid byte_order '{byte_order}' (must be 'native', 'little' or 'big')")
        data = bytes(buffer)
        size = torch.empty(0, dtype=cls.dtype).element_size()
        if byte_order == "big":
            data = b"".join(data[i:i + size][::-1] for i in range(0, len(data), size))
        return torch.frombuffer(data, dtype=cls.dtype).clone()._typed_storage()


def _load_from_bytes(data):
    """A storage that was pickled by itself."""
    import io
    return torch.load(io.BytesIO(data))


def _reduced(storage):
    """How pickle makes a storage anew: from a file of its own, in the older format."""
    import io
    file = io.BytesIO()
    torch.save(storage, file, _use_new_zipfile_serialization=False)
    return _load_from_bytes, (file.getvalue(),)


KINDS = {f"{name}Storage": _Kind(f"{name}Storage", (), {"dtype": dtype, "__module__": "torch"}) for name, dtype in {
    "Double": torch.float64, "Float": torch.float32, "Half": torch.float16, "BFloat16": torch.bfloat16, "Long": torch.int64,
    "Int": torch.int32, "Short": torch.int16, "Char": torch.int8, "Byte": torch.uint8, "Bool": torch.bool,
    "ComplexFloat": torch.complex64, "ComplexDouble": torch.complex128}.items()}
globals().update(KINDS)

class _CudaKind(type):
    """The storages of one element type on GPUs."""

    def __instancecheck__(cls, value):
        return isinstance(value, TypedStorage) and value.dtype == cls.dtype and value.is_cuda

    def __call__(cls, *args):
        return TypedStorage(*args, dtype=cls.dtype, device="cuda")


def _not_for_cuda(name):
    def refused(cls, *args, **kwargs):
        raise RuntimeError(f"{name}: Not available for CUDA storage")
    return refused


for _name in ("from_buffer", "_new_with_weak_ptr", "_new_shared_filename"):
    setattr(_CudaKind, _name, _not_for_cuda(_name))
CUDA_KINDS = {name: _CudaKind(name, (), {"dtype": kind.dtype, "__module__": "torch.cuda"}) for name, kind in KINDS.items()}


def _dtype_to_storage_type_map():
    """The names of the classes of storages, by the types of elements."""
    return {kind.dtype: name for name, kind in KINDS.items()}


def _storage_type(tensor):
    """Tensor.storage_type: the class of a tensor's storage; None where it has no memory."""
    kinds = {"cpu": KINDS, "cuda": CUDA_KINDS}.get(tensor.device.type, {})
    return kinds.get(_dtype_to_storage_type_map()[tensor.dtype])


def _write_file(storage, f, is_real_file, save_size, element_size):
    """Writes a storage's bytes to a file, behind the number of its elements where save_size says so."""
    import struct
    from torch._archive import bytes_of
    if storage.device.type == "meta":
        raise RuntimeError("writeFileRaw: Device not recognized: meta")
    data = bytes_of(storage)
    f.write((struct.pack("<q", len(data) // element_size) if save_size else b"") + data)


def kind_of(storage):
    """The class that files name for a typed storage."""
    return KINDS[storage.pickle_storage_type()]


# Those of quantised tensors, whose integers they are.
QUANTISED = {f"{name}Storage": _Kind(f"{name}Storage", (), {"dtype": dtype, "__module__": "torch"}) for name, dtype in {
    "QUInt8": torch.uint8, "QInt8": torch.int8, "QInt32": torch.int32}.items()}


class QuantisedStorage:
    """The storage of a quantised tensor's integers, which files name by the type of the tensor."""

    def __init__(self, storage, type):
        self.storage, self.kind = storage, QUANTISED[type.split(".")[-1].replace("Tensor", "Storage")]

    def __reduce__(self):
        return _reduced(self)
