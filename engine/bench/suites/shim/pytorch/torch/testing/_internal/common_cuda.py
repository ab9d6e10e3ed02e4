"""There is no CUDA where these tests run."""

import contextlib

import torch

TEST_CUDA = TEST_MULTIGPU = TEST_CUDNN = TEST_MAGMA = TEST_NUMBA_CUDA = False
SM53OrLater = SM60OrLater = SM80OrLater = False
TEST_CUDNN_VERSION, CUDA11OrLater, CUDA9, TEST_CUSPARSE_GENERIC = 0, False, False, False
CUDA_DEVICE = None


def __getattr__(name):
    if name.isupper() or name[:2] == 'SM':
        return False
    raise AttributeError(name)


def _get_torch_cuda_version():
    return (0, 0)


_get_torch_rocm_version = _get_magma_version = _get_torch_cuda_version


def initialize_cuda_context_rng():
    pass


def tf32_is_not_fp32():
    return False


@contextlib.contextmanager
def tf32_off():
    yield


@contextlib.contextmanager
def tf32_on(self=None, tf32_precision=1e-5):
    yield


def tf32_on_and_off(*_, **__):
    return lambda test: test


def with_tf32_off(test):
    return test


def _check_cusparse_generic_available():
    return False


_check_hipsparse_generic_available = _check_cusparse_generic_available
