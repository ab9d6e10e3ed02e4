"""The memory of tensors."""

import torch
from torch._C import TypedStorage


class _Kind(type):
    """The storages of one element type."""

    def __instancecheck__(cls, value):
        return isinstance(value, TypedStorage) and value.dtype == cls.dtype and not value.is_cuda

    def __call__(cls, *args):
        if args and not isinstance(args[0], int):
            return torch.tensor(args[0], dtype=cls.dtype)._typed_storage()
        return torch.zeros(args, dtype=cls.dtype)._typed_storage()


KINDS = {f"{name}Storage": _Kind(f"{name}Storage", (), {"dtype": dtype, "__module__": "torch"}) for name, dtype in {
    "Double": torch.float64, "Float": torch.float32, "Half": torch.float16, "BFloat16": torch.bfloat16, "Long": torch.int64,
    "Int": torch.int32, "Short": torch.int16, "Char": torch.int8, "Byte": torch.uint8, "Bool": torch.bool,
    "ComplexFloat": torch.complex64, "ComplexDouble": torch.complex128}.items()}
globals().update(KINDS)
