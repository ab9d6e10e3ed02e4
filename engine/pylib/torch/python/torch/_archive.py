"""The zip format of torch.save: a pickle, and the bytes of each storage as a record of its own."""

import io

import torch
from torch import _C
from torch._locations import location_tag
from torch.storage import QuantisedStorage, TypedStorage, UntypedStorage, kind_of


class Writer:
    """Records that become an archive."""

    def __init__(self, root):
        self._root, self._records = root or "archive", []

    def write_record(self, name, data, size):
        self._records.append((name, data if len(data) == size else data[:size]))

    def bytes(self):
        return _C._archive_write(self._root, [*self._records, ("version", b"3\n")])


def read(file, size):
    """The next bytes of a file, by readinto where it has that; fewer at its end."""
    if not hasattr(file, "readinto"):
        data = bytearray()
        while len(data) < size and (part := file.read(size - len(data))):
            data += part
        return data
    data, done = bytearray(size), 0
    while done < size and (count := file.readinto(memoryview(data)[done:])):
        done += count
    return data[:done] if done < size else data


def _rest(file):
    """What is left of a file."""
    start = file.tell()
    file.seek(0, 2)
    size = file.tell() - start
    file.seek(start)
    return read(file, size)


class Reader:
    """The records of an archive."""

    def __init__(self, file):
        _, self._records = _C._archive_read(_rest(file))

    def get_record(self, name):
        if name not in self._records:
            raise RuntimeError(f"PytorchStreamReader failed locating file {name}: file not found")
        return self._records[name]


class Described:
    """A storage as pickles name it: by the class of its elements, and how many there are."""

    def __init__(self, obj):
        self.storage = obj.storage if isinstance(obj, QuantisedStorage) else obj
        if isinstance(obj, QuantisedStorage):
            self.kind = obj.kind
        else:
            self.kind = kind_of(obj) if isinstance(obj, TypedStorage) else UntypedStorage
        self.count, self.location = len(self.storage), location_tag(self.storage)


class Storages:
    """The storages that a pickle names, each once."""

    def __init__(self):
        self._dtypes = {}  # by address: a file has one type for a memory

    def describe(self, obj):
        """What a pickle says of an object that is a storage; None of any other."""
        if not isinstance(obj, (TypedStorage, UntypedStorage, QuantisedStorage)):
            return None
        found = Described(obj)
        address = found.storage.data_ptr()
        dtype = found.storage.dtype if isinstance(found.storage, TypedStorage) else torch.uint8
        if address and self._dtypes.setdefault(address, dtype) != dtype:
            raise RuntimeError("Cannot save multiple tensors or storages that view the same data as different types")
        return found


def bytes_of(storage):
    """The bytes of a storage, copied from its device where it is not the CPU."""
    return _C._storage_bytes(storage if storage.device.type == "cpu" else storage.cpu())


def save(obj, archive, pickle_module, protocol):
    """Writes an object's pickle and storages into an archive."""
    storages, keys, kept = Storages(), {}, {}

    def persistent_id(obj):
        found = storages.describe(obj)
        if found is None:
            return None
        key = keys.setdefault(found.storage._cdata, str(len(keys)))
        kept[key] = found.storage
        return "storage", found.kind, key, found.location, found.count

    file = io.BytesIO()
    pickler = pickle_module.Pickler(file, protocol=protocol)
    pickler.persistent_id = persistent_id
    pickler.dump(obj)
    data = file.getvalue()
    archive.write_record("data.pkl", data, len(data))
    for key in sorted(kept):
        data = bytes_of(kept[key])
        archive.write_record("data/" + key, data, len(data))


def text(word):
    """A word that may have been read as bytes."""
    return str(word, "ascii") if isinstance(word, bytes) else word


def of_kind(storage, kind):
    """A storage of bytes as one of a class of elements."""
    return storage if kind is UntypedStorage else TypedStorage(wrap_storage=storage, dtype=kind.dtype)


def unpickler(pickle_module, file, arguments, persistent_load):
    """An Unpickler that knows where torch's modules were, and what stands for a storage."""
    class TorchUnpickler(pickle_module.Unpickler):
        def find_class(self, module, name):
            return super().find_class("torch._tensor" if module == "torch.tensor" else module, name)

    made = TorchUnpickler(file, **arguments)
    made.persistent_load = persistent_load
    return made


def load(archive, restore, pickle_module, arguments):
    """The object of an archive."""
    placed = {}

    def persistent_load(saved):
        if text(saved[0]) != "storage":
            raise RuntimeError(f"Unknown typename for persistent_load, expected 'storage' but got '{text(saved[0])}'")
        _, kind, key, location, _ = saved
        key = text(key)
        if key not in placed:
            data = archive.get_record("data/" + key)
            placed[key] = restore(_C._storage_from_bytes(data, torch.uint8).untyped(), text(location))
        storage = placed[key]
        return of_kind(storage.untyped() if isinstance(storage, TypedStorage) else storage, kind)

    return unpickler(pickle_module, io.BytesIO(archive.get_record("data.pkl")), arguments, persistent_load).load()
