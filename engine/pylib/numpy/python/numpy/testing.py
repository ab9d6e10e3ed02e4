"""Assertions about arrays."""
import numpy as np


def _fail(what, actual, desired):
    raise AssertionError(f"\n{what}\n\n x: {actual!r}\n y: {desired!r}")


def assert_allclose(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg="", verbose=True):
    if np.shape(actual) != np.shape(desired) and np.ndim(actual) and np.ndim(desired):
        _fail(f"Not equal to tolerance rtol={rtol:g}, atol={atol:g}\n{err_msg}\n(shapes {np.shape(actual)}, {np.shape(desired)} mismatch)", actual, desired)
    close = np.isclose(actual, desired, rtol, atol, equal_nan)
    if not np.all(close):
        bad, n = int(np.sum(~np.asarray(close))), np.size(close)
        gap = np.abs(np.asarray(actual) * 1.0 - desired)
        _fail(f"Not equal to tolerance rtol={rtol:g}, atol={atol:g}\n{err_msg}\nMismatched elements: {bad} / {n} ({100 * bad / n:.3g}%)\n"
              f"Max absolute difference: {np.max(gap)}", np.asarray(actual), np.asarray(desired))


def assert_array_equal(x, y, err_msg="", verbose=True):
    if not np.array_equal(x, y, equal_nan=True):
        _fail(f"Arrays are not equal\n{err_msg}", np.asarray(x), np.asarray(y))


def assert_array_almost_equal(x, y, decimal=6, err_msg=""):
    if not np.all(np.abs(np.asarray(x) - y) < 1.5 * 10.0 ** -decimal):
        _fail(f"Arrays are not almost equal to {decimal} decimals\n{err_msg}", np.asarray(x), np.asarray(y))


assert_almost_equal = assert_array_almost_equal


def assert_equal(actual, desired, err_msg=""):
    same = np.array_equal(actual, desired) if isinstance(actual, np.ndarray) else actual == desired
    if not same:
        raise AssertionError(f"\nItems are not equal:\n ACTUAL: {actual!r}\n DESIRED: {desired!r}")
