"""Names of the inside of PyTorch and of Python's library that their tests import at their top."""

import sys
from types import SimpleNamespace

from absent import Absent, base


def fill(module, **names):
    for name, value in names.items():
        if not hasattr(module, name):
            setattr(module, name, value)


# Operations that are not offered, and that PyTorch's list of operations names.
OPERATIONS = {
    'torch': 'narrow_copy native_batch_norm native_layer_norm',
    'torch.linalg': 'ldl_factor ldl_factor_ex ldl_solve',
    'torch.sparse': 'sampled_addmm',
    'torch.nn.functional': '_scaled_dot_product_attention',
}

FOREACH = ('abs acos add addcdiv addcmul asin atan ceil cos cosh div erf erfc exp expm1 floor frac lgamma log log10 log1p log2 '
           'maximum minimum mul neg norm reciprocal round sigmoid sin sinh sqrt sub tan tanh trunc zero')


def prepare(what):
    {'torch': prepare_torch, 'python': prepare_python}[what]()


def simple_enum(etype, **_):
    """The class of a plain class with the members of an enumeration."""
    def convert(cls):
        meta = type(etype)
        body = meta.__prepare__(cls.__name__, (etype,))
        for name, value in cls.__dict__.items():
            if name not in ('__dict__', '__weakref__'):
                body[name] = value
        return meta(cls.__name__, (etype,), body)
    return convert


def bits(n):
    while n:
        low = n & -n
        yield low
        n ^= low


def prepare_python():
    import enum
    import pickle  # which has one form here
    fill(pickle, **{'_' + name: getattr(pickle, name) for name in ('dump', 'dumps', 'load', 'loads', 'Pickler', 'Unpickler')})
    import difflib
    fill(difflib, HtmlDiff=Absent('HtmlDiff'))
    import threading
    fill(threading, _dangling=set(), _PyRLock=threading.RLock, _CRLock=threading.RLock, _RLock=threading.RLock)
    fill(pickle, bytes_types=(bytes, bytearray))
    fill(enum, _iter_bits_lsb=bits, _simple_enum=simple_enum, _test_simple_enum=Absent('_test_simple_enum'))


class Backend:
    """Which code convolves: a detail but for this, whether there is anything to convolve."""

    def __init__(self, input, weight, *_):
        self.empty = 0 in input.shape or 0 in weight.shape

    def __eq__(self, other):
        return self.empty == other.__name__.endswith('Empty')


def prepare_torch():
    import torch.autograd.gradcheck
    import torch.serialization
    import torch.types
    import torch.utils.data._utils
    fill(torch.utils.data._utils, MP_STATUS_CHECK_INTERVAL=5.0, **{name: Absent('torch.utils.data._utils.' + name) for name in ('pin_memory', 'signal_handling', 'worker')})
    fill(torch.autograd, kineto_available=lambda: False, _calculate_shape=Absent('_calculate_shape'))
    fill(sys.modules['torch.autograd.gradcheck'], **{name: Absent(name) for name in (
        '_get_numerical_jacobian', '_iter_tensors', 'get_analytical_jacobian', 'get_numerical_jacobian')})
    fill(torch.serialization, SourceChangeWarning=type('SourceChangeWarning', (Warning,), {}),
         check_module_version_greater_or_equal=Absent('check_module_version_greater_or_equal'))
    import numpy
    from distutils.version import LooseVersion
    fill(numpy, _NoValue=Absent('numpy._NoValue'))
    fill(numpy.lib, NumpyVersion=LooseVersion)
    import torch.backends.quantized
    fill(torch.backends, quantized=sys.modules['torch.backends.quantized'])
    fill(torch, **{name: 'torch.' + name for name in ('quint8', 'qint8', 'qint32', 'quint4x2', 'quint2x4')})
    for module, names in OPERATIONS.items():
        __import__(module)
        fill(sys.modules[module], **{name: Absent('%s.%s' % (module, name)) for name in names.split()})
    fill(torch, **{'_foreach_' + name: Absent('torch._foreach_' + name) for n in FOREACH.split() for name in (n, n + '_')})
    fill(torch, torch=torch)
    import torch.overrides
    fill(torch.overrides, enable_reentrant_dispatch=Absent('enable_reentrant_dispatch'))
    fill(torch.ops, nvprims=Absent('torch.ops.nvprims'))
    made = lambda *_, **__: Absent('a kernel of jiterator')
    import torch.cuda
    fill(torch.cuda, jiterator=SimpleNamespace(_create_jit_fn=made, _create_multi_output_jit_fn=made))
    fill(torch._C, _select_conv_backend=Backend)
    fill(torch._C, has_lapack=torch.has_lapack, has_mkldnn=torch.has_mkldnn, has_mkl=torch.has_mkl)
    fill(torch._C, _ConvBackend=Absent('_ConvBackend'))
    fill(torch.types, _TensorOrTensors=object)
    fill(torch.utils.data, DataLoader2=Absent('DataLoader2'), IterDataPipe=base('IterDataPipe'),
         communication=Absent('communication'), _utils=Absent('_utils'))
    fill(torch._utils, _rebuild_tensor=Absent('_rebuild_tensor'), ExceptionWrapper=Absent('ExceptionWrapper'))
    fill(torch.nn, _reduction=Absent('_reduction'))
