"""Groups of dtypes."""

import torch

_FLOAT = (torch.float32, torch.float64)
_COMPLEX = (torch.complex64, torch.complex128)
_INTEGRAL = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64)


class _dispatch_dtypes(tuple):
    """A tuple whose sum is one of its kind."""

    def __add__(self, other):
        return _dispatch_dtypes(tuple(self) + tuple(other))


def _validate_dtypes(*dtypes):
    for dtype in dtypes:
        if not isinstance(dtype, (torch.dtype, str)):  # a name stands for a type that is not there
            raise AssertionError('%r is no dtype' % (dtype,))
    return dtypes


def _group(*dtypes):
    """A function that gives the dtypes, and one that gives more with them."""
    base = _dispatch_dtypes(dtypes)
    return (lambda: base), (lambda *more: base + _validate_dtypes(*more))


empty_types, _ = _group()
floating_types, floating_types_and = _group(*_FLOAT)
complex_types, complex_types_and = _group(*_COMPLEX)
integral_types, integral_types_and = _group(*_INTEGRAL)
double_types, _ = _group(torch.float64, torch.complex128)
floating_types_and_half, _ = _group(*_FLOAT, torch.half)
floating_and_complex_types, floating_and_complex_types_and = _group(*_FLOAT, *_COMPLEX)
all_types, all_types_and = _group(*_FLOAT, *_INTEGRAL)
all_types_and_half, _ = _group(*_FLOAT, *_INTEGRAL, torch.half)
all_types_and_complex, all_types_and_complex_and = _group(*_FLOAT, *_INTEGRAL, *_COMPLEX)


def get_all_int_dtypes():
    return list(_INTEGRAL)


def get_all_complex_dtypes(include_complex32=False):
    return [torch.complex32] * include_complex32 + list(_COMPLEX)


def get_all_fp_dtypes(include_half=True, include_bfloat16=True):
    return list(_FLOAT) + [torch.float16] * include_half + [torch.bfloat16] * include_bfloat16


def get_all_math_dtypes(device):
    return get_all_int_dtypes() + get_all_fp_dtypes(device.startswith('cuda'), False) + get_all_complex_dtypes()


def get_all_dtypes(include_half=True, include_bfloat16=True, include_bool=True, include_complex=True,
                   include_complex32=False, include_qint=False):
    dtypes = get_all_int_dtypes() + get_all_fp_dtypes(include_half, include_bfloat16) + [torch.bool] * include_bool
    return dtypes + (get_all_complex_dtypes(include_complex32) if include_complex else [])
