"""torch: tensors, automatic gradients, neural networks.

What is Go comes from torch._C; submodules are imported when they are first named.
"""

from torch import _C
from torch._C import *
from torch.autograd.grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled

__version__ = "1.13.0"

inf = _C._inf
nan = _C._nan
pi = _C._pi
e = _C._e


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None):
    """How tensors are printed."""
    _C._set_printoptions(precision, threshold, edgeitems, linewidth, profile, sci_mode)


def norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None):
    """The p-norm of all elements, or along dimensions; "fro" and "nuc" are norms of matrices."""
    if p == "fro" and (dim is None or isinstance(dim, int) or len(dim) <= 2):
        p = 2
    if p == "nuc":
        return _C._import("torch.linalg").matrix_norm(input, "nuc", (-2, -1) if dim is None else dim, keepdim)
    kwargs = {} if out is None else {"out": out}
    if dim is None:
        if dtype is not None:
            return _C.norm(input, p, dtype=dtype, **kwargs)
        flat = _C.norm(input, 2 if p is None else p, **kwargs)
        return flat.view((1,) * input.dim()) if keepdim else flat
    dim = (dim,) if isinstance(dim, int) else dim
    if dtype is not None:
        return _C.norm(input, p, dim, keepdim, dtype=dtype, **kwargs)
    return _C.norm(input, p, dim, keepdim, **kwargs)


def einsum(*args):
    """Sums of products by an equation such as "ij,jk->ik"."""
    if len(args) < 2:
        raise ValueError("einsum(): must specify the equation string and at least one operand, "
                         "or at least one operand and its subscripts list")
    if isinstance(args[0], Tensor):
        def letters(subscripts):
            return "".join("..." if s is Ellipsis else chr(ord("A") + s if s < 26 else ord("a") + s - 26)
                           for s in subscripts)
        equation = ",".join(letters(s) for s in args[1::2])
        if len(args) % 2 == 1:
            equation += "->" + letters(args[-1])
            return einsum(equation, *args[:-1:2])
        return einsum(equation, *args[::2])
    operands = args[1:]
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = operands[0]
    return _C.einsum(args[0], operands)


def tensordot(a, b, dims=2, out=None):
    """Sums over pairs of dimensions."""
    if isinstance(dims, (tuple, list)):
        dims_a, dims_b = dims
        dims_a = [dims_a] if isinstance(dims_a, int) else list(dims_a)
        dims_b = [dims_b] if isinstance(dims_b, int) else list(dims_b)
    else:
        dims = dims.item() if isinstance(dims, Tensor) else dims
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
        dims_a, dims_b = list(range(-dims, 0)), list(range(dims))
    return _C.tensordot(a, b, dims_a, dims_b)


def _listed(function):
    """Takes tensors as separate arguments or as one list."""
    def wrapper(*tensors, **kwargs):
        if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
            tensors = tensors[0]
        return function(list(tensors), **kwargs)
    wrapper.__name__ = function.__name__
    return wrapper


def _one_or_many(function):
    """Takes one tensor, or several."""
    def wrapper(*tensors):
        if len(tensors) == 1:
            return function(tensors[0])
        return function(list(tensors))
    wrapper.__name__ = function.__name__
    return wrapper


cartesian_prod, block_diag = _listed(_C.cartesian_prod), _listed(_C.block_diag)
atleast_1d, atleast_2d, atleast_3d = (_one_or_many(f) for f in (_C.atleast_1d, _C.atleast_2d, _C.atleast_3d))


def meshgrid(*tensors, indexing=None):
    """Grids of coordinates."""
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        tensors = tensors[0]
    if indexing is None:
        import warnings
        warnings.warn("torch.meshgrid: in an upcoming release, it will be required to pass the indexing argument.")
        indexing = "ij"
    if indexing not in ("ij", "xy"):
        raise RuntimeError(f'torch.meshgrid: indexing must be one of "xy" or "ij", but received: {indexing}')
    return _C.meshgrid(list(tensors), indexing=indexing)


def nonzero(input, *, out=None, as_tuple=False):
    """The indices of elements that are not zero, as rows or as one tensor per dimension."""
    if as_tuple:
        return _C.where(input)
    return _C.nonzero(input) if out is None else _C.nonzero(input, out=out)


def split(tensor, split_size_or_sections, dim=0):
    """Pieces of a size, or of given sizes."""
    return tensor.split(split_size_or_sections, dim)


def chain_matmul(*matrices, out=None):
    """The product of matrices."""
    return _C.chain_matmul(list(matrices))


def lu(A, pivot=True, get_infos=False, out=None):
    raise NotImplementedError("torch.lu is not part of this torch; torch.linalg.solve and inv are")


def save(obj, f, pickle_module=None, pickle_protocol=2, _use_new_zipfile_serialization=True):
    """Writes an object with its tensors to a file."""
    _C._import("torch.serialization").save(obj, f, pickle_module, pickle_protocol)


def load(f, map_location=None, pickle_module=None, *, weights_only=False, **pickle_load_args):
    """Reads what save wrote."""
    return _C._import("torch.serialization").load(f, map_location, weights_only=weights_only)


def is_autocast_enabled():
    """Whether autocast is on for GPUs."""
    from torch.cuda.amp import autocast_mode
    return autocast_mode.enabled("cuda")


def compiled_with_cxx11_abi():
    return True


def __getattr__(name):
    if name in _LAZY:
        return _C._import("torch." + name)
    if name in _ELSEWHERE:
        value = getattr(_C._import(_ELSEWHERE[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'torch' has no attribute '{name}'")


# Submodules that a program may use without importing them.
_LAZY = frozenset([
    "amp", "autograd", "backends", "cuda", "distributed", "distributions", "fft", "hub", "jit", "linalg",
    "multiprocessing", "nn", "onnx", "optim", "overrides", "profiler", "quantization", "random",
    "return_types", "serialization", "sparse", "special", "testing", "types", "utils", "version", "_utils",
])

# Names of torch that other modules define.
_ELSEWHERE = {
    "Generator": "torch._C", "autocast": "torch.amp", "save": "torch.serialization", "load": "torch.serialization",
}


def __dir__():
    return sorted([*globals(), *_LAZY])
