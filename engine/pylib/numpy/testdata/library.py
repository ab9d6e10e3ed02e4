# Functions that NumPy writes in Python: text, masked arrays, polynomials, windows, bits.
import numpy as np


def attempt(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


s, a = np.array(["b", "a"]), np.arange(6).reshape(2, 3)
for f in [lambda: np.char.upper(s), lambda: np.char.add(s, "!"), lambda: np.char.split(["a b", "c"]), lambda: np.char.replace(["ab"], "a", "zz"),
          lambda: np.char.str_len(["abc", "d"]), lambda: np.char.strip([" a "]), lambda: np.char.join("-", ["abc"]), lambda: np.char.zfill(["1"], 3),
          lambda: np.ma.array([1, 2, 3], mask=[0, 1, 0]), lambda: np.ma.array([1, 2, 3], mask=[0, 1, 0]).mean(),
          lambda: np.ma.masked_where(np.array([1, 2, 3]) > 2, [1, 2, 3]) * 2, lambda: np.ma.masked_invalid([1.0, np.nan]).sum(),
          lambda: np.ma.array([[1.0, 2.0], [3.0, 4.0]], mask=[[0, 1], [0, 0]]), lambda: np.ma.array([1, 2], mask=[1, 0]).filled(0),
          lambda: np.poly1d([1, -3, 2]), lambda: print(np.poly1d([1, -3, 2])), lambda: np.poly1d([1, 2]) * np.poly1d([1, -2]),
          lambda: np.roots([1, -3, 2]), lambda: np.polyder([3, 2, 1]), lambda: np.polyint([2, 1]), lambda: np.polyadd([1], [1, 2]),
          lambda: np.polydiv([1, -3, 2], [1, -1]), lambda: np.poly([1, 2]), lambda: np.hanning(4), lambda: np.hamming(3), lambda: np.bartlett(4),
          lambda: np.blackman(3), lambda: np.kaiser(3, 5.0), lambda: np.packbits([1, 0, 1]), lambda: np.unpackbits(np.array([5], np.uint8)),
          lambda: np.binary_repr(5, 8), lambda: np.base_repr(255, 16), lambda: [int(x) for x in np.nditer(a)], lambda: np.setxor1d([1, 2], [2, 3]),
          lambda: np.histogram2d([0.1, 0.9, 0.8], [0.2, 0.7, 0.9], bins=2), lambda: np.piecewise([1.0, 2.0], [[True, False], [False, True]], [-1, 1]),
          lambda: np.frompyfunc(lambda x, y: x + y, 2, 1)([1, 2], 3), lambda: np.apply_over_axes(np.sum, a, [0, 1]), lambda: np.unwrap([0, 3.0, 6.5]),
          lambda: np.block([[np.eye(2), np.zeros((2, 1))], [np.ones((1, 3))]]), lambda: np.nanpercentile([1, np.nan, 3], 50),
          lambda: np.nancumsum([1, np.nan, 3]), lambda: np.fft.fftshift(np.arange(5)), lambda: np.fft.rfftfreq(4), lambda: np.frexp(8.0),
          lambda: np.diag_indices(2), lambda: np.min_scalar_type(300), lambda: np.format_float_scientific(1234.5), lambda: np.atleast_3d([1, 2]).shape,
          lambda: np.arange("2024-01", "2024-02", dtype="datetime64[D]")[-1], lambda: np.arange(3, dtype=np.uint64), lambda: np.random.RandomState(0).choice(["x", "y"], 3),
          lambda: np.genfromtxt([b"1,2,3", b"4,,6"], delimiter=","), lambda: np.array(["2024-01-01"], dtype="datetime64[D]").tolist(), lambda: np.trim_zeros([0, 1, 0])]:
    attempt(f)
np.fill_diagonal(a, 9)
np.putmask(a, a > 5, 0)
np.copyto(a, 1, where=a == 0)
print(a)
np.savez("two.npz", a=a, b=s == "a")
with np.load("two.npz") as z:
    print(z.files, z["b"])
