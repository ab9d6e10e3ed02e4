"""assertEqual as PyTorch's tests mean it: containers part by part, numbers and tensors within tolerances."""

import unittest
from collections.abc import Mapping, Sequence
from enum import Enum

import numpy as np
import torch

_TOLERANCE = {torch.float16: (1e-3, 1e-5), torch.bfloat16: (1.6e-2, 1e-5), torch.float32: (1.3e-6, 1e-5),
              torch.float64: (1e-7, 1e-7), torch.complex32: (1e-3, 1e-5), torch.complex64: (1.3e-6, 1e-5),
              torch.complex128: (1e-7, 1e-7)}
_NUMBER = {int: torch.int64, float: torch.float32, complex: torch.complex64}
_ARRAY = (torch.Tensor, np.ndarray)
_BOOL = (bool, np.bool_)
_NUMBERS = (int, float, complex, np.number, Enum)


class Comparison:
    """How to compare; every key is one of assertEqual's."""

    def __init__(self, rtol, atol, least_rtol, least_atol, equal_nan, exact):
        if (rtol is None) != (atol is None):
            raise ValueError("Both 'rtol' and 'atol' must be either specified or omitted")
        self.rtol, self.atol, self.least = rtol, atol, (least_rtol, least_atol)
        self.equal_nan, self.exact = equal_nan, exact

    def tolerance(self, *dtypes):
        if self.rtol is None:
            pairs = [_TOLERANCE.get(d, (0.0, 0.0)) for d in dtypes]
            rtol, atol = max(p[0] for p in pairs), max(p[1] for p in pairs)
        else:
            rtol, atol = self.rtol, self.atol
        return max(rtol, self.least[0]), max(atol, self.least[1])

    def same(self, a, e, at=''):
        """Raises AssertionError where the two differ."""
        if a is None or e is None:
            self.hold(a is e, at, a, e)
        elif self.pair(a, e, _BOOL, (*_BOOL, *_NUMBERS, *_ARRAY)):
            self.hold(bool(self.item(a)) == bool(self.item(e)), at, a, e)
        elif self.pair(a, e, _NUMBERS, (*_NUMBERS, *_ARRAY)):
            self.numbers(self.item(a), self.item(e), at)
        elif isinstance(a, _ARRAY) and isinstance(e, _ARRAY):
            self.tensors(self.tensor(a), self.tensor(e), at)
        elif self.sequence(a) and self.sequence(e):
            self.hold(len(a) == len(e), at + ' (length)', len(a), len(e))
            for i, (x, y) in enumerate(zip(a, e)):
                self.same(x, y, '%s[%d]' % (at, i))
        elif self.mapping(a) and self.mapping(e):
            self.hold(set(a.keys()) == set(e.keys()), at + ' (keys)', sorted(map(str, a)), sorted(map(str, e)))
            for key in a.keys():
                self.same(a[key], e[key], '%s[%r]' % (at, key))
        else:
            unittest.TestCase().assertEqual(a, e)

    @staticmethod
    def pair(a, e, one, other):
        return isinstance(a, one) and isinstance(e, other) or isinstance(e, one) and isinstance(a, other)

    @staticmethod
    def sequence(x):
        from torch.nn import ModuleList, ParameterList, Sequential
        from torch.utils.data import Subset
        if isinstance(x, (str, bytes)):
            return False
        return isinstance(x, (Sequence, Sequential, ModuleList, ParameterList, Subset)) or type(x).__name__ in ('TypedStorage', '_TypedStorage')

    @staticmethod
    def mapping(x):
        from torch.nn import ModuleDict, ParameterDict
        return isinstance(x, (Mapping, ModuleDict, ParameterDict))

    @staticmethod
    def hold(truth, at, a, e):
        if not truth:
            raise AssertionError('%s: expected %r but got %r' % (at or 'Scalars are not equal', e, a))

    @staticmethod
    def item(x):
        if isinstance(x, Enum):
            return int(x)
        if isinstance(x, _ARRAY):
            if (x.numel() if isinstance(x, torch.Tensor) else x.size) != 1:
                raise ValueError('Only single element tensor-likes can be compared against a number.')
            x = x.item()
        return x.item() if isinstance(x, (np.number, np.bool_)) else x

    @staticmethod
    def tensor(x):
        return x if isinstance(x, torch.Tensor) else torch.from_numpy(np.array(x))

    def numbers(self, a, e, at):
        if a == e or self.equal_nan and a != a and e != e:
            return
        rtol, atol = self.tolerance(*(_NUMBER.get(type(x), torch.int64) for x in (a, e)))
        finite = abs(e) != float('inf') and abs(a) != float('inf')
        self.hold(finite and abs(a - e) <= atol + rtol * abs(e), at, a, e)

    def tensors(self, a, e, at):
        for name, of in (('shape', lambda t: t.shape), ('dtype', lambda t: t.dtype), ('device', lambda t: t.device),
                         ('layout', lambda t: t.layout), ('stride', lambda t: t.stride()),
                         ('is_coalesced', lambda t: t.layout is torch.sparse_coo and t.is_coalesced())):
            if (name == 'shape' or self.exact[name]) and of(a) != of(e):
                raise AssertionError("%s: the values for attribute '%s' do not match: %s != %s." % (at, name, of(a), of(e)))
        rtol, atol = self.tolerance(a.dtype, e.dtype)
        a, e = a.detach(), e.detach()
        if a.layout is not torch.strided or e.layout is not torch.strided:
            return self.sparse(a, e, at)
        if a.device != e.device:
            a, e = a.cpu(), e.cpu()
        if a.dtype != e.dtype:
            dtype = torch.promote_types(a.dtype, e.dtype)
            a, e = a.to(dtype), e.to(dtype)
        if a.dtype is torch.complex32:
            a, e = a.to(torch.complex64), e.to(torch.complex64)
        near = torch.isclose(a, e, rtol=rtol, atol=atol, equal_nan=self.equal_nan)
        if not bool(near.all()):
            wrong = int((~near).sum())
            raise AssertionError('%s: Tensor-likes are not close! %d of %d differ, first %s where %s is expected' % (
                at, wrong, near.numel(), a[~near].flatten()[0].item(), e[~near].flatten()[0].item()))

    def sparse(self, a, e, at):
        if a.layout is torch.sparse_coo and e.layout is torch.sparse_coo and not self.exact['is_coalesced']:
            a, e = a.coalesce(), e.coalesce()
        if a.layout is torch.sparse_coo and e.layout is torch.sparse_coo:
            self.hold(a._nnz() == e._nnz(), at + ' (nnz)', a._nnz(), e._nnz())
            self.tensors(a._indices(), e._indices(), at)
            return self.tensors(a._values(), e._values(), at)
        self.tensors(a.to_dense(), e.to_dense(), at)


def compare(x, y, **options):
    """Raises AssertionError where x and y differ."""
    if any(isinstance(v, np.ndarray) and v.dtype.kind not in 'biufc' for v in (x, y)):
        x, y = (v.tolist() if isinstance(v, _ARRAY) else list(v) for v in (x, y))
    elif isinstance(x, torch.Tensor) and isinstance(y, Sequence):
        y = torch.as_tensor(y, dtype=x.dtype, device=x.device)
    elif isinstance(y, torch.Tensor) and isinstance(x, Sequence):
        x = torch.as_tensor(x, dtype=y.dtype, device=y.device)
    x, y = (v.unbind() if isinstance(v, torch.Tensor) and v.is_nested else v for v in (x, y))
    Comparison(**options).same(x, y)
