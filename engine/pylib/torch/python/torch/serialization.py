"""torch.save and torch.load: PyTorch's own zip format, both ways."""

import io
import os
import pickle
import types
from collections import OrderedDict

import torch
from torch import _C, _utils
from torch.storage import KINDS, QUANTISED, TypedStorage, UntypedStorage

__all__ = ["save", "load", "DEFAULT_PROTOCOL"]

DEFAULT_PROTOCOL = 2
_LATER = (torch.float8_e4m3fn, torch.float8_e5m2)  # types that have no storages of their own
_KIND_OF = {kind.dtype: kind for kind in KINDS.values()}


class _Reference:
    """Stands for a storage inside the pickle."""

    def __init__(self, storage, kind=None):
        self.storage, self.kind = storage, kind or _KIND_OF[storage.dtype]


def _location(storage):
    where = str(storage.device)
    return "cpu" if where.startswith("webgpu") else where  # which PyTorch has not


class _Pickler(pickle.Pickler):
    def __init__(self, file, protocol):
        super().__init__(file, protocol)
        self.storages = {}

    def persistent_id(self, obj):
        if isinstance(obj, TypedStorage):
            obj = _Reference(obj)
        elif isinstance(obj, UntypedStorage):
            obj = _Reference(obj, UntypedStorage)
        if not isinstance(obj, _Reference):
            return None
        storage = obj.storage
        where = (str(storage.device), storage.data_ptr() if len(storage) else id(storage))
        key, _ = self.storages.setdefault(where, (str(len(self.storages)), storage))
        return "storage", obj.kind, key, _location(storage), len(storage)

    def reducer_override(self, obj):
        if isinstance(obj, torch.nn.Parameter):
            return _utils._rebuild_parameter, (obj.detach(), obj.requires_grad, OrderedDict())
        if isinstance(obj, torch.Tensor) and obj.is_quantized:
            integers, kind = obj._q, QUANTISED[obj.type().split(".")[-1].replace("Tensor", "Storage")]
            return _utils._rebuild_qtensor, (_Reference(integers.storage(), kind), integers.storage_offset(), tuple(integers.size()),
                                             tuple(integers.stride()), torch._C._import("torch._quantized").parameters(obj), False, OrderedDict())
        if isinstance(obj, torch.Tensor) and obj.dtype in _LATER:
            data = obj.detach().view(torch.uint8)
            return _utils._rebuild_tensor_v3, (_Reference(data.storage(), UntypedStorage), data.storage_offset(), tuple(obj.size()), tuple(obj.stride()),
                                               obj.requires_grad and obj.is_leaf, OrderedDict(), obj.dtype)
        if isinstance(obj, torch.Tensor):
            return _utils._rebuild_tensor_v2, (_Reference(obj.storage()), obj.storage_offset(), tuple(obj.size()),
                                               tuple(obj.stride()), obj.requires_grad and obj.is_leaf, OrderedDict())
        if isinstance(obj, torch.Size):
            return torch.Size, (tuple(obj),)
        if isinstance(obj, torch.device):
            return torch.device, (obj.type,) if obj.index is None else (obj.type, obj.index)
        if isinstance(obj, (torch.dtype, torch.qscheme)):
            return str(obj).removeprefix("torch.")
        return NotImplemented


def _pickle(obj, protocol):
    file = io.BytesIO()
    pickler = _Pickler(file, protocol)
    pickler.dump(obj)
    return file.getvalue(), [(key, storage) for key, storage in pickler.storages.values()]


def _on_host(storage):
    """The bytes of a storage, copied from its device where it is not the CPU."""
    if storage.device.type == "cpu":
        return _C._storage_bytes(storage)
    flat = torch.empty(0, dtype=storage.dtype, device=storage.device).set_(storage, 0, (len(storage),), (1,))
    return _C._storage_bytes(flat.cpu().storage())


def save(obj, f, pickle_module=pickle, pickle_protocol=DEFAULT_PROTOCOL, _use_new_zipfile_serialization=True):
    """Writes an object, with the tensors in it, to a file (a path, or anything with write())."""
    if isinstance(f, (str, os.PathLike)):
        name = os.path.splitext(os.path.basename(os.fspath(f)))[0] or "archive"
        folder = os.path.dirname(os.fspath(f))
        if folder and not os.path.isdir(folder):
            raise RuntimeError(f"Parent directory {folder} does not exist.")
    elif hasattr(f, "write"):
        name = "archive"
    else:
        raise AttributeError(f"'{type(f).__name__}' object has no attribute 'write'")
    data, storages = _pickle(obj, pickle_protocol)
    records = [("data.pkl", data)]
    records += [("data/" + key, _on_host(storage)) for key, storage in storages]
    records.append(("version", b"3\n"))
    archive = _C._archive_write(name, records)
    if hasattr(f, "write"):
        f.write(archive)
        return
    with open(f, "wb") as file:
        file.write(archive)


def _check_cuda(location):
    """The device of a location such as 'cuda:1', which must be there."""
    device = torch.device(location)
    if not torch.cuda.is_available():
        raise RuntimeError("Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False. "
                           "If you are running on a CPU-only machine, please use torch.load with "
                           "map_location=torch.device('cpu') to map your storages to the CPU.")
    index = torch.cuda.current_device() if device.index is None else device.index
    if index >= torch.cuda.device_count():
        raise RuntimeError(f"Attempting to deserialize object on CUDA device {index} but torch.cuda.device_count() is "
                           f"{torch.cuda.device_count()}. Please use torch.load with map_location to map your storages "
                           "to an existing device.")
    return torch.device("cuda", index)


def _place(storage, location):
    """The storage on the device that a location names."""
    if location.startswith("cuda"):
        device = _check_cuda(location)
    elif location == "cpu" or location == "":
        device = torch.device("cpu")
    else:
        raise RuntimeError(f"don't know how to restore data location of torch.storage.UntypedStorage (tagged with {location})")
    if storage.device == device:
        return storage
    flat = torch.empty(0, dtype=storage.dtype).set_(storage, 0, (len(storage),), (1,))
    return flat.to(device).storage()


def _restorer(map_location):
    """What puts a loaded storage where it belongs."""
    if map_location is None:
        return _place
    if isinstance(map_location, (str, torch.device)):
        return lambda storage, location: _place(storage, str(map_location))
    if isinstance(map_location, dict):
        return lambda storage, location: _place(storage, str(map_location.get(location, location)))
    if not callable(map_location):
        raise TypeError(f"map_location must be None, a string, a torch.device, a dict or a function, not {type(map_location).__name__}")

    def restore(storage, location):
        result = map_location(storage, location)
        return _place(storage, location) if result is None else result
    return restore


_SAFE = {
    ("collections", "OrderedDict"): OrderedDict, ("collections", "Counter"): None, ("builtins", "set"): set,
    ("builtins", "frozenset"): frozenset, ("builtins", "bytearray"): bytearray, ("builtins", "complex"): complex,
    ("torch._utils", "_rebuild_tensor_v2"): _utils._rebuild_tensor_v2,
    ("torch._utils", "_rebuild_tensor"): lambda storage, offset, size, stride:
        _utils._rebuild_tensor_v2(storage, offset, size, stride, False, None),
    ("torch._utils", "_rebuild_qtensor"): _utils._rebuild_qtensor, ("torch._utils", "_rebuild_tensor_v3"): _utils._rebuild_tensor_v3,
    ("torch.storage", "UntypedStorage"): UntypedStorage,
    ("torch._utils", "_rebuild_parameter"): _utils._rebuild_parameter,
    ("torch", "Size"): torch.Size, ("torch", "device"): torch.device, ("torch", "Tensor"): torch.Tensor,
    ("torch.nn.parameter", "Parameter"): torch.nn.Parameter,
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


# What modules were called in Python 2, whose names protocol 2 writes.
_PYTHON_2 = {"__builtin__": "builtins", "exceptions": "builtins", "copy_reg": "copyreg", "cPickle": "pickle"}


class _Unpickler(pickle.Unpickler):
    """Makes tensors of storages; with weights_only, nothing but what is in the table."""

    def __init__(self, file, records, restore, weights_only):
        super().__init__(file)
        self._records, self._restore, self._weights_only, self._storages = records, restore, weights_only, {}

    def find_class(self, module, name):
        module = _PYTHON_2.get(module, module)
        if module == "torch" and (name in KINDS or name in QUANTISED):
            return KINDS.get(name) or QUANTISED[name]
        if module == "torch" and isinstance(getattr(torch, name, None), (torch.dtype, torch.qscheme)):
            return getattr(torch, name)
        found = _SAFE.get((module, name))
        if found is not None:
            return found
        if (module, name) in _allowed:
            return _allowed[module, name]
        if self._weights_only:
            raise pickle.UnpicklingError("Weights only load failed. Re-running `torch.load` with `weights_only` set to `False` "
                                         "will likely succeed, but it can result in arbitrary code execution.Do it only if you "
                                         f"get the file from a trusted source. WeightsUnpickler error: Unsupported class {module}.{name}")
        return super().find_class(module, name)

    def persistent_load(self, pid):
        if not isinstance(pid, tuple) or len(pid) != 5 or pid[0] != "storage":
            raise RuntimeError(f"Unknown typename for persistent_load, expected 'storage' but got '{pid[0] if pid else pid}'")
        _, kind, key, location, numel = pid
        if key not in self._storages:
            data = self._records.get("data/" + str(key))
            if data is None:
                raise RuntimeError(f"PytorchStreamReader failed locating file data/{key}: file not found")
            storage = _C._storage_from_bytes(data, torch.uint8 if kind is UntypedStorage else kind.dtype)
            self._storages[key] = self._restore(storage, location)
        return self._storages[key]


def load(f, map_location=None, pickle_module=None, *, weights_only=False, mmap=None, **pickle_load_args):
    """Reads what save() wrote; map_location says where its tensors go."""
    restore = _restorer(map_location)
    if isinstance(f, (str, os.PathLike)):
        with open(f, "rb") as file:
            data = file.read()
    elif hasattr(f, "read"):
        if isinstance(f, io.StringIO):
            raise AttributeError("'_io.StringIO' object has no attribute 'readinto': torch.load needs a file opened in binary mode")
        data = f.read()
    else:
        raise AttributeError(f"'{type(f).__name__}' object has no attribute 'seek'. You can only torch.load from a file that is "
                             "seekable. Please pre-load the data into a buffer like io.BytesIO and try to load from it instead.")
    if not data.startswith(b"PK\x03\x04"):
        return _load_other(data, restore, weights_only)
    _, records = _C._archive_read(data)
    if "data.pkl" not in records:
        raise RuntimeError("PytorchStreamReader failed locating file data.pkl: file not found")
    return _Unpickler(io.BytesIO(records["data.pkl"]), records, restore, weights_only).load()


_MAGIC = 0x1950a86a20f9469cfc6c


def _load_other(data, restore, weights_only):
    """A file that is no zip archive: PyTorch's format before 1.6, or none of its own."""
    file = io.BytesIO(data)
    first = pickle.Unpickler(file).load()
    if first != _MAGIC:
        raise RuntimeError("Invalid magic number; corrupt file?")
    raise RuntimeError("this file has the format that PyTorch wrote before version 1.6; save it again with a newer version")
