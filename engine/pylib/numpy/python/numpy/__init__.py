"""NumPy, as far as a course on deep learning needs it."""

from _numpy import *
from _numpy import abs, ndarray  # noqa: A004
from numpy.core.numeric import (
    _like, _rebuild, asanyarray, ascontiguousarray, bool8, byte, cdouble, complex_, copy, csingle, double, e,
    empty_like, euler_gamma, float_, frombuffer, fromfunction, fromiter, fromstring, full, full_like, geomspace,
    half, indices, Inf, inf, Infinity, int_, intc, intp, linspace, logspace, longlong, max_, meshgrid, min_, NAN,
    NaN, nan, newaxis, NINF, ones, ones_like, pi, PINF, short, single, ubyte, zeros, zeros_like)
from numpy.core.numerictypes import _dtype, _flags, can_cast, finfo, iinfo, issubdtype, may_share_memory, promote_types
from numpy.core.shape_base import (
    _axis, atleast_1d, atleast_2d, broadcast_arrays, broadcast_shapes, column_stack, dstack, expand_dims, hstack,
    moveaxis, ndim, ravel, reshape, rollaxis, row_stack, shape, size, squeeze, stack, swapaxes, transpose, vstack)
from numpy.core.umath import (
    angle, around, cbrt, clip, deg2rad, degrees, divmod, fix, float_power, imag, iscomplexobj, isneginf, isposinf,
    isreal, modf, nan_to_num, positive, rad2deg, radians, real, round, round_, sinc)
from numpy.core.fromnumeric import (
    _reduction, all, allclose, alltrue, amax, amin, any, argmax, argmin, array_equal, array_equiv, average,
    count_nonzero, cumprod, cumsum, isclose, isscalar, kind, max, mean, median, min, percentile, prod, product, ptp,
    quantile, sometrue, std, sum, var)
from numpy.core.sorting import _sort_inplace, argpartition, argsort, lexsort, partition, searchsorted, sort
from numpy.core.products import cross, dot, einsum, inner, kron, outer, tensordot, vdot
from numpy.core.arrayprint import (
    array2string, array_repr, array_str, errstate, get_printoptions, printoptions, set_printoptions, seterr)
from numpy.core.ufuncs import _reductions, _ufunc_accumulate, _ufunc_at, _ufunc_reduce
from numpy.lib.twodim_base import (
    diag, diagflat, diagonal, eye, identity, trace, tri, tril, tril_indices, triu, triu_indices, vander)
from numpy.lib.shape_base import (
    append, array_split, compress, delete, flip, fliplr, flipud, hsplit, insert, pad, repeat, roll, rot90, split,
    tile, vsplit)
from numpy.lib.index_tricks import (
    _along, _Concatenator, _Grid, _Slices, argwhere, c_, choose, extract, flatnonzero, index_exp, indices_grid, ix_,
    mgrid, ndenumerate, ndindex, ogrid, put, put_along_axis, r_, ravel_multi_index, s_, select, take,
    take_along_axis, unravel_index, where)
from numpy.lib.nanfunctions import (
    _nan, nanargmax, nanargmin, nanmax, nanmean, nanmedian, nanmin, nanprod, nanstd, nansum, nanvar)
from numpy.lib.function_base import (
    apply_along_axis, bincount, convolve, corrcoef, correlate, cov, diff, digitize, ediff1d, gradient, histogram,
    histogram_bin_edges, interp, polyfit, polyval, trapz, vectorize)
from numpy.lib.arraysetops import in1d, intersect1d, isin, setdiff1d, union1d, unique
from numpy.lib.npyio import _npy, _number, _parse, genfromtxt, load, loadtxt, save, savetxt, savez, savez_compressed
from numpy import fft, linalg, random, testing  # noqa: E402

__version__ = "1.24.2"
