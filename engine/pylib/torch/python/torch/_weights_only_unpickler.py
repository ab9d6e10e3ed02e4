"""Reads pickles that may name nothing but tensors and what holds them."""

import pickle
from collections import Counter, OrderedDict

import torch
from torch import _utils
from torch.storage import KINDS, QUANTISED, TypedStorage, UntypedStorage

_SAFE = {
    ("collections", "OrderedDict"): OrderedDict, ("collections", "Counter"): Counter, ("builtins", "set"): set,
    ("builtins", "frozenset"): frozenset, ("builtins", "bytearray"): bytearray, ("builtins", "complex"): complex,
    ("torch", "Size"): torch.Size, ("torch", "device"): torch.device, ("torch", "Tensor"): torch.Tensor,
    ("torch.nn.parameter", "Parameter"): torch.nn.Parameter, ("torch.serialization", "_get_layout"): _utils._get_layout,
    ("torch.storage", "UntypedStorage"): UntypedStorage, ("torch.storage", "TypedStorage"): TypedStorage,
    **{("torch._utils", name): getattr(_utils, name) for name in (
        "_rebuild_parameter", "_rebuild_tensor", "_rebuild_tensor_v2", "_rebuild_tensor_v3", "_rebuild_qtensor", "_rebuild_sparse_tensor",
        "_rebuild_sparse_csr_tensor", "_rebuild_meta_tensor_no_storage")},
    **{("torch", name): kind for name, kind in [*KINDS.items(), *QUANTISED.items()]},
}


_allowed = {}  # what a program has said that files may name


def _global_name(entry):
    """The class or function that an entry is, and the module and name that files have for it."""
    found, name = entry if isinstance(entry, tuple) else (entry, f"{entry.__module__}.{entry.__qualname__}")
    return tuple(name.rsplit(".", 1)), found


def add_safe_globals(safe_globals):
    """Has weights_only take these classes and functions, too (PyTorch 2.4)."""
    _allowed.update(map(_global_name, safe_globals))


def get_safe_globals():
    return list(_allowed.values())


def clear_safe_globals():
    _allowed.clear()


class safe_globals:
    """add_safe_globals for a block."""

    def __init__(self, safe_globals):
        self.safe_globals = safe_globals

    def __enter__(self):
        self.before = dict(_allowed)
        add_safe_globals(self.safe_globals)

    def __exit__(self, *exc):
        _allowed.clear()
        _allowed.update(self.before)


class Unpickler(pickle.Unpickler):
    """An Unpickler that refuses every name but those of its table."""

    def __init__(self, file, *, encoding="bytes"):
        super().__init__(file, encoding=encoding)

    def find_class(self, module, name):
        found = _SAFE.get((module, name), _allowed.get((module, name)))
        if found is not None:
            return found
        if module == "torch" and isinstance(getattr(torch, name, None), (torch.dtype, torch.qscheme, torch.layout)):
            return getattr(torch, name)
        raise RuntimeError(f"Unsupported class {module}.{name}")


def load(file, *, encoding="bytes"):
    """The next object of a file."""
    return Unpickler(file, encoding=encoding).load()
