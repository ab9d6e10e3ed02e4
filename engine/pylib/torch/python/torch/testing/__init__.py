"""torch.testing: comparing tensors in tests."""

import math
from collections import namedtuple

import torch

# dtype: (rtol, atol)
_TOLERANCES = {
    torch.float16: (1e-3, 1e-5), torch.bfloat16: (1.6e-2, 1e-5), torch.float32: (1.3e-6, 1e-5),
    torch.float64: (1e-7, 1e-7), torch.complex64: (1.3e-6, 1e-5), torch.complex128: (1e-7, 1e-7),
}


def _tolerances(actual, expected, rtol, atol):
    if (rtol is None) != (atol is None):
        raise ValueError("Both 'rtol' and 'atol' must be either specified or omitted, "
                         f"but got no {'rtol' if rtol is None else 'atol'}.")
    if rtol is not None:
        return rtol, atol
    pairs = [_TOLERANCES.get(t.dtype, (0.0, 0.0)) for t in (actual, expected)]
    return max(p[0] for p in pairs), max(p[1] for p in pairs)


def _compare_tensors(actual, expected, options):
    for name, checked in (("shape", True), ("device", options.check_device), ("dtype", options.check_dtype)):
        a, e = getattr(actual, name), getattr(expected, name)
        if checked and a != e:
            raise AssertionError(f"The values for attribute '{name}' do not match: {a} != {e}.")
    if options.check_stride and actual.stride() != expected.stride():
        raise AssertionError(f"The values for attribute 'stride()' do not match: {actual.stride()} != {expected.stride()}.")
    rtol, atol = _tolerances(actual, expected, options.rtol, options.atol)
    expected = expected.to(actual.device)
    dtype = torch.promote_types(actual.dtype, expected.dtype)
    actual, expected = actual.to(dtype), expected.to(dtype)
    near = torch.isclose(actual, expected, rtol=rtol, atol=atol, equal_nan=options.equal_nan)
    if not bool(near.all()):
        raise AssertionError(_mismatch(actual, expected, near, rtol, atol))


def _mismatch(actual, expected, near, rtol, atol):
    if actual.dim() == 0:
        return _scalar_mismatch(actual.item(), expected.item(), rtol, atol)
    n, wrong = near.numel(), int((~near).sum())
    if not actual.is_complex():
        wide = torch.float64 if actual.is_floating_point() else torch.int64
        actual, expected = actual.to(wide), expected.to(wide)
    diff = (actual - expected).abs()
    diff[near] = 0
    relative = diff / expected.abs()
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
    options = _Options(rtol, atol, equal_nan, check_device, check_dtype, check_stride, allow_subclasses)
    try:
        _assert_close(actual, expected, options, "")
    except AssertionError as error:
        if msg is None:
            raise
        raise AssertionError(msg(str(error)) if callable(msg) else msg) from None


_Options = namedtuple("_Options", "rtol atol equal_nan check_device check_dtype check_stride allow_subclasses")


def _assert_close(actual, expected, options, at):
    """at says which item of containers is compared: "['a'][0]"."""
    try:
        if _both(actual, expected, (list, tuple)):
            if len(actual) != len(expected):
                raise AssertionError(f"The length of the sequences mismatch: {len(actual)} != {len(expected)}")
        elif _both(actual, expected, dict):
            if actual.keys() != expected.keys():
                raise AssertionError("The keys of the mappings do not match:\n"
                                     f"Missing keys in the actual mapping: {sorted(expected.keys() - actual.keys())}\n"
                                     f"Additional keys in the actual mapping: {sorted(actual.keys() - expected.keys())}")
        else:
            _compare(actual, expected, options)
            return
    except AssertionError as error:
        raise AssertionError(f"{error}\n\nThe failure occurred for item {at}" if at else str(error)) from None
    for key in actual if isinstance(actual, dict) else range(len(actual)):
        _assert_close(actual[key], expected[key], options, f"{at}[{key!r}]")


def _both(actual, expected, kinds):
    return isinstance(actual, kinds) and isinstance(expected, kinds)


def _compare(actual, expected, options):
    if actual is None or expected is None:
        if actual is not expected:
            raise AssertionError(f"None mismatch: {actual} is not {expected}")
    elif _both(actual, expected, bool):
        if actual is not expected:
            raise AssertionError(f"Booleans mismatch: {actual} is not {expected}")
    elif _both(actual, expected, (int, float, complex)):
        _compare_numbers(actual, expected, options)
    elif type(actual) is not type(expected) and not (options.allow_subclasses and _both(actual, expected, torch.Tensor)):
        raise TypeError(f"No comparison pair was able to handle inputs of type {type(actual)} and {type(expected)}.")
    else:
        _compare_tensors(torch.as_tensor(actual), torch.as_tensor(expected), options)


def _compare_numbers(actual, expected, options):
    kinds = {int: torch.int64, float: torch.float64, complex: torch.complex128}
    a, e = (torch.empty(0, dtype=kinds.get(type(x), torch.float64)) for x in (actual, expected))
    rtol, atol = _tolerances(a, e, options.rtol, options.atol)
    if options.equal_nan and actual != actual and expected != expected or actual == expected:
        return
    if not abs(actual - expected) <= atol + rtol * abs(expected):
        raise AssertionError(_scalar_mismatch(actual, expected, rtol, atol))


def _scalar_mismatch(actual, expected, rtol, atol):
    diff = abs(actual - expected)
    close = rtol != 0 or atol != 0
    allowed = (f" (up to {atol} allowed)", f" (up to {rtol} allowed)") if close else ("", "")
    return (f"Scalars are not {'close' if close else 'equal'}!\n\nAbsolute difference: {diff}{allowed[0]}\n"
            f"Relative difference: {diff / abs(expected) if expected else float('inf')}{allowed[1]}")


def assert_allclose(actual, expected, rtol=None, atol=None, equal_nan=True, msg=""):
    """The old assert_close, which does not compare dtypes."""
    expected = torch.as_tensor(expected)
    if rtol is None and atol is None:
        rtol, atol = _tolerances(torch.as_tensor(actual), expected, None, None)
    assert_close(torch.as_tensor(actual), expected, rtol=rtol, atol=atol, equal_nan=equal_nan,
                 check_device=True, check_dtype=False, msg=msg or None)


_REAL = {torch.complex32: torch.float16, torch.complex64: torch.float32, torch.complex128: torch.float64}


def _range(low, high, dtype):
    """low and high, or what stands for them, within the finite numbers of a type."""
    whole = not dtype.is_floating_point
    limits = torch.iinfo(dtype) if whole else torch.finfo(dtype)
    low = (0 if dtype is torch.uint8 else -9) if low is None else low
    high = 9 + whole if high is None else high
    if low != low or high != high:
        raise ValueError("make_tensor: one of low or high was NaN!")
    if low > high:
        raise ValueError("make_tensor: low must be weakly less than high!")
    low, high = (min(max(bound, limits.min), limits.max) for bound in (low, high))
    return (math.floor(low), math.ceil(high)) if whole else (low, high)


def make_tensor(*shape, dtype, device, low=None, high=None, requires_grad=False, noncontiguous=False, exclude_zero=False):
    """A tensor of random values from low up to high, for a complex type in both parts; exclude_zero has the least positive number instead of 0."""
    if len(shape) == 1 and not isinstance(shape[0], int):
        shape = tuple(shape[0])
    differentiable = dtype.is_floating_point or dtype.is_complex
    if requires_grad and not differentiable:
        raise ValueError("make_tensor: requires_grad must be False for integral dtype")

    def drawn(real):
        start, end = _range(low, high, real)
        part = torch.rand(shape, dtype=real, device=device)
        return end * part + start * (1 - part)

    if dtype is torch.bool:
        result = torch.randint(0, 2, shape, dtype=dtype, device=device)
    elif dtype.is_complex:
        result = torch.complex(drawn(_REAL[dtype]), drawn(_REAL[dtype]))
    elif dtype.is_floating_point:
        result = drawn(dtype)
    else:
        result = torch.randint(*_range(low, high, dtype), shape, dtype=dtype, device=device)
    if noncontiguous:
        result = make_non_contiguous(result)
    if exclude_zero:
        tiny = torch.finfo(dtype).tiny if differentiable else 1
        result[result == 0] = complex(tiny, tiny) if dtype.is_complex else tiny
    return result.requires_grad_() if requires_grad else result


def make_non_contiguous(tensor):
    """The same numbers with gaps between them."""
    if tensor.numel() <= 1:
        return tensor.clone()
    return torch.repeat_interleave(tensor, 2, dim=-1)[..., ::2]


_FLOATS, _COMPLEX = (torch.float32, torch.float64), (torch.complex64, torch.complex128)
_INTEGERS = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64)


def floating_types():
    return _FLOATS


def floating_types_and_half():
    return (*_FLOATS, torch.float16)


def integral_types():
    return _INTEGERS


def complex_types():
    return _COMPLEX


def floating_and_complex_types():
    return _FLOATS + _COMPLEX


def all_types():
    return _FLOATS + _INTEGERS


def all_types_and_complex():
    return _FLOATS + _INTEGERS + _COMPLEX


def get_all_int_dtypes():
    return list(_INTEGERS)


def get_all_complex_dtypes(include_complex32=False):
    return list(_COMPLEX)


def get_all_fp_dtypes(include_half=True, include_bfloat16=True):
    return [*_FLOATS] + [torch.float16] * include_half + [torch.bfloat16] * include_bfloat16


def get_all_dtypes(include_half=True, include_bfloat16=True, include_bool=True, include_complex=True, include_complex32=False, include_qint=False):
    return [*_INTEGERS, *get_all_fp_dtypes(include_half, include_bfloat16), *[torch.bool] * include_bool, *(_COMPLEX if include_complex else ())]
