# Floating-point faults and other warnings in NumPy's words, np.errstate, and errors.
# python3 faults.py > faults.out
import warnings

import numpy as np


def told(*calls):
    for f in calls:
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            try:
                r = repr(f())
            except Exception as e:
                r = f"{type(e).__name__}: {e}"
        print(r, [f"{w.category.__name__}: {w.message}" for w in seen])


a = np.array([1.0, 0.0, -1.0])
told(lambda: a / 0, lambda: np.float64(1) / 0, lambda: np.float64(0) / 0, lambda: np.float32(1) / np.float32(0), lambda: np.array([1, 2]) // 0,
     lambda: np.int64(1) // 0, lambda: np.array([1, 2]) % np.array([0, 1]), lambda: np.log(a), lambda: np.sqrt(-1), lambda: np.exp(1000.0),
     lambda: np.arcsin(2), lambda: np.array([1e200]) ** 2, lambda: np.array([1e200]) * 1e200, lambda: np.float64(1e308) * 10, lambda: np.float64(2) ** 5000,
     lambda: np.array([-8.0]) ** (1 / 3), lambda: np.array([0.0]) ** -1, lambda: np.power(0.0, -1), lambda: np.array([np.inf]) - np.inf,
     lambda: np.sum(np.array([1e308, 1e308])), lambda: np.cumsum([1e308, 1e308]), lambda: np.array([np.inf, -np.inf]).sum(), lambda: np.mean([]), lambda: np.std([]),
     lambda: np.int32(2 ** 31 - 1) + np.int32(1), lambda: np.uint8(200) + np.uint8(100), lambda: -np.uint8(1), lambda: np.int64(2 ** 63 - 1) + 1,
     lambda: np.array([np.nan]).astype(int), lambda: np.array([1 + 2j]).astype(float), lambda: np.array([1e300]).astype(np.float32), lambda: np.array([300], dtype=np.uint8),
     lambda: np.nanmean([np.nan]), lambda: np.nanmax([np.nan]), lambda: np.polyfit([1, 1], [1, 1], 3), lambda: np.array([1, 2]) == [1, 2, 3], lambda: bool(np.array([])),
     lambda: np.ones(3)[np.array([])], lambda: np.float64(3)[0], lambda: np.int, lambda: np.bool)


def raised():
    with np.errstate(all="raise"):
        return np.array([1.0]) / 0


def quiet():
    with np.errstate(divide="ignore"):
        return np.array([1.0]) / 0


@np.errstate(invalid="ignore")
def decorated():
    return np.sqrt(-1.0)


told(raised, quiet, decorated, np.geterr, lambda: np.seterr(all="ignore")["divide"], lambda: a / 0, lambda: np.seterr(all="warn")["over"])
told(lambda: np.add.reduce([[1, 2], [3, 4]], axis=5), lambda: np.max([]), lambda: np.zeros((2, 3)).reshape(4),
     lambda: np.concatenate([]), lambda: np.stack([[1], [1, 2]]), lambda: np.dot([1, 2], [1, 2, 3]), lambda: np.einsum("ij,jk", np.ones((2, 3)), np.ones((2, 3))),
     lambda: np.linalg.inv(np.ones((2, 3))), lambda: np.linalg.norm([[1]], "x"), lambda: np.split(np.arange(5), 2), lambda: np.percentile([1], 101),
     lambda: np.insert([1, 2], 5, 0), lambda: np.delete([1, 2], 5), lambda: np.bincount([-1]), lambda: np.searchsorted([1], 1, "middle"), lambda: np.pad([1], 1, "odd"),
     lambda: np.broadcast_shapes((2, 3), (4,)), lambda: np.unravel_index(9, (2, 3)), lambda: np.choose([2], [[1], [2]]), lambda: np.partition([1, 2], 5),
     lambda: np.amax([1, 2], where=[True, False]), lambda: np.average([1, 2], weights=[1, 2, 3]), lambda: np.set_printoptions(floatmode="x"))
for f in (lambda: np.testing.assert_allclose([1.0, 2.0], [1.0, 2.1]), lambda: np.testing.assert_array_equal([1, 2], [1, 3]), lambda: np.testing.assert_equal(1, 2),
          lambda: np.testing.assert_array_less([1, 5], [2, 3]), lambda: np.testing.assert_almost_equal(1.0, 1.1), lambda: np.testing.assert_array_equal([1, 2], [1, 2, 3]),
          lambda: np.testing.assert_array_almost_equal([1.0, np.nan], [1.0, 2.0]), lambda: np.testing.assert_equal({"a": [1, 2]}, {"a": [1, 3]})):
    try:
        f()
    except AssertionError as e:
        print(e)
told(lambda: np.ndarray((2, 3)).shape, lambda: np.ndarray(2, "i4").dtype, lambda: np.ndarray((2, 3), order="F").strides, lambda: np.ndarray(-1), lambda: np.ndarray("a"),
     lambda: np.result_type(), lambda: np.common_type(), lambda: np.common_type(np.zeros(1, "f2"), np.zeros(1, "f4")))
