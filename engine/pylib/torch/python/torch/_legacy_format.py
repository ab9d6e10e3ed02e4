"""The format of torch.save before 1.6, which pickles storages by themselves still: four pickles, then the bytes of each storage.

The pickles are a number that marks the format, its version, the sizes of types, and the
object; the keys of its storages follow, and each storage as a count of elements and bytes.
"""

import inspect
import struct
import sys
import warnings

import torch
from torch import _archive

_MAGIC = 0x1950a86a20f9469cfc6c
_VERSION = 1001
_SYSTEM = dict(protocol_version=_VERSION, little_endian=sys.byteorder == "little", type_sizes=dict(short=2, int=4, long=4))


class SourceChangeWarning(Warning):
    """The class of a module that was saved has another text now."""


def _is_ours(cls):
    """Whether a class is torch's own, whose text is not PyTorch's: files say nothing of it, or what does not concern us."""
    return cls.__module__.partition(".")[0] == "torch"


def _source(cls):
    """The file and text of a class, None for each that is not known."""
    if _is_ours(cls):
        return None, None
    try:
        return inspect.getsourcefile(cls), inspect.getsource(cls)
    except Exception:
        warnings.warn(f"Couldn't retrieve source code for container of type {cls.__name__}. It won't be checked "
                      "for correctness upon loading.")
        return None, None


def save(obj, f, pickle_module, protocol):
    """Writes an object to an open file."""
    storages, kept, classes = _archive.Storages(), {}, set()

    def persistent_id(obj):
        if isinstance(obj, type) and issubclass(obj, torch.nn.Module):
            if obj in classes:
                return None
            classes.add(obj)
            return "module", obj, *_source(obj)
        found = storages.describe(obj)
        if found is None:
            return None
        key = str(found.storage._cdata)
        kept.setdefault(key, found.storage)
        return "storage", found.kind, key, found.location, found.count, None

    for head in (_MAGIC, _VERSION, _SYSTEM):
        pickle_module.dump(head, f, protocol=protocol)
    pickler = pickle_module.Pickler(f, protocol=protocol)
    pickler.persistent_id = persistent_id
    pickler.dump(obj)
    keys = sorted(kept)
    pickle_module.dump(keys, f, protocol=protocol)
    f.flush()
    for key in keys:
        kept[key]._write_file(f, False, True, kept[key].element_size())


def _check_source(cls, source_file, source):
    """Warns of a class whose text is not what was saved."""
    try:
        current = inspect.getsource(cls)
    except Exception:
        warnings.warn(f"Couldn't retrieve source code for container of type {cls.__name__}. It won't be checked "
                      "for correctness upon loading.")
        return
    if source != current:
        warnings.warn(f"source code of class '{torch.typename(cls)}' has changed. you can retrieve the original source code by "
                      "accessing the object's source attribute or set `torch.nn.Module.dump_patches = True` and use the patch "
                      "tool to revert the changes.", SourceChangeWarning)


class _Loading:
    """The storages of a file: placed when the pickle names them, filled when their bytes come."""

    def __init__(self, restore):
        self.restore, self.storages, self.views = restore, {}, {}

    def persistent_load(self, saved):
        what, *rest = saved
        what = _archive.text(what)
        if what == "module":
            if all(rest[1:]) and not _is_ours(rest[0]):
                _check_source(*rest)
            return rest[0]
        if what != "storage":
            raise RuntimeError(f"Unknown saved id type: {what}")
        return self.storage(*rest)

    def storage(self, kind, key, location, count, view=None):
        size = 1 if kind is torch.UntypedStorage else torch.empty(0, dtype=kind.dtype).element_size()
        key = _archive.text(key)
        if key not in self.storages:
            placed = self.restore(torch.UntypedStorage(count * size), _archive.text(location))
            self.storages[key] = placed.untyped() if isinstance(placed, torch.TypedStorage) else placed, size
        whole, _ = self.storages[key]
        if view is None:
            return _archive.of_kind(whole, kind)
        name, offset, length = view
        if name not in self.views:
            self.views[name] = whole[offset * size:(offset + length) * size]
        return _archive.of_kind(self.views[name], kind)

    def fill(self, key, f):
        """Reads a storage's bytes."""
        whole, size = self.storages[_archive.text(key)]
        (count,) = struct.unpack("<q", _exactly(f, 8))
        data = _exactly(f, count * size)
        if data and whole.device.type != "meta":
            torch.empty(0, dtype=torch.uint8, device=whole.device).set_(whole).copy_(torch.frombuffer(data, dtype=torch.uint8))


def _exactly(f, size):
    """As many bytes of a file."""
    data = _archive.read(f, size)
    if len(data) < size:
        raise RuntimeError(f"unexpected EOF, expected {size - len(data)} more bytes. The file might be corrupted.")
    return data


def load(f, restore, pickle_module, arguments):
    """The object of an open file."""
    if pickle_module.load(f, **arguments) != _MAGIC:
        raise RuntimeError("Invalid magic number; corrupt file?")
    version = pickle_module.load(f, **arguments)
    if version != _VERSION:
        raise RuntimeError(f"Invalid protocol version: {version}")
    pickle_module.load(f, **arguments)
    loading = _Loading(restore)
    result = _archive.unpickler(pickle_module, f, arguments, loading.persistent_load).load()
    for key in pickle_module.load(f, **arguments):
        loading.fill(key, f)
    return result
