"""NumPy, as far as a course on deep learning needs it."""

from _numpy import *
from _numpy import abs, ndarray  # noqa: A004
from numpy.core.numeric import (
    _deepcopy, _itemset, _rebuild, _set_flat, asanyarray, asarray_chkfinite, ascontiguousarray, asfarray, asfortranarray, bool8, byte,
    cdouble, complex_, copy, csingle, double, e, empty_like, euler_gamma, float_, from_dlpack, fromfunction, fromiter,
    fromstring, full, full_like, geomspace, half, indices, Inf, inf, Infinity, int_, intc, intp, isfortran, linspace, logspace,
    longlong, max_, meshgrid, min_, NAN, NaN, nan, newaxis, NINF, ones, ones_like, pi, PINF, require, short, single,
    ubyte, zeros, zeros_like)
from numpy.core.numerictypes import (
    _date, _flags, can_cast, common_type, find_common_type, finfo, iinfo, issctype, issubclass_, issubdtype, issubsctype, may_share_memory,
    min_scalar_type, mintypecode, obj2sctype, promote_types, sctype2char, typecodes, typename)
from numpy.core.shape_base import (
    atleast_1d, atleast_2d, atleast_3d, broadcast_arrays, broadcast_shapes, column_stack, dstack, expand_dims,
    hstack, moveaxis, ndim, ravel, reshape, rollaxis, row_stack, shape, size, squeeze, stack, swapaxes, transpose,
    vstack)
from numpy.core.faults import (
    _fault, _incomparable, _warn_bounds, _warn_complex, _warn_empty, _warn_mean, _warn_spread, errstate, geterr, geterrcall, seterr, seterrcall)
from numpy.core.umath import (
    _cbrt, _degrees, _divmod, _float_power, _frexp, _isnat, _ldexp, _modf, _positive, _radians, _spacing, angle, around, clip, fix, imag,
    iscomplex, iscomplexobj, isneginf, isposinf, isreal, isrealobj, nan_to_num, real, real_if_close, round, round_, sinc)
from numpy.core.fromnumeric import (
    all, allclose, alltrue, amax, amin, any, argmax, argmin, array_equal, array_equiv, average, count_nonzero, cumprod, cumproduct,
    cumsum, isclose, isscalar, max, mean, median, min, percentile, prod, product, ptp, quantile, resize, sometrue, std, sum, var)
from numpy import lib

__version__ = "1.24.2"

True_, False_ = bool_(True), bool_(False)
unicode_ = str_
ushort, uintc, uint, uintp, ulonglong = uint16, uint32, uint64, uint64, uint64
void = bytes_ = string_ = bytes
ScalarType = (int, float, complex, bool, bytes, str, float64, float32, float16, int64, int32, int16, int8, uint8, uint16, uint32, uint64, bool_, str_)


_gone = {"int": "", "float": "float64", "bool": "bool_", "object": None, "str": "str_", "complex": "complex128", "long": "", "unicode": "str_"}
_plain = {"long": "int", "unicode": "str"}


# What few programs use, by the module that has it, which is imported at the first use.
_elsewhere = {
    "numpy.core.arrayprint":
        "array2string array_repr array_str format_float_positional format_float_scientific get_printoptions printoptions "
        "set_printoptions",
    "numpy.core.sorting": "_partition_inplace _sort_inplace argpartition argsort lexsort msort partition searchsorted sort sort_complex",
    "numpy.core.products": "cross dot einsum inner kron outer tensordot vdot",
    "numpy.core.ufuncs": "_reduce_where _ufunc_accumulate _ufunc_at _ufunc_reduce _ufunc_reduceat",
    "numpy.lib.twodim_base":
        "diag diagflat diagonal eye identity trace tri tril tril_indices tril_indices_from triu triu_indices triu_indices_from "
        "vander",
    "numpy.lib.shape_base":
        "append apply_over_axes array_split compress delete dsplit flip fliplr flipud hsplit insert pad repeat roll rot90 split "
        "tile vsplit",
    "numpy.lib.index_tricks":
        "argwhere c_ choose copyto diag_indices diag_indices_from extract fill_diagonal flatnonzero index_exp indices_grid ix_ "
        "mask_indices mgrid ndenumerate ndindex ogrid place put put_along_axis putmask r_ ravel_multi_index s_ select take "
        "take_along_axis unravel_index where",
    "numpy.lib.function_base":
        "apply_along_axis bincount block convolve corrcoef correlate cov diff digitize ediff1d frompyfunc gradient histogram "
        "histogram_bin_edges interp piecewise trapz unwrap vectorize",
    "numpy.lib.nanfunctions":
        "nanargmax nanargmin nancumprod nancumsum nanmax nanmean nanmedian nanmin nanpercentile nanprod nanquantile nanstd nansum "
        "nanvar",
    "numpy.lib.arraysetops": "in1d intersect1d isin setdiff1d setxor1d union1d unique",
    "numpy.lib.npyio": "fromfile fromregex genfromtxt load loadtxt NpzFile save savetxt savez savez_compressed tofile",
    "numpy.lib.polynomial": "poly poly1d polyadd polyder polydiv polyfit polyint polymul polysub polyval roots trim_zeros",
    "numpy.lib.windows": "bartlett blackman hamming hanning i0 kaiser",
    "numpy.lib.histograms": "histogram2d histogramdd",
    "numpy.lib.packing": "base_repr binary_repr packbits unpackbits",
    "numpy.lib.iterators": "broadcast iterable nditer",
    "numpy.lib": "stride_tricks",
    "numpy.lib.utils": "byte_bounds compare_chararrays deprecate disp getbufsize info safe_eval setbufsize",
}
_elsewhere = {name: module for module, names in _elsewhere.items() for name in names.split()}
_submodules = frozenset(["char", "fft", "linalg", "ma", "random", "testing"])


def __dir__():
    return sorted({*globals(), *_elsewhere, *_submodules})


def __getattr__(name):
    """What is imported at its first use, and the words for the aliases of Python's types that NumPy no longer has."""
    if name in _elsewhere:
        value = globals()[name] = getattr(__import__(_elsewhere[name], fromlist=[name]), name)
        return value
    if name in _submodules:
        __import__("numpy." + name)
        return globals()[name]
    if name == "__all__":
        return [name for name in __dir__() if not name.startswith("_")]
    if name not in _gone:
        raise AttributeError(f"module 'numpy' has no attribute {name!r}")
    if name in ("bool", "object", "str"):
        import warnings
        warnings.warn(f"In the future `np.{name}` will be defined as the corresponding NumPy scalar.", FutureWarning, stacklevel=2)
    plain, scalar = _plain.get(name, name), _gone[name]
    advice = f"If you specifically wanted the numpy scalar type, use `np.{scalar}` here." if scalar else ""
    if scalar == "":
        advice = ("When replacing `np.%s`, you may wish to use e.g. `np.int64` or `np.int32` to specify the precision. If you wish to review your "
                  "current use, check the release note link for additional information." % name)
    raise AttributeError(
        f"module 'numpy' has no attribute {name!r}.\n`np.{name}` was a deprecated alias for the builtin `{plain}`. To avoid this error in existing "
        f"code, use `{plain}` by itself. Doing this will not modify any behavior and is safe. {advice}\nThe aliases was originally deprecated in "
        "NumPy 1.20; for more details and guidance see the original release note at:\n    "
        "https://numpy.org/devdocs/release/1.20.0-notes.html#deprecations")


class VisibleDeprecationWarning(UserWarning):
    """Something that a later NumPy refuses."""


class ComplexWarning(RuntimeWarning):
    """An imaginary part that was dropped."""


class RankWarning(UserWarning):
    """A fit with too few points."""
