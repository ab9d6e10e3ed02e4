"""Assertions about arrays, in NumPy's words."""

import contextlib
import warnings

import numpy as np


def build_err_msg(arrays, err_msg, header="Items are not equal:", verbose=True, names=("ACTUAL", "DESIRED"), precision=8):
    lines, err_msg = ["\n" + header], str(err_msg)
    if err_msg:
        if "\n" not in err_msg and len(err_msg) < 79 - len(header):
            lines = [lines[0] + " " + err_msg]
        else:
            lines.append(err_msg)
    if verbose:
        for name, a in zip(names, arrays):
            text = np.array_repr(a, precision=precision) if isinstance(a, np.ndarray) else repr(a)
            if text.count("\n") > 3:
                text = "\n".join(text.splitlines()[:3]) + "..."
            lines.append(f" {name}: {text}")
    return "\n".join(lines)


def assert_(val, msg=""):
    if not val:
        raise AssertionError(msg() if callable(msg) else msg)


def _nan(x):
    x = np.asarray(x)
    return np.isnan(x) if x.dtype.kind in "fc" else np.zeros(x.shape, bool)


def assert_array_compare(comparison, x, y, err_msg="", verbose=True, header="", precision=6, equal_nan=True, equal_inf=True, *, strict=False):
    x, y = np.asanyarray(x), np.asanyarray(y)
    shown = x, y

    def fail(text):
        raise AssertionError(build_err_msg(shown, str(err_msg) + text, verbose=verbose, header=header, names=("x", "y"), precision=precision))
    fits = x.shape == y.shape and x.dtype == y.dtype if strict else x.shape == () or y.shape == () or x.shape == y.shape
    if not fits:
        fail(f"\n(shapes {x.shape}, {y.shape} mismatch)" if x.shape != y.shape else f"\n(dtypes {x.dtype}, {y.dtype} mismatch)")
    flagged = np.zeros(np.broadcast_shapes(x.shape, y.shape), bool)
    places = [("nan", _nan)] if equal_nan else []
    if equal_inf and x.dtype.kind in "fc" and y.dtype.kind in "fc":
        places += [("+inf", lambda a: a == np.inf), ("-inf", lambda a: a == -np.inf)]
    for word, f in places:
        a, b = f(x), f(y)
        if np.any(a != b):
            fail(f"\nx and y {word} location mismatch:")
        flagged |= a
    if flagged.any():
        x, y = np.broadcast_to(x, flagged.shape)[~flagged], np.broadcast_to(y, flagged.shape)[~flagged]
    with np.errstate(all="ignore"):
        val = comparison(x, y)
    val = np.asarray(val)
    if val.all():
        return
    n = flagged.size if flagged.size else val.size
    bad = int(val.size - val.sum())
    lines = [f"Mismatched elements: {bad} / {n} ({100 * bad / n:.3g}%)"]
    if x.dtype.kind in "biufc" and y.dtype.kind in "biufc":
        with np.errstate(all="ignore"):
            error = abs(x.astype(float) - y.astype(float)) if "b" in (x.dtype.kind, y.dtype.kind) or "u" in (x.dtype.kind, y.dtype.kind) else abs(x - y)
            unsigned = np.asarray(error).dtype
            kind = np.result_type(x, y) if "f" not in (x.dtype.kind, y.dtype.kind) else unsigned
            biggest = np.max(np.asarray(error).astype(kind) if kind.kind in "iu" else error)
            lines.append("Max absolute difference: " + np.array2string(np.asarray(biggest)))
            nonzero = np.broadcast_to(y != 0, np.shape(error))
            ratio = np.max(np.asarray(error)[nonzero] / np.abs(np.broadcast_to(y, np.shape(error))[nonzero])) if nonzero.any() else np.inf
            lines.append("Max relative difference: " + np.array2string(np.asarray(ratio)))
    fail("\n" + "\n".join(lines))


def assert_array_equal(x, y, err_msg="", verbose=True, *, strict=False):
    assert_array_compare(lambda a, b: a == b, x, y, err_msg, verbose, "Arrays are not equal", strict=strict)


def assert_array_less(x, y, err_msg="", verbose=True):
    assert_array_compare(lambda a, b: a < b, x, y, err_msg, verbose, "Arrays are not less-ordered", equal_inf=False)


def assert_array_almost_equal(x, y, decimal=6, err_msg="", verbose=True):
    assert_array_compare(lambda a, b: abs(a * 1.0 - b) < 1.5 * 10.0 ** -decimal, x, y, err_msg, verbose,
                         f"Arrays are not almost equal to {decimal} decimals", precision=decimal)


def assert_allclose(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg="", verbose=True):
    header = f"Not equal to tolerance rtol={rtol:g}, atol={atol:g}"
    assert_array_compare(lambda a, b: np.isclose(a, b, rtol, atol, equal_nan), actual, desired, str(err_msg), verbose, header, equal_nan=equal_nan)


def assert_almost_equal(actual, desired, decimal=7, err_msg="", verbose=True):
    if isinstance(actual, (np.ndarray, tuple, list)) or isinstance(desired, (np.ndarray, tuple, list)):
        return assert_array_almost_equal(actual, desired, decimal, err_msg, verbose)
    if actual != actual and desired != desired or actual == desired:
        return
    if not abs(desired - actual) < 1.5 * 10.0 ** -decimal:
        raise AssertionError(build_err_msg([actual, desired], err_msg, verbose=verbose, header=f"Arrays are not almost equal to {decimal} decimals"))


def assert_approx_equal(actual, desired, significant=7, err_msg="", verbose=True):
    if desired == actual:
        return
    scale = 0.5 * (abs(desired) + abs(actual))
    scale = 10.0 ** np.floor(np.log10(scale))
    if not abs(desired / scale - actual / scale) < 10.0 ** -(significant - 1):
        raise AssertionError(build_err_msg([actual, desired], err_msg, verbose=verbose, header=f"Items are not equal to {significant} significant digits:"))


def assert_equal(actual, desired, err_msg="", verbose=True):
    if isinstance(desired, dict):
        if not isinstance(actual, dict):
            raise AssertionError(repr(type(actual)))
        assert_equal(len(actual), len(desired), err_msg, verbose)
        for k in desired:
            if k not in actual:
                raise AssertionError(repr(k))
            assert_equal(actual[k], desired[k], f"key={k!r}\n{err_msg}", verbose)
        return
    if isinstance(desired, (list, tuple)) and isinstance(actual, (list, tuple)):
        assert_equal(len(actual), len(desired), err_msg, verbose)
        for k in range(len(desired)):
            assert_equal(actual[k], desired[k], f"item={k!r}\n{err_msg}", verbose)
        return
    if isinstance(actual, np.ndarray) or isinstance(desired, np.ndarray):
        return assert_array_equal(actual, desired, err_msg, verbose)
    same = actual == desired or actual != actual and desired != desired
    if same and isinstance(actual, (float, np.floating)) and isinstance(desired, (float, np.floating)) and actual == 0 == desired:
        same = np.signbit(actual) == np.signbit(desired)
    if not same:
        raise AssertionError(build_err_msg([actual, desired], err_msg, verbose=verbose))


def assert_string_equal(actual, desired):
    if actual != desired:
        import difflib
        lines = list(difflib.Differ().compare(actual.splitlines(True), desired.splitlines(True)))
        raise AssertionError("Differences in strings:\n" + "".join(line if line.endswith("\n") else line + "\n" for line in lines).rstrip())


def assert_array_almost_equal_nulp(x, y, nulp=1):
    size = np.maximum(np.abs(x), np.abs(y))
    if not np.all(np.abs(np.asarray(x) - y) <= nulp * np.spacing(size)):
        raise AssertionError(f"X and Y are not equal to {nulp} ULP (max is {np.max(np.abs(np.asarray(x) - y) / np.spacing(size)):g})")


def assert_array_max_ulp(a, b, maxulp=1, dtype=None):
    ret = np.abs(np.asarray(a) - b) / np.spacing(np.maximum(np.abs(a), np.abs(b)))
    if not np.all(ret <= maxulp):
        raise AssertionError(f"Arrays are not almost equal up to {maxulp:g} ULP (max difference is {np.max(ret):g} ULP)")
    return ret


class _Raises:
    def __init__(self, expected, match=None):
        self.expected, self.match = expected, match

    def __enter__(self):
        return self

    def __exit__(self, kind, value, tb):
        if kind is None:
            name = getattr(self.expected, "__name__", str(self.expected))
            raise AssertionError(f"{name} not raised")
        if not issubclass(kind, self.expected):
            return False
        if self.match is not None:
            import re
            if not re.search(self.match, str(value)):
                raise AssertionError(f'"{self.match}" does not match "{value}"')
        self.exception = value
        return True


def assert_raises(exception_class, *args, **kwargs):
    if not args:
        return _Raises(exception_class)
    with _Raises(exception_class):
        args[0](*args[1:], **kwargs)


def assert_raises_regex(exception_class, expected_regexp, *args, **kwargs):
    if not args:
        return _Raises(exception_class, expected_regexp)
    with _Raises(exception_class, expected_regexp):
        args[0](*args[1:], **kwargs)


@contextlib.contextmanager
def _warned(kind, name):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        yield
    if kind is None and seen:
        raise AssertionError(f"Got warnings{name}: {seen}")
    if kind is not None and not any(issubclass(w.category, kind) for w in seen):
        raise AssertionError(f"No warning raised{name}")


def _calling(kind, args, kwargs):
    if not args:
        return _warned(kind, "")
    with _warned(kind, f" when calling {args[0].__name__}"):
        return args[0](*args[1:], **kwargs)


def assert_warns(warning_class, *args, **kwargs):
    return _calling(warning_class, args, kwargs)


def assert_no_warnings(*args, **kwargs):
    return _calling(None, args, kwargs)


class suppress_warnings:
    """Leaves warnings out while a block runs, or records them."""

    def __init__(self, forwarding_rule="always"):
        self._filters, self.log = [], []

    def filter(self, category=Warning, message="", module=None):
        warnings.filterwarnings("ignore", message, category)

    def record(self, category=Warning, message="", module=None):
        warnings.filterwarnings("always", message, category)
        return self.log

    def __enter__(self):
        self._caught = warnings.catch_warnings(record=False)
        self._caught.__enter__()
        return self

    def __exit__(self, *exc):
        self._caught.__exit__(*exc)

    def __call__(self, f):
        def inner(*args, **kwargs):
            with self:
                return f(*args, **kwargs)
        return inner
