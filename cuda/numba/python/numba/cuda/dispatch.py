"""@cuda.jit: kernels and device functions, compiled for each list of argument types when they are first launched."""
import numbers
import re
import warnings

import _gputour_cuda
import torch
from gputour._function import Source

from ..core import config, types
from ..core.errors import NumbaPerformanceWarning
from ..core.types import Array, Number, Signature, Type
from .arguments import Launch
from .errors import MISSING_CONFIGURATION, Mistake, located
from .translate import Kernel


def dimensions(dim, name):
    """A grid or a block as three numbers."""
    dim = list(dim) if isinstance(dim, (tuple, list)) else [dim]
    if len(dim) > 3:
        raise ValueError('%s must be a sequence of 1, 2 or 3 integers, got %r' % (name, dim))
    if not all(isinstance(v, numbers.Integral) for v in dim):
        raise TypeError('%s must be a sequence of integers, got %r' % (name, dim))
    return tuple(map(int, dim + [1] * (3 - len(dim))))


def parsed(text):
    """The types of a signature such as 'void(float32[:], int64)'."""
    if not re.fullmatch(r'[\w\s\[\]:,()]*', text):
        raise ValueError('invalid signature: %r' % text)
    names = {k: v for k, v in vars(types).items() if isinstance(v, Type)}
    return eval(text, {'__builtins__': {}}, names)


def signatures(given):
    if given is None:
        return []
    if isinstance(given, list):
        return [s for g in given for s in signatures(g)]
    given = parsed(given) if isinstance(given, str) else given
    return [given.args if isinstance(given, Signature) else tuple(given)]


class Dispatcher:
    """A function with @cuda.jit."""

    def __init__(self, function, signature=None, device=False):
        self.py_func, self.device, self.__name__, self.__doc__ = function, device, function.__name__, function.__doc__
        self.__wrapped__, self.__module__ = function, function.__module__
        self.signatures, self._kernels, self._source = signatures(signature), {}, None
        self._launched = None  # the kernel that ran last, for gputour.cuda.profile
        if device:
            self.source()

    may_be_device = True  # a function without a launch is one where a kernel calls it

    def source(self):
        if self._source is None:
            self._source = Source(self.py_func)
        return self._source

    def __repr__(self):
        return '<CUDA %s %s>' % ('device function' if self.device else 'kernel', self.__name__)

    def __getitem__(self, configuration):
        if not isinstance(configuration, tuple) or len(configuration) not in (2, 3, 4):
            raise ValueError('must specify at least the griddim and blockdim')
        return Configured(self, *configuration)

    def configure(self, griddim, blockdim, stream=0, sharedmem=0):
        return Configured(self, griddim, blockdim, stream, sharedmem)

    def forall(self, ntasks, tpb=0, stream=0, sharedmem=0):
        """A kernel launched with one thread for each task."""
        if ntasks < 0:
            raise ValueError("Can't create ForAll with negative task count: %s" % ntasks)
        tpb = tpb or 128
        return Configured(self, max(1, -(-ntasks // tpb)), tpb, stream, sharedmem)

    def __call__(self, *args, **kwargs):
        if self.device:
            raise RuntimeError('Cannot compile a device function as a kernel')
        raise ValueError(MISSING_CONFIGURATION)

    def check(self, given):
        """Holds arguments against the signatures that the decorator was given."""
        if not self.signatures:
            return
        def fits(a, b):
            if isinstance(b, Array):
                return isinstance(a, Array) and a.dtype == b.dtype and a.ndim == b.ndim and b.layout in ('A', a.layout)
            return isinstance(a, Number) and isinstance(b, Number) and (a.kind in 'iub') == (b.kind in 'iub')
        if not any(len(s) == len(given) and all(map(fits, given, s)) for s in self.signatures):
            raise TypeError('No matching definition for argument type(s) %s' % ', '.join(map(str, given)))

    def compiled(self, launch):
        home = launch.home()
        key = home.device, *map(str, launch.types)
        if key not in self._kernels:
            source = self.source()
            try:
                translation = Kernel(source, launch.types)
            except Mistake as m:
                raise located(m, source) from None
            kernel = _gputour_cuda.translated(source.file, '\n'.join(source.lines), translation.text, home)
            self._kernels[key] = kernel, translation.extents
        return self._kernels[key]


class Configured:
    """A kernel with its grid and block."""

    def __init__(self, dispatcher, griddim, blockdim, stream=0, sharedmem=0):
        if griddim is None or blockdim is None:
            raise ValueError(MISSING_CONFIGURATION)
        self.dispatcher, self.stream, self.sharedmem = dispatcher, stream, sharedmem
        self.griddim, self.blockdim = dimensions(griddim, 'griddim'), dimensions(blockdim, 'blockdim')
        blocks = self.griddim[0] * self.griddim[1] * self.griddim[2]
        if config.CUDA_LOW_OCCUPANCY_WARNINGS and blocks < 128:
            text = 'Grid size %d will likely result in GPU under-utilization due to low occupancy.' % blocks
            warnings.warn(NumbaPerformanceWarning(text))

    def __call__(self, *args):
        d = self.dispatcher
        if d.device:
            raise RuntimeError('Cannot compile a device function as a kernel')
        expected = d.py_func.__code__.co_argcount
        if len(args) != expected:
            raise TypeError('%s() takes %d arguments, %d were given' % (d.__name__, expected, len(args)))
        launch = Launch(args)
        d.check(launch.types)
        kernel, extents = d.compiled(launch)
        d._launched = kernel
        stream = getattr(self.stream, '_stream', None)
        kernel[self.griddim, self.blockdim, stream, self.sharedmem](*launch.flat(extents))
        launch.finish()


def jit(func_or_sig=None, device=False, inline=False, link=(), debug=None, opt=True, cache=False, **options):
    """@cuda.jit, @cuda.jit(device=True), @cuda.jit('void(float32[:])')."""
    known = {'fastmath', 'max_registers', 'boundscheck', 'lineinfo', 'argtypes', 'restype', 'forceinline', 'launch_bounds'}
    for name in options:
        if name not in known:
            raise NotImplementedError('@cuda.jit has no option %s here' % name)
    if link:
        raise NotImplementedError('Cannot link PTX: kernels run on the simulated GPU')
    if callable(func_or_sig) and not isinstance(func_or_sig, Type):
        if isinstance(func_or_sig, Dispatcher):
            return func_or_sig
        return Dispatcher(func_or_sig, device=device)
    return lambda function: Dispatcher(function, func_or_sig, device=device)
