"""TestCase and what else PyTorch's tests use everywhere.

A flag that is not here (TEST_WITH_ROCM, IS_WINDOWS …) is False, and a decorator that would
skip a test under one of them leaves the test be. SciPy, numba and what starts processes are
not looked for.
"""

import contextlib
import copy
import io
import os
import random
import re
import sys
import tempfile
import unittest
import warnings
from collections.abc import Iterable
from functools import partial, wraps
from itertools import product

import numpy as np
import torch
import expecttest
from torch.testing import make_tensor

from ._compared import compare
from ._matrices import *  # noqa: F401,F403
from ._parametrized import (_TestParametrizer, compose_parametrize_fns, decorated, dtype_name,  # noqa: F401
                            instantiate_parametrized_tests, parametrize, subtest)

SEED = 1234
GRADCHECK_NONDET_TOL = 1e-12
IS_LINUX = sys.platform == 'linux'
TEST_NUMPY = True
TEST_SKIP_FAST = False
NO_MULTIPROCESSING_SPAWN = True
NATIVE_DEVICES = ('cpu', 'cuda', 'meta')
UNITTEST_ARGS = []
NotFound = object()


def __getattr__(name):
    if name.isupper() or name.startswith(('TEST_', 'IS_', 'HAS_', 'BUILD_')):
        return False
    if name.startswith(('skipIf', 'sandcastle_skip', 'skipCUDA', 'slowAware')):
        return _leave
    raise AttributeError('the shim has no %s' % name)


def _leave(*given, **_):
    """A decorator, with arguments or without, that changes nothing."""
    return given[0] if given and callable(given[0]) and not isinstance(given[0], type) else lambda test: test


def skipIfRocm(test):
    return test


skipIfMps = skipIfCrossRef = skipIfNoLapack = skipIfTBB = skipIfSlowGradcheckEnv = skipIfRocm
slowAwareTest = skipIfCompiledWithoutNumpy = set_single_threaded_if_parallel_tbb = coalescedonoff = skipIfRocm


def skipIfNoSciPy(test):
    return unittest.skip('SciPy is not looked for')(test)


skipIfNoXNNPACK = skipIfNoSciPy


def slowTest(test):
    return unittest.skip('slow')(test)


def skipIfTorchDynamo(msg=''):
    return msg if callable(msg) else lambda test: test


skipIfTorchInductor = skipIfTorchDynamo


def suppress_warnings(fn):
    @wraps(fn)
    def wrapper(*args, **kwargs):
        with warnings.catch_warnings():
            warnings.simplefilter('ignore')
            fn(*args, **kwargs)
    return wrapper


numpy_to_torch_dtype_dict = {
    np.bool_: torch.bool, np.uint8: torch.uint8, np.int8: torch.int8, np.int16: torch.int16, np.int32: torch.int32,
    np.int64: torch.int64, np.float16: torch.float16, np.float32: torch.float32, np.float64: torch.float64,
    np.complex64: torch.complex64, np.complex128: torch.complex128}
torch_to_numpy_dtype_dict = {v: k for k, v in numpy_to_torch_dtype_dict.items()}
torch_to_numpy_dtype_dict.update({torch.bfloat16: np.float32, torch.complex32: np.complex64})


def numpy_to_torch_dtype(np_dtype):
    return numpy_to_torch_dtype_dict[np_dtype if np_dtype in numpy_to_torch_dtype_dict else np_dtype.type]


def set_rng_seed(seed):
    torch.manual_seed(seed)
    random.seed(seed)
    np.random.seed(seed)


@contextlib.contextmanager
def freeze_rng_state():
    state = torch.get_rng_state()
    try:
        yield
    finally:
        torch.set_rng_state(state)


@contextlib.contextmanager
def set_default_dtype(dtype):
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        yield
    finally:
        torch.set_default_dtype(before)


@contextlib.contextmanager
def set_warn_always_context(new_val):
    before = torch.is_warn_always_enabled()
    torch.set_warn_always(new_val)
    try:
        yield
    finally:
        torch.set_warn_always(before)


@contextlib.contextmanager
def set_cwd(path):
    before = os.getcwd()
    os.chdir(path)
    try:
        yield
    finally:
        os.chdir(before)


@contextlib.contextmanager
def disable_functorch():
    yield


@contextlib.contextmanager
def disable_gc():
    yield


class DeterministicGuard:
    """use_deterministic_algorithms within a block."""

    def __init__(self, deterministic, *, warn_only=False):
        self.now = deterministic, warn_only

    def __enter__(self):
        self.before = torch.are_deterministic_algorithms_enabled(), torch.is_deterministic_algorithms_warn_only_enabled()
        torch.use_deterministic_algorithms(self.now[0], warn_only=self.now[1])

    def __exit__(self, *_):
        torch.use_deterministic_algorithms(self.before[0], warn_only=self.before[1])


class CudaSyncGuard:
    """Without CUDA there is nothing to be warned of."""

    def __init__(self, sync_debug_mode):
        raise unittest.SkipTest('there is no CUDA')


dtype2prec_DONTUSE = {torch.float: 1e-5, torch.double: 1e-5, torch.half: 1e-2, torch.bfloat16: 1e-1}


def to_gpu(obj, type_map=None):
    raise unittest.SkipTest('there is no CUDA')


def wrapDeterministicFlagAPITest(fn):
    @wraps(fn)
    def wrapper(*args, **kwargs):
        with DeterministicGuard(False):
            return fn(*args, **kwargs)
    return wrapper


def do_test_dtypes(self, dtypes, layout, device):
    for dtype in dtypes:
        if dtype != torch.float16:
            made = torch.zeros((2, 3), dtype=dtype, layout=layout, device=device)
            self.assertIs(dtype, made.dtype)
            self.assertIs(layout, made.layout)
            self.assertEqual(torch.device(device), made.device)


def do_test_empty_full(self, dtypes, layout, device):
    """empty, new_empty, full, zeros and their like give what is asked for."""
    shape = torch.Size([2, 3])
    for dtype in dtypes:
        for make in (torch.empty, torch.zeros):
            made = make(shape, dtype=dtype, layout=layout, device=device)
            self.assertEqual((made.shape, made.dtype, made.layout, made.device.type),
                             (shape, dtype, layout, torch.device(device).type))
            for like in (torch.empty_like(made), made.new_empty(shape)):
                self.assertEqual((like.shape, like.dtype, like.layout), (shape, dtype, layout))
        if layout is torch.strided and dtype is not torch.float16:
            value = 1 if dtype is torch.bool else 3
            for made in (torch.full(shape, value, dtype=dtype, device=device), torch.empty(shape, dtype=dtype, device=device).fill_(value)):
                self.assertEqual(made.tolist(), torch.tensor([[value] * 3] * 2, dtype=dtype).tolist())


def iter_indices(tensor):
    if tensor.dim() == 0:
        return range(0)
    return range(tensor.size(0)) if tensor.dim() == 1 else product(*map(range, tensor.size()))


def is_iterable(obj):
    try:
        iter(obj)
    except TypeError:
        return False
    return True


def is_iterable_of_tensors(iterable, include_empty=False):
    if isinstance(iterable, torch.Tensor) or not hasattr(iterable, '__len__'):
        return False
    return all(isinstance(t, torch.Tensor) for t in iterable) if len(iterable) else include_empty


def first_sample(self, samples):
    for sample in samples:
        return sample
    raise unittest.SkipTest('there are no samples')


def clone_input_helper(input):
    if isinstance(input, torch.Tensor):
        return torch.clone(input)
    return tuple(map(clone_input_helper, input)) if isinstance(input, (list, tuple)) else input


def get_function_arglist(func):
    import inspect
    return inspect.getfullargspec(func).args


def bytes_to_scalar(byte_list, dtype, device):
    name = {torch.bool: '?', torch.uint8: 'B', torch.int8: 'b', torch.int16: 'h', torch.int32: 'i', torch.int64: 'q',
            torch.float32: 'f', torch.float64: 'd'}
    import struct
    data = bytes(byte_list)
    if dtype.is_complex:
        half = bytes_to_scalar, len(data) // 2, torch.float32 if dtype is torch.complex64 else torch.float64
        parts = [half[0](data[k:k + half[1]], half[2], device).item() for k in (0, half[1])]
        return torch.tensor(complex(*parts), dtype=dtype, device=device)
    return torch.tensor(struct.unpack(name[dtype], data)[0], dtype=dtype, device=device)


@contextlib.contextmanager
def TemporaryFileName(*args, **kwargs):
    kwargs.pop('delete', None)
    with tempfile.TemporaryDirectory() as folder:
        yield os.path.join(folder, 'file' + kwargs.get('suffix', ''))


@contextlib.contextmanager
def TemporaryDirectoryName(suffix=None):
    with tempfile.TemporaryDirectory(suffix=suffix) as folder:
        yield folder


class BytesIOContext(io.BytesIO):
    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


def download_file(url, binary=True):
    raise unittest.SkipTest('there is no network')


def retry(*_, **__):
    return lambda test: test


def is_slow_gradcheck_env():
    return False


def _checks(check, fn, inputs, *args, **kwargs):
    """A check of gradients with the defaults of PyTorch's own tests."""
    for key in ('check_batched_grad', 'fast_mode'):
        if kwargs.get(key) is None:
            kwargs[key] = True
    return check(fn, inputs, *args, **kwargs)


def gradcheck(fn, inputs, **kwargs):
    return _checks(torch.autograd.gradcheck, fn, inputs, **kwargs)


def gradgradcheck(fn, inputs, grad_outputs=None, **kwargs):
    return _checks(torch.autograd.gradgradcheck, fn, inputs, grad_outputs, **kwargs)


def _assertGradAndGradgradChecks(test_case, apply_fn, inputs, **kwargs):
    test_case.assertTrue(gradcheck(apply_fn, inputs, **kwargs))
    test_case.assertTrue(gradgradcheck(apply_fn, inputs, **kwargs))


def load_tests(loader, tests, pattern):
    return tests


def run_tests(argv=None):
    raise SystemExit('the tests are run by who imports them')


class TestCase(expecttest.TestCase):
    """A test with tolerances."""

    precision = _precision = 0
    rel_tol = _rel_tol = 0
    maxDiff = None
    _ignore_not_implemented_error = False

    def setUp(self):
        set_rng_seed(SEED)

    def assertEqual(self, x, y, msg=None, *, atol=None, rtol=None, equal_nan=True, exact_dtype=True, exact_device=False,
                    exact_layout=False, exact_stride=False, exact_is_coalesced=False):
        exact = dict(dtype=exact_dtype, device=exact_device, layout=exact_layout, stride=exact_stride,
                     is_coalesced=exact_is_coalesced)
        try:
            compare(x, y, rtol=rtol, atol=atol, least_rtol=self.rel_tol, least_atol=self.precision,
                    equal_nan=equal_nan, exact=exact)
        except AssertionError as e:
            text = msg(str(e)) if callable(msg) else '%s : %s' % (e, msg) if msg else str(e)
            raise self.failureException(text) from None

    def assertNotEqual(self, x, y, msg=None, *, atol=None, rtol=None, **kwargs):
        with self.assertRaises(AssertionError, msg=msg):
            self.assertEqual(x, y, msg, atol=atol, rtol=rtol, **kwargs)

    def assertEqualIgnoreType(self, *args, **kwargs):
        self.assertEqual(*args, exact_dtype=False, **kwargs)

    def assertEqualBroadcasting(self, x, y, *args, **kwargs):
        if not isinstance(y, torch.Tensor):
            y = torch.ones_like(x) * (torch.tensor(y) if isinstance(y, Iterable) else y)
        self.assertEqual(x, y, *args, **kwargs)

    def assertEqualTypeString(self, x, y):
        self.assertEqual((x.device, x.dtype, x.is_sparse), (y.device, y.dtype, y.is_sparse))

    def assertObjectIn(self, obj, iterable):
        if not any(obj is x for x in iterable):
            raise AssertionError('object not found in iterable')

    def assertNotWarn(self, callable, msg=''):
        with warnings.catch_warnings(record=True) as caught, set_warn_always_context(True):
            warnings.simplefilter('always')
            callable()
        self.assertTrue(len(caught) == 0, msg)

    @contextlib.contextmanager
    def assertWarnsOnceRegex(self, category, regex=''):
        with warnings.catch_warnings(record=True) as caught, set_warn_always_context(True):
            warnings.simplefilter('always')
            yield
        if not caught:
            self.fail('no warning caught')
        self.assertTrue(any(type(w.message) is category for w in caught))
        self.assertTrue(any(re.match(regex, str(w.message)) for w in caught), [str(w.message) for w in caught])

    def assertExpected(self, s, subname=None):
        raise unittest.SkipTest('the expected text is in a file')

    def assertGreaterAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        slack = delta if delta is not None else 0.5 * 10 ** -(7 if places is None else places)
        self.assertTrue(first >= second or second - first <= slack, msg)

    def check_nondeterministic_alert(self, fn, caller_name, should_alert=True):
        words = '^' + caller_name + ' does not have a deterministic implementation, but you set'
        with DeterministicGuard(True):
            if should_alert:
                with self.assertRaisesRegex(RuntimeError, words):
                    fn()
            else:
                fn()
        with DeterministicGuard(True, warn_only=True), warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter('always')
            fn()
        self.assertEqual(any(re.search(words, str(w.message)) for w in caught), should_alert)

    def compare_with_reference(self, torch_fn, ref_fn, sample_input, **kwargs):
        n, t = sample_input.numpy(), sample_input
        self.assertEqual(torch_fn(t.input, *t.args, **t.kwargs), ref_fn(n.input, *n.args, **n.kwargs), exact_device=False, **kwargs)

    def compare_with_numpy(self, torch_fn, np_fn, tensor_like, device=None, dtype=None, **kwargs):
        if isinstance(tensor_like, torch.Tensor):
            t = tensor_like
            plain = t.detach().cpu()
            a = (plain.float() if plain.dtype is torch.bfloat16 else plain).numpy()
        else:
            a = np.array(tensor_like, dtype=torch_to_numpy_dtype_dict[dtype])
            t = torch.tensor(tensor_like, device=device, dtype=dtype)
        want, got = np_fn(a), torch_fn(t).cpu()
        if isinstance(want, np.ndarray):
            want = torch.from_numpy(want.copy())
            if t.dtype is torch.bfloat16 and got.dtype is torch.bfloat16 and want.dtype is torch.float:
                got = got.float()
        self.assertEqual(want, got, **kwargs)

    def genSparseTensor(self, size, sparse_dim, nnz, is_uncoalesced, device, dtype):
        values = make_tensor([nnz] + list(size[sparse_dim:]), device=device, dtype=dtype, low=-1, high=1)
        at = torch.rand(sparse_dim, nnz, device=device)
        at = (at * torch.tensor(size[:sparse_dim]).unsqueeze(1).to(at)).to(torch.long)
        if is_uncoalesced:
            at = torch.cat([at[:, :nnz // 2], at[:, :(nnz + 1) // 2]], 1)
        x = torch.sparse_coo_tensor(at, values, torch.Size(size), dtype=dtype, device=device)
        x = x.detach().clone()._coalesced_(False) if is_uncoalesced else x.coalesce()
        return x, x._indices().clone(), x._values().clone()

    def safeToDense(self, t):
        return (t.coalesce() if t.layout == torch.sparse_coo else t).to_dense()
