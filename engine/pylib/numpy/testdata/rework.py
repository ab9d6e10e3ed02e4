# Sorting, searching, reductions with masks, ufunc methods, memory order, files of text.
# python3 rework.py > rework.out
import io

import numpy as np

r = np.random.RandomState(0)
few = r.randint(0, 8, 60)
f = np.array([3.0, np.nan, -0.0, 0.0, -np.inf, 2.5, np.inf])
print(np.argsort(few), np.argsort(few, kind="stable"), np.sort(f), np.argsort(f), sep="\n")
print(np.argpartition(few, 20), np.partition(few, (3, 30)), np.argpartition([3, 1, 2, 5, 4, 0], 3), sep="\n")
print(np.sort([[3, 1], [2, 5]], axis=0), np.sort([[3, 1], [2, 5]], axis=None), np.sort(np.array([2 + 1j, 1 + 5j, 1 + 2j])), np.lexsort(([1, 0, 1, 0], [2, 2, 1, 1])))
print(np.searchsorted([1, 3, 3, 7], [0, 3, 8]), np.searchsorted([1, 3, 3, 7], 3, "right"), np.digitize([0.2, 6.4, 3.0], [0.0, 1.0, 2.5, 4.0, 10.0]), np.digitize([1, 5], [10, 5, 0]))
x = np.arange(12.0).reshape(3, 4)
print(x.sum(where=x > 5), x.max(axis=1, initial=2, where=x < 6), x.mean(where=x % 2 == 0), x.std(axis=0, where=[[True], [True], [False]]), np.min([], initial=4), np.sum([1, 2], initial=10))
print(np.add.reduceat(np.arange(8), [0, 4, 1, 5]), np.subtract.reduce([10, 2, 3]), np.multiply.accumulate([[1, 2], [3, 4]], axis=1), np.power.outer([2, 3], [1, 2]), np.logaddexp.reduce([1.0, 2.0]), np.bitwise_xor.reduce([1, 2, 7]))
a = np.zeros(5, int)
np.add.at(a, [0, 0, 3], [1, 2, 5])
print(a, np.divmod(7, [2, 3]), np.modf([1.5, -2.25]), np.frexp([3.0, 0.5]), np.degrees(np.pi), np.add(1, [1, 2], where=[True, False], out=np.array([9, 9])))
print(x.ravel("F"), x.T.flags["F_CONTIGUOUS"], np.zeros((2, 3), order="F").strides, np.asfortranarray(x).flags.f_contiguous, x.T.ravel("K"), np.array(x, order="F").strides)
q = [15, 20, 35, 40, 50.0]
print([np.percentile(q, 40, method=m) for m in ("linear", "lower", "higher", "nearest", "midpoint", "hazen", "weibull", "median_unbiased", "inverted_cdf", "closest_observation")])
print(np.quantile([[1.0, 5], [3, 2]], [0.25, 0.5], axis=1), np.median([[1, 9], [4, 2]], axis=(0, 1), keepdims=True), np.average([[1, 2], [3, 4]], axis=0, weights=[3, 1], returned=True))
print(np.unique([[1, 2], [1, 2], [0, 5]], axis=0, return_counts=True, return_inverse=True), np.unique([3, 1, 3], return_index=True), np.intersect1d([1, 3, 4], [3, 4, 9], return_indices=True), np.setxor1d([1, 2], [2, 3]))
for mode in ("edge", "wrap", "reflect", "symmetric", "maximum", "mean", "linear_ramp", "median"):
    print(mode, np.pad([1, 2, 5], (3, 2), mode))
print(np.pad([[1, 2]], ((1, 0), (2, 1)), constant_values=(7, 8)), np.roll(x, (1, 2), axis=(0, 1))[0], np.rot90([[1, 2], [3, 4]], 3), np.insert([[1, 2], [3, 4]], [0, 2], 9, axis=1), np.delete(x, [0, 2], 0), np.repeat([1, 2], [2, 3]))
print(np.gradient([1.0, 4, 9, 16], 2.0), np.gradient(np.array([[1.0, 2, 6], [3, 4, 5]]), axis=1), np.gradient([1.0, 4, 9], [0, 1, 3]), np.diff([1, 4, 9], prepend=0), np.ediff1d([1, 4], to_end=9), np.trapz([1, 2, 3], dx=2))
print(np.cov([[1.0, 2, 4], [3, 1, 0]], aweights=[1, 2, 1]), np.cross([1, 2], [3, 4]), np.cross([1, 2, 3], [4, 5]), np.einsum(x, [0, 1], [1]), np.interp([0.5, 9], [0, 1, 2], [3, 5, 1], right=-1), np.correlate([1, 2, 3], [0, 1, 0.5], "same"))
print(np.poly1d([1, -2, 3]), np.polyfit([0, 1, 2, 3], [1, 3, 7, 13], 2).round(6), np.roots([1, -3, 2]), np.polydiv([1, -3, 2], [1, -1]), np.poly([1, 2]), np.vander([1, 2, 3], increasing=True))
print(np.r_[1:4, 0, 9], np.c_[[1, 2], [3, 4]], np.r_["0,2", [1, 2], [3, 4]], np.mgrid[0:2, 0:3].shape, np.ogrid[0:2, 0:3][1], np.ix_([True, False, True], [0, 2]), list(np.ndindex(2, 2)))
print(np.array2string(np.array([1.5, 10.25]), formatter={"float": "{:.3f}".format}), np.array2string(np.arange(3), separator=", ", prefix="x"), np.format_float_positional(1e-7), np.format_float_scientific(1234.5, precision=2))
with np.printoptions(precision=2, sign="+", floatmode="fixed", nanstr="--"):
    print(np.array([1.0, np.nan, 22.125]), np.array([1e-9, 5.0]))
print(np.loadtxt(io.StringIO("# head\n1 2\n3 4"), unpack=True), np.genfromtxt(io.StringIO("1,2\n3,\n"), delimiter=","), np.loadtxt(["1;2", "3;4"], delimiter=";", usecols=1, dtype=int), np.loadtxt(["a,1"], delimiter=",", dtype=str))
out = io.StringIO()
np.savetxt(out, [[1, 2.5], [3, 4]], fmt="%.2f", header="a b", footer="end")
print(out.getvalue(), np.packbits([[1, 0, 1], [0, 1, 1]], axis=1), np.unpackbits(np.array([5], np.uint8)), np.binary_repr(-3, 5))
print(np.linalg.norm(x, axis=1), np.linalg.norm(x, "nuc").round(6), np.linalg.cond([[2.0, 0], [0, 1]]), np.linalg.matrix_rank(np.ones((3, 3))), np.linalg.multi_dot([np.eye(2), [[1, 2], [3, 4]], [1, 1]]), np.linalg.eigvalsh([[2, 1j], [-1j, 2]]).round(6))
v = np.vectorize(lambda a, b=1: a + b, doc="adds")
print(v([1, 2], [3, 4]), v.__doc__, np.vectorize(lambda s: s * 2, otypes=[float])([1, 2]), np.apply_along_axis(np.sort, 0, [[3, 1], [2, 5]]), np.select([x > 8, x > 4], [x, -x], 0)[1:], np.piecewise([-1.0, 2.0], [lambda t: t < 0, lambda t: t >= 0][0](np.array([-1.0, 2.0])), [0, 1]))
print(np.can_cast(300, np.uint8), np.promote_types("i4", "f4"), np.result_type(np.int8, np.uint8), np.finfo(np.float32), np.iinfo(np.int16).max, np.min_scalar_type(300), np.lib.stride_tricks.sliding_window_view(np.arange(5), 3))
