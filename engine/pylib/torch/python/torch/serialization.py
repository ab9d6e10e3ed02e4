"""torch.save and torch.load: PyTorch's zip format both ways, and the one that it wrote before 1.6."""

import contextlib
import io
import os
import pathlib
import pickle
import shutil
import tempfile
import warnings

import torch
from torch import _archive, _legacy_format, _weights_only_unpickler
from torch._locations import default_restore_location, location_tag, register_package, restorer, validate_cuda_device
from torch._utils import _checked_sparse_tensors, _get_layout
from torch._weights_only_unpickler import add_safe_globals, clear_safe_globals, get_safe_globals, safe_globals
from torch._legacy_format import SourceChangeWarning

__all__ = ["SourceChangeWarning", "mkdtemp", "register_package", "check_module_version_greater_or_equal", "validate_cuda_device",
           "location_tag", "default_restore_location", "normalize_storage_type", "storage_to_tensor_type", "save", "load",
           "DEFAULT_PROTOCOL", "add_safe_globals", "clear_safe_globals", "get_safe_globals", "safe_globals"]

DEFAULT_PROTOCOL = 2


@contextlib.contextmanager
def mkdtemp():
    """A folder for a block."""
    path = tempfile.mkdtemp()
    yield path
    shutil.rmtree(path)


def normalize_storage_type(storage_type):
    """The class of torch that has the name of a class of storages."""
    return getattr(torch, storage_type.__name__)


def storage_to_tensor_type(storage):
    """The class of tensors that goes with a storage's class."""
    return getattr(torch._C._import(type(storage).__module__), type(storage).__name__.replace("Storage", "Tensor"))


def check_module_version_greater_or_equal(module, req_version_tuple, error_if_malformed=True):
    """Whether a module's version, field by field, is at least the one required."""
    try:
        fields = module.__version__.split(".")
        return tuple(type(required)(fields[i]) for i, required in enumerate(req_version_tuple)) >= req_version_tuple
    except Exception as e:
        message = (f"'{module.__name__}' module version string is malformed '{module.__version__}' and cannot be compared "
                   f"with tuple {req_version_tuple}")
        if error_if_malformed:
            raise RuntimeError(message) from e
        warnings.warn(message + ", but continuing assuming that requirement is met")
        return True


def _check_dill_version(pickle_module):
    required = (0, 3, 1)
    if (getattr(pickle_module, "__name__", "") == "dill"
            and not check_module_version_greater_or_equal(pickle_module, required, False)):
        raise ValueError(f"'torch' supports dill >= {'.'.join(map(str, required))}, but you have dill {pickle_module.__version__}. "
                         "Please upgrade dill or switch to 'pickle'")


# Files.

def _is_path(name_or_buffer):
    return isinstance(name_or_buffer, (str, pathlib.Path))


def _is_zipfile(f):
    """Whether a file goes on with a zip archive; it stays where it is."""
    start = f.tell()
    head = f.read(1)
    while head and len(head) < 4:
        more = f.read(1)
        if not more:
            break
        head += more
    f.seek(start)
    return head == b"PK\x03\x04"


def _check_seekable(f):
    try:
        f.seek(f.tell())
    except (io.UnsupportedOperation, AttributeError) as e:
        if "seek" in str(e) or "tell" in str(e):
            raise type(e)(f"{e}. You can only torch.load from a file that is seekable. Please pre-load the data into a buffer "
                          "like io.BytesIO and try to load from it instead.")
        raise


@contextlib.contextmanager
def _open_file_like(name_or_buffer, mode):
    """A file by its path, which is closed, or one that is open, which is not."""
    if _is_path(name_or_buffer):
        with open(name_or_buffer, mode) as file:
            yield file
    elif "w" in mode:
        yield name_or_buffer
        name_or_buffer.flush()
    else:
        _check_seekable(name_or_buffer)
        yield name_or_buffer


@contextlib.contextmanager
def _open_zipfile_writer(name_or_buffer):
    """An archive to write to."""
    path = _is_path(name_or_buffer)
    if path and not os.path.isdir(os.path.dirname(name_or_buffer) or "."):
        raise RuntimeError(f"Parent directory {os.path.dirname(name_or_buffer)} does not exist.")
    if not path and not hasattr(name_or_buffer, "write"):
        raise AttributeError(f"'{type(name_or_buffer).__name__}' object has no attribute 'write'")
    writer = _archive.Writer(os.path.splitext(os.path.basename(name_or_buffer))[0] if path else "archive")
    yield writer
    with _open_file_like(name_or_buffer, "wb") as file:
        file.write(writer.bytes())


@contextlib.contextmanager
def _open_zipfile_reader(name_or_buffer):
    """An archive to read from: all that is left of a file."""
    with _open_file_like(name_or_buffer, "rb") as file:
        yield _archive.Reader(file)


# The formats.

def save(obj, f, pickle_module=None, pickle_protocol=DEFAULT_PROTOCOL, _use_new_zipfile_serialization=True):
    """Writes an object, with the tensors in it, to a file (a path, or anything with write())."""
    pickle_module = pickle_module or pickle
    _check_dill_version(pickle_module)
    if not _use_new_zipfile_serialization:
        with _open_file_like(f, "wb") as file:
            _legacy_format.save(obj, file, pickle_module, pickle_protocol)
        return
    with _open_zipfile_writer(f) as archive:
        _archive.save(obj, archive, pickle_module, pickle_protocol)


def load(f, map_location=None, pickle_module=None, *, weights_only=False, mmap=None, **pickle_load_args):
    """Reads what save() wrote; map_location says where its tensors go."""
    if os.getenv("TORCH_FORCE_WEIGHTS_ONLY_LOAD", "0").lower() in ("1", "y", "yes", "true"):
        weights_only = True
    if not weights_only:
        _check_dill_version(pickle_module)
        pickle_load_args.setdefault("encoding", "utf-8")
        return _load(f, restorer(map_location), pickle_module or pickle, pickle_load_args)
    if pickle_module is not None:
        raise RuntimeError("Can not safely load weights when expiclit picke_module is specified")
    try:
        return _load(f, restorer(map_location), _weights_only_unpickler, pickle_load_args)
    except RuntimeError as e:
        raise pickle.UnpicklingError(
            "Weights only load failed. Re-running `torch.load` with `weights_only` set to `False` will likely succeed, but it can "
            "result in arbitrary code execution.Do it only if you get the file from a trusted source. "
            f"WeightsUnpickler error: {e}") from None


def _load(f, restore, pickle_module, arguments):
    with _open_file_like(f, "rb") as file, _checked_sparse_tensors():
        if _is_zipfile(file):
            return _archive.load(_archive.Reader(file), restore, pickle_module, arguments)
        return _legacy_format.load(file, restore, pickle_module, arguments)
