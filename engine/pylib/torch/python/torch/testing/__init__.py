"""torch.testing: comparing tensors in tests."""

import torch

# dtype: (rtol, atol)
_TOLERANCES = {
    torch.float16: (1e-3, 1e-5), torch.bfloat16: (1.6e-2, 1e-5), torch.float32: (1.3e-6, 1e-5),
    torch.float64: (1e-7, 1e-7), torch.complex64: (1.3e-6, 1e-5), torch.complex128: (1e-7, 1e-7),
}


def _tolerances(actual, expected, rtol, atol):
    if (rtol is None) != (atol is None):
        raise ValueError("Both 'rtol' and 'atol' must be either specified or unspecified, "
                         f"but got no {'rtol' if rtol is None else 'atol'}.")
    if rtol is not None:
        return rtol, atol
    pairs = [_TOLERANCES.get(t.dtype, (0.0, 0.0)) for t in (actual, expected)]
    return max(p[0] for p in pairs), max(p[1] for p in pairs)


def _compare_tensors(actual, expected, rtol, atol, equal_nan, check_device, check_dtype):
    if actual.shape != expected.shape:
        raise AssertionError(f"The values for attribute 'shape' do not match: {actual.shape} != {expected.shape}.")
    if check_device and actual.device != expected.device:
        raise AssertionError(f"The values for attribute 'device' do not match: {actual.device} != {expected.device}.")
    if check_dtype and actual.dtype != expected.dtype:
        raise AssertionError(f"The values for attribute 'dtype' do not match: {actual.dtype} != {expected.dtype}.")
    rtol, atol = _tolerances(actual, expected, rtol, atol)
    expected = expected.to(actual.device)
    dtype = torch.promote_types(actual.dtype, expected.dtype)
    actual, expected = actual.to(dtype), expected.to(dtype)
    near = torch.isclose(actual, expected, rtol=rtol, atol=atol, equal_nan=equal_nan)
    if not bool(near.all()):
        raise AssertionError(_mismatch(actual, expected, near, rtol, atol))


def _mismatch(actual, expected, near, rtol, atol):
    if actual.dim() == 0:
        a, e = actual.item(), expected.item()
        if rtol == 0 and atol == 0:
            return f"Scalars are not equal!\n\nAbsolute difference: {abs(a - e)}\nRelative difference: {abs(a - e) / abs(e) if e else float('inf')}"
        return (f"Scalars are not close!\n\nAbsolute difference: {abs(a - e)} (up to {atol} allowed)\n"
                f"Relative difference: {abs(a - e) / abs(e) if e else float('inf')} (up to {rtol} allowed)")
    n, wrong = near.numel(), int((~near).sum())
    diff = (actual.to(torch.float64) - expected.to(torch.float64)).abs()
    diff[near] = 0
    relative = diff / expected.to(torch.float64).abs()
    relative[near] = 0

    def place(t):
        flat = int(t.flatten().argmax())
        index = []
        for size in reversed(t.shape):
            index.insert(0, flat % size)
            flat //= size
        return tuple(index)

    allowed = (f" (up to {atol} allowed)", f" (up to {rtol} allowed)") if rtol or atol else ("", "")
    return (f"Tensor-likes are not {'close' if rtol or atol else 'equal'}!\n\n"
            f"Mismatched elements: {wrong} / {n} ({wrong / n:.1%})\n"
            f"Greatest absolute difference: {diff.max().item()} at index {place(diff)}{allowed[0]}\n"
            f"Greatest relative difference: {relative.max().item()} at index {place(relative)}{allowed[1]}")


def assert_close(actual, expected, *, allow_subclasses=True, rtol=None, atol=None, equal_nan=False,
                 check_device=True, check_dtype=True, check_layout=True, check_stride=False, msg=None):
    """Raises AssertionError unless actual and expected agree within tolerances."""
    try:
        _assert_close(actual, expected, rtol, atol, equal_nan, check_device, check_dtype)
    except AssertionError as error:
        if msg is None:
            raise
        raise AssertionError(msg(str(error)) if callable(msg) else msg) from None


def _assert_close(actual, expected, rtol, atol, equal_nan, check_device, check_dtype):
    options = (rtol, atol, equal_nan, check_device, check_dtype)
    if isinstance(actual, (list, tuple)) and isinstance(expected, (list, tuple)):
        if len(actual) != len(expected):
            raise AssertionError(f"The length of the sequences mismatch: {len(actual)} != {len(expected)}")
        for a, e in zip(actual, expected):
            _assert_close(a, e, *options)
    elif isinstance(actual, dict) and isinstance(expected, dict):
        if actual.keys() != expected.keys():
            raise AssertionError("The keys of the mappings do not match")
        for key in actual:
            _assert_close(actual[key], expected[key], *options)
    elif isinstance(actual, torch.Tensor) and isinstance(expected, torch.Tensor):
        _compare_tensors(actual, expected, *options)
    else:
        numbers = isinstance(actual, (int, float, complex)) and isinstance(expected, (int, float, complex))
        if not numbers and type(actual) is not type(expected):
            raise TypeError(f"No comparison pair was able to handle inputs of type {type(actual)} and {type(expected)}.")
        _compare_tensors(torch.as_tensor(actual), torch.as_tensor(expected), rtol, atol, equal_nan, True,
                         check_dtype and not numbers)


def assert_allclose(actual, expected, rtol=None, atol=None, equal_nan=True, msg=""):
    """The old assert_close, which does not compare dtypes."""
    expected = torch.as_tensor(expected)
    if rtol is None and atol is None:
        rtol, atol = _tolerances(torch.as_tensor(actual), expected, None, None)
    assert_close(torch.as_tensor(actual), expected, rtol=rtol, atol=atol, equal_nan=equal_nan,
                 check_device=True, check_dtype=False, msg=msg or None)


def make_tensor(*shape, dtype, device="cpu", low=None, high=None, requires_grad=False, noncontiguous=False):
    """A tensor of random values."""
    if len(shape) == 1 and not isinstance(shape[0], int):
        shape = tuple(shape[0])
    if dtype is torch.bool:
        out = torch.randint(0, 2, shape, dtype=dtype, device=device)
    elif dtype.is_floating_point:
        low, high = -9 if low is None else low, 9 if high is None else high
        out = torch.empty(shape, dtype=dtype, device=device).uniform_(low, high)
    else:
        out = torch.randint(-9 if low is None else int(low), 10 if high is None else int(high), shape,
                            dtype=dtype, device=device)
    return out.requires_grad_(requires_grad) if requires_grad else out
