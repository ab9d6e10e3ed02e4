"""Tests for every device and dtype: here for the CPU."""

import copy
import inspect
import threading
import unittest
from collections import namedtuple
from collections.abc import Sequence
from enum import Enum
from functools import wraps

import torch

from ._parametrized import _TestParametrizer, compose_parametrize_fns, decorated, dtype_name
from .common_dtype import get_all_dtypes
from .common_utils import NATIVE_DEVICES, TestCase

PYTORCH_CUDA_MEMCHECK = TEST_WITH_ROCM = False

tol = namedtuple('tol', ['atol', 'rtol'])


def _suffix(dtypes):
    if isinstance(dtypes, (list, tuple)):
        return ''.join('_' + dtype_name(d) for d in dtypes)
    return '_' + dtype_name(dtypes) if dtypes else ''


def _given(name, value):
    """The keyword of one value or of several."""
    if isinstance(value, (list, tuple)):
        return {name + 's': value}
    return {} if value is None else {name: value}


class DeviceTypeTestBase(TestCase):
    """What the tests of a device are derived from."""

    device_type = 'generic_device_type'

    @classmethod
    def get_primary_device(cls):
        return cls.device_type

    @classmethod
    def get_all_devices(cls):
        return [cls.get_primary_device()]

    @classmethod
    def _get_dtypes(cls, test):
        dtypes = getattr(test, 'dtypes', None)
        return None if dtypes is None else dtypes.get(cls.device_type, dtypes.get('all'))

    @classmethod
    def instantiate_test(cls, name, test, *, generic_cls=None):
        variants = getattr(test, 'parametrize_fn', lambda test, generic_cls, device_cls: [(test, '', {})])
        dtypes = cls._get_dtypes(test)
        if dtypes is not None:
            variants = compose_parametrize_fns(
                lambda test, generic_cls, device_cls: [(test, '', _given('dtype', d)) for d in dtypes], variants)
        for variant, suffix, given in variants(test, generic_cls, cls):
            dtype = given.get('dtypes', given.get('dtype'))
            full = '%s%s_%s%s' % (name, suffix and '_' + suffix, cls.device_type, _suffix(dtype))
            if full in cls.__dict__:
                raise AssertionError('Redefinition of test ' + full)
            setattr(cls, full, cls._instance(variant, given))

    @classmethod
    def _instance(cls, test, given):
        names = inspect.signature(test).parameters
        if 'device' in names or 'devices' in names:
            several = hasattr(test, 'num_required_devices')
            given = {**given, **_given('device', cls.get_all_devices() if several else cls.get_primary_device())}

        @wraps(test)
        def instantiated(self):
            before = self.precision, self.rel_tol
            dtype = given.get('dtypes', given.get('dtype'))
            if dtype:
                precision = getattr(test, 'precision_overrides', {}).get(dtype, self.precision)
                self.precision, self.rel_tol = getattr(test, 'tolerance_overrides', {}).get(dtype, tol(precision, self.rel_tol))
            try:
                return test(self, **given)
            finally:
                self.precision, self.rel_tol = before
        return instantiated


class CPUTestBase(DeviceTypeTestBase):
    device_type = 'cpu'


class CUDATestBase(DeviceTypeTestBase):
    device_type = 'cuda'


def get_all_device_types():
    return ['cpu']


def has_cusolver():
    return False


def _update_param_kwargs(param_kwargs, name, value):
    param_kwargs.update(_given(name, value))


def get_device_type_test_bases():
    return [CPUTestBase]


device_type_test_bases = get_device_type_test_bases()


def instantiate_device_type_tests(generic_test_class, scope, except_for=None, only_for=None, include_lazy=False):
    """Replaces a class of tests by one for the CPU."""
    del scope[generic_test_class.__name__]
    if 'cpu' in (except_for or ()) or only_for and 'cpu' not in only_for:
        return
    empty = type(generic_test_class.__name__ + '_base', generic_test_class.__bases__, {})
    made = type(generic_test_class.__name__ + 'CPU', (CPUTestBase, empty), {})
    for name in sorted(set(generic_test_class.__dict__) - set(empty.__dict__)):
        member = getattr(generic_test_class, name)
        if name.startswith('test'):
            made.instantiate_test(name, copy.deepcopy(member), generic_cls=generic_test_class)
        else:
            setattr(made, name, generic_test_class.__dict__[name])
    made.__module__ = generic_test_class.__module__
    scope[made.__name__] = made


class OpDTypes(Enum):
    """Which dtypes of an operation are tested."""

    supported = 0
    unsupported = 1
    supported_backward = 2
    unsupported_backward = 3
    any_one = 4
    none = 5


_FAVOURITES = (torch.float32, torch.float64, torch.complex64, torch.complex128, torch.float16, torch.bfloat16,
               torch.long, torch.int32, torch.int16, torch.int8, torch.uint8, torch.bool)


class ops(_TestParametrizer):
    """Runs a test with each operation and dtype."""

    def __init__(self, op_list, *, dtypes=OpDTypes.supported, allowed_dtypes=None):
        self.op_list, self.dtypes = list(op_list), dtypes
        self.allowed = None if allowed_dtypes is None else set(allowed_dtypes)

    def _dtypes(self, op, device):
        if isinstance(self.dtypes, Sequence):
            return set(self.dtypes)
        if self.dtypes == OpDTypes.none:
            return {None}
        forward, backward = op.supported_dtypes(device), op.supported_backward_dtypes(device)
        if self.dtypes == OpDTypes.any_one:
            both = forward & backward or forward
            return set([d for d in _FAVOURITES if d in both][:1])
        return {OpDTypes.supported: forward, OpDTypes.supported_backward: backward,
                OpDTypes.unsupported: set(get_all_dtypes()) - forward,
                OpDTypes.unsupported_backward: set(get_all_dtypes()) - backward}[self.dtypes]

    def _parametrize_test(self, test, generic_cls, device_cls):
        for op in self.op_list:
            dtypes = self._dtypes(op, device_cls.device_type)
            if self.allowed is not None:
                dtypes = dtypes & self.allowed
            for dtype in sorted(dtypes, key=str):
                marks = op.get_decorators(generic_cls.__name__, test.__name__, device_cls.device_type, dtype)
                yield decorated(test, marks), op.formatted_name, {'op': op, **_given('dtype', dtype)}


def _skip_unless(condition, reason):
    def decorate(fn):
        @wraps(fn)
        def checked(self, *args, **kwargs):
            if not condition(self):
                raise unittest.SkipTest(reason)
            return fn(self, *args, **kwargs)
        return checked
    return decorate


class skipIf:
    """Skips a test on a kind of device; a text names an attribute of the test."""

    def __init__(self, dep, reason, device_type=None):
        self.dep, self.reason, self.device_type = dep, reason, device_type

    def _holds(self, test):
        holds = getattr(test, self.dep, True) if isinstance(self.dep, str) else self.dep
        return bool(holds) and self.device_type in (None, test.device_type)

    def __call__(self, fn):
        return _skip_unless(lambda test: not self._holds(test), self.reason)(fn)


class skipCPUIf(skipIf):
    def __init__(self, dep, reason):
        super().__init__(dep, reason, 'cpu')


class skipCUDAIf(skipIf):
    def __init__(self, dep, reason):
        super().__init__(dep, reason, 'cuda')


class skipMetaIf(skipIf):
    def __init__(self, dep, reason):
        super().__init__(dep, reason, 'meta')


class expectedFailure:
    """A test that fails on a kind of device."""

    def __init__(self, device_type):
        self.device_type = device_type

    def __call__(self, fn):
        @wraps(fn)
        def expecting(self_, *args, **kwargs):
            if self.device_type not in (None, self_.device_type):
                return fn(self_, *args, **kwargs)
            try:
                fn(self_, *args, **kwargs)
            except Exception:
                return
            self_.fail('expected test to fail, but it passed')
        return expecting


class onlyOn:
    def __init__(self, device_type):
        self.device_type = device_type

    def __call__(self, fn):
        return _skip_unless(lambda test: test.device_type == self.device_type, 'only on ' + self.device_type)(fn)


onlyCPU, onlyCUDA = onlyOn('cpu'), onlyOn('cuda')
onlyNativeDeviceTypes = _skip_unless(lambda test: test.device_type in NATIVE_DEVICES, 'only on native devices')
expectedFailureCUDA, expectedFailureMeta, expectedFailureXLA = map(expectedFailure, ('cuda', 'meta', 'xla'))


class deviceCountAtLeast:
    def __init__(self, num_required_devices):
        self.n = num_required_devices

    def __call__(self, fn):
        fn.num_required_devices = self.n

        @wraps(fn)
        def several(self_, devices, *args, **kwargs):
            if len(devices) < self.n:
                raise unittest.SkipTest('fewer than %d devices' % self.n)
            return fn(self_, devices, *args, **kwargs)
        return several


def largeTensorTest(size, device=None):
    return unittest.skip('needs too much memory')


class precisionOverride:
    def __init__(self, d):
        self.d = d

    def __call__(self, fn):
        fn.precision_overrides = self.d
        return fn


class toleranceOverride:
    def __init__(self, d):
        self.d = d

    def __call__(self, fn):
        fn.tolerance_overrides = self.d
        return fn


class dtypes:
    """The dtypes, or tuples of dtypes, of a test."""

    def __init__(self, *args, device_type='all'):
        self.args, self.device_type = args, device_type

    def __call__(self, fn):
        known = dict(getattr(fn, 'dtypes', {}))
        known[self.device_type] = self.args
        fn.dtypes = known
        return fn


class dtypesIfCPU(dtypes):
    def __init__(self, *args):
        super().__init__(*args, device_type='cpu')


class dtypesIfCUDA(dtypes):
    def __init__(self, *args):
        super().__init__(*args, device_type='cuda')


class dtypesIfMPS(dtypes):
    def __init__(self, *args):
        super().__init__(*args, device_type='mps')


def _as_it_is(test):
    return test


def __getattr__(name):
    """Decorators for other devices leave a test be; what the CPU may lack is there."""
    if name.startswith('skip') and name.endswith(('In', 'LessThan', 'Version')):
        return lambda *_, **__: _as_it_is
    if name.startswith(('skipCUDA', 'skipCPUIfNo', 'skipMeta', 'skipXLA', 'disable', 'skipMPS')):
        return _as_it_is
    raise AttributeError('the shim has no %s' % name)
