"""NumPy, as far as a course on deep learning needs it."""

from _numpy import *
from _numpy import abs, ndarray  # noqa: A004
from numpy.core.numeric import (
    _rebuild, asanyarray, ascontiguousarray, asfarray, asfortranarray, bool8, byte, cdouble, complex_, copy,
    csingle, double, e, empty_like, euler_gamma, float_, frombuffer, fromfile, fromfunction, fromiter, fromstring,
    full, full_like, geomspace, half, indices, Inf, inf, Infinity, int_, intc, intp, isfortran, linspace, logspace,
    longlong, max_, meshgrid, min_, NAN, NaN, nan, newaxis, NINF, ones, ones_like, pi, PINF, require, short, single,
    ubyte, zeros, zeros_like)
from numpy.core.numerictypes import (
    _date, _flags, can_cast, common_type, find_common_type, finfo, iinfo, issubdtype, may_share_memory, min_scalar_type,
    promote_types, typecodes)
from numpy.core.shape_base import (
    atleast_1d, atleast_2d, atleast_3d, broadcast_arrays, broadcast_shapes, column_stack, dstack, expand_dims,
    hstack, moveaxis, ndim, ravel, reshape, rollaxis, row_stack, shape, size, squeeze, stack, swapaxes, transpose,
    vstack)
from numpy.core.umath import (
    angle, around, cbrt, clip, deg2rad, degrees, divmod, fix, float_power, frexp, imag, iscomplex, iscomplexobj,
    isnat, isneginf, isposinf, isreal, isrealobj, ldexp, modf, nan_to_num, positive, rad2deg, radians, real,
    real_if_close, round, round_, sinc, spacing)
from numpy.core.fromnumeric import (
    all, allclose, alltrue, amax, amin, any, argmax, argmin, array_equal, array_equiv, average, count_nonzero,
    cumprod, cumsum, isclose, isscalar, kind, max, mean, median, min, percentile, prod, product, ptp, quantile,
    sometrue, std, sum, var)
from numpy.core.sorting import _sort_inplace, argpartition, argsort, lexsort, partition, searchsorted, sort
from numpy.core.products import cross, dot, einsum, inner, kron, outer, tensordot, vdot
from numpy.core.arrayprint import (
    array2string, array_repr, array_str, errstate, format_float_positional, format_float_scientific,
    get_printoptions, geterr, printoptions, set_printoptions, seterr)
from numpy.core.ufuncs import _ufunc_accumulate, _ufunc_at, _ufunc_reduce
from numpy.lib.twodim_base import (
    diag, diagflat, diagonal, eye, identity, trace, tri, tril, tril_indices, tril_indices_from, triu, triu_indices,
    triu_indices_from, vander)
from numpy.lib.shape_base import (
    append, array_split, compress, delete, dsplit, flip, fliplr, flipud, hsplit, insert, pad, repeat, roll, rot90,
    split, tile, vsplit)
from numpy.lib.index_tricks import (
    argwhere, c_, choose, copyto, diag_indices, diag_indices_from, extract, fill_diagonal, flatnonzero, index_exp,
    indices_grid, ix_, mask_indices, mgrid, ndenumerate, ndindex, ogrid, place, put, put_along_axis, putmask, r_,
    ravel_multi_index, s_, select, take, take_along_axis, unravel_index, where)
from numpy.lib.function_base import (
    apply_along_axis, apply_over_axes, bincount, block, convolve, corrcoef, correlate, cov, diff, digitize, ediff1d,
    frompyfunc, gradient, histogram, histogram_bin_edges, interp, piecewise, polyfit, polyval, trapz, unwrap,
    vectorize)
from numpy.lib.nanfunctions import (
    nanargmax, nanargmin, nancumprod, nancumsum, nanmax, nanmean, nanmedian, nanmin, nanpercentile, nanprod,
    nanquantile, nanstd, nansum, nanvar)
from numpy.lib.arraysetops import in1d, intersect1d, isin, setdiff1d, setxor1d, union1d, unique
from numpy.lib.npyio import genfromtxt, load, loadtxt, NpzFile, save, savetxt, savez, savez_compressed
from numpy.lib.polynomial import poly, poly1d, polyadd, polyder, polydiv, polyint, polymul, polysub, roots, trim_zeros
from numpy.lib.windows import bartlett, blackman, hamming, hanning, i0, kaiser
from numpy.lib.histograms import histogram2d, histogramdd
from numpy.lib.packing import base_repr, binary_repr, packbits, unpackbits
from numpy.lib.iterators import broadcast, iterable, nditer
from numpy import char, fft, linalg, ma, random, testing  # noqa: E402

__version__ = "1.24.2"

True_, False_ = bool_(True), bool_(False)
unicode_ = str_
ushort, uintc, uint, uintp, ulonglong = uint16, uint32, uint64, uint64, uint64
void = bytes_ = string_ = bytes
ScalarType = (int, float, complex, bool, bytes, str, float64, float32, float16, int64, int32, int16, int8, uint8, uint16, uint32, uint64, bool_, str_)


class VisibleDeprecationWarning(UserWarning):
    """Something that a later NumPy refuses."""


class ComplexWarning(RuntimeWarning):
    """An imaginary part that was dropped."""


class RankWarning(UserWarning):
    """A fit with too few points."""
