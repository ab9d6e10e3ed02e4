"""torch: tensors, automatic gradients, neural networks.

What is Go comes from torch._C; submodules are imported when they are first named.
"""

import builtins as _builtins

from torch import _C
from torch._C import *
from torch._C import _mkldnn, _sample_dirichlet, _standard_gamma
from torch.functional import (
    atleast_1d, atleast_2d, atleast_3d, block_diag, cartesian_prod, cdist, chain_matmul, eig, einsum, lstsq, lu,
    matrix_rank, meshgrid, nonzero, norm, pca_lowrank, solve,
    sparse_compressed_tensor, sparse_csc_tensor, split, stft, svd_lowrank, tensordot)
from torch.functional import VIEW_COPIES as _copies
from torch.autograd.grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled

__version__ = "1.13.0"

globals().update(_copies)
inf = _C._inf
nan = _C._nan
pi = _C._pi
e = _C._e


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None):
    """How tensors are printed."""
    _C._set_printoptions(precision, threshold, edgeitems, linewidth, profile, sci_mode)


def save(obj, f, pickle_module=None, pickle_protocol=2, _use_new_zipfile_serialization=True):
    """Writes an object with its tensors to a file."""
    _C._import("torch.serialization").save(obj, f, pickle_module, pickle_protocol, _use_new_zipfile_serialization)


def load(f, map_location=None, pickle_module=None, *, weights_only=False, mmap=None, **pickle_load_args):
    """Reads what save wrote."""
    return _C._import("torch.serialization").load(f, map_location, pickle_module, weights_only=weights_only, mmap=mmap, **pickle_load_args)


def is_anomaly_enabled():
    """Whether anomaly detection is on."""
    return _C._anomaly()


def is_autocast_enabled(device_type="cuda", /):
    """Whether autocast is on for a type of devices (which may be named since PyTorch 2.4)."""
    return _C._autocast(device_type) is not None


def is_autocast_cpu_enabled():
    """Whether autocast is on for the CPU."""
    return is_autocast_enabled("cpu")


def get_autocast_dtype(device_type, /):
    """The type that autocast casts to, or would (PyTorch 2.4)."""
    return _C._autocast(device_type) or (float16 if device_type == "cuda" else bfloat16)


def get_autocast_gpu_dtype():
    """The type that autocast computes in on GPUs."""
    return get_autocast_dtype("cuda")


def get_autocast_cpu_dtype():
    """The type that autocast computes in on the CPU."""
    return get_autocast_dtype("cpu")


def compiled_with_cxx11_abi():
    """Whether PyTorch was built with the C++11 ABI of the standard library."""
    return True


def _nnpack_available():
    return False


has_cuda = has_cudnn = has_mps = has_mkl = has_mkldnn = False
has_lapack = has_openmp = has_spectral = True


def from_dlpack(ext_tensor):
    """A tensor that shares the memory of an array, of another tensor or of a capsule."""
    from torch.utils.dlpack import from_dlpack as taken  # late: few programs need it
    return taken(ext_tensor)


def to_dlpack(tensor):
    """A capsule that from_dlpack takes."""
    from torch.utils.dlpack import to_dlpack as given
    return given(tensor)


_threads = {"": 1, "interop": 1}


def get_num_threads():
    """What set_num_threads was told; operations share the session's processor time anyway."""
    return _threads[""]


def get_num_interop_threads():
    """How many threads run independent operations."""
    return _threads["interop"]


def set_num_threads(n, /):
    """Sets how many threads one operation uses on the CPU."""
    if not hasattr(n, "__index__"):
        raise TypeError(f"set_num_threads expects an int, but got {type(n).__name__}")
    if n <= 0:
        raise RuntimeError("set_num_threads expects a positive integer")
    _threads[""] = n


def set_num_interop_threads(n, /):
    """Sets how many threads run independent operations."""
    if n <= 0:
        raise RuntimeError("Expected nthreads > 0 to be true, but got false.")
    _threads["interop"] = n


def set_flush_denormal(mode, /):
    """Answers False: numbers below the normal range are kept."""
    return False


def _assert(condition, message):
    """An assertion that tracing would keep."""
    assert condition, message


def vitals_enabled():
    """Answers False: nothing is noted of programs."""
    return False


def set_vital(vital, attr, value):
    """Notes a fact for PyTorch's own statistics, which nothing keeps here: False."""
    return False


def get_deterministic_debug_mode():
    """0, 1 or 2: operations without a deterministic way run, warn or raise an error."""
    if not are_deterministic_algorithms_enabled():
        return 0
    return 1 if is_deterministic_algorithms_warn_only_enabled() else 2


def set_deterministic_debug_mode(debug_mode):
    """Makes operations without a deterministic way run ("default"), warn ("warn") or raise an error ("error")."""
    modes = {"default": 0, "warn": 1, "error": 2}
    if not isinstance(debug_mode, (_builtins.int, str)):
        raise TypeError(f"debug_mode must be str or int, but got {type(debug_mode)}")
    if isinstance(debug_mode, str):
        if debug_mode not in modes:
            raise RuntimeError(f"invalid value of debug_mode, expected one of `default`, `warn`, `error`, but got {debug_mode}")
        debug_mode = modes[debug_mode]
    if debug_mode not in (0, 1, 2):
        raise RuntimeError(f"invalid value of debug_mode, expected 0, 1, or 2, but got {debug_mode}")
    use_deterministic_algorithms(debug_mode != 0, warn_only=debug_mode == 1)


def __getattr__(name):
    if name.endswith("Storage"):
        storages = _C._import("torch.storage")
        name, kinds = "FloatStorage" if name == "Storage" else name, {**storages.KINDS, **storages.QUANTISED}
        if name in kinds:
            return kinds[name]
    if name in _LAZY:
        return _C._import("torch." + name)
    if name == "__all__":
        return _public()
    if name in _ELSEWHERE:
        value = getattr(_C._import(_ELSEWHERE[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'torch' has no attribute '{name}'")


# Submodules that a program may use without importing them.
_LAZY = frozenset([
    "_dynamo", "accelerator", "amp", "ao", "autograd", "backends", "compiler", "cpu", "cuda", "distributed", "distributions", "fft", "func", "futures", "fx", "hub", "jit", "linalg", "masked",
    "multiprocessing", "nn", "onnx", "optim", "overrides", "profiler", "quantization", "quasirandom", "random",
    "return_types", "serialization", "sparse", "special", "storage", "testing", "types", "utils", "version", "webgpu", "_utils", "_vmap_internals",
])

# Names of torch that other modules define.
_ELSEWHERE = {
    "Generator": "torch._C", "sparse_coo_tensor": "torch._sparse", "sparse_csr_tensor": "torch._sparse", "autocast": "torch.amp", "vmap": "functorch", "save": "torch.serialization", "load": "torch.serialization",
    "ops": "torch._ops", "fake_quantize_per_tensor_affine": "torch._fake_quantize", "fake_quantize_per_channel_affine": "torch._fake_quantize",
    "fused_moving_avg_obs_fake_quant": "torch._fake_quantize", "_int_mm": "torch._scaled", "_scaled_mm": "torch._scaled",
    **dict.fromkeys(["quantize_per_tensor", "quantize_per_channel", "quantize_per_tensor_dynamic", "dequantize", "_empty_affine_quantized",
                     "_empty_per_channel_affine_quantized", "_make_per_tensor_quantized_tensor", "_make_per_channel_quantized_tensor"], "torch._quantized"),
}


# Names of later versions that this one has, too.

def set_default_device(device):
    """Has new tensors live on a device unless they are told otherwise; None ends that (PyTorch 2.0)."""
    _C._set_default_device(None if device is None else _C.device(device))


def get_default_device():
    """Where new tensors live (PyTorch 2.3)."""
    found = _C._default_device()
    if found is None:
        return _C.device("cpu")
    return _C.device(found.type, 0 if found.index is None and found.type != "cpu" else found.index) if found.type != "cpu" else found


def compile(model=None, *, fullgraph=False, dynamic=None, backend="inductor", mode=None, options=None, disable=False):
    """model as it is, which runs eagerly: nothing is compiled here (PyTorch 2.0)."""
    if model is None:
        return lambda model: compile(model, fullgraph=fullgraph, dynamic=dynamic, backend=backend, mode=mode, options=options, disable=disable)
    if mode is not None and options is not None:
        raise RuntimeError("Either mode or options can be specified, but both can't be specified at the same time.")
    if not callable(model):
        raise TypeError(f"torch.compile wants a function or a module, not {type(model).__name__}")
    if not disable:
        import warnings
        warnings.warn("torch.compile: gputour runs the model eagerly, as it is; results are the same, times are those without compilation", stacklevel=2)
    return model


def _public():
    """What from torch import * brings: not what would hide Python's own int, float and bool, no submodules, no dtypes."""
    return [name for name, value in globals().items()
            if not name.startswith("_") and callable(value) and type(value) is not dtype] + ["default_generator"]


def __dir__():
    return sorted([*globals(), *_LAZY])
