"""Assertions about arrays."""
import numpy as np


def _fail(what, actual, desired):
    raise AssertionError(f"\n{what}\n x: {actual!r}\n y: {desired!r}")


def assert_allclose(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg="", verbose=True):
    if np.shape(actual) != np.shape(desired) and np.ndim(actual) and np.ndim(desired):
        _fail(f"Not equal to tolerance rtol={rtol:g}, atol={atol:g}\n{err_msg}\n(shapes {np.shape(actual)}, {np.shape(desired)} mismatch)", actual, desired)
    close = np.isclose(actual, desired, rtol, atol, equal_nan)
    if not np.all(close):
        bad, n = int(np.sum(~np.asarray(close))), np.size(close)
        _fail(f"Not equal to tolerance rtol={rtol:g}, atol={atol:g}\n{err_msg}{_mismatch(actual, desired, bad, n)}", np.asarray(actual), np.asarray(desired))


def _mismatch(actual, desired, bad, n):
    gap = np.abs(np.asarray(actual) - np.asarray(desired))
    nonzero = np.asarray(desired) != 0
    relative = np.max(np.where(nonzero, gap / np.where(nonzero, np.abs(desired), 1), np.inf if np.all(~nonzero) else 0))
    return f"\nMismatched elements: {bad} / {n} ({100 * bad / n:.3g}%)\nMax absolute difference: {np.array2string(np.max(gap))}\nMax relative difference: {np.array2string(relative)}"


def assert_array_equal(x, y, err_msg="", verbose=True):
    if np.shape(x) != np.shape(y) and np.ndim(x) and np.ndim(y):
        _fail(f"Arrays are not equal\n{err_msg}\n(shapes {np.shape(x)}, {np.shape(y)} mismatch)", np.asarray(x), np.asarray(y))
    if not np.array_equal(x, y, equal_nan=True):
        bad = int(np.sum(np.asarray(x) != np.asarray(y)))
        _fail(f"Arrays are not equal\n{err_msg}{_mismatch(x, y, bad, np.size(x))}", np.asarray(x), np.asarray(y))


def assert_array_almost_equal(x, y, decimal=6, err_msg=""):
    if not np.all(np.abs(np.asarray(x) - y) < 1.5 * 10.0 ** -decimal):
        _fail(f"Arrays are not almost equal to {decimal} decimals\n{err_msg}", np.asarray(x), np.asarray(y))


assert_almost_equal = assert_array_almost_equal


def assert_equal(actual, desired, err_msg=""):
    same = np.array_equal(actual, desired) if isinstance(actual, np.ndarray) else actual == desired
    if not same:
        raise AssertionError(f"\nItems are not equal:\n ACTUAL: {actual!r}\n DESIRED: {desired!r}")
