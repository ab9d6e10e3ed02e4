"""@triton.jit: functions that are compiled for what they are launched with."""
import functools

import _gputour_cuda
import torch
from gputour._function import Source

from ..errors import CompilationError, Mistake, OutOfResources
from ..language import dtypes as tl
from ..language.dtypes import constexpr, pointer_type
from .translate import Translation
from .values import Const

TYPES = {torch.float16: tl.float16, torch.bfloat16: tl.bfloat16, torch.float32: tl.float32, torch.float64: tl.float64, torch.int8: tl.int8, torch.int16: tl.int16,
         torch.int32: tl.int32, torch.int64: tl.int64, torch.uint8: tl.uint8, torch.bool: tl.int1}
SHARED = 48 << 10  # bytes that a program may have
OPTIONS = {'num_warps': 4, 'num_stages': 3, 'num_ctas': 1, 'maxnreg': None, 'enable_fp_fusion': True, 'debug': None}


class JITFunction:
    def __init__(self, function):
        self.fn, self.__name__, self.__doc__, self.__module__ = function, function.__name__, function.__doc__, function.__module__
        self.__wrapped__ = function
        self.source = Source(function)
        a = self.source.tree.args
        if a.vararg or a.kwarg:
            raise TypeError('a kernel takes no *args or **kwargs')
        self.arg_names = [p.arg for p in a.posonlyargs + a.args + a.kwonlyargs]
        code = function.__code__
        self.defaults = dict(zip(self.arg_names[code.co_argcount - len(function.__defaults__ or ()):code.co_argcount], function.__defaults__ or ()))
        self.defaults.update(function.__kwdefaults__ or {})
        annotations = function.__annotations__
        self.constexprs = [n for n in self.arg_names if annotations.get(n) is constexpr or 'constexpr' in str(annotations.get(n, ''))]
        self.cache = {}
        self._launched = None  # the kernel that ran last, for gputour.cuda.profile

    def __repr__(self):
        return 'JITFunction(%s:%s)' % (self.__module__, self.__name__)

    def __call__(self, *args, **kwargs):
        raise RuntimeError('Cannot call @triton.jit\'d outside of the scope of a kernel')

    def __getitem__(self, grid):
        return lambda *args, **kwargs: self.run(*args, grid=grid, warmup=False, **kwargs)

    def bound(self, args, named):
        """The arguments of a call by their names, as values of the kernel that calls."""
        if len(args) > len(self.arg_names):
            raise Mistake('TypeError(\'%s() takes %d positional arguments but %d were given\')' % (self.__name__, len(self.arg_names), len(args)))
        values = dict(zip(self.arg_names, args))
        for name, v in named.items():
            if name not in self.arg_names or name in values:
                raise Mistake("TypeError(\"%s() got an unexpected keyword argument '%s'\")" % (self.__name__, name))
            values[name] = v
        for name in self.arg_names:
            if name not in values:
                if name not in self.defaults:
                    raise Mistake("TypeError(\"%s() missing argument '%s'\")" % (self.__name__, name))
                values[name] = Const(self.defaults[name])
            if name in self.constexprs and not isinstance(values[name], Const):
                raise Mistake("%s of %s is a tl.constexpr, and is given a value that is known only when the kernel runs" % (name, self.__name__))
        return values

    def run(self, *args, grid, warmup=False, **kwargs):
        options = {k: kwargs.get(k, v) for k, v in OPTIONS.items()}
        kwargs = {k: v for k, v in kwargs.items() if k not in OPTIONS or k in self.arg_names}
        values = self.arguments(args, kwargs)
        threads = 32 * options['num_warps']
        if options['num_warps'] < 1 or options['num_warps'] & (options['num_warps'] - 1) or options['num_warps'] > 32:
            raise AssertionError('num_warps must be a power of 2')
        blocks = grid({n: getattr(v, 'value', v) for n, v in values.items()}) if callable(grid) else grid
        blocks = tuple(int(n) for n in (blocks if isinstance(blocks, (tuple, list)) else (blocks,)))
        types, passed = {}, []
        for i, (name, v) in enumerate(values.items()):
            types[name] = self.typed(i, name, v)
            if not isinstance(types[name], Const):
                passed.append(v)
        home = next((v for v in passed if isinstance(v, torch.Tensor)), None)
        home = torch.empty(0, device='cuda') if home is None else home
        key = (home.device, threads, *((t.value, type(t.value)) if isinstance(t, Const) else str(t) for t in types.values()))
        if key not in self.cache:
            self.cache[key] = self.compile(types, threads, home)
        self._launched = kernel = self.cache[key]
        if 0 not in blocks:
            kernel[(blocks + (1, 1, 1))[:3], threads](*passed)
        return kernel

    def arguments(self, args, kwargs):
        if len(args) > len(self.arg_names):
            raise TypeError('too many positional arguments')
        values = dict(zip(self.arg_names, args))
        for name in kwargs:
            if name not in self.arg_names:
                raise KeyError('Keyword argument %s was specified but unrecognised' % name)
            if name in values:
                raise TypeError("multiple values for argument '%s'" % name)
        values.update(kwargs)
        missing = [n for n in self.arg_names if n not in values and n not in self.defaults]
        if missing:
            raise TypeError("dynamic_func() missing %d required positional argument%s: %s" % (len(missing), 's' if len(missing) > 1 else '', ', '.join(map(repr, missing))))
        return {n: values.get(n, self.defaults.get(n)) for n in self.arg_names}

    def typed(self, i, name, v):
        """The type of an argument; a constant where the kernel is compiled for its value."""
        if name in self.constexprs or v is None or isinstance(v, (constexpr, tl.dtype, JITFunction, str)):
            return Const(v)
        if isinstance(v, torch.Tensor):
            if not v.is_cuda:
                raise ValueError('Pointer argument (at %d) cannot be accessed from Triton (cpu tensor?)' % i)
            if v.dtype not in TYPES:
                raise TypeError('a kernel takes no tensor of %s' % v.dtype)
            return pointer_type(TYPES[v.dtype])
        if isinstance(v, bool):
            return tl.int1
        if isinstance(v, int):
            if v == 1:
                return Const(1)  # Triton compiles a kernel for arguments that are 1
            return tl.int32 if -2**31 <= v < 2**31 else tl.int64 if v < 2**63 else tl.uint64
        if isinstance(v, float):
            return tl.float32
        raise TypeError('Unsupported type %s for %s' % (type(v), name))

    def compile(self, types, threads, home):
        translation = Translation(self.source, types, threads)
        if translation.shared_bytes > SHARED:
            raise OutOfResources(translation.shared_bytes, SHARED, 'shared memory')
        text = translation.text(self.__name__)
        return _gputour_cuda.translated(self.source.file, '\n'.join(self.source.lines), text, home)


def jit(fn=None, *, version=None, repr=None, launch_metadata=None, do_not_specialize=None, debug=None, noinline=None):
    """Makes a function a kernel, or a function that kernels call."""
    if fn is None:
        return jit
    return fn if isinstance(fn, JITFunction) else JITFunction(fn)
