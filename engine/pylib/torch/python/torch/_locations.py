"""Where storages are saved from and loaded to: the tags of files, and who makes a storage of a tag."""

import torch

# (priority, tagger, deserializer) in order: a tagger says what a storage's tag is, or None; a
# deserializer gives the storage where a tag says, or None.
_packages = []


def register_package(priority, tagger, deserializer):
    """Has files know another place of storages."""
    _packages.append((priority, tagger, deserializer))
    _packages.sort(key=lambda package: package[0])


def location_tag(storage):
    """What a file says of where a storage lies."""
    for _, tagger, _ in _packages:
        tag = tagger(storage)
        if tag:
            return tag
    raise RuntimeError("don't know how to determine data location of " + torch.typename(storage))


def default_restore_location(storage, location):
    """The storage where a tag says."""
    for _, _, deserializer in _packages:
        placed = deserializer(storage, location)
        if placed is not None:
            return placed
    raise RuntimeError(f"don't know how to restore data location of {torch.typename(storage)} (tagged with {location})")


def validate_cuda_device(location):
    """The number of the GPU that a tag such as 'cuda:1' names, which must be there."""
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
    return index


def _cpu(storage, location):
    return storage if location == "cpu" else None


def _cuda(storage, location):
    if not location.startswith("cuda"):
        return None
    index = validate_cuda_device(location)
    return torch.empty(0, dtype=torch.uint8).set_(storage).to(f"cuda:{index}").storage().untyped()


def _meta(storage, location):
    return torch.UntypedStorage(storage.nbytes(), device="meta") if location == "meta" else None


# A GPU of the browser has no tag in PyTorch, which has no such device: its storages are the CPU's in files.
register_package(10, lambda storage: "cpu" if storage.device.type in ("cpu", "webgpu") else None, _cpu)
register_package(20, lambda storage: f"cuda:{storage.device.index}" if storage.device.type == "cuda" else None, _cuda)
register_package(22, lambda storage: "meta" if storage.device.type == "meta" else None, _meta)


def restorer(map_location):
    """What puts a storage where map_location says."""
    if map_location is None:
        return default_restore_location
    if isinstance(map_location, dict):
        return lambda storage, location: default_restore_location(storage, map_location.get(location, location))
    if isinstance(map_location, (str, torch.device)):
        return lambda storage, location: default_restore_location(storage, str(map_location))

    def restore(storage, location):
        placed = map_location(storage, location)
        return default_restore_location(storage, location) if placed is None else placed
    return restore
